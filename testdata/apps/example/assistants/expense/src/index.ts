// What the assistant does around its model: it speaks the user's language,
// notes what it understood, and remembers what was submitted.
import { agent } from "@yao/runtime";
import { AmountOf, Limit } from "./setup";

export function Create(ctx: agent.Context, messages: agent.Message[]): agent.Create {
  const last = messages[messages.length - 1].content;
  const amount = typeof last === "string" ? AmountOf(last) : null;
  ctx.trace.Add({ messages: messages.length }, { label: "Read the request" }).Complete({ amount });
  if (amount !== null && amount > Limit) {
    ctx.Send("This needs your manager's approval.");
  }
  return { messages, locale: ctx.memory.user.Get("language") ?? ctx.locale };
}

export function Next(ctx: agent.Context, payload: agent.Payload): agent.Next {
  if (payload.completion?.content.includes("was submitted")) {
    ctx.memory.chat.Push("submitted", payload.completion.content);
    ctx.trace.Info("submitted");
  }
  return null; // the model's answer stands
}
