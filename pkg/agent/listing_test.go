package agent_test

import (
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/agent"
)

func TestToolsThatNobodyCanCallAreInNobodysWayWhoDoesNotCallThem(t *testing.T) {
	t.Parallel()
	url := listing(t, `[{"name": "good", "inputSchema": {"properties": {"a": {}}}}, {"name": "bad"}, {"name": "t", "inputSchema": {"type": "object"}}, {"name": "t", "inputSchema": {"type": "object"}}]`)
	f := tooled(files{
		"assistants/shop/mcps/till.mcp.yao": `{"transport": "http", "url": "` + url + `"}`,
		"assistants/shop/package.yao":       `{"name": "Shop", "connector": "main", "disable_global_prompts": true, "mcp": {"servers": [{"till": ["good"]}]}}`,
		"scripts/model.ts": `export const Complete = (r: any) => r.messages.some((m: any) => m.role === "tool") ? JSON.stringify(r.tools) :
	({ content: "", tool_calls: [{ id: "c", name: "agents_shop_till__good", arguments: {} }] })`,
	})
	delete(f, "assistants/shop/src/index.ts")
	reply, err := send(t, agent.New(f.load(t, "", false), quick()), userCase("hi"))
	// What an API wants said of a schema is said.
	want := `[{"type":"function","function":{"name":"agents_shop_till__good","parameters":{"properties":{"a":{}},"type":"object"}}}]`
	if got, _ := reply.Output.Str(); err != nil || got != want {
		t.Errorf("got %s, %v\nwant %s", got, err, want)
	}
	for uses, want := range map[string]string{
		`["god"]`:   `MCP server agents.shop.till has no tool "god", which the agent uses (did you mean "good"?)`,
		`["other"]`: `MCP server agents.shop.till has no tool "other", which the agent uses (want one of bad, good, t, t)`,
	} {
		f["assistants/shop/src/index.ts"] = `export const Create = (ctx: any, messages: any) => ({ messages, mcp_servers: [{ till: ` + uses + ` }] })`
		if _, err := send(t, agent.New(f.load(t, "", false), quick()), userCase("hi")); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	for tool, want := range map[string]string{
		"good": "", "bad": "MCP server agents.shop.till: tool bad: it has no inputSchema", "t": "MCP server agents.shop.till: tool t: it is listed twice",
	} {
		f["assistants/shop/src/index.ts"] = `export const Create = (ctx: any, messages: any) => { try { ctx.mcp.CallTool("till", "` + tool + `", {}) } catch {} return { messages } }`
		_, err := send(t, agent.New(f.load(t, "", false), quick()), userCase("hi"))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", tool, err, want)
		}
	}
}
