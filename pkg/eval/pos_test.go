package eval_test

import (
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

func TestTheFirstProblemIsNoWarningWhereThereIsAnother(t *testing.T) {
	t.Parallel()
	odd, wrong := eval.Problem{Message: "odd", Warning: true}, eval.Problem{Message: "wrong"}
	for want, ps := range map[string]eval.Problems{"wrong": {odd, wrong, {Message: "worse"}}, "odd": {odd}} {
		if got := ps.First().Message; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
