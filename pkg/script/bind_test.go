package script_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/script"
)

var errHost = errors.New("the host refuses")

// host is an argument with functions of every kind.
func host(calls *atomic.Int64) script.Arg {
	echo := func(_ context.Context, args []eval.Value) (eval.Value, error) {
		calls.Add(1)
		return eval.ValueOf(args)
	}
	refuse := func(context.Context, []eval.Value) (eval.Value, error) { return eval.Value{}, errHost }
	return script.Arg{
		Value: eval.Trusted(`{"data": [1], "__proto__": "p"}`),
		Funcs: map[string]script.Func{"echo": echo, "refuse": refuse, "nothing": func(context.Context, []eval.Value) (eval.Value, error) {
			return eval.Value{}, nil
		}},
		Asyncs: map[string]script.Func{"later": echo, "refuseLater": refuse, "wait": func(ctx context.Context, _ []eval.Value) (eval.Value, error) {
			<-ctx.Done()
			return eval.Value{}, ctx.Err()
		}, "crash": func(context.Context, []eval.Value) (eval.Value, error) { panic("oh") }},
		Objects: map[string]func() script.Arg{"inner": func() script.Arg { return script.Arg{Funcs: map[string]script.Func{"echo": echo}} }},
	}
}

func TestHostFunctions(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ expression, want string }{
		"its data and its functions":     {"[h.data, h.__proto__, Object.keys(h).length]", `[[1],"p",10]`},
		"arguments and result are JSON":  {"h.echo(1, 'x', {a: [true, null]})", `[1,"x",{"a":[true,null]}]`},
		"undefined is absent":            {"[h.nothing() === undefined, h.echo(undefined, 1)]", `[true,[null,1]]`},
		"an object within":               {"h.inner.echo(2)", "[2]"},
		"the same each time":             {"[h.inner === h.inner, Object.keys(h).includes('inner'), typeof ({ ...h }).inner.echo]", `[true,true,"function"]`},
		"one that is replaced":           {"(() => { h.inner = { echo: () => 'other' }; return [h.inner.echo(), Object.keys(h).length] })()", `["other",10]`},
		"one that is replaced after use": {"(() => { h.inner.echo(1); h.inner = 5; return h.inner })()", "5"},
		"one that is taken away":         {"(() => { delete h.inner; return [h.inner === undefined, 'inner' in h] })()", "[true,false]"},
		"one of an heir":                 {"(() => { const o = Object.create(h); o.inner = 5; return [o.inner, h.inner.echo(2), Object.keys(o)] })()", `[5,[2],["inner"]]`},
		"one that is frozen":             {"(() => { Object.freeze(h); try { h.inner = 5 } catch (e: any) { return [e.name, h.inner === h.inner, h.inner.echo(2)] } })()", `["TypeError",true,[2]]`},
		"an error can be caught":         {"(() => { try { h.refuse() } catch (e: any) { return [e instanceof Error, e.message] } })()", `[true,"the host refuses"]`},
		"a promise":                      {"h.later(1).then((v: any) => v[0] + 1)", "2"},
		"promises in parallel":           {"Promise.all([h.later(1), h.later(2)])", "[[1],[2]]"},
		"a rejection can be caught":      {"h.refuseLater().catch((e: any) => 'caught ' + e.message)", `"caught the host refuses"`},
		"a race that leaves one behind":  {"Promise.race([h.wait(), h.later(3)])", "[3]"},
		"a function is no argument":      {"(() => { try { h.echo(() => 1) } catch (e: any) { return e.message } })()", `"the value is a function, which JSON cannot hold"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			vm := single(t, "export const F = (h: any) => "+tc.expression)
			returns(t, vm, tc.want, "F", host(new(atomic.Int64)))
		})
	}
}

func TestNoScriptCatchesWhatBreaksInTheHost(t *testing.T) {
	t.Parallel()
	broken := func(context.Context, []eval.Value) (eval.Value, error) { panic("oh") }
	of := script.Arg{Funcs: map[string]script.Func{"now": broken}, Asyncs: map[string]script.Func{"later": broken}}
	const text = `export const Now = (h: any) => { try { h.now() } catch { return "fine" } finally { return "finally" } };
export async function Later(h: any) {
  try { await h.later() } catch { return "fine" } finally { return "finally" }
}`
	for _, name := range []string{"Now", "Later"} {
		e := failure(limited(t), t, single(t, text), name, of)
		if e.Kind != script.Internal || e.Message != "surefoot itself failed: oh" || e.Stack == "" {
			t.Errorf("%s: %+v", name, e)
		}
	}
}

func TestErrorsOfTheHostKeepTheirCauseAndPlace(t *testing.T) {
	t.Parallel()
	vm := single(t, `export const Sync = (h: any) => h.refuse();
export async function Async(h: any) {
  await h.refuseLater();
}`)
	for name, line := range map[string]int{"Sync": 1, "Async": 2} {
		e := failure(limited(t), t, vm, name, host(new(atomic.Int64)))
		if !errors.Is(e, errHost) || e.Message != "Error: the host refuses" || e.Pos.Line != line {
			t.Errorf("%s: got %v (%v) at %v", name, e, e.Err, e.Pos)
		}
	}
}

func TestWorkOfTheHostEndsWithTheDeadline(t *testing.T) {
	t.Parallel()
	vm := single(t, "export const F = (h: any) => h.wait()")
	e := failure(brief(t), t, vm, "F", host(new(atomic.Int64)))
	if !errors.Is(e, context.DeadlineExceeded) {
		t.Errorf("got %v", e)
	}
}

func TestAVMIsUsedFromOnePlaceAtATime(t *testing.T) {
	t.Parallel()
	vm := single(t, "export const F = (h: any) => h.wait(); export const G = () => 1")
	begun, end := make(chan struct{}), make(chan struct{})
	wait := script.Arg{Asyncs: map[string]script.Func{"wait": func(context.Context, []eval.Value) (eval.Value, error) {
		close(begun)
		<-end
		return eval.Trusted(`"waited"`), nil
	}}}
	var wg sync.WaitGroup
	wg.Go(func() { returns(t, vm, `"waited"`, "F", wait) })
	<-begun
	if e := failure(limited(t), t, vm, "G"); e.Kind != script.Internal || e.Message != "the script is being called from two places at once" {
		t.Errorf("got %v", e)
	}
	close(end)
	wg.Wait()
	returns(t, vm, "1", "G")
}

func TestOnlyObjectsHaveFunctions(t *testing.T) {
	t.Parallel()
	vm := single(t, "export const F = () => 1")
	arg := host(new(atomic.Int64))
	arg.Value = eval.Trusted("[]")
	if e := failure(limited(t), t, vm, "F", arg); !strings.Contains(e.Message, "only an object can have functions") {
		t.Errorf("got %v", e)
	}
}

func TestConsole(t *testing.T) {
	t.Parallel()
	vm := single(t, `
console.log('top');
class Point { constructor(public x = 1) {} }
export function F() {
  console.log('text', 1, null, undefined, true, 12n, Symbol('s'));
  console.info({ a: [1, 'x', { b: { c: { d: { e: { f: 1 } } } } }], 'odd key': /re/ });
  console.warn('%s is %d and %j, 100%', 'x', '4', { y: 1 }, 'rest');
  console.error(new TypeError('bad'));
  console.debug(new Map([[1, 'one']]), new Set(), [1, , 2], () => 1, function go() {}, /re/g, new Point());
  console.group('group'); console.log('in\nside'); console.groupEnd(); console.log('out');
  console.assert(1 === 1, 'no'); console.assert(false, 'yes');
  console.count(); console.count(); const o: any = { name: 'o' }; o.o = o; console.dir(o);
  console.log(Promise.resolve(1), new Uint8Array(2)); console.log();
}`)
	returns(t, vm, "", "F")
	want := []string{
		"top",
		"text 1 null undefined true 12n Symbol(s)",
		`{a: [1, "x", {b: {c: {d: {e: [...]}}}}], "odd key": /re/}`,
		`x is 4 and {y: 1}, 100% rest`,
		"TypeError: bad",
		"    at F (main.ts:8:17)",
		`Map {[1, "one"]} Set {} [1, undefined, 2] [function anonymous] [function go] /re/g {x: 1}`,
		"group", "  in", "  side", "out",
		"Assertion failed: yes",
		"default: 1", "default: 2", `{name: "o", o: [circular]}`,
		"[Promise] [Uint8Array]", "",
	}
	got := vm.Logs()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if again := vm.Logs(); again != nil {
		t.Errorf("again: %q", again)
	}
}

func TestConsoleFlood(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		body  string
		lines int
	}{
		"many lines":       {"for (let i = 0; i < 100_000; i++) console.log(i)", 1001},
		"one call of many": {"console.log('\\n'.repeat(5000))", 1001},
		"long lines":       {"const s = 'x'.repeat(1e5); for (let i = 0; i < 50; i++) console.log(s)", 16},
		"a huge object":    {"const a = Array(1e5).fill('x'.repeat(100)); for (let i = 0; i < 30; i++) console.log(a)", 16},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			vm := single(t, "export function F() { "+tc.body+" }")
			returns(t, vm, "", "F")
			logs := vm.Logs()
			if len(logs) != tc.lines {
				t.Errorf("%d lines, want %d", len(logs), tc.lines)
			}
			if last := logs[len(logs)-1]; last != "console output truncated (more than 1000 lines or 256 KiB)" {
				t.Errorf("the last is %.100q", last)
			}
			returns(t, vm, "", "F")
			if logs := vm.Logs(); logs != nil {
				t.Errorf("%d more lines", len(logs))
			}
		})
	}
}
