package agent_test

import (
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/agent"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// sightless is a shop whose model takes no images, and answers with what it was
// told.
func sightless(uses string, more files) files {
	f := tooled(files{
		"connectors/main.conn.yao":     `{"type": "script", "script": "../scripts/model.ts", "options": {"capabilities": {"tool_calls": true}}}`,
		"connectors/all.conn.yao":      `{"type": "script", "script": "../scripts/model.ts"}`,
		"scripts/model.ts":             `export const Complete = (r: any) => JSON.stringify(r.messages.filter((m: any) => m.role === "user").map((m: any) => m.content))`,
		"assistants/shop/package.yao":  `{"name": "Shop", "connector": "main", "disable_global_prompts": true, "uses": ` + uses + `}`,
		"assistants/shop/src/index.ts": "",
		"assistants/eyes/package.yao":  `{"name": "Eyes"}`,
		"assistants/eyes/src/index.ts": `export const Next = (ctx: any, p: any) => ({ data: "a " + p.messages[0].content[0].type + " in " + ctx.locale })`,
		"mcps/eyes.mcp.yao":            `{"transport": "process", "tools": {"look": "scripts.eyes.Look"}}`,
		"mcps/many.mcp.yao":            `{"transport": "process", "tools": {"look": "scripts.eyes.Look", "listen": "scripts.eyes.Look"}}`,
		"scripts/eyes.ts":              `export const Look = (p: any) => { if (p.data === "YmFk") throw new Error("cannot see"); return p.type + " " + p.mime_type + " " + p.name + " " + p.data }`,
	})
	for name, text := range more {
		f[name] = text
	}
	for name, text := range f {
		if text == "" {
			delete(f, name)
		}
	}
	return f
}

func TestWhatAModelCannotTakeIsMadeAText(t *testing.T) {
	t.Parallel()
	const look, eyes = `[image a.png]\nimage image/png a.png eA==`, `[image a.png]\na image in `
	hook := func(text string) files {
		return files{"assistants/shop/src/index.ts": `export const Create = () => (` + text + `)`}
	}
	for name, tt := range map[string]struct {
		uses string
		more files
		body string
		want string
		err  string
	}{
		"by the only tool of a server": {`{"vision": "mcp:eyes"}`, nil, "x", look, ""},
		"by one of several":            {`{"vision": "mcp:many.look"}`, nil, "x", look, ""},
		"by an agent":                  {`{"vision": "eyes"}`, nil, "x", eyes, ""},
		"as Create says":               {`{"vision": "eyes"}`, hook(`{ uses: { vision: "mcp:many.look" } }`), "x", look, ""},
		"though the model could":       {`{"vision": "mcp:eyes"}`, hook(`{ connector: "all", force_uses: true }`), "x", look, ""},
		"not where the model can":      {`{"vision": "mcp:eyes"}`, hook(`{ connector: "all" }`), "x", `"image_url"`, ""},
		"not when it is turned off":    {`{"vision": "mcp:eyes"}`, hook(`{ uses: { vision: "disabled" } }`), "x", "", `the image needs the capability "vision", which connector "main" lacks, and uses.vision names nothing in its place`},
		"a tool that fails":            {`{"vision": "mcp:eyes"}`, nil, "bad", "", "uses.vision: cannot see"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tg := agent.New(sightless(tt.uses, tt.more).load(t, "", false), quick())
			c := attached(t, "image", "a.png", "image/png", tt.body)
			if problems := tg.Check(c); problems.Errors() > 0 {
				t.Fatal(problems)
			}
			reply, err := send(t, tg, c)
			got, _ := reply.Output.Str()
			switch {
			case tt.err != "" && (err == nil || err.Error() != tt.err):
				t.Errorf("got %v, want %s", err, tt.err)
			case tt.err == "" && (err != nil || !strings.Contains(got, tt.want)):
				t.Errorf("got %s, %v, want %s", got, err, tt.want)
			}
		})
	}
}

func TestWrappersThatCannotBe(t *testing.T) {
	t.Parallel()
	for uses, want := range map[string]string{
		`{"vision": "mcp:many"}`:      `server many has several tools (write mcp:many.TOOL, with one of listen, look)`,
		`{"vision": "mcp:many.loo"}`:  `server many: unknown tool "loo" (did you mean "look"?)`,
		`{"audio": "mcp:ears"}`:       `unknown MCP server "ears"`,
		`{"vision": "eye"}`:           `unknown agent "eye" (did you mean "eyes"?)`,
		`{"search": "mcp:eyes.look"}`: `agents and servers that search are not supported in this version (leave it out, or write "disabled")`,
	} {
		a := sightless(uses, nil).load(t, "", true)
		var got eval.Problems
		for _, p := range agent.New(a, quick()).Problems([]*eval.Case{userCase("hi")}) {
			if strings.HasPrefix(p.Path, "uses.") {
				got = append(got, p)
			}
		}
		if len(got) != 1 || !strings.Contains(got[0].String(), want) || got[0].Pos.Line != 1 {
			t.Errorf("%s: got %v, want %s", uses, got, want)
		}
	}
}
