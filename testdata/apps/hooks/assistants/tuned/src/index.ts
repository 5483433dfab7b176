// All that a Create hook may return, where the case asks for it.
export async function Create(ctx: any, messages: any[], options: any) {
  await new Promise((done) => setTimeout(done, 1))
  if (ctx.metadata.scenario !== "all") return null
  return {
    messages: [...messages, { role: "user", content: "and quickly" }],
    temperature: 0.1, max_tokens: 20, top_p: 0.5,
    connector: "second", prompt_preset: "short", disable_global_prompts: true,
    mcp_servers: [], uses: { vision: "disabled", search: "disabled" }, force_uses: true, search: false,
    locale: "de", theme: "dark", route: "/boats", metadata: { tone: "kindly", was: options.metadata.scenario },
  }
}
