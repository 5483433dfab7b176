package script_test

import (
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/script"
)

// Each of these took the process with it, or would with a few more zeros.
func TestWhatWouldEndTheProcessIsThrown(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ body, want string }{
		"JSON.parse of nesting":              {`JSON.parse('['.repeat(10001))`, "SyntaxError: JSON.parse: the text is nested more than 10000 deep"},
		"JSON.parse of an object's text":     {`JSON.parse({ toString: () => '{"a":'.repeat(10001) } as any)`, "SyntaxError: JSON.parse: the text is nested more than 10000 deep"},
		"apply":                              {`Math.max.apply(null, { length: 2 ** 31 } as any)`, "RangeError: a call may have at most 1000000 arguments"},
		"apply of fromCharCode":              {`String.fromCharCode.apply(null, { length: 2 ** 31 } as any)`, "RangeError: a call may have at most 1000000 arguments"},
		"Reflect.apply":                      {`Reflect.apply(Math.max, null, { length: 2 ** 31 })`, "RangeError: a call may have at most 1000000 arguments"},
		"Reflect.construct":                  {`Reflect.construct(Date, { length: 2 ** 31 })`, "RangeError: a call may have at most 1000000 arguments"},
		"String.raw":                         {`String.raw({ raw: { length: 2 ** 40 } } as any)`, "RangeError: a call may have at most 1000000 arguments"},
		"sort of what passes for an array":   {`Array.prototype.sort.call({ length: 2 ** 31 })`, "RangeError: an array may have at most 16777216 elements"},
		"concat of what passes for an array": {`[].concat({ length: 2 ** 31, [Symbol.isConcatSpreadable]: true } as any)`, "RangeError: an array may have at most 16777216 elements"},
		"concat of many":                     {`(() => { const a = new Array(4e6); return a.concat(a) })()`, "RangeError: an array may have at most 4194304 elements"},
		"flat of nesting":                    {`(() => { let o: any = []; for (let i = 0; i < 2000; i++) o = [o]; return o.flat(Infinity) })()`, "RangeError: the array is nested more than 1000 deep"},
		"the text of nesting":                {`(() => { let o: any = []; for (let i = 0; i < 2000; i++) o = [o]; return '' + o })()`, "RangeError: the array is nested more than 1000 deep"},
		"new Function of brackets":           {`new Function('('.repeat(2000))`, "SyntaxError: the code is nested more than 1000 brackets deep"},
		"Function of operators":              {`Function('return ' + '-'.repeat(20000) + '1')`, "SyntaxError: a statement is too long"},
		"Function of much":                   {`Function(' '.repeat(1 << 20), '')`, "SyntaxError: code that is made as the script runs may have at most 1 MiB"},
		"a function's constructor":           {`(() => 1).constructor('['.repeat(2000))`, "SyntaxError: the code is nested more than 1000 brackets deep"},
		"an async function's constructor":    {`(async () => 1).constructor('['.repeat(2000))`, "SyntaxError: the code is nested more than 1000 brackets deep"},
		"a generator's constructor":          {`(function* () {}).constructor('['.repeat(2000))`, "SyntaxError: the code is nested more than 1000 brackets deep"},
		"eval":                               {`eval('1')`, "EvalError: eval is not available to scripts"},
		"eval by another name":               {`(0, eval)('1')`, "EvalError: eval is not available to scripts"},
		"eval in a made function":            {`new Function("return eval('1')")()`, "EvalError: eval is not available to scripts"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := failure(limited(t), t, single(t, "export function F() { return "+tc.body+" }"), "F")
			if e.Kind != script.Thrown || !strings.HasPrefix(e.Message, tc.want) || e.Pos.Line != 1 {
				t.Errorf("got %v (%s) at %v, want %s", e, e.Kind, e.Pos, tc.want)
			}
		})
	}
}

func TestArraysThatAreLongInNameOnly(t *testing.T) {
	t.Parallel()
	for _, method := range []string{
		"sort()", "toSorted()", "unshift(1)", "shift()", "splice(0, 1)", "toSpliced(0, 1)", "reverse()", "toReversed()", "copyWithin(0, 1)", "map(x => x)",
		"forEach(x => x)", "indexOf(2)", "includes(2)", "concat([1])", "slice()", "with(0, 1)", "flat()", "reduce((x, y) => x)",
	} {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			vm := single(t, "export function F() { const a: any = []; a[4000000000] = 1; a[1] = 1; return a."+method+" }")
			e := failure(limited(t), t, vm, "F")
			if want := "RangeError: an array may have at most 16777216 elements here"; e.Message != want {
				t.Errorf("got %v", e)
			}
		})
	}
}

func TestSpreadingAnArrayCanBeStopped(t *testing.T) {
	t.Parallel()
	vm := single(t, "export function F() { const a: any = []; a.length = 4e9; return [...a].length }")
	if e := failure(brief(t), t, vm, "F"); e.Message != "the script did not end before its deadline" {
		t.Errorf("got %v", e)
	}
}

func TestWhatTheGuardsLeaveAlone(t *testing.T) {
	t.Parallel()
	vm := single(t, `
class Made extends Function { constructor() { super('a', 'return a * 2') } twice() { return this(4) } }
export const F = () => [
  new Function('a', 'b', 'return a + b')(1, 2), Function('return 3')(), Function.name, (() => 1) instanceof Function, Function instanceof Function,
  (() => 1).constructor === Function, [...(function* () {}).constructor('yield 5')()], (new Made() as any).twice(), new Function('"use strict"; return this === undefined')(),
  Math.max.apply(null, [1, 3, 2]), Math.max.apply(null, { length: 2, 0: 7, 1: 8 } as any), Reflect.apply(Math.min, null, [4, 2]), (Reflect.construct(Array, [1, 2]) as any).length,
  String.raw`+"`a\\n${1}`"+`, [3, 1, 2].sort((a, b) => b - a), Array.prototype.map.call('ab', x => x + x), [1, [2, [3, [4]]]].flat(Infinity), [1].concat([2], 3 as any),
  JSON.parse('[' .repeat(900) + ']'.repeat(900)).length, JSON.parse('{"a":"[[[\\"{{"}').a, JSON.parse('[1,2]', (k, v) => k === '0' ? 9 : v), JSON.parse(7 as any),
  (() => { try { new Function('return (') } catch (e: any) { return e.name } })(), (() => { try { [1].map(() => { throw 'own' }) } catch (e) { return e } })(),
];`)
	returns(t, vm, `[3,3,"Function",true,true,true,[5],8,true,3,8,2,2,"a\\n1",[3,2,1],["aa","bb"],[1,2,3,4],[1,2,3],1,"[[[\"{{",[9,2],7,"SyntaxError","own"]`, "F")
}

func TestFaultsOfTheEngine(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"a prototype that throws": "throw new Proxy({}, { getPrototypeOf() { throw 2 } })",
		"keys without an end":     "return Reflect.ownKeys(new Proxy({}, { ownKeys() { return { length: 2 ** 40 } as any } }))",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			vm := single(t, "export function F() {\n"+body+"\n}")
			e := failure(limited(t), t, vm, "F")
			if e.Kind != script.Internal || e.Pos.File != "main.ts" || !strings.Contains(e.Message, "write this part of the script in another way") {
				t.Errorf("got %v (%s) at %v", e, e.Kind, e.Pos)
			}
			if e := failure(limited(t), t, vm, "F"); e.Kind != script.Closed {
				t.Errorf("the VM goes on: %v", e)
			}
		})
	}
}

// A text that doubles grows faster than garbage is collected.
func TestMemoryOfATextThatDoubles(t *testing.T) { //nolint:paralleltest // as TestMemory
	dir := folder(t, map[string]string{"main.ts": "export function F() { let s = 'x'; for (;;) s += s }"})
	e := engine(t, script.Options{Root: dir, MemoryLimit: 32 << 20})
	if err := failure(limited(t), t, open(t, e), "F"); err.Kind != script.Memory {
		t.Errorf("got %v (%s)", err, err.Kind)
	}
}
