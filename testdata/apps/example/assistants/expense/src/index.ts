// What the assistant does around its model: it speaks the user's language, and
// notes what it understood and what was submitted.
import { agent } from "@yao/runtime";
import { AmountOf, Limit } from "./setup";

export function Create(ctx: agent.Context, messages: agent.Message[]): agent.Create {
  const last = messages[messages.length - 1].content;
  const amount = typeof last === "string" ? AmountOf(last) : null;
  ctx.trace.Add({ messages: messages.length }, { label: "Read the request" }).Complete({ amount });
  if (amount !== null && amount > Limit) {
    ctx.Send("This needs your manager's approval.");
  }
  const created: agent.Create = { messages, locale: ctx.memory.user.Get("language") ?? ctx.locale };
  if (ctx.metadata.policy) {
    created.mcp_servers = ["ledger", "policy"];
  }
  return created;
}

export function Next(ctx: agent.Context, payload: agent.Payload): agent.Next {
  for (const call of payload.tools) {
    if (call.tool === "submit" && !call.error) {
      ctx.trace.Info(`submitted number ${call.result.number}`);
    }
  }
  return null; // the model's answer stands
}
