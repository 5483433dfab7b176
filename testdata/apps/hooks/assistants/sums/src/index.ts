import { agent } from "@yao/runtime"

// Only who asks for a number is offered the tools, and not all of them.
export function Create(ctx: agent.Context, messages: agent.Message[]): agent.Create {
  const asked = String(messages.at(-1)?.content ?? "")
  if (/\d/.test(asked)) {
    const servers: any[] = [{ server_id: "sums", tools: ["add", "divide"] }]
    if (asked.includes("tide")) servers.push({ tides: { tools: ["high"] } })
    return { messages, mcp_servers: servers }
  }
  return { messages }
}

export function Next(ctx: agent.Context, payload: agent.Payload): agent.Next {
  const asked = String(payload.messages.at(-1)?.content ?? "")
  if (asked === "by hand") return { data: byHand(ctx) }
  for (const tool of payload.tools) {
    if (tool.error) {
      ctx.trace.Error(`${tool.tool} of ${tool.server}: ${tool.error}`)
      return { data: { failed: tool.tool } }
    }
  }
  return null
}

// What a hook calls by itself.
function byHand(ctx: any) {
  const high = { mcp: "tides", tool: "high", arguments: { port: "Oslo" } }
  const broken = { mcp: "tides", tool: "broken", arguments: {} }
  const slow = { mcp: "tides", tool: "slow", arguments: {} }
  const caught = (call: () => any) => { try { return call() } catch (e) { return String((e as Error).message) } }
  return {
    tools: ctx.mcp.ListTools("sums").tools.map((t: any) => t.name),
    one: ctx.mcp.CallTool("sums", "add", { a: 1, b: 2 }),
    whole: ctx.mcp.CallTool("agents.sums.sums", "multiply", { a: 3, b: 2 }),
    several: ctx.mcp.CallTools("sums", [{ name: "add", arguments: { a: 1, b: 1 } }, { name: "add", arguments: { a: 2, b: 2 } }]),
    beside: ctx.mcp.CallToolsParallel("sums", [{ name: "add", arguments: { a: 3, b: 3 } }, { name: "add", arguments: { a: 4, b: 4 } }]),
    all: ctx.mcp.All([high, broken]),
    any: ctx.mcp.Any([broken, slow, high])[2].result.hour,
    race: ctx.mcp.Race([slow, high])[1].result.hour,
    sample: ctx.mcp.GetSample("sums", "tool", "add", 0).output,
    samples: ctx.mcp.ListSamples("sums", "tool", "add").total,
    broken: caught(() => ctx.mcp.CallTool("tides", "broken", {})),
    together: caught(() => ctx.mcp.CallToolsParallel("tides", [high, broken].map((c) => ({ name: c.tool, arguments: c.arguments })))),
    wrong: caught(() => ctx.mcp.CallTool("sums", "add", { a: "1", b: 2 })),
    nowhere: caught(() => ctx.mcp.CallTool("summs", "add", {})),
    sums: ctx.memory.context.Get("sums"),
  }
}
