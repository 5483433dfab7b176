// Calls of agents and models from a hook: one, several, the first.
export function Next(ctx: any, payload: any) {
  const ask = (text: string) => [{ role: "user", content: text }]
  const pieces: string[] = []
  const heard = ctx.agent.Call("front", ask("one two three"), { onChunk: (m: any) => { pieces.push(m.props.content); return 0 } })
  const cut = ctx.llm.Stream("talker", ask("one two three"), { onChunk: () => 1 })
  const ids: string[] = []
  const all = ctx.agent.All([{ agent: "front", messages: ask("a") }, { agent: "desk", messages: ask("b"), options: { metadata: { source: "calls" } } }], { onChunk: (id: string, i: number) => { ids.push(`${id} ${i}`); return 0 } })
  const any = ctx.agent.Any([{ agent: "shut", messages: ask("c") }, { agent: "front", messages: ask("d") }])
  const race = ctx.llm.Race([{ connector: "slow", messages: ask("e") }, { connector: "talker", messages: ask("f") }])
  const one = ctx.llm.Stream("mirror", ask("g"), { temperature: 0.2, max_tokens: 9, stop: ["."], seed: 3 })
  const models = ctx.llm.All([{ connector: "talker", messages: ask("h") }, { connector: "broken", messages: ask("i") }])
  return {
    data: {
      own: payload.completion.content, heard: heard.content, pieces, cut: cut.content, ids: ids.sort()[0], all: all.map((r: any) => r.agent_id),
      any: any.map((r: any) => r && (r.content ?? "failed")), race: race.map((r: any) => r && r.content), one: JSON.parse(one.content).options,
      models: models.map((r: any) => r.content ?? r.error.includes("the harbour is closed")),
    },
  }
}
