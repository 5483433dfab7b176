package agent_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/agent"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// TestWhatBreaksInACalledScriptIsSaidThere: a script that calls another by its
// name learns what broke at the other's line, as if it had imported it.
func TestWhatBreaksInACalledScriptIsSaidThere(t *testing.T) {
	t.Parallel()
	called := files{
		"scripts/odd.ts": `const cycle: any = {}; cycle.self = cycle
export const Throws = () => { throw new TypeError("odd") }
export const Nothing = () => { throw undefined }
export const Deep = (): any => Deep()
export const Pattern = () => { try { /(?=x)?(a+)+\1$/.test("a".repeat(40) + "b") } catch {} }
export const Cycle = () => cycle
export const Through = () => Process("scripts.odd.Throws")
export const NaNs = (x: any) => [x === NaN, { a: 1, a: 2 }]`,
		"scripts/five.ts":          "export const Run = [5][0]",
		"scripts/top.ts":           `const f = (): any => f(); f(); export const Run = () => 1`,
		"assistants/desk/src/o.ts": `export const Own = () => { throw new Error("own") }`,
	}
	for name, tt := range map[string]struct{ body, pos, want string }{
		"thrown":                  {`return { data: Process("scripts.odd.Throws") }`, "scripts/odd.ts:2:37", "Next hook of shop: Error: TypeError: odd"},
		"thrown two calls below":  {`return { data: Process("scripts.odd.Through") }`, "scripts/odd.ts:2:37", "Next hook of shop: Error: TypeError: odd"},
		"nothing thrown":          {`return { data: Process("scripts.odd.Nothing") }`, "scripts/odd.ts:3:32", "Next hook of shop: Error: thrown: undefined"},
		"another agent's":         {`return { data: Process("agents.desk.o.Own") }`, "assistants/desk/src/o.ts:1:34", "Next hook of shop: Error: own"},
		"ended":                   {`return { data: Process("scripts.odd.Deep") }`, "scripts/odd.ts:4:32", "Deep of scripts/odd.ts: the script calls itself too deeply (more than 1024 calls within each other)"},
		"ended and caught":        {`try { Process("scripts.odd.Pattern") } catch {} return { data: 1 }`, "scripts/odd.ts:5:55", "Pattern of scripts/odd.ts: regular expression timed out after 1s"},
		"ended before it began":   {`try { Process("scripts.top.Run") } catch {} return { data: 1 }`, "scripts/top.ts:1:22", "Run of scripts/top.ts: the script calls itself too deeply (more than 1024 calls within each other)"},
		"no JSON":                 {`return { data: Process("scripts.odd.Cycle") }`, "assistants/shop/src/index.ts:2:16", "what Cycle of scripts/odd.ts returned: the value at .self is an object that contains itself, which JSON cannot hold"},
		"no function":             {`return { data: Process("scripts.five.Run") }`, "assistants/shop/src/index.ts:2:16", `Next hook of shop: Error: scripts/five.ts: what the script exports as "Run" is no function`},
		"no such function":        {`return { data: Process("scripts.odd.Nans") }`, "assistants/shop/src/index.ts:2:16", `scripts/odd.ts: the script has no function "Nans" (did you mean "NaNs"?)`},
		"a listener's promise":    {`ctx.llm.Stream("main", "x", { onChunk: async () => 0 })`, "assistants/shop/src/index.ts:2:", "what onChunk returned: the value is a promise, which JSON cannot hold (await it)"},
		"a listener among others": {`ctx.agent.All([{ agent: "desk", messages: "x", options: { onChunk: () => Process("scripts.odd.Throws") } }])`, "scripts/odd.ts:2:37", "Next hook of shop: Error: TypeError: odd"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := hooked("export async function Next(ctx: any) {\n"+tt.body+"\n}", called)
			_, err := send(t, agent.New(f.load(t, "", false), quick()), userCase("hi"))
			var fault *target.Fault
			if !errors.As(err, &fault) {
				t.Fatalf("got %v", err)
			}
			if !strings.HasPrefix(fault.Pos.String(), tt.pos) || !strings.Contains(fault.Message, tt.want) {
				t.Errorf("got %v: %v, want %s: %s", fault.Pos, err, tt.pos, tt.want)
			}
			if strings.HasPrefix(tt.want, "Next hook") && !strings.HasPrefix(fault.Message, tt.want) {
				t.Errorf("got %s, want it to begin with %s", fault.Message, tt.want)
			}
		})
	}
}

// TestNoHookCatchesWhatBreaksInUs in an agent that it calls.
func TestNoHookCatchesWhatBreaksInUs(t *testing.T) {
	t.Parallel()
	for name, call := range map[string]string{
		"one":          `ctx.agent.Call("clock", "x")`,
		"side by side": `ctx.agent.All([{ agent: "clock", messages: "x" }, { agent: "clock", messages: "y" }])`,
		"by Process":   `Process("scripts.clock.Now")`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := hooked("export const Next = (ctx: any) => { try { "+call+" } catch { } finally { return { data: 'fine' } } }", files{
				"scripts/clock.ts":              `export const Now = () => Process("utils.now.Date")`,
				"assistants/clock/package.yao":  `{"name": "Clock", "connector": "main"}`,
				"assistants/clock/src/index.ts": `export const Next = () => ({ data: Process("utils.now.Date") })`,
			})
			reply, err := withoutClock(t, f, "x")
			if err == nil || !strings.Contains(err.Error(), "surefoot itself failed: out of order") || !reply.Output.IsZero() {
				t.Errorf("got %+v, %v", reply, err)
			}
		})
	}
}
