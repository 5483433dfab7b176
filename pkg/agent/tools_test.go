package agent_test

import (
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/agent"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// tooled is a shop whose model calls what its input says, as JSON: a list of
// rounds, each a list of calls; then it answers with what the tools gave.
func tooled(more files) files {
	f := hooked(`export const Next = (ctx: any, p: any) => null`, files{
		"scripts/model.ts": `export function Complete(r: any) {
	const rounds = JSON.parse(r.messages.find((m: any) => m.role === "user").content);
	const done = r.messages.filter((m: any) => m.role === "assistant").length;
	if (done < rounds.length) return { content: "", tool_calls: rounds[done].map((c: any, i: number) => ({ id: "c" + done + i, ...c })) };
	return r.tools.map((t: any) => t.function.name).join(" ") + "|" + r.messages.filter((m: any) => m.role === "tool").map((m: any) => m.content).join("|");
}`,
		"assistants/shop/package.yao":                           `{"name": "Shop", "connector": "main", "disable_global_prompts": true, "mcp": {"servers": ["till"], "options": {"max_turn": 3}}}`,
		"assistants/shop/mcps/till.mcp.yao":                     `{"label": "Till", "transport": "process", "tools": {"sum": "scripts.till.Sum", "slow": "scripts.till.Slow", "hash": "crypto.Hash", "who": "scripts.till.Who", "bad": "scripts.till.Bad"}}`,
		"assistants/shop/mcps/mapping/till/schemes/sum.in.yao":  `{"type": "object", "description": "Adds", "properties": {"a": {"type": "number"}, "b": {"type": "object"}}, "required": ["a"], "x-process-args": ["$args.a", "$args.b.c", "fixed", ":arguments"]}`,
		"assistants/shop/mcps/mapping/till/schemes/bad.out.yao": `{"type": "string"}`,
		"assistants/shop/mcps/mapping/till/schemes/hash.in.yao": `{"type": "object", "x-process-args": ["SHA256", "$args.text"]}`,
		"assistants/shop/src/till.ts": `let calls = 0;
export const Sum = (a: number, c: any, fixed: string, all: any, ctx: any) => ({ sum: a + (c ?? 0), fixed, keys: Object.keys(all), agent: ctx.assistant_id, calls: ++calls });
export const Slow = async (args: any) => { await new Promise((r) => setTimeout(r, args.ms)); return args.ms };
export const Who = (args: any, ctx: any) => { ctx.memory.chat.Incr("n"); if (args.fail) throw new Error("nobody"); return ctx.memory.chat.Get("n") };
export const Bad = () => 1;`,
	})
	for name, text := range more {
		f[name] = text
	}
	return f
}

func TestTheModelIsAskedAgainWithWhatItsToolsGave(t *testing.T) {
	t.Parallel()
	const names = `agents_shop_till__bad agents_shop_till__hash agents_shop_till__slow agents_shop_till__sum agents_shop_till__who|`
	call := func(name, arguments string) string {
		return `{"name":"agents_shop_till__` + name + `","arguments":` + arguments + `}`
	}
	for name, tt := range map[string]struct{ input, want, calls string }{
		"no call":                  {`[]`, names, ""},
		"one":                      {`[[` + call("sum", `{"a":1,"b":{"c":2}}`) + `]]`, names + `{"agent":"shop","calls":1,"fixed":"fixed","keys":["a","b"],"sum":3}`, `agents.shop.till agents_shop_till__sum`},
		"several keep their order": {`[[` + call("slow", `{"ms":30}`) + `,` + call("slow", `{"ms":1}`) + `]]`, names + `30|1`, ""},
		"round after round":        {`[[` + call("who", `{}`) + `],[` + call("who", `{}`) + `]]`, names + `1|2`, ""},
		"a process of the host":    {`[[` + call("hash", `{"text":"abc"}`) + `]]`, names + `ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad`, ""},
		"an exception":             {`[[` + call("who", `{"fail":1}`) + `]]`, names + `Error: nobody`, ""},
		"wrong arguments":          {`[[` + call("sum", `{"a":"x"}`) + `]]`, names + `Error: the arguments are not as the tool's schema asks: at '/a': got string, want number`, ""},
		"a wrong result":           {`[[` + call("bad", `{}`) + `]]`, names + `Error: the result is not as the tool's schema says: at '': got number, want string`, ""},
		"no such tool":             {`[[` + call("smu", `{}`) + `]]`, names + `Error: there is no tool "agents_shop_till__smu" (did you mean "agents_shop_till__sum"?)`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reply, err := send(t, agent.New(tooled(nil).load(t, "", false), quick()), userCase(tt.input))
			got, _ := reply.Output.Str()
			if err != nil || got != tt.want {
				t.Fatalf("got  %s, %v\nwant %s", got, err, tt.want)
			}
			if tt.calls != "" && (len(reply.ToolCalls) != 1 || reply.ToolCalls[0].Server+" "+reply.ToolCalls[0].Tool != tt.calls) {
				t.Errorf("got %+v", reply.ToolCalls)
			}
		})
	}
}

func TestAModelThatNeverAnswersIsAnError(t *testing.T) {
	t.Parallel()
	one := `[{"name":"agents_shop_till__who","arguments":{}}]`
	reply, err := send(t, agent.New(tooled(nil).load(t, "", false), quick()), userCase(`[`+one+`,`+one+`,`+one+`,`+one+`]`))
	if err == nil || !strings.Contains(err.Error(), "called tools 3 times in a row") || len(reply.ToolCalls) != 3 || !reply.Output.IsZero() {
		t.Errorf("got %v, %d calls, %s", err, len(reply.ToolCalls), reply.Output.Raw())
	}
	told := tooled(files{"assistants/shop/src/index.ts": `export const Next = (ctx: any, p: any) => ({ data: [p.error.length > 0, p.tools.map((t: any) => [t.server, t.tool, t.result])] })`})
	reply, err = send(t, agent.New(told.load(t, "", false), quick()), userCase(`[`+one+`,`+one+`,`+one+`,`+one+`]`))
	if err != nil || reply.Output.Raw() != `[true,[["till","who",1],["till","who",2],["till","who",3]]]` {
		t.Errorf("got %s, %v", reply.Output.Raw(), err)
	}
}

func TestWithoutTheLoopNextSeesTheTools(t *testing.T) {
	t.Parallel()
	f := tooled(files{
		"assistants/shop/package.yao":  `{"name": "Shop", "connector": "main", "mcp": {"servers": [{"server_id": "till", "tools": ["sum"]}], "options": {"tool_loop": false}}}`,
		"assistants/shop/src/index.ts": `export const Next = (ctx: any, p: any) => ({ data: p.tools[0].result.sum })`,
	})
	reply, err := send(t, agent.New(f.load(t, "", false), quick()), userCase(`[[{"name":"agents_shop_till__sum","arguments":{"a":2}}]]`))
	if err != nil || reply.Output.Raw() != `2` {
		t.Errorf("got %s, %v", reply.Output.Raw(), err)
	}
}

func TestServersOfScripts(t *testing.T) {
	t.Parallel()
	for call, want := range map[string]string{
		`ctx.mcp.ListTools("till").tools.map((t: any) => t.name)`:                                                             `["bad","hash","slow","sum","who"]`,
		`ctx.mcp.CallTool("till", "sum", { a: 4 }).sum`:                                                                       `4`,
		`ctx.mcp.CallTools("till", [{ name: "who" }, { name: "who" }])`:                                                       `[1,2]`,
		`ctx.mcp.CallToolsParallel("till", [{ name: "slow", arguments: { ms: 9 } }, { name: "slow", arguments: { ms: 1 } }])`: `[9,1]`,
		`ctx.mcp.All([{ mcp: "till", tool: "sum", arguments: { a: 1 } }, { mcp: "till", tool: "who", arguments: { fail: 1 } }]).map((r: any) => [r.mcp, r.tool, r.error ?? r.result.sum])`: `[["till","sum",1],["till","who","nobody"]]`,
		`ctx.mcp.Race([{ mcp: "till", tool: "slow", arguments: { ms: 60000 } }, { mcp: "till", tool: "sum", arguments: { a: 1 } }]).map((r: any) => r && r.tool)`:                          `[null,"sum"]`,
		`ctx.mcp.Any([{ mcp: "till", tool: "who", arguments: { fail: 1 } }, { mcp: "till", tool: "slow", arguments: { ms: 5 } }])[1].result`:                                               `5`,
	} {
		t.Run(call, func(t *testing.T) {
			t.Parallel()
			f := tooled(files{"assistants/shop/src/index.ts": "export const Next = (ctx: any) => ({ data: " + call + " })"})
			reply, err := send(t, agent.New(f.load(t, "", false), quick()), userCase(`[]`))
			if err != nil || reply.Output.Raw() != want {
				t.Errorf("got %s, %v, want %s", reply.Output.Raw(), err, want)
			}
		})
	}
	for call, want := range map[string]string{
		`ctx.mcp.CallTool("tlil", "sum", {})`:          `ctx.mcp.CallTool: unknown MCP server "tlil" (did you mean "till"?)`,
		`ctx.mcp.CallTool("till", "smu", {})`:          `ctx.mcp.CallTool: server agents.shop.till has no tool "smu" (did you mean "sum"?)`,
		`ctx.mcp.CallTool("till", "who", { fail: 1 })`: `ctx.mcp.CallTool: nobody`,
		`ctx.mcp.GetSample("till", "tool", "sum", 0)`:  `Error: ctx.mcp.GetSample: there is no sample 0, there are 0`,
	} {
		f := tooled(files{"assistants/shop/src/index.ts": "export const Next = (ctx: any) => { " + call + " }"})
		_, err := send(t, agent.New(f.load(t, "", false), quick()), userCase(`[]`))
		var fault *target.Fault
		if !errors.As(err, &fault) || !strings.Contains(fault.Message, want) {
			t.Errorf("%s: got %v\nwant %s", call, err, want)
		}
	}
}

func TestCreateChoosesTheServers(t *testing.T) {
	t.Parallel()
	f := tooled(files{
		"assistants/shop/src/index.ts": `export const Create = () => ({ mcp_servers: [{ server_id: "till", tools: ["sum"] }, { desk: ["who"] }] })`,
		"mcps/desk.mcp.yao":            `{"transport": "process", "tools": {"who": "agents.desk.tools.Who"}}`,
		"assistants/desk/src/tools.ts": `export const Who = (args: any, ctx: any) => ctx.chat_id`,
	})
	reply, err := send(t, agent.New(f.load(t, "", false), quick()), userCase(`[[{"name":"desk__who","arguments":{}}]]`))
	if got, _ := reply.Output.Str(); err != nil || got != `agents_shop_till__sum desk__who|test-a` {
		t.Errorf("got %s, %v", got, err)
	}
	if len(reply.Response.ToolCalls) != 1 || !reply.ToolCalls[0].Result.Equal(eval.StringValue("test-a")) {
		t.Errorf("got %+v", reply)
	}
}

func TestACaseAnswersForTools(t *testing.T) {
	t.Parallel()
	c := userCase(`[[{"name":"agents_shop_till__sum","arguments":{"a":1}},{"name":"agents_shop_till__who","arguments":{}}]]`)
	c.Tools = eval.Trusted(`{"sum": {"total": 9}, "agents_shop_till__who": {"error": "out of order"}}`)
	reply, err := send(t, agent.New(tooled(nil).load(t, "", false), quick()), c)
	if got, _ := reply.Output.Str(); err != nil || !strings.HasSuffix(got, `|{"total":9}|Error: out of order`) || !reply.ToolCalls[0].Mocked || !reply.ToolCalls[1].Mocked {
		t.Errorf("got %s, %+v, %v", got, reply.ToolCalls, err)
	}
	c.Messages[0].Content.Text = `[[{"name":"agents_shop_till__sum","arguments":{"a":"x"}}]]`
	reply, err = send(t, agent.New(tooled(nil).load(t, "", false), quick()), c)
	if err != nil || reply.ToolCalls[0].Mocked || !strings.Contains(reply.ToolCalls[0].Error, "not as the tool's schema asks") {
		t.Errorf("arguments that the tool would refuse: got %+v, %v", reply.ToolCalls, err)
	}
}

func TestMocksOfToolsThatNobodyHas(t *testing.T) {
	t.Parallel()
	plain := files{"assistants/shop/src/index.ts": "", "assistants/shop/package.yao": `{"name": "Shop", "connector": "main", "mcp": {"servers": [{"till": ["sum"]}]}}`}
	gone := files{"mcps/far.mcp.yao": `{"transport": "http", "url": "http://127.0.0.1:1"}`, "assistants/shop/package.yao": `{"name": "Shop", "connector": "main", "mcp": {"servers": ["till", "far"]}}`}
	for name, tt := range map[string]struct {
		more  files
		tools string
		want  string
	}{
		"a tool it has":                {plain, `{"sum": 1}`, ""},
		"by its server":                {plain, `{"till.sum": 1}`, ""},
		"by its server and whose":      {plain, `{"shop.till.sum": 1}`, ""},
		"by its server, as models do":  {plain, `{"till__sum": 1}`, ""},
		"one that is spelt wrongly":    {plain, `{"smu": 1}`, `tools: the agent is offered no tool "smu" (did you mean "sum"?)`},
		"one that it does not use":     {plain, `{"who": 1}`, `tools: the agent is offered no tool "who"`},
		"a script may reach it":        {nil, `{"who": 1}`, ""},
		"nobody has it":                {nil, `{"whom": 1}`, `tools: the agent is offered no tool "whom" (did you mean "who"?)`},
		"a server outside may have it": {gone, `{"whom": 1, "far.a": 2, "far__b": 3}`, ""},
		"names with dots":              {gone, `{"admin.list.v2": 2, "far.x__y": 3}`, ""},
		"a server spelt wrongly":       {gone, `{"fat.a": 2}`, `tools: the agent is offered no tool "fat.a" (did you mean "far.a"?)`},
		"and as models have it":        {gone, `{"fat__a": 2}`, `tools: the agent is offered no tool "fat__a" (did you mean "far__a"?)`},
	} {
		f := tooled(tt.more)
		if f["assistants/shop/src/index.ts"] == "" {
			delete(f, "assistants/shop/src/index.ts")
		}
		c := userCase(`[]`)
		c.Tools = eval.Trusted(tt.tools)
		got := ""
		for _, p := range agent.New(f.load(t, "", false), quick()).Check(c) {
			p.Pos, p.Case, p.Agent = eval.Pos{}, "", ""
			got += p.String()
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
	}
	c := userCase(`[]`)
	c.Tools = eval.Trusted(`{"desk.who": 1, "sum": 2}`)
	reply, err := send(t, agent.New(tooled(files{
		"mcps/desk.mcp.yao":            `{"transport": "process", "tools": {"who": "agents.desk.tools.Who"}}`,
		"assistants/desk/src/tools.ts": `export const Who = () => 1`,
	}).load(t, "", false), quick()), c)
	if err != nil || !slices.Contains(reply.Notes, `the case answers for tool "desk.who", which nobody was offered`) || len(reply.Notes) != 2 {
		t.Errorf("got %v, %v", reply.Notes, err)
	}
}

func TestAToolOfTheApplicationThatIsBrokenIsAnErrorOfTheTrial(t *testing.T) {
	t.Parallel()
	f := tooled(files{"mcps/desk.mcp.yao": `{"transport": "process", "tools": {
  "gone": "utils.now.Dat", "later": "models.pet.Find", "nobody": "agents.dsk.Stream", "lost": "scripts.lost.Fn"}}`})
	const next = `{"data": "fine"}`
	for tool, want := range map[string]string{
		"gone": `there is no process "utils.now.Dat" (did you mean "utils.now.Date"?)`, "later": "models.* processes are not available in this version",
		"nobody": `unknown agent "dsk.Stream"`, "lost": "there is no script lost.ts in scripts/ or in src/ of the agent",
	} {
		f["assistants/shop/src/index.ts"] = `export const Next = (ctx: any) => { try { ctx.mcp.CallTool("desk", "` + tool + `", {}) } catch {} return ` + next + ` }`
		reply, err := send(t, agent.New(f.load(t, "", false), quick()), userCase(`[]`))
		if err == nil || !strings.Contains(err.Error(), "tool "+tool+": "+want) || !reply.Output.IsZero() {
			t.Errorf("%s: got %s, %v", tool, reply.Output.Raw(), err)
		}
	}
}

func TestServersThatAModelCannotTellApart(t *testing.T) {
	t.Parallel()
	server := `{"transport": "process", "tools": {"t": "utils.now.Date"}}`
	f := tooled(files{
		"mcps/a_b.mcp.yao": server, "mcps/a.b.mcp.yao": server,
		"assistants/shop/package.yao": `{"name": "Shop", "connector": "main", "mcp": {"servers": ["a_b", "a.b"]}}`,
	})
	_, err := send(t, agent.New(f.load(t, "", false), quick()), userCase(`[]`))
	if err == nil || err.Error() != `a model cannot tell servers a_b and a.b apart: a tool of both is "a_b__t" (rename one of them)` {
		t.Errorf("got %v", err)
	}
}

// TestWhatBreaksInUsIsNotToldToTheModel, as if a tool had said so.
func TestWhatBreaksInUsIsNotToldToTheModel(t *testing.T) {
	t.Parallel()
	f := tooled(files{
		"assistants/shop/package.yao": `{"name": "Shop", "connector": "main", "mcp": {"servers": ["desk"]}}`,
		"mcps/desk.mcp.yao":           `{"transport": "process", "tools": {"date": "utils.now.Date"}}`,
	})
	delete(f, "assistants/shop/src/index.ts")
	reply, err := withoutClock(t, f, `[[{"name":"desk__date","arguments":{}}]]`)
	if err == nil || !strings.Contains(err.Error(), "tool date: surefoot itself failed: out of order") || !reply.Output.IsZero() {
		t.Errorf("got %+v, %v", reply, err)
	}
}

// withoutClock sends a message to the shop, and breaks what tells the time
// before: a fault of Surefoot's own.
func withoutClock(t *testing.T, f files, message string) (*target.Reply, error) {
	t.Helper()
	var broken atomic.Bool
	o := quick()
	o.Now = func() time.Time {
		if broken.Load() {
			panic("out of order")
		}
		return time.Now()
	}
	c := userCase(message)
	session, err := agent.New(f.load(t, "", false), o).Open(t.Context(), c, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close(t.Context())
	broken.Store(true)
	return session.Send(t.Context(), c.Messages)
}
