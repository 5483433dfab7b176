package answer_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/stability/answer"
)

func TestWhichAnswersAreTheSame(t *testing.T) {
	t.Parallel()
	tests := []struct {
		a, b string // JSON
		same bool
	}{
		{`"Yes,  it\nis"`, `" yes, it is "`, true},
		{`"yes"`, `"no"`, false},
		{`{"a":1,"b":2}`, `{"b": 2, "a": 1}`, true},
		{`{"a":"X"}`, `{"a":"x"}`, false},
		{`"1"`, `1`, false},
		{`"{\"a\":1}"`, `{"a":1}`, false},
	}
	for _, tt := range tests {
		if got := answer.Digest(eval.Trusted(tt.a)) == answer.Digest(eval.Trusted(tt.b)); got != tt.same {
			t.Errorf("%s and %s: the same is %v", tt.a, tt.b, got)
		}
	}
	if answer.Given(eval.Value{}) || answer.Given(eval.Trusted("null")) || !answer.Given(eval.StringValue("")) {
		t.Error("an empty text is an answer, and nothing is none")
	}
}

func TestATextIsFoldedAsTheLibraryWouldStepByStep(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.RuneFrom([]rune("aÄİ\u00a0\t\n \u2003ß")))).Draw(t, "text")
		want := strings.Join(strings.Fields(strings.ToLower(text)), " ")
		if got := answer.Normal(eval.StringValue(text)); got != want {
			t.Fatalf("got %q, want %q", got, want)
		}
	})
}
