package mark_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/mark"
)

func at(line, column int) eval.Pos { return eval.Pos{File: "a.jsonl", Line: line, Column: column} }

func rate(f float64) *float64 { return &f }

// run is a report with a case of each kind, and its trials.
func run(verdict eval.Verdict, policy eval.Policy) (*eval.Report, []*eval.Trial) {
	cases := []eval.CaseResult{
		{Agent: "shop", ID: "good", Status: eval.Passed, Planned: 2, Runs: 2, Passed: 2, PassRate: rate(100), Class: eval.Stable, Pos: at(1, 1)},
		{Agent: "shop", ID: "flaky", Status: eval.Failed, Planned: 2, Runs: 2, Passed: 1, Failed: 1, PassRate: rate(50), Class: eval.Unstable, Pos: at(2, 1)},
		{Agent: "shop", ID: "bad", Status: eval.Failed, Planned: 1, Runs: 1, Failed: 1, PassRate: rate(0), Class: eval.HighlyUnstable, Pos: at(3, 1)},
		{Agent: "shop", ID: "broken", Status: eval.Error, Planned: 1, Runs: 1, Errors: 1, PassRate: rate(0), Class: eval.HighlyUnstable, Pos: at(4, 1)},
		{Agent: "shop", ID: "left-out", Status: eval.Skipped, Reason: "later", Pos: at(5, 1)},
	}
	trials := []*eval.Trial{
		{Agent: "shop", ID: "good", Run: 1, Status: eval.Passed}, {Agent: "shop", ID: "good", Run: 2, Status: eval.Passed},
		{Agent: "shop", ID: "flaky", Run: 1, Status: eval.Passed},
		{Agent: "shop", ID: "flaky", Run: 2, Status: eval.Failed, Pos: at(2, 1), Checks: []eval.Check{
			{Type: "contains", Assertion: "assert[0]", Status: eval.Passed, Passed: true, Pos: at(2, 20)},
			{Type: "regex", Assertion: "assert[1]", Status: eval.Failed, Message: "want a date", Reason: "none is there", Pos: at(2, 40)},
		}},
		{Agent: "shop", ID: "bad", Run: 1, Status: eval.Failed, Pos: at(3, 1), Checks: []eval.Check{{Type: "equals", Assertion: "assert", Status: eval.Failed, Message: "want 1", Pos: at(3, 30)}}},
		{Agent: "shop", ID: "broken", Run: 1, Status: eval.Error, Error: "no answer: 503", Pos: at(4, 1)},
		{Agent: "shop", ID: "left-out", Run: 1, Status: eval.Skipped, Reason: "later", Pos: at(5, 1)},
	}
	return &eval.Report{Start: eval.Start{Policy: policy}, Cases: cases, Decision: eval.Decision{Verdict: verdict}}, trials
}

func stream(trials []*eval.Trial) func(yield func(*eval.Trial, error) bool) {
	return func(yield func(*eval.Trial, error) bool) {
		for _, t := range trials {
			if !yield(t, nil) {
				return
			}
		}
	}
}

func TestTheWorstComesFirstAtItsAssertion(t *testing.T) {
	t.Parallel()
	report, trials := run(eval.VerdictFailed, eval.Policy{})
	got, err := mark.Of(report, stream(trials))
	if err != nil {
		t.Fatal(err)
	}
	want := []mark.Mark{
		{Pos: at(3, 30), Title: "shop/bad failed", Message: "assert equals: want 1"},
		{Pos: at(4, 1), Title: "shop/broken broke with an error", Message: "no answer: 503"},
		{Pos: at(2, 40), Title: "shop/flaky failed: 1 of 2 trials passed", Message: "assert[1] regex: want a date\nnone is there"},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(mark.Mark{})); diff != "" {
		t.Error(diff)
	}
}

func TestWhatTheGateDoesNotMindIsAWarningBehindTheRest(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		verdict eval.Verdict
		policy  eval.Policy
		want    []bool
	}{
		"a gate that passes":     {eval.VerdictPassed, eval.Policy{}, []bool{true, true, true}},
		"a case above its class": {eval.VerdictFailed, eval.Policy{MinStability: eval.Unstable}, []bool{false, false, true}},
		"an inconclusive gate":   {eval.VerdictInconclusive, eval.Policy{}, []bool{false, false, false}},
		"every case must pass":   {eval.VerdictFailed, eval.Policy{}, []bool{false, false, false}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			report, trials := run(tt.verdict, tt.policy)
			marks, err := mark.Of(report, stream(trials))
			if err != nil {
				t.Fatal(err)
			}
			var got []bool
			for _, m := range marks {
				got = append(got, m.Warning)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWhatIsWorseThanBeforeComesFirst(t *testing.T) {
	t.Parallel()
	report, trials := run(eval.VerdictFailed, eval.Policy{MinStability: eval.Unstable, NoRegression: true})
	report.Cases[2].Memory = &eval.Memory{Quarantine: &eval.Quarantine{Reason: "the ledger is down", Until: "2026-12-24"}}
	report.Comparison = &eval.Comparison{Base: eval.Baseline{Name: "main"}, Cases: []eval.CaseChange{
		{Agent: "shop", ID: "flaky", Change: eval.Regressed, Reason: "2/2 before, 1/2 now", Base: &eval.CaseOutcome{Planned: 2, Runs: 2, Passed: 2}},
		{Agent: "shop", ID: "broken", Change: eval.NewCase},
	}}
	got, err := mark.Of(report, stream(trials))
	if err != nil {
		t.Fatal(err)
	}
	want := []mark.Mark{
		{
			Pos: at(2, 40), Title: "shop/flaky regressed: 1/2, main: 2/2",
			Message: "assert[1] regex: want a date\nnone is there\nagainst main: regressed, 2/2 before, 1/2 now",
		},
		{Pos: at(4, 1), Title: "shop/broken broke with an error: 0/1, new", Message: "no answer: 503"},
		{
			Warning: true, Pos: at(3, 30), Title: "shop/bad failed in quarantine",
			Message: "assert equals: want 1\nquarantine: until 2026-12-24, so the case does not count: the ledger is down",
		},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(mark.Mark{})); diff != "" {
		t.Error(diff)
	}
}

func TestTrialsOfAnotherRunAreRefused(t *testing.T) {
	t.Parallel()
	report, trials := run(eval.VerdictFailed, eval.Policy{})
	if _, err := mark.Of(report, stream(append(trials, &eval.Trial{Agent: "shop", ID: "other"}))); err == nil {
		t.Error("nobody minded")
	}
}
