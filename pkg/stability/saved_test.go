package stability_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// spender is a trial that told what it took, or held back since nothing needed
// it.
func spender(id string, run int, status eval.Status, stop eval.Stop, tokens *int64) *eval.Trial {
	t := trial(id, run, status, 0)
	t.Stopped = stop
	if stop != "" {
		t.Reason = "decided: so it is"
		return t
	}
	t.Usage = map[eval.Role]eval.Usage{eval.RoleAgent: {TotalTokens: tokens, Calls: 1, Attempts: 1}}
	return t
}

func TestWhatWasNotNeededIsSavedByTheMeanOfItsCase(t *testing.T) {
	t.Parallel()
	n := func(tokens int64) *int64 { return &tokens }
	r := build([]planned{{"a", 4}, {"b", 3}, {"c", 2}},
		spender("a", 1, eval.Passed, "", n(10)), spender("a", 2, eval.Passed, "", n(20)),
		spender("a", 3, eval.Skipped, eval.StopDecided, nil), spender("a", 4, eval.Skipped, eval.StopDecided, nil),
		spender("b", 1, eval.Passed, "", n(7)),
		spender("b", 2, eval.Skipped, eval.StopSettled, nil), spender("b", 3, eval.Skipped, eval.StopSettled, nil),
		spender("c", 1, eval.Passed, "", n(9)), spender("c", 2, eval.Skipped, eval.StopBudget, nil),
	)
	tokens := 2*15.0 + 2*7
	if diff := cmp.Diff(&eval.Saved{Trials: 4, Tokens: &tokens}, r.Summary.Saved); diff != "" {
		t.Error(diff)
	}
	type figures struct {
		Status  eval.Status
		Spared  int
		Stopped string
		Bounds  eval.Interval
		Class   eval.Class
	}
	var got []figures
	for _, c := range r.Cases {
		got = append(got, figures{c.Status, c.Spared, c.Stopped, *c.PassBounds, c.Class})
	}
	if s := r.Summary; s.StableCases != 0 || s.Unstable != 0 || s.Undetermined != 3 {
		t.Errorf("%d stable, %d unstable, %d undetermined: no class is known of any", s.StableCases, s.Unstable, s.Undetermined)
	}
	third := 100.0 / 3
	want := []figures{
		{eval.Passed, 2, "decided: so it is", eval.Interval{50, 100}, eval.Undetermined},
		{eval.Skipped, 2, "decided: so it is", eval.Interval{third, 100}, eval.Undetermined}, // the case itself is open
		{eval.Skipped, 0, "decided: so it is", eval.Interval{50, 100}, eval.Undetermined},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestWhatIsSavedIsUnknownWhereOneTrialIs(t *testing.T) {
	t.Parallel()
	n := int64(10)
	r := build([]planned{{"a", 3}}, spender("a", 1, eval.Failed, "", &n), spender("a", 2, eval.Failed, "", nil), spender("a", 3, eval.Skipped, eval.StopDecided, nil))
	if diff := cmp.Diff(&eval.Saved{Trials: 1}, r.Summary.Saved); diff != "" {
		t.Error(diff)
	}
	if r := build([]planned{{"a", 2}}, spender("a", 1, eval.Failed, "", &n), spender("a", 2, eval.Failed, "", &n)); r.Summary.Saved != nil {
		t.Errorf("saved %+v of nothing", r.Summary.Saved)
	}
}
