package script_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/script"
)

func TestCall(t *testing.T) {
	t.Parallel()
	vm := single(t, `
let n = 0;
export const Count = () => ++n;
export function Same(v: any) { return v }
export async function Later(v: any) { await new Promise(r => setTimeout(r, 1)); return v }
export const Thenable = () => ({ then(resolve: any) { resolve('then') } });
export const Nothing = () => undefined;
export const Nested = () => Promise.resolve(Promise.resolve(3));
function Plain() { return 'plain' }
const Arrow = async () => 'arrow';
export default function () { return 'default' }
export const Micro = () => new Promise(r => queueMicrotask(() => r('micro')));
export const Order = async () => {
  const seen: number[] = [];
  setTimeout(() => seen.push(3), 2);
  setTimeout((x: number) => seen.push(x), 1, 2);
  clearTimeout(setTimeout(() => seen.push(9), 0));
  Promise.resolve().then(() => seen.push(1));
  let ticks = 0;
  await new Promise<void>(r => { const id = setInterval(() => { if (++ticks == 3) { clearInterval(id); setTimeout(r, 5) } }, 0) });
  return [seen, ticks];
};
`)
	returns(t, vm, "1", "Count")
	returns(t, vm, "2", "Count")
	returns(t, vm, `{"a":[1,null,"x"],"__proto__":{"b":2}}`, "Same", data(`{ "a": [1, null, "x"], "__proto__": {"b": 2} }`))
	returns(t, vm, `"later"`, "Later", data(`"later"`))
	returns(t, vm, `"then"`, "Thenable")
	returns(t, vm, "", "Nothing")
	returns(t, vm, "3", "Nested")
	returns(t, vm, `"plain"`, "Plain")
	returns(t, vm, `"arrow"`, "Arrow")
	returns(t, vm, `"default"`, "default")
	returns(t, vm, `"micro"`, "Micro")
	returns(t, vm, `[[1,2,3],3]`, "Order")
	returns(t, vm, "3", "Count")
}

func TestProtoInArgumentsIsData(t *testing.T) {
	t.Parallel()
	vm := single(t, `export const Look = (v: any) => [v.admin === undefined, ({} as any).admin === undefined, Object.keys(v), v.__proto__.admin]`)
	returns(t, vm, `[true,true,["__proto__"],true]`, "Look", data(`{"__proto__":{"admin":true}}`))
}

func TestVMsShareNothing(t *testing.T) {
	t.Parallel()
	e := app(t, map[string]string{"main.ts": `
const re = /a(?=b)/g;
(Array.prototype as any).mark = [];
export const Touch = (id: number) => { (Array.prototype as any).mark.push(id); re.lastIndex = id; return [(Array.prototype as any).mark.length, 'ab'.replace(re, 'x')] }`})
	p := compile(t, e)
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			vm, err := p.Open(limited(t), nil)
			if err != nil {
				t.Error(err)
				return
			}
			defer vm.Close()
			returns(t, vm, `[1,"xb"]`, "Touch", data("1"))
		})
	}
	wg.Wait()
}

func TestErrors(t *testing.T) {
	t.Parallel()
	vm := open(t, app(t, map[string]string{
		"main.ts": `import { inner } from './dir/inner';
/* 日本 */ export const Sync = (v: any) => { return inner(v) };
export async function Async() {
  await null; inner('é');
}
export const ThrowText = () => { throw 'just text' };
export const ThrowNothing = () => { throw undefined };
export const ThrowObject = () => { throw { code: 7, list: [1] } };
export async function RejectText() { await null; throw 'later text' }
export const Timer = () => new Promise(() => setTimeout(() => { throw new RangeError('in a timer') }, 1));
export const Floating = async () => { Promise.reject(new Error('nobody looked')); return 1 };
export const Handled = async () => { const p = Promise.reject(new Error('seen')); await null; try { await p } catch (e: any) { return e.message } };
export const Never = () => new Promise(() => {});
export const Long = () => { throw new Error('x\ny '.repeat(100)) };
export const Value = 5;
class Odd extends Error { name = 'Odd' }
export const Custom = () => { throw new Odd('own class') };
export const Undefined = () => (undefined as any).field;
export const ThrowSymbol = () => { throw Symbol('s') };
`,
		"dir/inner.ts": `export function inner(v: any) {

  const 長 = '😀'; if (v) throw new TypeError('bad value: ' + v);
}`,
	}))
	type result struct{ Kind, Message, Pos, Stack string }
	for name, want := range map[string]result{
		"Sync":         {"thrown", "TypeError: bad value: é", "dir/inner.ts:3:31", "at inner (dir/inner.ts:3:31)\nat Sync (main.ts:2:51)"},
		"Async":        {"thrown", "TypeError: bad value: é", "dir/inner.ts:3:31", "at inner (dir/inner.ts:3:31)\nat Async (main.ts:4:15)"},
		"ThrowText":    {"thrown", `thrown: "just text"`, "main.ts:6:34", "at ThrowText (main.ts:6:34)"},
		"ThrowNothing": {"thrown", `thrown: undefined`, "main.ts:7:37", "at ThrowNothing (main.ts:7:37)"},
		"ThrowObject":  {"thrown", `thrown: {code: 7, list: [1]}`, "main.ts:8:36", "at ThrowObject (main.ts:8:36)"},
		"RejectText":   {"thrown", `thrown: "later text"`, "main.ts:9:23", ""},
		"Timer":        {"thrown", "RangeError: in a timer", "main.ts:10:71", "at main.ts:10:71"},
		"Floating":     {"thrown", "unhandled rejection of a promise: Error: nobody looked", "main.ts:11:54", "at Floating (main.ts:11:54)"},
		"Never":        {"unsettled", "the promise was never settled: nothing is left that it could wait for", "main.ts:13:14", ""},
		"Long":         {"thrown", "Error: " + strings.Repeat("x y ", 48) + "x…", "main.ts:14:35", "at Long (main.ts:14:35)"},
		"Value":        {"thrown", `what the script exports as "Value" is no function`, "main.ts", ""},
		"Custom":       {"thrown", "Odd: own class", "main.ts:17:37", "at Custom (main.ts:17:37)"},
		"Undefined":    {"thrown", "TypeError: Cannot read property 'field' of undefined", "main.ts:18:51", "at Undefined (main.ts:18:51)"},
		"ThrowSymbol":  {"thrown", "thrown: Symbol(s)", "main.ts:19:36", "at ThrowSymbol (main.ts:19:36)"},
		"Undefind":     {"missing", `the script has no function "Undefind" (did you mean "Undefined"?)`, "main.ts", ""},
	} {
		e := failure(limited(t), t, vm, name, data(`"é"`))
		got := result{string(e.Kind), e.Message, e.Pos.String(), e.Stack}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
	returns(t, vm, `"seen"`, "Handled")
}

func TestWhatThrowsWhileACallWaitsFailsIt(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"a timer":                     "setTimeout(() => { throw new Error('lost') }, 1)",
		"a timer that is async":       "setTimeout(async () => { throw new Error('lost') }, 1)",
		"a timer within a timer":      "setTimeout(() => setTimeout(() => { throw new Error('lost') }, 1), 1)",
		"an interval":                 "setInterval(() => { throw new Error('lost') }, 1)",
		"a microtask":                 "queueMicrotask(() => { throw new Error('lost') })",
		"an async function":           "(async () => { await null; throw new Error('lost') })()",
		"an async function that took": "(async () => { await new Promise(r => setTimeout(r, 1)); throw new Error('lost') })()",
		"a listener of a promise":     "Promise.resolve().then(() => { throw new Error('lost') })",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			vm := single(t, "export async function F() { "+body+"; await new Promise(r => setTimeout(r, 40)); return 1 }")
			if e := failure(limited(t), t, vm, "F"); e.Kind != script.Thrown || !strings.HasSuffix(e.Message, "Error: lost") || e.Pos.Line != 1 {
				t.Errorf("got %v at %v", e, e.Pos)
			}
		})
	}
}

func TestWhatACallDoesNotWaitForEndsWithIt(t *testing.T) {
	t.Parallel()
	vm := single(t, `
let ran = 0;
export const Start = () => {
  setTimeout(() => { ran++; throw new Error('late') }, 1);
  setInterval(() => { ran++ }, 1);
  (async () => { await new Promise(r => setTimeout(r, 1)); ran++; throw new Error('late') })();
  return 'started';
};
export const Later = async () => { await new Promise(r => setTimeout(r, 20)); return ran };
`)
	returns(t, vm, `"started"`, "Start")
	returns(t, vm, "0", "Later")
}

func TestOpenFailsWithItsPlace(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ text, want string }{
		"thrown at the top":         {"import './first'; export const x = 1;\nthrow new Error('at the top')", "main.ts:2:7: Error: at the top"},
		"thrown after an await":     {"import './first'; await null;\n(null as any).x", "main.ts:2:15: TypeError: Cannot read property 'x' of undefined"},
		"an await without an end":   {"import './first'; await new Promise(() => {})", "main.ts: the promise was never settled: nothing is left that it could wait for"},
		"a rejection nobody awaits": {"import './first'; if (1) { Promise.reject(new Error('lost')); await null } else", "main.ts:1:43: unhandled rejection of a promise: Error: lost"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := compile(t, app(t, map[string]string{"main.ts": tc.text + "\nconsole.log('late')", "first.ts": "console.log('begin')"})).Open(limited(t), nil)
			var e *script.Error
			if !errors.As(err, &e) {
				t.Fatal(err)
			}
			if len(e.Logs) != 1 || e.Logs[0] != "begin" {
				t.Errorf("logs %q", e.Logs)
			}
			if got := e.Pos.String() + ": " + e.Message; got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestResults(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ expression, want, problem string }{
		"numbers as JavaScript prints them":    {"[0.1 + 0.2, 1e21, 1e-7, -0, 2 ** 53, 5.0]", "[0.30000000000000004,1e+21,1e-7,0,9007199254740992,5]", ""},
		"text":                                 {`"a\"\\\n\u2028<é😀"`, "\"a\\\"\\\\\\n\u2028<é😀\"", ""},
		"a lone surrogate is replaced":         {`"\ud800"`, `"` + "\ufffd" + `"`, ""},
		"undefined members are left out":       {"({a: undefined, b: 1})", `{"b":1}`, ""},
		"undefined elements are null":          {"[undefined, , 1]", "[null,null,1]", ""},
		"a date":                               {"[new Date(0)]", `["1970-01-01T00:00:00.000Z"]`, ""},
		"toJSON":                               {"({toJSON: (key: string) => ({key})})", `{"key":""}`, ""},
		"a class instance":                     {"new (class A { x = 1; #y = 2; get z() { return 3 } })", `{"x":1}`, ""},
		"wrapped primitives":                   {"[new Number(1), new String('s'), new Boolean(false)]", `[1,"s",false]`, ""},
		"a subclass of Array":                  {"new (class B extends Array<number> {})(1, 2)", "[1,2]", ""},
		"a proxy of an array":                  {"new Proxy([1], {})", "[1]", ""},
		"one object twice":                     {"(() => { const o = {a: 1}; return [o, o] })()", `[{"a":1},{"a":1}]`, ""},
		"a number kept raw":                    {"(JSON as any).rawJSON('9007199254740993')", "9007199254740993", ""},
		"a cycle":                              {"(() => { const o: any = {}; o.a = {b: [o]}; return o })()", "", "the value at .a.b[0] is an object that contains itself, which JSON cannot hold"},
		"a function":                           {"({ok: 1, go: () => 1})", "", "the value at .go is a function, which JSON cannot hold"},
		"a class":                              {"class {}", "", "the value is a function, which JSON cannot hold"},
		"a symbol":                             {"[Symbol('s')]", "", "the value at [0] is a symbol, which JSON cannot hold"},
		"a BigInt":                             {"({n: 12n})", "", "the value at .n is a BigInt, which JSON cannot hold (make it a string)"},
		"NaN":                                  {"({n: 0 / 0})", "", "the value at .n is NaN, which JSON cannot hold"},
		"infinity":                             {"-1 / 0", "", "the value is -Infinity, which JSON cannot hold"},
		"a Map":                                {"({m: new Map([[1, 2]])})", "", "the value at .m is of class Map, which JSON cannot hold (make it a plain value)"},
		"a promise within":                     {"({p: Promise.resolve(1)})", "", "the value at .p is a promise, which JSON cannot hold (await it)"},
		"an Error":                             {"({error: new Error('x')})", "", "the value at .error is of class Error, which JSON cannot hold (make it a plain value)"},
		"bytes":                                {"new Uint8Array(2)", "", "the value is of class Uint8Array, which JSON cannot hold (make it a plain value)"},
		"a huge value":                         {"Array(17).fill('x'.repeat(1024 * 1024))", "", "the value is larger than 16 MiB as JSON"},
		"a value that holds itself many times": {"(() => { let o: any = 'x'.repeat(1000); for (let i = 0; i < 60; i++) o = [o, o]; return o })()", "", "the value is larger than 16 MiB as JSON"},
		"a value that is nested deeply":        {"(() => { let o: any = 1; for (let i = 0; i < 5000; i++) o = [o]; return o })()", "", "nested more than 1000 deep, which JSON cannot hold"},
		"a getter that throws":                 {"({get x() { throw new Error('no x') }})", "", "Error: no x"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			vm := single(t, "export function F() { return "+tc.expression+" }\nexport const Alive = () => 1")
			v, err := vm.Call(limited(t), "F")
			if tc.problem == "" {
				if err != nil || v.Raw() != tc.want {
					t.Errorf("got %s and error %v, want %s", v.Raw(), err, tc.want)
				}
				return
			}
			var e *script.Error
			if !errors.As(err, &e) || !strings.HasSuffix(e.Message, tc.problem) || e.Pos.Line != 1 {
				t.Errorf("got %s and error %v at %v, want %s", v.Raw(), err, e.Pos, tc.problem)
			}
			returns(t, vm, "1", "Alive")
		})
	}
}

func TestCloseIsIdempotent(t *testing.T) {
	t.Parallel()
	vm := single(t, "export const F = () => 1")
	vm.Close()
	vm.Close()
	if e := failure(limited(t), t, vm, "F"); e.Kind != script.Closed {
		t.Errorf("got %v", e)
	}
}

func TestAnEndedContextRunsNothing(t *testing.T) {
	t.Parallel()
	vm := single(t, "let n = 0; export const F = () => ++n")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	e := failure(ctx, t, vm, "F")
	if e.Kind != script.Stopped || !errors.Is(e, context.Canceled) {
		t.Errorf("got %v", e)
	}
	returns(t, vm, "1", "F")
}
