package forecast_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/forecast"
)

func ref[T any](v T) *T { return &v }

func past(passed, scored int, tokens, usd, ms float64) *forecast.Past {
	return &forecast.Past{Passed: passed, Scored: scored, Tokens: &tokens, CostUSD: &usd, TookMS: ms}
}

func cases(n, runs int) []forecast.Case {
	all := make([]forecast.Case, n)
	for i := range all {
		all[i] = forecast.Case{Agent: "a", ID: string(rune('a' + i)), Least: runs, Runs: runs}
	}
	return all
}

func TestARunTakesTheMeansOfItsCasesTimesTheirTrials(t *testing.T) {
	t.Parallel()
	all := cases(3, 4)
	all[0].Past = past(4, 4, 100, 0.01, 1000)
	all[1].Past, all[1].Least = past(4, 4, 10, 0.5, 100), 2
	all[2].Past, all[2].Done = past(4, 4, 1, 0.25, 10), 3
	f, each := forecast.Of(forecast.Plan{Baseline: "b", Cases: all, Parallel: 1})
	// 4 trials of the first, 2 to 4 of the second, and the last one of the third.
	want := [4]*eval.Estimate{
		{From: 7, To: 9, Cases: 3}, {From: 421, To: 441, Cases: 3}, {From: 1.29, To: 2.29, Cases: 3}, {From: 4210, To: 4410, Cases: 3},
	}
	if diff := cmp.Diff(want, [4]*eval.Estimate{f.Trials, f.Tokens, f.CostUSD, f.DurationMS}, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Error(diff)
	}
	if *each[1].Tokens != 10 || *each[1].CostUSD != 0.5 || *each[1].DurationMS != 100 || *each[1].BaseRate != 100 || f.Known != 3 {
		t.Errorf("%+v", each[1])
	}
}

func TestWhatTheBaselineDoesNotKnowIsUnknown(t *testing.T) {
	t.Parallel()
	all := cases(3, 2)
	all[0].Past = past(2, 2, 100, 0, 1000)
	all[0].Past.CostUSD = nil
	f, each := forecast.Of(forecast.Plan{Baseline: "b", Cases: all, Parallel: 2})
	if diff := cmp.Diff(&eval.Estimate{From: 200, To: 200, Cases: 1}, f.Tokens); diff != "" || f.CostUSD != nil {
		t.Errorf("%s, cost %v", diff, f.CostUSD)
	}
	if f.Known != 1 || each[1].BaseRate != nil || each[1].Tokens != nil || each[1].DurationMS != nil || each[1].SmallestDrop != nil {
		t.Errorf("%d known, %+v", f.Known, each[1])
	}
	f, _ = forecast.Of(forecast.Plan{Cases: cases(3, 2), Parallel: 2})
	if f.Tokens != nil || f.CostUSD != nil || f.DurationMS != nil || f.Trials.From != 6 {
		t.Errorf("%+v", f)
	}
}

func TestTrialsInFlightTakeTheTimeOfTheLongestChain(t *testing.T) {
	t.Parallel()
	all := cases(2, 3)
	all[0].Past, all[1].Past = past(3, 3, 0, 0, 10), past(3, 3, 0, 0, 4)
	for _, tt := range []struct {
		parallel int
		from, to float64
	}{
		{1, 42, 42},
		// 10 and 10; the third from 10 to 20, beside it 4s to 14, 18 and 22.
		{2, 22, 22},
		{100, 10, 10},
		{0, 10, 42}, // between all at once and one by one
	} {
		f, _ := forecast.Of(forecast.Plan{Baseline: "b", Cases: all, Parallel: tt.parallel})
		if diff := cmp.Diff(&eval.Estimate{From: tt.from, To: tt.to, Cases: 2}, f.DurationMS); diff != "" {
			t.Errorf("%d in flight: %s", tt.parallel, diff)
		}
	}
}

func TestTheMeansOfACaseAreOfTheTrialsThatRan(t *testing.T) {
	t.Parallel()
	c := &eval.CaseResult{Planned: 9, Runs: 4, Passed: 1, Failed: 1, Timeouts: 1, Errors: 1, AvgMS: ref(30.0)}
	want := &forecast.Past{Passed: 1, Scored: 3, Tokens: ref(80.0), TookMS: 30}
	if diff := cmp.Diff(want, forecast.PastOf(c, eval.Usage{TotalTokens: ref(int64(320)), Calls: 3, Attempts: 3})); diff != "" {
		t.Error(diff)
	}
	if got := forecast.PastOf(&eval.CaseResult{Planned: 2, Skipped: 2}, eval.Usage{}); got != nil {
		t.Errorf("a past of nothing: %+v", got)
	}
}

func TestAPlanOfNothingTakesAndFindsNothing(t *testing.T) {
	t.Parallel()
	f, each := forecast.Of(forecast.Plan{Parallel: 1, Drop: 10})
	if f.Trials.To != 0 || len(f.Drops) != 0 || f.SuiteDrop != nil || len(each) != 0 {
		t.Errorf("%+v", f)
	}
}

func TestWithoutABaselineTwoRunsOfThePlanAreCompared(t *testing.T) {
	t.Parallel()
	f, each := forecast.Of(forecast.Plan{Cases: cases(4, 3)})
	// Three trials are too few for the test, so that it corrects for none of the
	// other cases. But 3 of 3 and then none are two classes or more, at 1/20: from
	// 100 to q it is found in (1 - q)³, which is 80 % at 7.17. Of a case that stays
	// at 90, all pass and then none in 0.9³ · 0.1³; of one that stays at 80, in
	// 0.8³ · 0.2³.
	want := []eval.SmallestDrop{
		{BaseRate: 100, Runs: 3, BaseRuns: 3, Cases: 4, Tested: 1, Drop: ref(92.84)},
		{BaseRate: 90, Runs: 3, BaseRuns: 3, Cases: 4, Tested: 1, FalseAlarm: 0.0729},
		{BaseRate: 80, Runs: 3, BaseRuns: 3, Cases: 4, Tested: 1, FalseAlarm: 0.4096},
	}
	if diff := cmp.Diff(want, f.Drops, cmpopts.EquateApprox(0, 1e-4)); diff != "" {
		t.Error(diff)
	}
	if *each[3].SmallestDrop != 92.84 || f.Detect != nil {
		t.Errorf("%+v, %+v", each[3], f.Detect)
	}
	f, _ = forecast.Of(forecast.Plan{Cases: cases(4, 5)})
	for _, d := range f.Drops {
		if corrected := map[bool]int{true: 1, false: 4}[d.BaseRate == 100]; d.Tested != corrected {
			t.Errorf("at %v: corrected for %d", d.BaseRate, d.Tested)
		}
	}
}

func TestWithABaselineItsTrialsCount(t *testing.T) {
	t.Parallel()
	all := cases(6, 4)
	all[0].Past = past(5, 5, 1, 1, 1)
	all[1].Past = past(5, 5, 1, 1, 1)
	all[2].Past = past(3, 5, 1, 1, 1)
	all[3].Past = past(0, 5, 1, 1, 1)
	all[4].Past = past(0, 0, 1, 1, 1) // nothing but errors
	f, each := forecast.Of(forecast.Plan{Baseline: "b", Cases: all, Drop: 10, Parallel: 1})
	// 5 of 5 and then 1 of 4 are two classes or more, and C(4,1) of C(9,6) ways,
	// 4 of 84; with 2 of 4 they are 6 of 36: (1 - q)⁴ + 4 q (1 - q)³ is 80 % at
	// 21.23. No class is two below that of 3 of 5, and 3 of 5 and then none of 4 are
	// C(5,3) of C(9,3) ways, 10 of 84: not below 0.05.
	want := []eval.SmallestDrop{
		{BaseRate: 100, Runs: 4, BaseRuns: 5, Cases: 2, Tested: 2, Drop: ref(78.77)},
		{BaseRate: 60, Runs: 4, BaseRuns: 5, Cases: 1, Tested: 1},
		{BaseRate: 0, Runs: 4, BaseRuns: 5, Cases: 1, Tested: 2},
	}
	if diff := cmp.Diff(want, f.Drops, cmpopts.EquateApprox(0, 1e-4)); diff != "" {
		t.Error(diff)
	}
	if *each[1].SmallestDrop != 78.77 || each[2].SmallestDrop != nil || each[4].SmallestDrop != nil || each[5].SmallestDrop != nil {
		t.Errorf("%+v", each)
	}
	// Five trials before are too few, whatever their number now; one that never
	// passed cannot fall.
	if len(f.Detect) != 1 || f.Detect[0].Runs != nil || f.Detect[0].Both == nil || f.Detect[0].Exempt != 1 || f.Detect[0].Case != "a/a" {
		t.Errorf("%+v", f.Detect)
	}
}

func TestACaseInQuarantineCorrectsForNoOther(t *testing.T) {
	t.Parallel()
	all := cases(3, 5)
	for i, passed := range []int{5, 3, 3} {
		all[i].Past = past(passed, 5, 1, 1, 1)
	}
	tested := func() int {
		f, _ := forecast.Of(forecast.Plan{Baseline: "b", Cases: all, Parallel: 1})
		return f.Drops[0].Tested // of the case that always passed, beside those that did not
	}
	if n := tested(); n != 3 {
		t.Errorf("corrected for %d", n)
	}
	all[2].Outside = true
	if n := tested(); n != 2 {
		t.Errorf("with one in quarantine corrected for %d", n)
	}
}

func TestTheSuggestedTrialsFindTheDropAndNoFewerDo(t *testing.T) {
	t.Parallel()
	finds := func(runs int, drop, rate float64) bool {
		f, _ := forecast.Of(forecast.Plan{Cases: cases(5, runs)})
		for _, d := range f.Drops {
			if d.BaseRate == rate {
				return d.Drop != nil && *d.Drop <= drop+0.01
			}
		}
		return false
	}
	f, _ := forecast.Of(forecast.Plan{Cases: cases(5, 1), Drop: 30})
	if len(f.Detect) != 3 {
		t.Fatalf("%+v", f.Detect)
	}
	for _, d := range f.Detect {
		if runs := *d.Runs; runs != *d.Both || !finds(runs, 30, d.BaseRate) || finds(runs-1, 30, d.BaseRate) {
			t.Errorf("from %v: %d", d.BaseRate, runs)
		}
	}
	if f, _ := forecast.Of(forecast.Plan{Cases: cases(5, 1), Drop: 0.1}); f.Detect[2].Runs != nil {
		t.Errorf("a tenth of a point around 80: %d", *f.Detect[2].Runs)
	}
}
