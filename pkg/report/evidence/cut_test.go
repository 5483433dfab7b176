package evidence_test

import (
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/evidence"
)

func TestFound(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("abcd ", 1000)
	list := "[" + strings.Repeat("1,", 3000) + "1]"
	cutText := eval.StringValue(text[:4096] + "... [cut, 5000 bytes of text in all]")
	cutList := eval.StringValue(list[:4096] + "... [cut, 6003 bytes of JSON in all]")
	tests := []struct {
		name           string
		actual, output eval.Value
		want           eval.Value
		whole          bool
	}{
		{"the beginning of a text", cutText, eval.StringValue(text), eval.StringValue(text), true},
		{"the beginning of JSON", cutList, eval.Trusted(list), eval.Trusted(list), true},
		{"of another text", cutText, eval.StringValue("x" + text[1:]), cutText, false},
		{"of JSON within a text", cutList, eval.StringValue(list), cutList, false},
		{"not cut", eval.StringValue(text), eval.StringValue("a"), eval.StringValue(text), true},
		{"what an agent says", eval.StringValue("a... [cut, 1 bytes of text in all]"), eval.StringValue("b"), eval.StringValue("a... [cut, 1 bytes of text in all]"), true},
		{"no text", eval.Trusted("[1]"), eval.Value{}, eval.Trusted("[1]"), true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got, whole := evidence.Found(&eval.Check{Actual: tt.actual}, &eval.Trial{Output: tt.output}); got != tt.want || whole != tt.whole {
				t.Errorf("got %.80s, %v", got.Raw(), whole)
			}
		})
	}
}
