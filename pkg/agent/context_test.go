package agent_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/agent"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// nexts is what a Next hook of these statements gives as its data.
func nexts(t *testing.T, statements string, more files) (string, []eval.Sent, eval.Trace, error) {
	t.Helper()
	source := "export async function Next(ctx: any, p: any) {\n" + statements + "\n}"
	reply, err := send(t, agent.New(hooked(source, more).load(t, "", false), quick()), userCase("hi"))
	return reply.Output.Raw(), reply.Sent, reply.Trace, err
}

func TestWhatScriptsSend(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ source, data, sent string }{
		"a text":          {`return { data: ctx.Send("Hello!") }`, `"M1"`, `[{"message_id":"M1","message":{"type":"text","props":{"content":"Hello!"}}}]`},
		"a message":       {`ctx.Send({ type: "card", props: { n: 1 } }); return { data: 0 }`, `0`, `[{"message_id":"M1","message":{"type":"card","props":{"n":1}}}]`},
		"a stream":        {`const id = ctx.SendStream("a"); ctx.Append(id, "b"); ctx.Append(id, "c"); ctx.End(id); return { data: id }`, `"M1"`, `[{"message_id":"M1","message":{"type":"text","props":{"content":"abc"}}}]`},
		"one left open":   {`ctx.SendStream("a"); return { data: 0 }`, `0`, `[{"message_id":"M1","message":{"type":"text","props":{"content":"a"}},"open":true}]`},
		"replaced":        {`const id = ctx.SendStream({ type: "loading" }); ctx.Replace(id, { type: "text", props: { content: "x" } }); ctx.End(id); return { data: 0 }`, `0`, `[{"message_id":"M1","message":{"type":"text","props":{"content":"x"}}}]`},
		"merged and set":  {`const id = ctx.SendStream({ type: "s", props: { a: 1 } }); ctx.Merge(id, { b: 2 }, "props"); ctx.Set(id, "ok", "props.in.ner"); ctx.End(id); return { data: 0 }`, `0`, `[{"message_id":"M1","message":{"type":"s","props":{"a":1,"b":2,"in":{"ner":"ok"}}}}]`},
		"in a block":      {`const b = ctx.BlockID(); ctx.Send("1", b); ctx.SendStream("2", b); ctx.EndBlock(b); return { data: [b, ctx.BlockID(), ctx.ThreadID(), ctx.MessageID()] }`, `["B1","B2","T1","M3"]`, `[{"message_id":"M1","block_id":"B1","message":{"type":"text","props":{"content":"1"}}},{"message_id":"M2","block_id":"B1","message":{"type":"text","props":{"content":"2"}}}]`},
		"what is unknown": {`try { ctx.Append("M9", "x") } catch (e) { return { data: e.message } }`, `"ctx.Append: no message \"M9\" was sent in this turn"`, `null`},
		"what has ended":  {`try { ctx.Append(ctx.Send("x"), "y") } catch (e) { return { data: e.message } }`, `"ctx.Append: message \"M1\" is not open (SendStream begins one that can change until End)"`, `[{"message_id":"M1","message":{"type":"text","props":{"content":"x"}}}]`},
		"no message":      {`try { ctx.Send({ props: {} }) } catch (e) { return { data: e.message } }`, `"ctx.Send: want a text, or a message with a type, got {\"props\":{}}"`, `null`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data, sent, _, err := nexts(t, tt.source, nil)
			text, failed := json.Marshal(sent)
			if err != nil || failed != nil || data != tt.data || !same(string(text), tt.sent) {
				t.Errorf("got %s, %s, %v\nwant %s, %s", data, text, err, tt.data, tt.sent)
			}
		})
	}
}

// same compares JSON, whatever the order of its keys.
func same(a, b string) bool { return eval.Trusted(a).Equal(eval.Trusted(b)) }

func TestWhatScriptsRemember(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		`m.Set("a", { b: [1] }); return { data: [m.Get("a"), m.Get("none"), m.Has("a"), m.Len(), m.Keys()] }`:                                                                `[{"b":[1]},null,true,1,["a"]]`,
		`return { data: [m.Incr("n"), m.Incr("n", 5), m.Decr("n", 2), m.GetDel("n"), m.Has("n")] }`:                                                                          `[1,6,4,4,false]`,
		`m.Push("l", [1, 2]); m.Push("l", 3); return { data: [m.Pop("l"), m.ArrayLen("l"), m.Pull("l", 1), m.PullAll("l")] }`:                                                `[3,2,[1],[2]]`,
		`m.AddToSet("s", ["/", "/a"]); m.AddToSet("s", ["/a"]); return { data: m.ArrayAll("s") }`:                                                                            `["/","/a"]`,
		`m.Push("l", [1, 2, 3, 4, 5]); m.ArraySet("l", 0, 9); return { data: [m.ArrayGet("l", 0), m.ArrayGet("l", -1), m.ArraySlice("l", -2, -1), m.ArrayPage("l", 2, 2)] }`: `[9,5,[4,5],[3,4]]`,
		`m.Set("x", 1); m.Set("y", 2); m.Del("x"); m.Clear(); return { data: m.Keys() }`:                                                                                     `[]`,
		`try { m.Set(1, 2) } catch (e) { return { data: e.message } }`:                                                                                                       `"ctx.memory.user.Set: argument 1: want a key, got 1"`,
		`const o: any = { a: 1 }; m.Set("o", o); o.a = 2; return { data: m.Get("o") }`:                                                                                       `{"a":1}`,
	} {
		t.Run(source, func(t *testing.T) {
			t.Parallel()
			if data, _, _, err := nexts(t, "const m = ctx.memory.user; "+source, nil); err != nil || data != want {
				t.Errorf("got %s, %v, want %s", data, err, want)
			}
		})
	}
}

func TestMemoryLastsAsLongAsItsSpace(t *testing.T) {
	t.Parallel()
	tg := agent.New(hooked(`export const Create = (ctx: any) => { ctx.memory.context.Incr("c"); ctx.memory.chat.Incr("c"); return null };
export const Next = (ctx: any) => ({ data: [ctx.memory.context.Get("c"), ctx.memory.chat.Get("c")] });`, nil).load(t, "", false), quick())
	for range 2 { // trials share nothing
		session, err := tg.Open(t.Context(), userCase("hi"), 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"[1,1]", "[1,2]"} {
			if reply, err := session.Send(t.Context(), userCase("hi").Messages); err != nil || reply.Output.Raw() != want {
				t.Errorf("got %s, %v, want %s", reply.Output.Raw(), err, want)
			}
		}
		if err := session.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

func TestWhatScriptsNote(t *testing.T) {
	t.Parallel()
	_, _, trace, err := nexts(t, `ctx.trace.Info("begin");
const n = ctx.trace.Add({ q: 1 }, { label: "Step", type: "process", icon: "play" });
n.Warn("odd").SetMetadata("k", [1]).Complete({ done: true });
const inner = n.Add({}, { label: "Inner" }); inner.Fail("no");
const [a, b] = ctx.trace.Parallel([{ input: 1, option: { label: "A" } }, { input: 2 }]);
b.SetOutput(3);
return { data: 0 }`, nil)
	if err != nil {
		t.Fatal(err)
	}
	var clear func([]eval.TraceNode)
	clear = func(nodes []eval.TraceNode) {
		for i := range nodes {
			if ended := nodes[i].DurationMS > 0; ended != (nodes[i].Status != eval.TraceRunning) {
				t.Errorf("%s is %s, and ended: %v", nodes[i].ID, nodes[i].Status, ended)
			}
			nodes[i].DurationMS = 0
			clear(nodes[i].Nodes)
		}
	}
	clear(trace.Nodes)
	got, _ := json.Marshal(trace)
	want := `{"nodes":[{"id":"T1","label":"Step","type":"process","icon":"play","status":"completed","input":{"q":1},"output":{"done":true},"metadata":{"k":[1]},"logs":[{"level":"warn","text":"odd"}],
"nodes":[{"id":"T2","label":"Inner","status":"failed","input":{},"error":"no"}]},{"id":"T3","label":"A","status":"running","input":1},{"id":"T4","status":"running","input":2,"output":3}],"logs":[{"level":"info","text":"begin"}]}`
	if !same(string(got), want) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestATraceHoldsSoMuchAndNoMore: all of it stands in the report.
func TestATraceHoldsSoMuchAndNoMore(t *testing.T) {
	t.Parallel()
	for name, step := range map[string]string{
		"steps":     `ctx.trace.Add(text, { label: "x" })`,
		"labels":    `ctx.trace.Add(1, { label: text })`,
		"lines":     `ctx.trace.Info(text)`,
		"metadata":  `n.SetMetadata("k" + i, text)`,
		"errors":    `ctx.trace.Add(1, {}).Fail(text)`,
		"outputs":   `ctx.trace.Add(1, {}).SetOutput(text)`,
		"endings":   `ctx.trace.Add(1, {}).Complete(text)`,
		"beginners": `ctx.trace.Parallel([{ input: text }])`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data, _, trace, err := nexts(t, `const text = "x".repeat(1e6); const n = ctx.trace.Add(0, {}); let i = 0
try { for (; i < 40; i++) { `+step+` } } catch (e) { return { data: [i, e.message] } }`, nil)
			all, _ := json.Marshal(trace)
			if err != nil || !strings.HasPrefix(data, "[16,") || !strings.Contains(data, "the trace is full: a turn notes at most 16 MiB") || len(all) > 17<<20 {
				t.Errorf("got %s, %v, a trace of %d bytes", eval.Clip(data), err, len(all))
			}
		})
	}
	data, _, _, err := nexts(t, `const n = ctx.trace.Add(0, {}); for (let i = 0; i < 40; i++) n.SetOutput("x".repeat(1e6)); return { data: "all" }`, nil)
	if err != nil || data != `"all"` {
		t.Errorf("a step whose output changes: got %s, %v", eval.Clip(data), err)
	}
}

func TestCallsOfAgentsAndModels(t *testing.T) {
	t.Parallel()
	slow := `export async function Complete(r: any) { return r.messages.at(-1).content === "slow" ? { content: "slow", delay_ms: 60000 } : { chunks: ["one ", "two"] } }`
	more := files{
		"connectors/slow.conn.yao":     `{"type": "script", "script": "../scripts/slow.ts", "options": {"model": "slow"}}`,
		"scripts/slow.ts":              slow,
		"assistants/slow/package.yao":  `{"name": "Slow", "connector": "slow"}`,
		"assistants/quick/package.yao": `{"name": "Quick", "connector": "slow"}`,
		"assistants/mem/package.yao":   `{"name": "Mem"}`,
		"assistants/mem/src/index.ts":  `export const Next = (ctx: any) => ({ data: [ctx.memory.context.Incr("n"), ctx.memory.chat.Incr("n"), ctx.referer, ctx.metadata.m] })`,
	}
	for name, tc := range map[string]struct{ source, want string }{
		"an agent":                    {`const r = ctx.agent.Call("desk", [{ role: "user", content: "x" }]); return { data: [r.agent_id, r.content, r.error] }`, `["desk","spare|s:global|s:desk agent|u:x",null]`},
		"with a text for messages":    {`return { data: ctx.agent.Call("desk", "x").response.content }`, `"spare|s:global|s:desk agent|u:x"`},
		"an error of its model":       {`return { data: ctx.agent.Call("desk", "fail").error }`, `"connector \"spare\": scripts/model.ts answered 400: too bad"`},
		"a model":                     {`const r = ctx.llm.Stream("spare", [{ role: "user", content: "x" }], { temperature: 0 }); return { data: [r.connector, r.content] }`, `["spare","spare|u:x|temperature=0"]`},
		"chunks":                      {`const heard: any[] = []; const r = ctx.llm.Stream("slow", "x", { onChunk: (m: any) => { heard.push(m.props.content); return 0 } }); return { data: [heard, r.content] }`, `[["one ","two"],"one two"]`},
		"chunks that are enough":      {`let n = 0; const r = ctx.llm.Stream("slow", "x", { onChunk: () => ++n }); return { data: [n, r.error, r.content] }`, `[1,null,"one "]`},
		"a callback that throws":      {`try { ctx.llm.Stream("slow", "x", { onChunk: () => { throw new Error("oh") } }) } catch (e) { return { data: e.message } }`, `"oh"`},
		"all":                         {`const r = ctx.llm.All([{ connector: "slow", messages: "x" }, { connector: "spare", messages: "y" }]); return { data: r.map((x: any) => x.content) }`, `["one two","spare|u:y"]`},
		"the first that has ended":    {`const r = ctx.agent.Race([{ agent: "slow", messages: "slow" }, { agent: "desk", messages: "y" }]); return { data: r.map((x: any) => x && x.content) }`, `[null,"spare|s:global|s:desk agent|u:y"]`},
		"the first that is good":      {`const r = ctx.llm.Any([{ connector: "spare", messages: "fail" }, { connector: "slow", messages: "y" }]); return { data: r[1].content }`, `"one two"`},
		"chunks of all":               {`const heard: any[] = []; ctx.agent.All([{ agent: "quick", messages: "x" }], { onChunk: (id: any, i: any, m: any) => { heard.push([id, i, m.type]); return 0 } }); return { data: heard }`, `[["quick",0,"text"],["quick",0,"text"]]`},
		"a context of each":           {`ctx.memory.context.Set("n", 5); const r = ctx.agent.All([{ agent: "mem", messages: "x", options: { metadata: { m: 1 } } }, { agent: "mem", messages: "x" }]); return { data: r.map((x: any) => x.response.next[0]).concat(ctx.memory.context.Get("n")) }`, `[1,1,5]`},
		"wrong options":               {`try { ctx.llm.Stream("spare", "x", { temperatur: 1 }) } catch (e) { return { data: e.message } }`, `"ctx.llm.Stream: options: unknown field \"temperatur\" (did you mean \"temperature\"?)"`},
		"what a later version brings": {`try { ctx.mcp.CallTool("a", "b", {}) } catch (e) { return { data: e.message } }`, `"ctx.mcp.CallTool: unknown MCP server \"a\" (the application has no MCP servers)"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if data, _, _, err := nexts(t, tc.source, more); err != nil || !same(data, tc.want) {
				t.Errorf("got  %s, %v\nwant %s", data, err, tc.want)
			}
		})
	}
}

func TestWhatBrokeIsAnErrorWhateverTheScriptMakesOfIt(t *testing.T) {
	t.Parallel()
	more := files{
		"assistants/broken/package.yao":  `{"name": "Broken"}`,
		"assistants/broken/src/index.ts": `export const Next = () => { throw new Error("inside") }`,
	}
	for call, want := range map[string]string{
		`ctx.agent.Call("broken", "x")`:  "Next hook of broken: Error: inside",
		`ctx.agent.Call("nobody", "x")`:  `unknown agent "nobody"`,
		`ctx.llm.Stream("nothing", "x")`: `unknown connector "nothing"`,
		`ctx.agent.All([{ agent: "broken", messages: "x" }, { agent: "desk", messages: "y" }])`: "Next hook of broken: Error: inside",
	} {
		t.Run(call, func(t *testing.T) {
			t.Parallel()
			data, _, _, err := nexts(t, "try { "+call+" } catch {} return { data: 1 }", more)
			if err == nil || !strings.Contains(err.Error(), want) || data != "" {
				t.Errorf("got %s, %v, want %s", data, err, want)
			}
		})
	}
}
