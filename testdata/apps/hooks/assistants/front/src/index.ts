// Hands over what the desk knows more about, before its own model is asked.
import { agent } from "@yao/runtime"

export function Create(ctx: agent.Context, messages: agent.Message[]): agent.Create {
  if (/ticket/i.test(String(messages[messages.length - 1].content))) {
    return { delegate: { agent_id: "desk", messages, options: { metadata: { source: "front" }, mode: "task" } } }
  }
  return { messages }
}
