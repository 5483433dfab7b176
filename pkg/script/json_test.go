package script_test

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/script"
)

// same gives JSON to a script that gives it back.
func same(t testing.TB) func(string) (eval.Value, error) {
	vm := single(t, "export const Same = (v: any) => v")
	ctx := limited(t)
	return func(raw string) (eval.Value, error) { return vm.Call(ctx, "Same", data(raw)) }
}

// plainJSON is a text as decoders of doubles see it, and false where it holds
// numbers that no double does.
func plainJSON(t testing.TB, raw string) (string, bool) {
	var tree any
	if err := json.Unmarshal([]byte(raw), &tree); err != nil {
		return "", false
	}
	v, err := eval.ValueOf(tree)
	if err != nil {
		t.Fatal(err)
	}
	return v.Raw(), true
}

func TestJSONGoesThroughAScriptUnchanged(t *testing.T) {
	t.Parallel()
	pass := same(t)
	leaf := rapid.OneOf(
		rapid.Just[any](nil), rapid.Bool().AsAny(), rapid.String().AsAny(), rapid.Int32().AsAny(), rapid.Float64().AsAny(),
	)
	var tree func(depth int) *rapid.Generator[any]
	tree = func(depth int) *rapid.Generator[any] {
		if depth == 0 {
			return leaf
		}
		inner := tree(depth - 1)
		return rapid.OneOf(leaf,
			rapid.SliceOfN(inner, 0, 4).AsAny(),
			rapid.MapOfN(rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"__proto__", "constructor", "toString", "length", "0"})), inner, 0, 4).AsAny(),
		)
	}
	rapid.Check(t, func(r *rapid.T) {
		in, err := eval.ValueOf(tree(3).Draw(r, "value"))
		if err != nil {
			r.Fatal(err)
		}
		out, err := pass(in.Raw())
		if err != nil {
			r.Fatal(err)
		}
		if !out.Equal(in) {
			r.Fatalf("got %s, want %s", out.Raw(), in.Raw())
		}
	})
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{`{"a":[1,-0.5e-3,null,true,false,"x\u0041\n\ud83d\ude00"],"__proto__":{}}`, ` [ ] `, `{ "a" : { } , "b" : [ 1 , 2 ] }`, `"\\\""`, "1e400", `"\ud800"`} {
		f.Add(seed)
	}
	pass := same(f)
	f.Fuzz(func(t *testing.T, text string) {
		in, err := eval.Parse(text)
		if err != nil || strings.Count(text, "[")+strings.Count(text, "{") > 500 {
			return // not JSON, or too deep
		}
		want, ok := plainJSON(t, in.Raw())
		if !ok {
			return
		}
		out, err := pass(in.Raw())
		if err != nil {
			t.Fatal(err)
		}
		if !out.Equal(eval.Trusted(want)) {
			t.Errorf("got %s, want %s", out.Raw(), want)
		}
	})
}

func BenchmarkOpen(b *testing.B) {
	p := compile(b, app(b, map[string]string{"main.ts": "export function Complete(r: any) { return r.messages.at(-1).content }"}))
	ctx := limited(b)
	b.ReportAllocs()
	for b.Loop() {
		vm, err := p.Open(ctx, nil)
		if err != nil {
			b.Fatal(err)
		}
		vm.Close()
	}
}

func BenchmarkCall(b *testing.B) {
	vm := single(b, "export function Complete(r: any) { return r.messages.at(-1).content }")
	arg := script.Arg{Value: eval.Trusted(`{"messages":[{"role":"user","content":"hello"}],"model":"m","run":1}`)}
	ctx := limited(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := vm.Call(ctx, "Complete", arg); err != nil {
			b.Fatal(err)
		}
	}
}
