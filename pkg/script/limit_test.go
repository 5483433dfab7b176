package script_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/dlclark/regexp2/v2"

	"github.com/surefoot-dev/surefoot/pkg/script"
)

func TestDeadline(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ text, pos string }{
		"an endless loop":                       {"export function F() {\n  for (;;) {}\n}", "main.ts:1:8"},
		"an endless loop that catches":          {"export function F() { for (;;) { try { for (;;) {} } catch {} finally { continue } } }", "main.ts:1:8"},
		"an endless loop in an inner function":  {"export function F() { return go() }\nfunction go() { let n = 0; for (;;) n++ }", "main.ts:2:37"},
		"an endless loop with calls":            {"let n = 0; const step = () => n++;\nexport function F() {\n  for (;;) { step() }\n}", "main.ts:"},
		"a promise that waits for a long timer": {"export async function F() { await new Promise(r => setTimeout(r, 1e9)) }", "main.ts:1:23"},
		"jobs without an end":                   {"export async function F() { for (;;) await null }", "main.ts"},
		"timers without an end":                 {"export const F = () => new Promise(() => { const again = () => setTimeout(again, 0); again() })", "main.ts"},
		"an endless getter of the result":       {"export const F = () => ({ get x() { for (;;) {} } })", "main.ts:1:27"},
		"an endless getter of what is thrown":   {"export const F = () => { throw { get message() { for (;;) {} } } }", "main.ts:1:26"},
		"an endless name of what is thrown":     {"export const F = () => { const e = new Error('x'); e.toString = () => { for (;;) {} }; throw e }", "main.ts:1:36"},
		"an endless loop in a sort":             {"export const F = () => [1, 2].sort(() => { for (;;) {} })", "main.ts:1:36"},
		"a join that goes on":                   {"export const F = () => { const a = []; a.length = 4e9; return a.join('') }", "main.ts:1:"},
		"JSON.stringify that goes on":           {"export const F = () => { let o: any = 1; for (let i = 0; i < 900; i++) o = {toJSON: ((v) => () => [v, v])(o)}; return JSON.stringify(o) }", "main.ts"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			vm := single(t, tc.text)
			e := failure(brief(t), t, vm, "F")
			if e.Kind != script.Stopped || !errors.Is(e, context.DeadlineExceeded) {
				t.Fatalf("got %v (%s)", e, e.Kind)
			}
			if !strings.HasPrefix(e.Pos.String(), tc.pos) {
				t.Errorf("at %v, want %s", e.Pos, tc.pos)
			}
			if e := failure(limited(t), t, vm, "F"); e.Kind != script.Closed {
				t.Errorf("the VM goes on: %v", e)
			}
		})
	}
}

func TestDeadlineAtTheTop(t *testing.T) {
	t.Parallel()
	_, err := compile(t, app(t, map[string]string{"main.ts": "for (;;) {}"})).Open(brief(t), nil)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestCancel(t *testing.T) {
	t.Parallel()
	vm := single(t, "export function F() { for (;;) {} }")
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	e := failure(ctx, t, vm, "F")
	if !errors.Is(e, context.Canceled) || e.Message != "the script was cancelled" {
		t.Errorf("got %v", e)
	}
}

func TestAPatternThatBacktracksStopsTheScript(t *testing.T) {
	t.Parallel()
	for name, use := range map[string]string{
		"test":       `re.test(s)`,
		"match":      `s.match(re)`,
		"matchAll":   `[...s.matchAll(new RegExp(re, 'g'))]`,
		"replace":    `s.replace(re, '')`,
		"replaceAll": `s.replaceAll(new RegExp(re, 'g'), '')`,
		"search":     `s.search(re)`,
		"split":      `s.split(re)`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			vm := single(t, `const re = /(?=x)?(a+)+\1$/; const s = 'a'.repeat(40) + 'b';
export function F() { try { return `+use+` } catch { return 'caught' } }`)
			e := failure(limited(t), t, vm, "F")
			if e.Kind != script.Pattern || e.Message != "regular expression timed out after 1s" || e.Pos.Line != 2 {
				t.Errorf("got %v at %v", e, e.Pos)
			}
		})
	}
}

// TestAPatternHasMoreTimeThanItMayTake: the library says of a match that it gave
// up only that it found nothing, and its clock lags where processors are busy.
func TestAPatternHasMoreTimeThanItMayTake(t *testing.T) {
	t.Parallel()
	app(t, nil)
	if got := regexp2.DefaultMatchTimeout; got != 2*time.Second {
		t.Errorf("the library gives up after %v, want twice the second that is allowed", got)
	}
}

func TestACallThatCannotBeInterruptedIsGivenUp(t *testing.T) {
	t.Parallel()
	e := app(t, map[string]string{"main.ts": `const re = /(?=x)?(a+)+\1$/; console.log('before');
export function F() { console.log('in'); return re.test('a'.repeat(40) + 'b') }`})
	vm := open(t, e)
	err := failure(brief(t), t, vm, "F")
	if err.Kind != script.Stopped || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if want := "the script did not end before its deadline and could not be interrupted"; err.Message != want {
		t.Errorf("got %q, want %q", err.Message, want)
	}
	if n := e.Abandoned(); n != 1 {
		t.Errorf("%d abandoned", n)
	}
	if got := strings.Join(vm.Logs(), ","); got != "before,in" {
		t.Errorf("logs %q", got)
	}
	if e := failure(limited(t), t, vm, "F"); e.Kind != script.Closed {
		t.Errorf("the VM goes on: %v", e)
	}
}

func TestRecursion(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"a function": "export function F(): any { return F() }",
		"a catch":    "export function F(): any { try { return F() } catch { return 1 } }",
		"a getter":   "const o: any = { get x() { return o.x } }; export const F = () => o.x",
		"toJSON":     "const o: any = { toJSON() { return JSON.stringify(o) } }; export const F = () => o",
		"a sort":     "export function F(): any { return [1, 2].sort(F as any) }",
		"async":      "export async function F(): Promise<any> { return await F() }",
		"a proxy":    "const p: any = new Proxy({}, { get: (_, k) => p[k] }); export const F = () => p.x",
		"a toString": "const o: any = { toString() { return [o].join() } }; export const F = () => '' + o",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			vm := single(t, text)
			e := failure(limited(t), t, vm, "F")
			if e.Kind != script.Overflow || e.Pos.File != "main.ts" {
				t.Errorf("got %v (%s) at %v", e, e.Kind, e.Pos)
			}
			if e := failure(limited(t), t, vm, "F"); e.Kind != script.Closed {
				t.Errorf("the VM goes on: %v", e)
			}
		})
	}
}

func TestRecursionThatIsDeepEnough(t *testing.T) {
	t.Parallel()
	returns(t, single(t, "export function F(n: number): number { return n && 1 + F(n - 1) }"), "900", "F", data("900"))
}

// The watcher looks at the process's heap, so this test has it to itself.
func TestMemory(t *testing.T) { //nolint:paralleltest // see above
	dir := folder(t, map[string]string{"main.ts": `
export function Grow() { const a = []; for (;;) a.push('x'.repeat(100_000) + a.length) }
export const Wait = () => new Promise(r => setTimeout(r, 50, 'waited'));
`})
	e := engine(t, script.Options{Root: dir, MemoryLimit: 64 << 20})
	idle, greedy := open(t, e), open(t, e)
	var wg sync.WaitGroup
	wg.Go(func() { returns(t, idle, `"waited"`, "Wait") })
	err := failure(limited(t), t, greedy, "Grow")
	if want := "script memory: scripts hold more than 64 MiB"; err.Kind != script.Memory || err.Message != want {
		t.Errorf("got %v (%s)", err, err.Kind)
	}
	if err.Pos.Line != 2 {
		t.Errorf("at %v", err.Pos)
	}
	wg.Wait()
}

// ballast is memory of the process's own.
func ballast(mebibytes int) [][]byte {
	list := make([][]byte, mebibytes)
	for i := range list {
		list[i] = make([]byte, 1<<20)
		for j := range list[i] {
			list[i][j] = 1
		}
	}
	return list
}

// working is a script that takes no memory for some ticks of the watcher, and
// one that takes 20 MiB with each call and keeps them.
const working = `
const spin = (ms: number) => { const until = Date.now() + ms; while (Date.now() < until); };
const kept: string[] = [];
export const Work = () => { spin(60); return 'worked' };
export const Keep = () => { for (let i = 0; i < 20; i++) kept.push('x'.repeat(1 << 20) + i); spin(60); return kept.length };
`

func TestMemoryOfTheProcessIsNotTheScripts(t *testing.T) { //nolint:paralleltest // as TestMemory
	e := engine(t, script.Options{Root: folder(t, map[string]string{"main.ts": working}), MemoryLimit: 64 << 20})
	before := ballast(200)
	vm := open(t, e)
	returns(t, vm, `"worked"`, "Work")
	during := ballast(100)
	returns(t, vm, `"worked"`, "Work")
	vm.Close()
	more := ballast(100)
	returns(t, open(t, e), `"worked"`, "Work")
	runtime.KeepAlive(before)
	runtime.KeepAlive(during)
	runtime.KeepAlive(more)
}

func TestMemoryKeptFromCallToCallCounts(t *testing.T) { //nolint:paralleltest // as TestMemory
	e := engine(t, script.Options{Root: folder(t, map[string]string{"main.ts": working}), MemoryLimit: 64 << 20})
	vm := open(t, e)
	var err error
	for i := 0; i < 10 && err == nil; i++ {
		_, err = vm.Call(limited(t), "Keep")
	}
	var failed *script.Error
	if !errors.As(err, &failed) || failed.Kind != script.Memory {
		t.Errorf("got %v", err)
	}
}

func TestCaps(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ expression, want string }{
		"repeat":                      {"'x'.repeat(2 ** 40)", "RangeError: a string may have at most"},
		"repeat of a long text":       {"'x'.repeat(1e6).repeat(100)", "RangeError: a string may have at most"},
		"padStart":                    {"'x'.padStart(1e9)", "RangeError: a string may have at most"},
		"padEnd":                      {"'x'.padEnd(1e9)", "RangeError: a string may have at most"},
		"join":                        {"Array(1e3).fill('x'.repeat(1e5)).join()", "RangeError: a string may have at most"},
		"join by conversion":          {"'' + [Array(1e3).fill('x'.repeat(1e5)), 1]", "RangeError: a string may have at most"},
		"concat":                      {"''.concat(...Array(1e3).fill('x'.repeat(1e5)))", "RangeError: a string may have at most"},
		"replaceAll":                  {"'x'.repeat(1e5).replaceAll('x', 'y'.repeat(1e5))", "RangeError: a string may have at most"},
		"replace":                     {"'x'.repeat(1e4).replace(/x/g, 'y'.repeat(1e4))", "RangeError: a string may have at most"},
		"replace with what surrounds": {"'x'.repeat(1e4).replace(/x/g, \"$'\")", "RangeError: a string may have at most"},
		"JSON.stringify":              {"JSON.stringify(Array(1e3).fill('x'.repeat(1e5)))", "RangeError: the value is larger than 16 MiB as JSON"},
		"JSON.stringify of nesting":   {"(() => { let o: any = 1; for (let i = 0; i < 5000; i++) o = [o]; return JSON.stringify(o) })()", "RangeError: the value is nested more than 1000 deep"},
		"new Array":                   {"new Array(1e8)", "RangeError: an array may have at most"},
		"Array":                       {"Array(1e8)", "RangeError: an array may have at most"},
		"Array.from":                  {"Array.from({length: 1e8})", "RangeError: an array may have at most"},
		"fill":                        {"(() => { const a = []; a.length = 1e8; return a.fill(0) })()", "RangeError: an array may have at most"},
		"ArrayBuffer":                 {"new ArrayBuffer(1e12)", "RangeError: a buffer may have at most"},
		"Uint8Array":                  {"new Uint8Array(1e12)", "RangeError: a buffer may have at most"},
		"Float64Array":                {"new Float64Array(1e7)", "RangeError: a buffer may have at most"},
		"Uint8Array of a length":      {"new Uint8Array({length: 1e12} as any)", "RangeError: a buffer may have at most"},
		"Uint8Array.from":             {"Uint8Array.from({length: 1e12} as any)", "RangeError: a buffer may have at most"},
		"by a global's name":          {"new (globalThis as any)['Uint8' + 'Array'](1e12)", "RangeError: a buffer may have at most"},
		"by a constructor":            {"new (new Uint8Array(1).constructor as any)(1e12)", "RangeError: a buffer may have at most"},
		"an array's constructor":      {"new ([].constructor as any)(1e8)", "RangeError: an array may have at most"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			vm := single(t, "export function F() { "+tc.expression+" }")
			e := failure(limited(t), t, vm, "F")
			if e.Kind != script.Thrown || !strings.HasPrefix(e.Message, tc.want) || e.Pos.Line != 1 {
				t.Errorf("got %v at %v, want %s", e, e.Pos, tc.want)
			}
		})
	}
}

func TestWhatTheCapsLeaveAlone(t *testing.T) {
	t.Parallel()
	vm := single(t, `
class List extends Array<number> { sum() { return this.reduce((a, b) => a + b, 0) } }
class Re extends RegExp { twice(s: string) { return this.test(s) && this.test(s) } }
export const F = () => [
  [].constructor === Array, new Array(3).length, Array(1, 2), Array.of(7), Array.from('ab'), Array.from({length: 2}, (_, i) => i),
  new List(1, 2, 3).sum(), new List(1, 2).map(x => 2 * x) instanceof List, Array.isArray(new List()), new List(2).length, List.from([1]) instanceof List,
  [1, [2, [3]]].join('-'), [null, undefined, 'x'].join(), (() => { const a: any[] = [1]; a.push(a); return a.join() })(), [1, 2] + '',
  /a/.constructor === RegExp, /a/ instanceof RegExp, RegExp('b').source, new RegExp(/c/g, 'i').flags, RegExp(/d/).source, new Re('x').twice('x'),
  'aXbXc'.split(/X/), 'abc'.replace(/(b)/, '[$1]'), 'a.b.c'.replaceAll('.', ''), 'x'.replace('x', () => 'y'), [...'a1b2'.matchAll(/\d/g)].map(m => m[0]),
  'ab'.repeat(2), 'x'.padStart(3, '-'), 'x'.concat('y', 1 as any), Array.name, RegExp.name, typeof Array, [3, 1, 2].sort(), [1].concat([2], 3 as any),
  new Uint8Array([1, 2]).length, new Uint8Array(new ArrayBuffer(8), 2, 3).length, Uint8Array.from([1, 2, 3])[2], new Uint8Array(2) instanceof Uint8Array,
  new Uint8Array(1).constructor === Uint8Array, ArrayBuffer.isView(new Int16Array(1)), new Uint8Array([1, 2, 3]).map(x => x * 2).join(),
];`)
	returns(t, vm, `[true,3,[1,2],[7],["a","b"],[0,1],`+
		`6,true,true,2,true,`+
		`"1-2,3",",,x","1,","1,2",`+
		`true,true,"b","i","d",true,`+
		`["a","b","c"],"a[b]c","abc","y",["1","2"],`+
		`"abab","--x","xy1","Array","RegExp","function",[1,2,3],[1,2,3],`+
		`2,3,3,true,true,true,"2,4,6"]`, "F")
}
