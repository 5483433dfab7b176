package script_test

import (
	"context"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/script"
)

// asking is an argument whose method skip says what is under way.
func asking() script.Arg {
	return script.Arg{Methods: map[string]script.Method{"skip": {Do: func(_ context.Context, call *script.Call) (script.Arg, error) {
		e := call.Underway()
		if e == nil {
			return script.Arg{Value: eval.StringValue("nothing")}, nil
		}
		return script.Arg{Value: eval.StringValue(e.Message)}, nil
	}}}}
}

func TestWhatIsUnderWayIsKnown(t *testing.T) {
	t.Parallel()
	const no = `"nothing"`
	for name, tc := range map[string]struct{ body, want string }{
		"nothing is":                       {`return h.skip()`, no},
		"a finally that nothing led to":    {`try { } finally { return h.skip() }`, no},
		"what was thrown":                  {`try { throw new Error("broken") } finally { return h.skip() }`, `"Error: broken"`},
		"what is no error":                 {`try { throw "text" } finally { return h.skip() }`, `"thrown: \"text\""`},
		"what was caught is not":           {`try { throw 1 } catch { } finally { return h.skip() }`, no},
		"what was caught and thrown again": {`try { throw 1 } catch { throw 2 } finally { return h.skip() }`, `"thrown: 2"`},
		"what arrived is not":              {`try { try { throw 1 } finally { } } catch { } return h.skip()`, no},
		"what a return replaced is not":    {`(() => { try { throw 1 } finally { return 2 } })(); return h.skip()`, no},
		"what a loop goes on from is not":  {`for (const i of [1]) { try { throw i } finally { continue } } return h.skip()`, no},
		"across what is awaited":           {`const end = async () => { await null; await null; return h.skip() }; try { throw 1 } finally { return await end() }`, `"thrown: 1"`},
		"that of the inner one":            {`try { throw 1 } finally { try { throw 2 } finally { return h.skip() } }`, `"thrown: 2"`},
		"that of the outer one again":      {`try { throw 1 } finally { try { try { throw 2 } finally { } } catch { } return h.skip() }`, `"thrown: 1"`},
		"a rejection nobody handles":       {`const p = Promise.reject(1); const said = h.skip(); p.catch(() => {}); return said`, `"thrown: 1"`},
		"one that was handled is not":      {`await Promise.reject(1).catch(() => {}); return h.skip()`, no},
		"one in a promise's finally":       {`let said; await Promise.reject(1).finally(() => { said = h.skip() }).catch(() => {}); return said`, `"thrown: 1"`},
		"one that awaits there":            {`let said; await Promise.reject(1).finally(async () => { await null; said = h.skip() }).catch(() => {}); return said`, `"thrown: 1"`},
		"one that arrived from there":      {`await Promise.reject(1).finally(() => { throw 2 }).catch(() => {}); return h.skip()`, no},
		"a promise's finally without one":  {`let said; await Promise.resolve(1).finally(() => { said = h.skip() }); return said`, no},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			returns(t, single(t, "export const F = async (h: any) => { "+tc.body+" }"), tc.want, "F", asking())
		})
	}
}

// TestFinallyIsWhatItWas runs what a script does with finally both ways: one
// that mentions to skip has blocks that tell what is under way.
func TestFinallyIsWhatItWas(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ body, want string }{
		"order":              {`const a = []; try { a.push(1) } finally { a.push(2) } return a`, `[1,2]`},
		"a return waits":     {`const a = []; const f = () => { try { return a.length } finally { a.push(1) } }; return [f(), a.length]`, `[0,1]`},
		"a return replaces":  {`const f = () => { try { throw 1 } finally { return 2 } }; return f()`, `2`},
		"a break":            {`let n = 0; for (;;) { try { n++; break } finally { n += 10 } } return n`, `11`},
		"a label":            {`let n = 0; out: for (;;) { for (;;) { try { continue out } finally { if (n++ > 1) break out } } } return n`, `3`},
		"a catch as well":    {`const a = []; try { throw 1 } catch (e) { a.push(e) } finally { a.push(2) } return a`, `[1,2]`},
		"no name of a catch": {`let a = 0; try { throw 1 } catch { a = 1 } finally { a += 1 } return a`, `2`},
		"names of blocks":    {`let x = 1; try { let x = 2; var y = x } finally { let x = 3; var z = x } return [x, y, z]`, `[1,2,3]`},
		"functions in it":    {`let a; try { a = f(); function f() { return 1 } } finally { a += g(); function g() { return 2 } } return a`, `3`},
		"what is thrown":     {`try { try { throw new RangeError("x") } finally { null } } catch (e: any) { return [e instanceof RangeError, e.message] }`, `[true,"x"]`},
		"undefined thrown":   {`try { try { throw undefined } finally { null } } catch (e) { return e === undefined }`, `true`},
		"a generator":        {`const a = []; function* g() { try { yield 1; yield 2 } finally { a.push(3) } } for (const x of g()) { a.push(x); break } return a`, `[1,3]`},
		"what is awaited":    {`const a = []; try { await Promise.reject(1) } catch (e) { a.push(e) } finally { a.push(await Promise.resolve(2)) } return a`, `[1,2]`},
		"a promise's value":  {`return await Promise.resolve(1).finally(() => 2)`, `1`},
		"a promise's error":  {`return await Promise.reject(1).finally(() => 2).catch((e) => e)`, `1`},
		"one that throws":    {`return await Promise.resolve(1).finally(() => { throw 3 }).catch((e) => e)`, `3`},
		"one that rejects":   {`return await Promise.reject(1).finally(() => Promise.reject(3)).catch((e) => e)`, `3`},
		"one that is none":   {`return await Promise.resolve(1).finally(undefined)`, `1`},
	} {
		for words, word := range map[string]string{"plainly": `""`, "telling": `"skip"`} {
			t.Run(name+" "+words, func(t *testing.T) {
				t.Parallel()
				returns(t, single(t, "export const F = async (h: any) => { "+tc.body+" }\nexport const word = "+word), tc.want, "F")
			})
		}
	}
}
