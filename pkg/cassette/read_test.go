package cassette

import (
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// FuzzParse: no text breaks the reader, and what it reads is written and read
// back the same.
func FuzzParse(f *testing.F) {
	const trial = `{"run": 1, "now": "2026-03-01T12:00:00+01:00", "zone": "CET", "exchanges": [{"kind": "model", "name": "gpt", "role": "agent", "turn": 1, "took_ms": 1.5, "request": {"b": 1, "a": [null]}, "answer": "x"}]}`
	f.Add(`{"schema_version": 1, "agent": "shop", "case": "greet", "trials": [` + trial + `]}`)
	f.Add(`{"schema_version": 1, "agent": "shop", "case": "greet", "trials": [` + trial + `,{}]}`)
	f.Add(`{"schema_version": 2}`)
	f.Add(`[{}]`)
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			return
		}
		first, problems := parse(source.NewFile("c.json", text))
		if (first == nil) != (len(problems) > 0) {
			t.Fatalf("tape %v with problems %v", first, problems)
		}
		if first == nil {
			return
		}
		data, err := first.encode()
		if err != nil {
			return
		}
		second, problems := parse(source.NewFile("c.json", string(data)))
		if len(problems) > 0 {
			t.Fatalf("its own file is not read: %v\n%s", problems, data)
		}
		same := cmp.Comparer(func(a, b eval.Value) bool { return a.Equal(b) })
		if diff := cmp.Diff(first.Agent+first.Case, second.Agent+second.Case); diff != "" {
			t.Error(diff)
		}
		for i, tr := range first.Trials {
			other := second.Trials[i]
			if !tr.Clock.Equal(other.Clock) || zoneOf(tr.Clock) != zoneOf(other.Clock) || tr.Run != other.Run {
				t.Errorf("trial %v is read back as %v", tr, other)
			}
			for j, x := range tr.Exchanges {
				x.Took = other.Exchanges[j].Took // kept to the microsecond
				if diff := cmp.Diff(x, other.Exchanges[j], same); diff != "" {
					t.Error(diff)
				}
			}
		}
	})
}
