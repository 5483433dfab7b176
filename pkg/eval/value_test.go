package eval_test

import (
	"encoding/json"
	"math/big"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

func parse(t *testing.T, text string) eval.Value {
	t.Helper()
	v, err := eval.Parse(text)
	if err != nil {
		t.Fatalf("Parse(%q): %v", text, err)
	}
	return v
}

func TestEqualIsStructural(t *testing.T) {
	t.Parallel()
	tests := []struct {
		a, b string
		want bool
	}{
		{`{"a":1,"b":[1,2]}`, `{ "b": [1.0, 2e0], "a": 10e-1 }`, true},
		{`{"a":1}`, `{"a":1,"b":null}`, false},
		{`[1,2]`, `[2,1]`, false},
		{`9007199254740993`, `9007199254740992`, false},
		{`9007199254740993`, `9007199254740993.0`, true},
		{`1e400`, `10e399`, true},
		{`1e99999999999999999999`, `1e99999999999999999998`, false},
		{`0`, `-0.0`, true},
		{`0`, `false`, false},
		{`""`, `null`, false},
		{`null`, `false`, false},
		{`[]`, `{}`, false},
		{`"é"`, `"\u00e9"`, true},
		{`"42"`, `42`, false},
		{`{"a":{"b":[{"c":1,"d":2}]}}`, `{"a":{"b":[{"d":2,"c":1}]}}`, true},
	}
	for _, tt := range tests {
		a, b := parse(t, tt.a), parse(t, tt.b)
		if got := a.Equal(b); got != tt.want {
			t.Errorf("%s equals %s: %v, want %v", tt.a, tt.b, got, tt.want)
		}
		if got := b.Equal(a); got != tt.want {
			t.Errorf("%s equals %s: %v, want %v", tt.b, tt.a, got, tt.want)
		}
	}
}

func TestAbsentEqualsOnlyAbsent(t *testing.T) {
	t.Parallel()
	if !(eval.Value{}).Equal(eval.Value{}) {
		t.Error("absent differs from absent")
	}
	if (eval.Value{}).Equal(eval.Trusted("null")) {
		t.Error("absent equals null")
	}
}

// number draws a JSON number that big.Rat can hold.
func number(t *rapid.T) string {
	return rapid.StringMatching(`-?(0|[1-9][0-9]{0,20})(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,2})?`).Draw(t, "number")
}

func TestNumbersCompareAsRationals(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := number(t), number(t)
		x, _ := new(big.Rat).SetString(a)
		y, _ := new(big.Rat).SetString(b)
		if got, want := eval.CompareNumbers(a, b), x.Cmp(y); got != want {
			t.Fatalf("CompareNumbers(%s, %s) = %d, want %d", a, b, got, want)
		}
		if got, want := eval.IsInteger(a), x.IsInt(); got != want {
			t.Fatalf("IsInteger(%s) = %v, want %v", a, got, want)
		}
	})
}

func TestTextAndCanonical(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		`"a\nb"`:                            "a\nb",
		`null`:                              "",
		`true`:                              "true",
		`1.50`:                              "1.50",
		`{ "b": 1.0, "a": "<&>", "c": [] }`: `{"a":"<&>","b":1.0,"c":[]}`,
	} {
		if got := parse(t, raw).Text(); got != want {
			t.Errorf("Text of %s: %q, want %q", raw, got, want)
		}
	}
}

func TestParseTakesOneValueOnly(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", " ", "1 2", "{", "'a'", "NaN", "[1,]"} {
		if v, err := eval.Parse(text); err == nil {
			t.Errorf("Parse(%q) = %q, want an error", text, v.Raw())
		}
	}
	if got := parse(t, " {\"a\": 1}\n").Raw(); got != `{"a": 1}` {
		t.Errorf("got %q", got)
	}
}

func TestValueKeepsItsTextThroughJSON(t *testing.T) {
	t.Parallel()
	type row struct {
		V eval.Value `json:"v,omitzero"`
		N eval.Value `json:"n"`
	}
	data, err := json.Marshal(row{N: eval.Trusted("9007199254740993")})
	if err != nil || string(data) != `{"n":9007199254740993}` {
		t.Fatalf("%s, %v", data, err)
	}
	var back row
	if err := json.Unmarshal([]byte(`{"v":null,"n":1.0}`), &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"null", "1.0"}, []string{back.V.Raw(), back.N.Raw()}); diff != "" {
		t.Error(diff)
	}
}

func TestNormalIsTheSameExactlyWhenValuesAreEqual(t *testing.T) {
	t.Parallel()
	texts := []string{
		"", "null", "true", "false", "0", "-0.0", "1", "1.0", "10e-1", "-1", "1e400", "9007199254740993", "9007199254740992", `"1"`, `""`, `"a"`, `"\u0061"`,
		`[]`, `[1]`, `[1.0]`, `[1,2]`, `[2,1]`, `{}`, `{"a":1,"b":[2]}`, `{"b":[2.0],"a":1}`, `{"a":null}`, `{"a":{"b":1e2}}`, `{"a":{"b":100}}`, `"<&>"`,
	}
	for _, a := range texts {
		for _, b := range texts {
			x, y := eval.Trusted(a), eval.Trusted(b)
			if same := x.Normal() == y.Normal(); same != x.Equal(y) {
				t.Errorf("%s and %s: equal is %v, but as texts %v", a, b, x.Equal(y), same)
			}
		}
	}
}
