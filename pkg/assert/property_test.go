package assert_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/assert"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// spellings draws one JSON value twice: with its keys in another order, its
// numbers in another spelling and other blanks.
func spellings(t *rapid.T, depth int) (a, b string) {
	kinds := 5
	if depth == 0 {
		kinds = 3
	}
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		a = rapid.SampledFrom([]string{"true", "false", "null"}).Draw(t, "literal")
		return a, a
	case 1:
		n := rapid.Int64().Draw(t, "number")
		zeros := rapid.IntRange(0, 3).Draw(t, "zeros")
		if n == 0 {
			return "0", "-0.0e5"
		}
		return fmt.Sprint(n), fmt.Sprintf("%d%se-%d", n, strings.Repeat("0", zeros), zeros)
	case 2:
		s := rapid.String().Draw(t, "text")
		var escaped strings.Builder
		for _, r := range s {
			if r < 0x10000 {
				fmt.Fprintf(&escaped, `\u%04x`, r)
			} else {
				escaped.WriteRune(r)
			}
		}
		return text(s).Raw(), `"` + escaped.String() + `"`
	case 3:
		var left, right []string
		for range rapid.IntRange(0, 3).Draw(t, "items") {
			x, y := spellings(t, depth-1)
			left, right = append(left, x), append(right, y)
		}
		return "[" + strings.Join(left, ",") + "]", "[ " + strings.Join(right, " , ") + " ]"
	default:
		var left, right []string
		for i := range rapid.IntRange(0, 3).Draw(t, "members") {
			key := text(fmt.Sprint(i, rapid.StringN(0, 3, -1).Draw(t, "key"))).Raw()
			x, y := spellings(t, depth-1)
			left, right = append(left, key+":"+x), append([]string{key + " : " + y}, right...)
		}
		return "{" + strings.Join(left, ",") + "}", "{" + strings.Join(right, ",\n") + "}"
	}
}

// run evaluates without a *testing.T.
func run(t *rapid.T, raw string, output eval.Value) eval.Check {
	a, err := assert.NewCompiler(1).Compile(eval.Trusted(raw), "assert", place)
	if err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return a.Evaluate(context.Background(), assert.NewView(&eval.Transcript{Output: output}))
}

func TestEqualsIgnoresSpellingAndOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := spellings(t, 3)
		for _, pair := range [][2]string{{a, a}, {a, b}, {b, a}} {
			raw := `{"type": "equals", "value": ` + pair[0] + `}`
			if got := run(t, raw, eval.Trusted(pair[1])); got.Status != eval.Passed {
				t.Fatalf("%s: %s", raw, got.Message)
			}
			raw = `{"type": "json_path", "path": "v", "value": ` + pair[0] + `}`
			if got := run(t, raw, eval.Trusted(`{"v": `+pair[1]+`}`)); got.Status != eval.Passed {
				t.Fatalf("%s: %s", raw, got.Message)
			}
		}
	})
}

func TestEqualsIsSymmetric(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, _ := spellings(t, 2)
		b, _ := spellings(t, 2)
		// Of a text the JSON in it is compared, which is no symmetric matter.
		if strings.HasPrefix(a, `"`) || strings.HasPrefix(b, `"`) {
			return
		}
		one := run(t, `{"type": "equals", "value": `+a+`}`, eval.Trusted(b))
		other := run(t, `{"type": "equals", "value": `+b+`}`, eval.Trusted(a))
		if one.Status != other.Status {
			t.Fatalf("%s, but %s", one.Message, other.Message)
		}
	})
}

func TestNegateFlipsEveryVerdict(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		value, _ := spellings(t, 2)
		output, _ := spellings(t, 2)
		raw := rapid.SampledFrom([]string{
			`"type": "equals", "value": ` + value, `"type": "regex", "value": "[0-9a-f]"`, `"type": "type", "value": "string"`,
			`"type": "contains", "value": ["1", "a"]`, `"type": "turns", "max": 1`,
			`"type": "any", "assert": [{"type": "contains", "value": "1"}, {"type": "equals", "value": ` + value + `}]`,
		}).Draw(t, "assertion")
		plain := run(t, "{"+raw+"}", eval.Trusted(output))
		negated := run(t, `{"negate": true, `+raw+"}", eval.Trusted(output))
		if plain.Status == eval.Error != (negated.Status == eval.Error) || plain.Status != eval.Error && plain.Passed == negated.Passed {
			t.Fatalf("%s: %s, negated %s", raw, plain.Status, negated.Status)
		}
		// A group of one that is negated around a negated one is the plain one.
		twice := run(t, `{"type": "none", "assert": [{"negate": true, `+raw+"}]}", eval.Trusted(output))
		if twice.Status != plain.Status {
			t.Fatalf("%s: %s, negated twice %s", raw, plain.Status, twice.Status)
		}
	})
}

// TestWithoutJSONNothingPassesBecauseOfIt draws groups of checks of which some
// look for JSON. Were the missing JSON there, each of them might pass or fail;
// what passes must pass whatever they say.
func TestWithoutJSONNothingPassesBecauseOfIt(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		const looks = `{"type": "json_path", "path": "a", "exists": true}`
		var draw func(depth int) string
		draw = func(depth int) string {
			if depth == 0 || rapid.IntRange(0, 2).Draw(t, "leaf") == 0 {
				return rapid.SampledFrom([]string{looks, `{"type": "contains", "value": "Sorry"}`, `{"type": "contains", "value": "x"}`}).Draw(t, "leaf kind")
			}
			var members []string
			for range rapid.IntRange(1, 3).Draw(t, "members") {
				members = append(members, draw(depth-1))
			}
			kind := rapid.SampledFrom([]string{"all", "any", "none"}).Draw(t, "kind")
			return fmt.Sprintf(`{"type": %q, "negate": %v, "assert": [%s]}`, kind, rapid.Bool().Draw(t, "negate"), strings.Join(members, ","))
		}
		raw := draw(3)
		if got := run(t, raw, text("Sorry")); !got.Passed {
			return
		}
		for _, instead := range []string{`{"type": "contains", "value": "S"}`, `{"type": "contains", "value": "y"}`} {
			if got := run(t, strings.ReplaceAll(raw, looks, instead), text("Sorry")); !got.Passed {
				t.Fatalf("%s passes, but with %s: %s", raw, instead, got.Message)
			}
		}
	})
}

func TestNotContainsIsTheOppositeForOneValue(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		needle := text(rapid.StringOfN(rapid.SampledFrom([]rune("abKkſsßİiς")), 1, 3, -1).Draw(t, "needle")).Raw()
		output := text(rapid.StringOfN(rapid.SampledFrom([]rune("abKkſsßİiς")), 0, 12, -1).Draw(t, "output"))
		for _, fold := range []string{"", `, "ignore_case": true`} {
			in := run(t, `{"type": "contains", "value": `+needle+fold+`}`, output)
			out := run(t, `{"type": "not_contains", "value": `+needle+fold+`}`, output)
			if in.Passed == out.Passed || in.Status == eval.Error {
				t.Fatalf("%s, but %s", in.Message, out.Message)
			}
		}
	})
}

func TestIgnoreCaseIsEqualFoldForWholeTexts(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.OneOf(rapid.SampledFrom([]rune("aAkKKsSſßẞİiıIςσΣ")), rapid.Rune())
		a := rapid.StringOfN(letters, 1, 4, -1).Draw(t, "a")
		b := rapid.StringOfN(letters, 1, 4, -1).Draw(t, "b")
		for _, other := range []string{b, strings.ToUpper(a), strings.ToLower(a)} {
			if len([]rune(other)) != len([]rune(a)) {
				continue
			}
			got := run(t, `{"type": "contains", "ignore_case": true, "value": `+text(a).Raw()+`}`, text(other))
			if got.Passed != strings.EqualFold(a, other) {
				t.Fatalf("%q in %q: %s", a, other, got.Status)
			}
		}
	})
}
