package agent_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/agent"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

func called(calls []eval.ToolCall) []string {
	var names []string
	for _, call := range calls {
		names = append(names, call.Tool)
	}
	return names
}

// TestWhatWasCalledBeforeHandingOverWasCalled: else tool_not_called passes with
// a tool that was called.
func TestWhatWasCalledBeforeHandingOverWasCalled(t *testing.T) {
	t.Parallel()
	who := `[[{"name":"agents_shop_till__who","arguments":{}}]]`
	sum := `[[{"name":"agents_shop_till__sum","arguments":{"a":1}}]]`
	for name, tt := range map[string]struct {
		turns string // of the other
		says  string
		want  []string
		err   string
	}{
		"to one that calls others":  {"3", sum, []string{"agents_shop_till__who", "agents_shop_till__sum"}, ""},
		"to one that calls nothing": {"3", `[]`, []string{"agents_shop_till__who"}, ""},
		"to one that fails":         {"1", sum, []string{"agents_shop_till__who", "agents_shop_till__sum"}, "called tools 1 times"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := tooled(files{
				"assistants/shop/src/index.ts": `export const Next = () => ({ delegate: { agent_id: "desk", messages: [{ role: "user", content: '` + tt.says + `' }] } })`,
				"assistants/desk/package.yao":  `{"name": "Desk", "connector": "main", "mcp": {"servers": ["agents.shop.till"], "options": {"max_turn": ` + tt.turns + `}}}`,
			})
			reply, err := send(t, agent.New(f.load(t, "", false), quick()), userCase(who))
			if (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, called(reply.ToolCalls)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestToolsOfTheApplicationRunInOrder: they share what the trial remembers, and
// what a model is told next must not be chance, nor differ in a replay.
func TestToolsOfTheApplicationRunInOrder(t *testing.T) {
	t.Parallel()
	who := `{"name":"agents_shop_till__who","arguments":{}}`
	round := `[` + strings.TrimSuffix(strings.Repeat(who+",", 8), ",") + `]`
	tg := agent.New(tooled(nil).load(t, "", false), quick())
	for range 20 {
		reply, err := send(t, tg, userCase(`[`+round+`]`))
		if got, _ := reply.Output.Str(); err != nil || !strings.HasSuffix(got, "|1|2|3|4|5|6|7|8") {
			t.Fatalf("got %s, %v", got, err)
		}
	}
}

func TestScriptsKnowToolsByTheNamesTheyHave(t *testing.T) {
	t.Parallel()
	f := tooled(files{
		"assistants/shop/package.yao":  `{"name": "Shop", "connector": "main", "mcp": {"servers": ["a__b"]}}`,
		"mcps/a__b.mcp.yao":            `{"transport": "process", "tools": {"t_1": "utils.now.Date"}}`,
		"assistants/shop/src/index.ts": `export const Next = (ctx: any, p: any) => ({ data: p.tools.map((t: any) => [t.server, t.tool]) })`,
	})
	reply, err := send(t, agent.New(f.load(t, "", false), quick()), userCase(`[[{"name":"a__b__t_1","arguments":{}},{"name":"c__d","arguments":{}}]]`))
	if err != nil || reply.Output.Raw() != `[["a__b","t_1"],["","c__d"]]` {
		t.Errorf("got %s, %v", reply.Output.Raw(), err)
	}
}

func TestAnErrorWithoutATextIsOne(t *testing.T) {
	t.Parallel()
	f := tooled(files{"assistants/shop/src/till.ts": `export const Who = () => { throw new Error("") }; export const Sum = () => 1; export const Slow = Sum; export const Bad = Sum;`})
	reply, err := send(t, agent.New(f.load(t, "", false), quick()), userCase(`[[{"name":"agents_shop_till__who","arguments":{}}]]`))
	if err != nil || strings.TrimSpace(reply.ToolCalls[0].Error) == "" || !reply.ToolCalls[0].Result.IsZero() {
		t.Errorf("got %+v, %v", reply.ToolCalls, err)
	}
	for mock, want := range map[string]string{
		`{"who": {"error": " "}}`: `tool "who": want the text of the error, got " "`, `{"who": {"error": true}}`: `tool "who": want the text of the error, got true`,
		`{"who": {"error": null}}`: "", `{"who": {"error": "", "code": 0}}`: "", `{"who": ""}`: "",
	} {
		c := userCase(`[]`)
		c.Tools = eval.Trusted(mock)
		got := ""
		for _, p := range agent.New(tooled(nil).load(t, "", false), quick()).Check(c) {
			got += p.Message
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", mock, got, want)
		}
	}
}

func TestAMockMayBeAnyValue(t *testing.T) {
	t.Parallel()
	for _, value := range []string{`null`, `0`, `false`, `""`, `[]`, `{}`, `{"error":null}`, `{"error":"no","code":1}`} {
		c := userCase(`[[{"name":"agents_shop_till__who","arguments":{}}]]`)
		c.Tools = eval.Trusted(`{"who": ` + value + `}`)
		reply, err := send(t, agent.New(tooled(nil).load(t, "", false), quick()), c)
		if call := reply.ToolCalls[0]; err != nil || !call.Mocked || call.Result.Raw() != value || call.Error != "" {
			t.Errorf("%s: got %+v, %v", value, call, err)
		}
	}
}

// TestNothingIsAskedOfAModelWhoseTurnIsAnError, since it could not save it.
func TestNothingIsAskedOfAModelWhoseTurnIsAnError(t *testing.T) {
	t.Parallel()
	f := tooled(files{
		"assistants/shop/package.yao": `{"name": "Shop", "connector": "main", "mcp": {"servers": ["desk"]}}`,
		"mcps/desk.mcp.yao":           `{"transport": "process", "tools": {"gone": "utils.now.Dat"}}`,
	})
	reply, err := send(t, agent.New(f.load(t, "", false), quick()), userCase(`[[{"name":"desk__gone","arguments":{}}]]`))
	if err == nil || !strings.Contains(err.Error(), "tool gone: ") || reply.Usage[eval.RoleAgent].Attempts != 1 || len(reply.ToolCalls) != 1 {
		t.Errorf("got %+v, %v", reply, err)
	}
}

func TestToolsThatHaveTheLastWordAreTheOutput(t *testing.T) {
	t.Parallel()
	f := tooled(files{
		"assistants/shop/package.yao": `{"name": "Shop", "connector": "main", "mcp": {"servers": ["till"], "options": {"tool_loop": false}}}`,
	})
	delete(f, "assistants/shop/src/index.ts")
	who, sum := `{"name":"agents_shop_till__who","arguments":{}}`, `{"name":"agents_shop_till__sum","arguments":{"a":1}}`
	for _, tt := range []struct{ mocks, want string }{
		{`{"who": 1, "sum": {"message": "It is 3"}}`, "It is 3"},
		{`{"who": {"action": "ask"}, "sum": {"success": true}}`, "[who: ask] [sum: success]"},
		{`{"who": {"error": "shut"}, "sum": {"message": ""}}`, "[who: failed] [sum]"},
	} {
		c := userCase(`[[` + who + `,` + sum + `]]`)
		c.Tools = eval.Trusted(tt.mocks)
		reply, err := send(t, agent.New(f.load(t, "", false), quick()), c)
		if got, _ := reply.Output.Str(); err != nil || got != tt.want {
			t.Errorf("%s: got %q, %v, want %q", tt.mocks, got, err, tt.want)
		}
	}
}

func TestToolsThatAnAgentOfAScriptCalledAreNoted(t *testing.T) {
	t.Parallel()
	f := tooled(files{
		"assistants/shop/src/index.ts": `export const Next = (ctx: any) => { ctx.agent.Call("desk", [{ role: "user", content: '[[{"name":"agents_shop_till__who","arguments":{}}]]' }]); return { data: 1 } }`,
		"assistants/desk/package.yao":  `{"name": "Desk", "connector": "main", "mcp": {"servers": ["agents.shop.till"]}}`,
	})
	reply, err := send(t, agent.New(f.load(t, "", false), quick()), userCase(`[]`))
	if err != nil || len(reply.ToolCalls) > 0 || !slices.Contains(reply.Notes, `an agent that a script called called "agents_shop_till__who", which assertions on tools do not look at`) {
		t.Errorf("got %v, %v", reply.Notes, err)
	}
}

// TestACallOfNoToolIsMarked: what a model made up is told apart from what ran
// and failed.
func TestACallOfNoToolIsMarked(t *testing.T) {
	t.Parallel()
	reply, err := send(t, agent.New(tooled(nil).load(t, "", false), quick()), userCase(`[[{"name":"functions.who","arguments":{}},{"name":"agents_shop_till__who","arguments":{"fail":1}}]]`))
	if err != nil || !reply.ToolCalls[0].Unknown || reply.ToolCalls[0].Error == "" || reply.ToolCalls[1].Unknown {
		t.Errorf("got %+v, %v", reply.ToolCalls, err)
	}
}

// TestToolsThatAScriptCallsSideBySideRunInOrder: what they remember is that of
// the trial, and which comes first is not for chance to say.
func TestToolsThatAScriptCallsSideBySideRunInOrder(t *testing.T) {
	t.Parallel()
	for call, entry := range map[string]string{
		`ctx.mcp.All([CALLS]).map((r: any) => r.result)`: `{ mcp: "till", tool: "who", arguments: {} },`,
		`ctx.mcp.CallToolsParallel("till", [CALLS])`:     `{ name: "who", arguments: {} },`,
	} {
		f := tooled(files{"assistants/shop/src/index.ts": `export const Next = (ctx: any) => ({ data: ` + strings.Replace(call, "CALLS", strings.Repeat(entry, 8), 1) + ` })`})
		tg := agent.New(f.load(t, "", false), quick())
		for range 10 {
			if reply, err := send(t, tg, userCase(`[]`)); err != nil || reply.Output.Raw() != `[1,2,3,4,5,6,7,8]` {
				t.Fatalf("%s: got %s, %v", call, reply.Output.Raw(), err)
			}
		}
	}
}

// TestAMockIsHeldToTheSchemaOfItsTool: an agent is not asked about what never
// is, whoever asks for it and whatever a script makes of it.
func TestAMockIsHeldToTheSchemaOfItsTool(t *testing.T) {
	t.Parallel()
	script := files{"assistants/shop/src/index.ts": `export const Next = (ctx: any) => { try { ctx.mcp.CallTool("till", "bad", {}) } catch {} return null }`}
	for _, tt := range []struct {
		mock, input string
		more        files
		want        string
	}{
		{`"text"`, `[[{"name":"agents_shop_till__bad","arguments":{}}]]`, nil, ""},
		{`{"error": "shut"}`, `[[{"name":"agents_shop_till__bad","arguments":{}}]]`, nil, ""},
		{`5`, `[[{"name":"agents_shop_till__bad","arguments":{}}]]`, nil, "tools: what the case gives for agents.shop.till.bad is not as the tool's schema says: at '': got number, want string"},
		{`5`, `[]`, script, "tools: what the case gives for agents.shop.till.bad is not as"},
	} {
		c := userCase(tt.input)
		c.Tools = eval.Trusted(`{"bad": ` + tt.mock + `}`)
		_, err := send(t, agent.New(tooled(tt.more).load(t, "", false), quick()), c)
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %s", tt.mock, err, tt.want)
		}
	}
}
