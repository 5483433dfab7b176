package cassette_test

import (
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/cassette"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

func TestNamesOfCassettes(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ id, want string }{
		"a plain id stays":             {"refund-01", "refund-01.json"},
		"upper case":                   {"Refund", "refund-6b37bd35.json"},
		"blanks and signs":             {"a b/c", "a-b-c-"},
		"a folder above":               {"../../etc/passwd", "etc-passwd-"},
		"a hidden file":                {".hidden", "hidden-"},
		"nothing that is left":         {"日本", "id-"},
		"a name of Windows":            {"nul.x", "nul-x-"},
		"a device of Windows":          {"com1", "id-"},
		"a dot at the end":             {"a.", "a-"},
		"one that looks like a digest": {"x-0123abcd", "x-0123abcd-"},
		"a long one":                   {strings.Repeat("a", 200), strings.Repeat("a", 71) + "-"},
		"an empty one":                 {"", "id-"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := filepath.Base(cassette.Path("d", eval.Key{Agent: "a", ID: tt.id}))
			if whole := strings.HasSuffix(tt.want, ".json"); whole && got != tt.want || !strings.HasPrefix(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestNoTwoIdsShareAName(t *testing.T) {
	t.Parallel()
	ids := rapid.OneOf(rapid.String(), rapid.StringMatching(`[aA][bB]?[-._ /]?[a-f0-9]{0,8}`), rapid.SampledFrom([]string{"..", ".", "con", "CON", "a/../b"}))
	rapid.Check(t, func(t *rapid.T) {
		a, b := ids.Draw(t, "a"), ids.Draw(t, "b")
		x, y := cassette.Path("d", eval.Key{Agent: "g", ID: a}), cassette.Path("d", eval.Key{Agent: "g", ID: b})
		if a != b && strings.EqualFold(x, y) {
			t.Errorf("%q and %q are both %q", a, b, x)
		}
		if dir := filepath.Dir(x); dir != filepath.Join("d", "g") {
			t.Errorf("%q lies in %q", a, dir)
		}
		if agent := cassette.Path("d", eval.Key{Agent: a, ID: "c"}); filepath.Dir(filepath.Dir(agent)) != "d" {
			t.Errorf("agent %q lies at %q", a, agent)
		}
	})
}
