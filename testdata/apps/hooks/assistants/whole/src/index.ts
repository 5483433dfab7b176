// Two hooks that share what the first one learnt.
import { agent } from "@yao/runtime"

export function Create(ctx: agent.Context, messages: agent.Message[]): agent.Create {
  const query = String(messages[messages.length - 1]?.content ?? "")
  ctx.memory.context.Set("query", query)
  ctx.memory.context.Set("since", Date.now())
  ctx.trace.Add({ query }, { label: "Create", type: "hook" })
  return /urgent/i.test(query) ? { messages, temperature: 0, prompt_preset: "task" } : { messages }
}

export function Next(ctx: agent.Context, payload: agent.Payload): agent.Next {
  const { completion, tools, error } = payload
  const took = Date.now() - ctx.memory.context.Get("since")
  ctx.trace.Add({ took }, { label: "Next", type: "hook" }).Complete()
  if (error) return { data: { status: "error", error } }
  const asked = JSON.parse(completion.content)
  return {
    data: { query: ctx.memory.context.Get("query"), quick: took < 60_000, prompts: asked.system.length, temperature: asked.options.temperature ?? null, tools: tools.length, tokens: completion.usage.total_tokens },
    metadata: { for: "debugging" },
  }
}
