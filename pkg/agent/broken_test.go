package agent_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/agent"
	"github.com/surefoot-dev/surefoot/pkg/cassette"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// broken is the application with a connector whose script throws.
func broken() files {
	return files{
		"connectors/broken.conn.yao": `{"type": "script", "script": "../scripts/broken.ts"}`,
		"scripts/broken.ts":          `export const Complete = (r: any) => r.none.x`,
		"scripts/deep.ts":            `export function Deep(): any { return Deep() }`,
	}
}

// TestNoHookMakesLightOfWhatIsBroken: what stands in for a model or an answer
// and breaks makes the trial an error, whatever a hook returns then.
func TestNoHookMakesLightOfWhatIsBroken(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ source, want string }{
		"the script of the connector":   {`export const Create = () => ({ connector: "broken" }); export const Next = () => ({ data: "saved" })`, `connector "broken": TypeError: Cannot read property 'x' of undefined`},
		"the script of one it calls":    {`export const Next = (ctx: any) => { try { ctx.llm.Stream("broken", "x") } catch {} return { data: 1 } }`, `connector "broken": TypeError: Cannot read property 'x' of undefined`},
		"one of several that it calls":  {`export const Next = (ctx: any) => { try { ctx.llm.All([{ connector: "main", messages: "x" }, { connector: "broken", messages: "x" }]) } catch {} return { data: 1 } }`, `connector "broken": TypeError: Cannot read property 'x' of undefined`},
		"a script that was ended":       {`export const Next = () => { try { Process("scripts.deep.Deep") } catch {} return { data: 1 } }`, `the script calls itself too deeply`},
		"a hook that is none":           {`const make = (): any => 5; export const Next = make()`, `Next hook of shop: what the script exports as "Next" is no function`},
		"a request with a slip":         {`export const Next = (ctx: any) => ({ data: ctx.agent.All([{ agent: "desk", messages: "x", optoins: {} }]) })`, `ctx.agent.All: request 1 has an unknown field "optoins" (did you mean "options"?)`},
		"metadata that are none":        {`export const Create = () => ({ metadata: "x" })`, `metadata: want an object, got the text "x"`},
		"a file of the machine":         {`export const Create = () => ({ messages: [{ role: "user", content: [{ type: "file", source: "file:///etc/passwd" }] }] })`, `attachment "/etc/passwd" is none of the case's`},
		"a promise that tells nothing":  {`export const Next = (ctx: any) => ({ data: ctx.llm.Stream("main", "x", { onChunk: async () => 1 }) })`, `the value is a promise`},
		"what a listener throws":        {`export const Next = (ctx: any) => ({ data: ctx.llm.Stream("main", "x", { onChunk: () => { throw new Error("no") } }) })`, `Next hook of shop: Error: no`},
		"agents that call in a circle":  {`export const Next = (ctx: any) => { try { ctx.agent.Call("shop", "x") } catch {} return { data: 1 } }`, `agents hand over more than 8 deep, in a circle`},
		"a hook of an agent it calls":   {`export const Next = (ctx: any) => { try { ctx.agent.Any([{ agent: "desk", messages: "x" }]) } catch {} return { data: 1 } }`, `Next hook of desk: Error: broken desk`},
		"an agent that is not there":    {`export const Next = (ctx: any) => { try { ctx.agent.Call("dsk", "x") } catch {} return { data: 1 } }`, `unknown agent "dsk"`},
		"a connector that is not there": {`export const Next = (ctx: any) => { try { ctx.llm.Stream("mian", "x") } catch {} return { data: 1 } }`, `unknown connector "mian"`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			more := broken()
			more["assistants/desk/src/index.ts"] = `export const Next = () => { throw new Error("broken desk") }`
			reply, err := send(t, agent.New(hooked(tt.source, more).load(t, "", false), quick()), userCase("hi"))
			if err == nil || !strings.Contains(err.Error(), tt.want) || !reply.Output.IsZero() {
				t.Errorf("got %s, %v\nwant %s", reply.Output.Raw(), err, tt.want)
			}
		})
	}
}

func TestAnAgentWithNeitherHookNorConnectorIsAnError(t *testing.T) {
	t.Parallel()
	f := hooked(`export const next = () => ({ data: 1 })`, files{"assistants/shop/package.yao": `{"name": "Shop"}`})
	_, err := agent.New(f.load(t, "", false), quick()).Open(t.Context(), userCase("hi"), 1)
	var fault *target.Fault
	if !errors.As(err, &fault) || !strings.Contains(fault.Message, "no connector, and neither a Create nor a Next hook") || fault.Pos.File != "assistants/shop/src/index.ts" {
		t.Errorf("got %v", err)
	}
}

func TestWhatAHookDoesNotUseIsSaid(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		`export const Create = () => { setTimeout(() => {}, 1); return null }`:                                                       "the Create hook of shop did not wait for 1 timer, which ended with it (await what must happen)",
		`export const Next = () => ({ data: 1, delegate: { agent_id: "desk" } })`:                                                    "the Next hook of shop returned data beside delegate, which is not used",
		`export const Create = () => ({ connector: "spare" })`:                                                                       `the Create hook of shop asked connector "spare" and not "main", which the run was given`,
		`export const Next = (ctx: any, p: any) => ({ delegate: { agent_id: "desk", messages: [{ role: "user", content: "x" }] } })`: `the model failed, and the Next hook handed over: connector "main": scripts/model.ts answered 400: too bad`,
	} {
		t.Run(source, func(t *testing.T) {
			t.Parallel()
			o, text := quick(), "hi"
			o.Connector = "main"
			if strings.Contains(want, "failed") {
				text = "fail"
			}
			reply, err := send(t, agent.New(hooked(source, nil).load(t, "", false), o), userCase(text))
			if err != nil || !strings.Contains(strings.Join(reply.Notes, "\n"), want) {
				t.Errorf("got %q, %v, want %s", reply.Notes, err, want)
			}
		})
	}
}

func TestCreateHandsOverTheMessagesItReturns(t *testing.T) {
	t.Parallel()
	source := `export const Create = () => ({ messages: [{ role: "user", content: "changed" }], delegate: { agent_id: "desk" } })`
	reply, err := send(t, agent.New(hooked(source, nil).load(t, "", false), quick()), userCase("hi"))
	if want := `"spare|s:global|s:desk agent|u:changed"`; err != nil || reply.Output.Raw() != want {
		t.Errorf("got %s, %v, want %s", reply.Output.Raw(), err, want)
	}
}

func TestACallPassesOnTheFilesOfTheTurn(t *testing.T) {
	t.Parallel()
	c := attached(t, eval.PartFile, "note.txt", "text/plain", "the note")
	for name, source := range map[string]string{
		"an agent": `export const Create = (ctx: any, m: any[]) => ({ messages: [{ role: "user", content: ctx.agent.Call("desk", m).content }] })`,
		"a model":  `export const Create = (ctx: any, m: any[]) => ({ messages: [{ role: "user", content: ctx.llm.Stream("main", m).content }] })`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := hooked(source, files{"scripts/model.ts": `export const Complete = (r: any) => JSON.stringify(r.messages)`})
			reply, err := send(t, agent.New(f.load(t, "", false), quick()), c)
			if err != nil || !strings.Contains(reply.Output.Raw(), "the note") {
				t.Errorf("got %s, %v", reply.Output.Raw(), err)
			}
		})
	}
}

func TestAListenerMayAskTheModelItListensTo(t *testing.T) {
	t.Parallel()
	data, _, _, err := nexts(t, `let inner = ""; ctx.llm.Stream("main", "a", { onChunk: () => { inner = ctx.llm.Stream("main", "b").content; return 0 } }); return { data: inner }`, nil)
	if want := `"tiny|u:b"`; err != nil || data != want {
		t.Errorf("got %s, %v, want %s", data, err, want)
	}
}

func TestACallThatIsStoppedIsCountedAsOneThatTookWhatNobodyKnows(t *testing.T) {
	t.Parallel()
	source := `export const Create = (ctx: any) => ({ messages: [{ role: "user", content: ctx.llm.Stream("main", "a", { onChunk: () => 1 }).content }] })`
	f := hooked(source, files{"scripts/model.ts": `export const Complete = () => ({ content: "x", usage: { prompt_tokens: 1, completion_tokens: 1 } })`})
	reply, err := send(t, agent.New(f.load(t, "", false), quick()), userCase("hi"))
	if used := reply.Usage[eval.RoleAgent]; err != nil || used.Calls != 2 || used.TotalTokens != nil {
		t.Errorf("got %+v, %v, want 2 calls of unknown tokens", used, err)
	}
}

// drawing answers with a random number, and late where it is asked to.
const drawing = `let n = 0; export const Complete = (r: any) => {
	const text = r.messages.at(-1).content; n++;
	return { content: text.slice(0, 4) + " " + n + " " + r.random(), delay_ms: text === "slow" ? 10000 : 0, usage: { prompt_tokens: 1, completion_tokens: 1 } }
}`

// TestCallsSideBySideDoNotDependOnWhichCameFirst: each has a world and random
// numbers of its own, so that a trial can be repeated.
func TestCallsSideBySideDoNotDependOnWhichCameFirst(t *testing.T) {
	t.Parallel()
	source := `export const Next = (ctx: any) => ({ data: [
	...ctx.llm.All(["a", "b", "c", "d"].map((m) => ({ connector: "main", messages: m }))).map((r: any) => r.content),
	...ctx.agent.All(["a", "b"].map((m) => ({ agent: "desk", messages: m }))).map((r: any) => r.content),
] })`
	first := ""
	for range 10 {
		reply, err := send(t, agent.New(hooked(source, files{"scripts/model.ts": drawing}).load(t, "", false), quick()), userCase("hi"))
		if err != nil {
			t.Fatal(err)
		}
		if first == "" {
			first = reply.Output.Raw()
		}
		if reply.Output.Raw() != first {
			t.Fatalf("got  %s\nthen %s", first, reply.Output.Raw())
		}
	}
	seen := map[string]bool{}
	for _, v := range eval.Trusted(first).Items() {
		number := v.Text()[strings.LastIndexByte(v.Text(), ' '):]
		if seen[number] {
			t.Errorf("two calls drew the same number: %s", first)
		}
		seen[number] = true
	}
}

// TestARaceReplaysAsItWasRun: the recording keeps who lost, and the replay
// waits for that, however fast it is.
func TestARaceReplaysAsItWasRun(t *testing.T) {
	t.Parallel()
	for name, call := range map[string]string{
		"models":         `ctx.llm.Race([{ connector: "main", messages: "slow" }, { connector: "main", messages: "fast" }])`,
		"agents":         `ctx.agent.Race([{ agent: "desk", messages: "slow" }, { agent: "desk", messages: "fast" }])`,
		"any":            `ctx.llm.Any([{ connector: "main", messages: "slow" }, { connector: "main", messages: "fast" }])`,
		"all within any": `ctx.agent.Any([{ agent: "desk", messages: "slow" }, { agent: "desk", messages: "fast" }]), ctx.llm.All([{ connector: "main", messages: "x" }])`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := hooked(`export const Next = (ctx: any) => ({ data: [`+call+`] })`, files{"scripts/model.ts": drawing})
			dir := t.TempDir()
			o := quick()
			o.Record = cassette.NewRecorder(tapes(dir))
			c := userCase("hi")
			if err := o.Record.Prepare([]eval.Key{c.Key()}); err != nil {
				t.Fatal(err)
			}
			live, err := send(t, agent.New(f.load(t, "", false), o), c)
			if err != nil {
				t.Fatal(err)
			}
			if err := o.Record.Finish(&eval.CaseResult{Agent: c.Agent, ID: c.ID, Planned: 1, Runs: 1}); err != nil {
				t.Fatal(err)
			}
			for range 5 {
				o := quick()
				o.Replay = cassette.NewPlayer(tapes(dir))
				again, err := send(t, agent.New(f.load(t, "", false), o), c)
				if err != nil || again.Output.Raw() != live.Output.Raw() {
					t.Fatalf("got  %s, %v\nlive %s", again.Output.Raw(), err, live.Output.Raw())
				}
			}
		})
	}
}

func TestALostCallThatRacesNoMoreWasNotRecorded(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	o := quick()
	o.Record = cassette.NewRecorder(tapes(dir))
	c := userCase("hi")
	if err := o.Record.Prepare([]eval.Key{c.Key()}); err != nil {
		t.Fatal(err)
	}
	with := func(source string) files { return hooked(source, files{"scripts/model.ts": drawing}) }
	race := `export const Next = (ctx: any) => ({ data: ctx.llm.Race([{ connector: "main", messages: "slow" }, { connector: "main", messages: "fast" }]) })`
	if _, err := send(t, agent.New(with(race).load(t, "", false), o), c); err != nil {
		t.Fatal(err)
	}
	if err := o.Record.Finish(&eval.CaseResult{Agent: c.Agent, ID: c.ID, Planned: 1, Runs: 1}); err != nil {
		t.Fatal(err)
	}
	o = quick()
	o.Replay = cassette.NewPlayer(tapes(dir))
	_, err := send(t, agent.New(with(`export const Next = (ctx: any) => ({ data: ctx.llm.Stream("main", "slow") })`).load(t, "", false), o), c)
	if err == nil || !strings.Contains(err.Error(), `not in the cassette`) {
		t.Errorf("got %v", err)
	}
}
