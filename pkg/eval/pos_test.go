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

func TestWhatIsWrongAtAPlaceIsSaidOnce(t *testing.T) {
	t.Parallel()
	at := eval.Pos{File: "a.ts", Line: 3, Column: 1}
	ps := eval.Problems{
		{Pos: at, Case: "one", Message: "wrong"}, {Pos: at, Case: "two", Message: "wrong"}, {Pos: at, Agent: "shop", Message: "wrong"},
		{Pos: at, Case: "one", Message: "odd"}, {Pos: at, Case: "one", Message: "wrong", Path: "after"}, {Pos: at, Message: "wrong", Warning: true},
		{Pos: eval.Pos{File: "a.ts"}, Case: "one", Message: "wrong"}, {Pos: eval.Pos{File: "a.ts"}, Case: "two", Message: "wrong"},
	}
	got := ps.Once()
	if len(got) != 6 || got[0].Case != "one" || got[4].Case != "one" || got[5].Case != "two" {
		t.Errorf("got %v", got)
	}
}
