package script

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestShiftMovesEveryColumnByOne(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ in, want string }{
		"no mappings":                             {"", ""},
		"lines without mappings":                  {";;", ";;"},
		"the first of each line, the source once": {"AAAA,IACA;AACA;;CAAC", "CAAC,IACA;CACA;;EAAC"},
		"a segment without a source":              {"A;AAAA", "C;CAAC"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := shift(tc.in); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestVLQ(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		fields := rapid.SliceOfN(rapid.IntRange(-1<<30, 1<<30), 1, 5).Draw(r, "fields")
		var b strings.Builder
		for _, f := range fields {
			appendVLQ(&b, f)
		}
		if diff := cmp.Diff(fields, decodeVLQ(b.String())); diff != "" {
			r.Fatal(diff)
		}
	})
}
