package agent_test

import (
	"context"
	"errors"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/agent"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// echoing answers with what it was asked: its model, its messages and options.
const echoing = `export function Complete(r: any) {
	if (r.messages[r.messages.length - 1].content === "fail") return { error: { status: 400, message: "too bad" } };
	return [r.model, ...r.messages.map((m: any) => m.role[0] + ":" + m.content), ...Object.entries(r.options).map(([k, v]) => k + "=" + v)].join("|");
}`

// hooked is the shop with hooks, a second agent behind the counter, and
// another connector.
func hooked(source string, more files) files {
	f := withScript(echoing)
	f["connectors/spare.conn.yao"] = `{"type": "script", "script": "../scripts/model.ts", "options": {"model": "spare"}}`
	f["assistants/shop/src/index.ts"] = source
	f["assistants/shop/prompts/task.yml"] = "- role: system\n  content: task\n"
	f["assistants/shop/locales/de-de.yml"] = "hello: hallo\n"
	f["assistants/desk/package.yao"] = `{"name": "Desk", "connector": "spare", "modes": ["chat", "task"]}`
	f["assistants/desk/prompts.yml"] = "- role: system\n  content: desk $CTX.REFERER\n"
	maps.Copy(f, more)
	return f
}

func TestCreateAndNext(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ source, input, want string }{
		"no hook of either name":         {`export const other = 1`, "hi", `"tiny|s:global|s:agent|u:hi"`},
		"null leaves all as it is":       {`export function Create() { return null } export function Next() {}`, "hi", `"tiny|s:global|s:agent|u:hi"`},
		"they need no export":            {`function Create() { return { prompt_preset: "task" } }`, "hi", `"tiny|s:global|s:task|u:hi"`},
		"they may be async":              {`export async function Create() { await null; return { connector: "spare" } }`, "hi", `"spare|s:global|s:agent|u:hi"`},
		"other messages":                 {`export const Create = (ctx: any, m: any[]) => ({ messages: [...m, { role: "user", content: "and " + m.length }] })`, "hi", `"tiny|s:global|s:agent|u:hi|u:and 1"`},
		"no global prompts":              {`export const Create = () => ({ disable_global_prompts: true })`, "hi", `"tiny|s:agent|u:hi"`},
		"options":                        {`export const Create = () => ({ temperature: 0.5, max_tokens: 7, stop: undefined, seed: null })`, "hi", `"tiny|s:global|s:agent|u:hi|max_tokens=7|temperature=0.5"`},
		"a locale and metadata":          {`export const Create = () => ({ locale: "de-de", metadata: { who: "you" } }); export const Next = (ctx: any) => ({ data: [ctx.locale, ctx.metadata.who] })`, "hi", `["de-de","you"]`},
		"what ctx knows":                 {`export const Next = (ctx: any) => ({ data: [ctx.chat_id, ctx.assistant_id, ctx.authorized.user_id] })`, "hi", `["test-a","shop","ann"]`},
		"the payload":                    {`export const Next = (ctx: any, p: any) => ({ data: [p.messages.length, p.completion.content, p.tools, p.error] })`, "hi", `[1,"tiny|s:global|s:agent|u:hi",[],""]`},
		"data may be anything":           {`export const Next = () => ({ data: null })`, "hi", `null`},
		"nothing but metadata":           {`export const Next = () => ({ metadata: { a: 1 } })`, "hi", `"tiny|s:global|s:agent|u:hi"`},
		"an error of the model":          {`export const Next = (ctx: any, p: any) => ({ data: [p.error, p.completion] })`, "fail", `["connector \"main\": scripts/model.ts answered 400: too bad",null]`},
		"Create hands over":              {`export const Create = (ctx: any, m: any) => ({ delegate: { agent_id: "desk", messages: m } })`, "hi", `"spare|s:global|s:desk agent|u:hi"`},
		"Next hands over":                {`export const Next = (ctx: any, p: any) => ({ delegate: { agent_id: "desk", messages: [{ role: "user", content: "ask " + p.completion.content.length }] } })`, "hi", `"spare|s:global|s:desk agent|u:ask 26"`},
		"with options of its own":        {`export const Create = () => ({ delegate: { agent_id: "desk", options: { connector: "main", disable_global_prompts: true, mode: "task" } } })`, "hi", `"tiny|s:desk agent|u:hi"`},
		"globals last from hook to hook": {`let n = 0; export function Create() { n++ } export const Next = () => ({ data: n })`, "hi", `1`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := quick()
			o.Identity.User = "ann"
			reply, err := send(t, agent.New(hooked(tt.source, nil).load(t, "", false), o), userCase(tt.input))
			if err != nil || reply.Output.Raw() != tt.want {
				t.Errorf("got %s, %v\nwant %s", reply.Output.Raw(), err, tt.want)
			}
		})
	}
}

func TestAHookThatIsWrongIsAnErrorAtItsPlace(t *testing.T) {
	t.Parallel()
	const file = "assistants/shop/src/index.ts"
	tests := map[string]struct {
		source string
		line   int
		want   string
	}{
		"an exception":             {"export function Create(ctx: any) {\n  ctx.metadata.x.y;\n}", 2, `Create hook of shop: TypeError: Cannot read property 'y' of undefined`},
		"at the top":               {"\nthrow new Error('no');\nexport function Create() {}", 2, `hooks of shop: Error: no`},
		"an unknown field":         {"\nexport function Create() { return { temprature: 1 } }", 2, `Create hook of shop returned a wrong value: unknown field "temprature" (did you mean "temperature"?)`},
		"a value out of range":     {"export function Create() { return { temperature: 9 } }", 1, `Create hook of shop returned a wrong value: temperature: want a number from 0 to 2, got 9`},
		"no object":                {"export function Next() { return 'x' }", 1, `Next hook of shop returned a wrong value: want an object or null, got the text "x"`},
		"an unknown connector":     {"export function Create() { return { connector: 'mian' } }", 1, `Create hook of shop returned a wrong value: connector: unknown connector "mian" (did you mean "main"?)`},
		"an unknown preset":        {"export function Create() { return { prompt_preset: 'tsk' } }", 1, `Create hook of shop returned a wrong value: prompt_preset: unknown preset "tsk" (did you mean "task"?)`},
		"an unknown agent":         {"export function Create() { return { delegate: { agent_id: 'dsk' } } }", 1, `shop -> dsk: unknown agent "dsk" (did you mean "desk"?)`},
		"messages that are none":   {"export function Create() { return { messages: [{ role: 'usr', content: 'x' }] } }", 1, `Create hook of shop returned a wrong value: messages[0].role: unknown role "usr" (did you mean "user"?)`},
		"a circle":                 {"export function Create() { return { delegate: { agent_id: 'shop' } } }", 1, `agents hand over more than 8 deep, in a circle`},
		"what a later version has": {"export function Create() { return { mcp_servers: ['tools'] } }", 1, `Create hook of shop returned a wrong value: mcp_servers: unknown MCP server "tools" (the application has no MCP servers)`},
		"an endless loop":          {"export function Create() { for (;;) {} }", 1, `script did not end before its deadline`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tg := agent.New(hooked(tt.source, nil).load(t, "", false), quick())
			session, err := tg.Open(t.Context(), userCase("hi"), 1)
			if err != nil {
				t.Fatal(err)
			}
			defer session.Close(t.Context())
			ctx := t.Context()
			if strings.Contains(name, "endless") {
				ctx = brief(t)
			}
			reply, err := session.Send(ctx, userCase("hi").Messages)
			var fault *target.Fault
			if !errors.As(err, &fault) || !strings.Contains(fault.Message, tt.want) || fault.Pos.File != file || fault.Pos.Line != tt.line {
				t.Errorf("got  %v at %v\nwant %s at %s:%d", err, fault, tt.want, file, tt.line)
			}
			if !reply.Output.IsZero() {
				t.Errorf("and an output: %s", reply.Output.Raw())
			}
		})
	}
}

// TestOfSeveralWrongFieldsTheFirstIsSaid each time: an error that changes by
// chance is another one to whoever compares runs.
func TestOfSeveralWrongFieldsTheFirstIsSaid(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		`export const Create = () => ({ route: 1, locale: 2, theme: 3 })`:                                                                     "route: want text, got 1",
		`export const Create = () => ({ delegate: { agent_id: "desk", options: { skip: { trace: 1, output: 2, search: 3, keyword: 4 } } } })`: "skip.trace: want true or false, got 1",
	} {
		tg := agent.New(hooked(source, nil).load(t, "", false), quick())
		for range 20 {
			if _, err := send(t, tg, userCase("hi")); err == nil || !strings.Contains(err.Error(), want) {
				t.Fatalf("got %v, want %s", err, want)
			}
		}
	}
}

func TestHooksHearTheWholeTalk(t *testing.T) {
	t.Parallel()
	tg := agent.New(hooked(`let turns = 0;
export const Create = (ctx: any, m: any[]) => { turns++; return { messages: m.slice(-1) } };
export const Next = (ctx: any, p: any) => ({ data: [turns, p.messages.length] });`, nil).load(t, "", false), quick())
	session, err := tg.Open(t.Context(), userCase("hi"), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close(t.Context())
	for _, want := range []string{"[1,1]", "[2,1]"} {
		reply, err := session.Send(t.Context(), userCase("hi").Messages)
		if err != nil || reply.Output.Raw() != want {
			t.Errorf("got %s, %v, want %s", reply.Output.Raw(), err, want)
		}
	}
}

func TestAnAgentOfHooksAloneNeedsNoConnector(t *testing.T) {
	t.Parallel()
	f := hooked(`export const Next = (ctx: any, p: any) => ({ data: [p.completion, p.messages[0].content] })`,
		files{"assistants/shop/package.yao": `{"name": "Shop"}`})
	reply, err := send(t, agent.New(f.load(t, "", false), quick()), userCase("hi"))
	if err != nil || reply.Output.Raw() != `[null,"hi"]` || len(reply.Usage) > 0 {
		t.Errorf("got %s, %v", reply.Output.Raw(), err)
	}
}

func TestWhatWasNotReadOfAMessageSurvivesAHook(t *testing.T) {
	t.Parallel()
	tg := agent.New(hooked(`export const Create = (ctx: any, m: any[]) => ({ messages: [{ role: "system", content: "seen" }, ...m] })`, nil).load(t, "", false), quick())
	c := userCase("")
	c.Messages[0].Content = eval.Content{Parts: []eval.Part{{Type: eval.PartText, Text: "a"}, {Type: eval.PartData, Data: eval.Trusted(`{"sources":[]}`)}}}
	reply, err := send(t, tg, c)
	if err != nil || !strings.Contains(reply.Output.Raw(), "s:seen|u:") {
		t.Errorf("got %s, %v", reply.Output.Raw(), err)
	}
}

// brief is a context that ends soon, for what does not end by itself.
func brief(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	t.Cleanup(cancel)
	return ctx
}
