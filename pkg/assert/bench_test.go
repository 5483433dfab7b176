package assert_test

import (
	"context"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/assert"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

func BenchmarkEvaluate(b *testing.B) {
	short := text("Your order is on its way. Order 12345 ships on 2024-05-01.")
	object := text(`{"name": "Ada", "tags": ["a", "b"], "n": 12.5}`)
	for name, bb := range map[string]struct {
		raw    string
		output eval.Value
	}{
		"contains":      {`{"type": "contains", "value": "on its way"}`, short},
		"contains long": {`{"type": "contains", "value": "on its way"}`, text(strings.Repeat("a ", 5000) + "on its way")},
		"ignore_case":   {`{"type": "contains", "value": "ON ITS WAY", "ignore_case": true}`, short},
		"equals":        {`{"type": "equals", "value": "Your order is on its way. Order 12345 ships on 2024-05-01."}`, short},
		"regex":         {`{"type": "regex", "value": "Order \\d+"}`, short},
		"json_path":     {`{"type": "json_path", "path": "tags[1]", "value": "b"}`, object},
		"schema":        {`{"type": "schema", "value": {"type": "object", "required": ["name"]}}`, object},
	} {
		b.Run(name, func(b *testing.B) {
			a, err := assert.NewCompiler(1).Compile(eval.Trusted(bb.raw), "assert", place)
			if err != nil {
				b.Fatal(err)
			}
			transcript := &eval.Transcript{Output: bb.output}
			b.ReportAllocs()
			for b.Loop() {
				if got := a.Evaluate(context.Background(), assert.NewView(transcript)); !got.Passed {
					b.Fatal(got.Message)
				}
			}
		})
	}
}

func BenchmarkCompile(b *testing.B) {
	raw := eval.Trusted(`{"type": "contains", "value": "on its way"}`)
	b.Run("anew", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := assert.NewCompiler(1).Compile(raw, "assert", place); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("known", func(b *testing.B) {
		c := assert.NewCompiler(10)
		b.ReportAllocs()
		for b.Loop() {
			if _, err := c.Compile(raw, "assert", place); err != nil {
				b.Fatal(err)
			}
		}
	})
}
