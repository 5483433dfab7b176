package jsonpath_test

import (
	"context"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/assert/jsonpath"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

func TestTheWorkOfAQueryIsBounded(t *testing.T) {
	t.Parallel()
	nested := func(depth int, inner string) string {
		return strings.Repeat("[", depth) + inner + strings.Repeat("]", depth)
	}
	flat := func(n int, item string) string { return "[" + strings.Repeat(item+",", n) + item + "]" }
	const filters, holds = "the filters of the query take more than 5000000 steps", "what the query selects holds more than 4000000 values"
	for name, tt := range map[string]struct{ path, doc, want string }{
		"all of the document for each element": {"$[?count($..*) > 1]", flat(20_000, "1"), filters},
		"a filter that descends twice":         {"$[?count(@..*..*) > 1]", nested(9000, ""), filters},
		"twice from the root":                  {"$[?count($..*..*) > 1]", nested(9000, ""), filters},
		"each value with all below it":         {"$..*", nested(3000, flat(10_000, "1")), holds},
		"a filter of a filter":                 {"$[?@.tags[?@ == 'x']]", flat(20_000, `{"tags": ["x"]}`), ""},
		"a filter at every level":              {"$..[?@.id == 1]", flat(20_000, `{"id": 1}`), ""},
		"a place of the root for each element": {"$[?@.id == $[0].id]", flat(20_000, `{"id": 1}`), ""},
		"all of a small document for each":     {"$[?count($..*) > 1]", flat(1000, "1"), ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, err := jsonpath.Parse(tt.path)
			if err != nil {
				t.Fatal(err)
			}
			v, _, err := p.Lookup(context.Background(), eval.Trusted(tt.doc))
			switch {
			case tt.want == "" && (err != nil || v.IsZero()):
				t.Errorf("got %v", err)
			case tt.want != "" && (err == nil || err.Error() != tt.want):
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}
