package script_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/script"
)

// methods is an argument whose methods take and give functions.
func methods() script.Arg {
	each := script.Method{Functions: []string{"1.onEach", "2"}, Do: func(_ context.Context, call *script.Call) (script.Arg, error) {
		place := "1.onEach"
		if call.Has("2") {
			place = "2"
		}
		sum := []eval.Value{}
		for _, item := range call.Arg(0).Items() {
			v, err := call.Invoke(place, item)
			if err != nil {
				return script.Arg{}, err
			}
			sum = append(sum, v)
		}
		v, err := eval.ValueOf(sum)
		return script.Arg{Value: v}, err
	}}
	return script.Arg{Methods: map[string]script.Method{
		"each": each,
		"node": {Do: func(_ context.Context, call *script.Call) (script.Arg, error) {
			name := call.Arg(0)
			return script.Arg{Funcs: map[string]script.Func{"name": func(context.Context, []eval.Value) (eval.Value, error) { return name, nil }}}, nil
		}},
		"where": {Do: func(_ context.Context, call *script.Call) (script.Arg, error) {
			return script.Arg{Value: eval.StringValue(call.Pos().String())}, nil
		}},
		"stop": {Do: func(context.Context, *script.Call) (script.Arg, error) {
			return script.Arg{}, &script.Abort{Reason: "enough"}
		}},
	}}
}

func TestMethods(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ expression, want string }{
		"a function of the script is called":   {"h.each([1, 2], {onEach: (x: number) => x * 2})", "[2,4]"},
		"or stands by itself":                  {"h.each([1, 2], null, (x: number) => x + 1)", "[2,3]"},
		"what it throws, the script catches":   {"(() => { try { h.each([1], {onEach: () => { throw new RangeError('no') }}) } catch (e: any) { return [e instanceof RangeError, e.message] } })()", `[true,"no"]`},
		"anywhere else a function is refused":  {"(() => { try { h.each([1], {other: () => 1}) } catch (e: any) { return e.message } })()", `"the value at .other is a function, which JSON cannot hold"`},
		"it gives objects that have functions": {"h.node('a').name()", `"a"`},
		"it knows who calls":                   {"h.where()", `"main.ts:1:32"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			returns(t, single(t, "export const F = (h: any) => "+tc.expression), tc.want, "F", methods())
		})
	}
}

func TestNothingCatchesAnAbort(t *testing.T) {
	t.Parallel()
	vm := single(t, "export function F(h: any) { try { h.stop() } catch {} finally { console.log('on') } return 1 }")
	e := failure(limited(t), t, vm, "F", methods())
	var abort *script.Abort
	if e.Kind != script.Aborted || !errors.As(e, &abort) || abort.Reason != "enough" {
		t.Errorf("got %v, %v", e.Kind, e)
	}
	if e := failure(limited(t), t, vm, "F", methods()); e.Kind != script.Closed {
		t.Errorf("and then %v", e)
	}
	if logs := vm.Logs(); len(logs) > 0 {
		t.Errorf("it went on: %q", logs)
	}
}

func TestGlobals(t *testing.T) {
	t.Parallel()
	p := compile(t, app(t, map[string]string{"main.ts": `import { Process } from "@yao/runtime";
declare const Host: any;
const early = Process("early");
export const F = () => [early, Process("a", 1), Host(2)];`}))
	echo := script.Method{Do: func(_ context.Context, call *script.Call) (script.Arg, error) {
		v, err := eval.ValueOf(call.Args)
		return script.Arg{Value: v}, err
	}}
	vm, err := p.Open(limited(t), script.Globals{"Process": echo, "Host": echo})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(vm.Close)
	returns(t, vm, `[["early"],["a",1],[2]]`, "F")
	bare, err := p.Open(limited(t), nil)
	if err == nil || !strings.Contains(err.Error(), `Process("early") is not supported`) {
		t.Errorf("without globals: %v, %v", bare, err)
	}
}

func TestWhatACallLeftBehindIsCounted(t *testing.T) {
	t.Parallel()
	vm := single(t, `
export const Left = () => { setTimeout(() => {}, 1e6); setInterval(() => {}, 1e6) };
export const Cleared = () => { clearTimeout(setTimeout(() => {}, 1e6)) };
export const Awaited = () => new Promise((done) => setTimeout(done, 1));`)
	for name, want := range map[string]int{"Left": 2, "Cleared": 0, "Awaited": 0} {
		if _, err := vm.Call(t.Context(), name); err != nil || vm.Left() != want {
			t.Errorf("%s left %d, %v, want %d", name, vm.Left(), err, want)
		}
	}
}
