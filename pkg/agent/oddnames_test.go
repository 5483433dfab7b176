package agent_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/agent"
	"github.com/surefoot-dev/surefoot/pkg/assert"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// oddNames are tools as servers may name them and as no API of a model takes
// them.
var oddNames = []string{"greet (structured)", "greet.v2", "天气", "a\nb", strings.Repeat("long_", 20), "greet-structured"}

// oddly is a shop whose server names its tools oddly. Its model refuses other
// requests than an API takes, calls the tool whose description the input is,
// and answers with the names of the messages it is given.
func oddly(t *testing.T, more files) files {
	t.Helper()
	type tool struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		In          json.RawMessage `json:"inputSchema"`
	}
	var tools []tool
	for _, name := range oddNames {
		tools = append(tools, tool{name, "is " + name, json.RawMessage(`{"type":"object"}`)})
	}
	raw, err := json.Marshal(tools)
	if err != nil {
		t.Fatal(err)
	}
	f := tooled(files{
		"assistants/shop/mcps/till.mcp.yao": `{"transport": "http", "url": "` + listing(t, string(raw)) + `"}`,
		"scripts/model.ts": `export function Complete(r: any) {
	for (const t of r.tools) if (!/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/.test(t.function.name)) throw new Error("400: " + t.function.name);
	const said = r.messages.filter((m: any) => m.role === "tool");
	if (said.length) return said.map((m: any) => m.content).join() + " " + r.messages.find((m: any) => m.tool_calls).tool_calls[0].function.name;
	const wanted = "is " + r.messages.find((m: any) => m.role === "user").content;
	return { content: "", tool_calls: [{ id: "c", name: r.tools.find((t: any) => t.function.description === wanted).function.name, arguments: {} }] };
}`,
	})
	for name, text := range more {
		f[name] = text
	}
	return f
}

func TestToolsOfAnyNameAreOfferedAndReportedByTheirOwn(t *testing.T) {
	t.Parallel()
	f := oddly(t, files{"assistants/shop/src/index.ts": `export const Next = (ctx: any, p: any) => ({ data: { said: p.completion.content, tool: p.tools[0].tool } })`})
	app := f.load(t, "", false)
	legal := regexp.MustCompile(`^well agents_shop_t[a-zA-Z0-9_-]{1,51}$`)
	for _, name := range oddNames {
		reply, err := send(t, agent.New(app, quick()), userCase(name))
		if err != nil {
			t.Fatalf("%q: %v", name, err)
		}
		call := reply.ToolCalls[0]
		if len(reply.ToolCalls) != 1 || call.Tool != "agents_shop_till__"+name || call.Name() != "agents.shop.till."+name || call.Error != "" {
			t.Errorf("%q: got %+v", name, reply.ToolCalls)
		}
		said, _ := reply.Output.Members()["said"].Str()
		if own, _ := reply.Output.Members()["tool"].Str(); own != name || !legal.MatchString(said) {
			t.Errorf("%q: the Next hook is told of %q, the model of %q", name, own, said)
		}
		value := eval.StringValue(name).Raw()
		for assertion, want := range map[string]eval.Status{
			`{"type": "tool_called", "value": ` + value + `}`:                                eval.Passed,
			`{"type": "tool_called", "value": ` + eval.StringValue("till."+name).Raw() + `}`: eval.Passed,
			`{"type": "tool_result", "value": {"tool": ` + value + `, "result": "well"}}`:    eval.Passed,
			`{"type": "tools_exactly", "value": [` + value + `]}`:                            eval.Passed,
			`{"type": "tool_not_called", "value": ` + value + `}`:                            eval.Failed,
			`{"type": "tool_not_called", "value": ` + eval.StringValue(name+"x").Raw() + `}`: eval.Passed,
		} {
			a, err := assert.NewCompiler(8).Compile(eval.Trusted(assertion), "assert", eval.Pos{})
			if err != nil {
				t.Fatal(err)
			}
			check := a.Evaluate(t.Context(), assert.NewView(&eval.Transcript{Output: reply.Output, ToolCalls: reply.ToolCalls}))
			if check.Status != want {
				t.Errorf("%s: got %s: %s", assertion, check.Status, check.Message)
			}
		}
	}
}

func TestACaseAnswersForToolsOfAnyName(t *testing.T) {
	t.Parallel()
	f := oddly(t, nil)
	delete(f, "assistants/shop/src/index.ts")
	app := f.load(t, "", false)
	for _, name := range oddNames {
		for _, mock := range []string{name, "till." + name, "agents.shop.till." + name, "agents_shop_till__" + name} {
			c := userCase(name)
			c.Tools = eval.Trusted(`{` + eval.StringValue(mock).Raw() + `: "mine"}`)
			target := agent.New(app, quick())
			if p := target.Check(c); len(p) > 0 {
				t.Errorf("%q: got %v", mock, p)
				continue
			}
			reply, err := send(t, target, c)
			if got, _ := reply.Output.Str(); err != nil || !strings.HasPrefix(got, "mine ") || !reply.ToolCalls[0].Mocked {
				t.Errorf("%q: got %s, %+v, %v", mock, reply.Output.Raw(), reply.ToolCalls, err)
			}
		}
	}
}
