// Hands over by what its model said. The desk gets the conversation anew.
import type { agent } from "@yao/runtime"
import desks from "./desks.json"

export function Next(ctx: agent.Context, payload: agent.Payload): agent.Next {
  const topic = Object.keys(desks).find((word) => payload.completion?.content.includes(word))
  if (topic) return { delegate: { agent_id: desks[topic], messages: payload.messages, options: { metadata: { source: topic } } } }
  return null
}
