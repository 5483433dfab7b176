package gate_test

import (
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
)

func TestCase(t *testing.T) {
	t.Parallel()
	rate, sure, two, none := 80.0, 95.0, 2, 0
	tests := []struct {
		name   string
		policy eval.Policy
		c      eval.CaseResult
		want   eval.Verdict
	}{
		{"all trials passed", eval.Policy{}, eval.CaseResult{Planned: 2, Runs: 2, Passed: 2}, eval.VerdictPassed},
		{"one failed", eval.Policy{}, eval.CaseResult{Planned: 2, Runs: 2, Passed: 1, Failed: 1}, eval.VerdictFailed},
		{"one is missing", eval.Policy{}, eval.CaseResult{Planned: 2, Runs: 1, Passed: 1}, eval.VerdictInconclusive},
		{"one failed and one is missing", eval.Policy{}, eval.CaseResult{Planned: 2, Runs: 1, Failed: 1}, eval.VerdictFailed},
		{"none ran", eval.Policy{}, eval.CaseResult{Planned: 2}, eval.VerdictInconclusive},
		{"it was not to run", eval.Policy{}, eval.CaseResult{}, eval.VerdictInconclusive},
		{"an error", eval.Policy{}, eval.CaseResult{Planned: 2, Runs: 2, Passed: 1, Errors: 1}, eval.VerdictFailed},
		{"an error that is allowed", eval.Policy{MaxErrors: &two}, eval.CaseResult{Planned: 2, Runs: 2, Passed: 1, Errors: 1}, eval.VerdictPassed},
		{"errors that are not allowed", eval.Policy{MaxErrors: &none}, eval.CaseResult{Planned: 2, Runs: 2, Passed: 1, Errors: 1}, eval.VerdictFailed},
		{"nothing but allowed errors", eval.Policy{MaxErrors: &two}, eval.CaseResult{Planned: 2, Runs: 2, Errors: 2}, eval.VerdictFailed},
		{"its rate is enough", eval.Policy{MinPassRate: &rate}, eval.CaseResult{Planned: 5, Runs: 5, Passed: 4, Failed: 1}, eval.VerdictPassed},
		{"its rate is not", eval.Policy{MinPassRate: &rate}, eval.CaseResult{Planned: 5, Runs: 5, Passed: 3, Failed: 2}, eval.VerdictFailed},
		{"its rate may yet be enough", eval.Policy{MinPassRate: &rate}, eval.CaseResult{Planned: 5, Runs: 3, Passed: 3}, eval.VerdictInconclusive},
		{"its rate is enough already", eval.Policy{MinPassRate: &rate}, eval.CaseResult{Planned: 5, Runs: 4, Passed: 4}, eval.VerdictPassed},
		{"no trial passed, whatever the rate", eval.Policy{MinPassRate: new(float64)}, eval.CaseResult{Planned: 5, Runs: 5, Failed: 5}, eval.VerdictFailed},
		{"its class is enough", eval.Policy{MinStability: eval.MostlyStable}, eval.CaseResult{Planned: 5, Runs: 5, Passed: 4, Timeouts: 1}, eval.VerdictPassed},
		{"its quota is reached", eval.Policy{MinPass: &eval.Quota{Passed: 4, Of: 5}}, eval.CaseResult{Planned: 5, Runs: 5, Passed: 4, Failed: 1}, eval.VerdictPassed},
		{"its quota is not", eval.Policy{MinPass: &eval.Quota{Passed: 4, Of: 5}}, eval.CaseResult{Planned: 5, Runs: 5, Passed: 3, Failed: 2}, eval.VerdictFailed},
		{"its quota may yet be reached", eval.Policy{MinPass: &eval.Quota{Passed: 4, Of: 5}}, eval.CaseResult{Planned: 5, Runs: 4, Passed: 3, Failed: 1}, eval.VerdictInconclusive},
		{"its class is not sure", eval.Policy{MinStability: eval.Unstable, Confidence: &sure}, eval.CaseResult{Planned: 5, Runs: 5, Passed: 4, Failed: 1}, eval.VerdictFailed},
		{"its class is sure", eval.Policy{MinStability: eval.Unstable, Confidence: &sure}, eval.CaseResult{Planned: 5, Runs: 5, Passed: 5}, eval.VerdictPassed},
		{"the confidence is the suite's", eval.Policy{MinPassRate: &rate, Confidence: &sure}, eval.CaseResult{Planned: 5, Runs: 5, Passed: 5}, eval.VerdictPassed},
		{"a budget is the suite's", eval.Policy{MaxCost: new(float64)}, eval.CaseResult{Planned: 5, Runs: 5, Passed: 5}, eval.VerdictPassed},
		{"its class is not", eval.Policy{MinStability: eval.Stable}, eval.CaseResult{Planned: 5, Runs: 5, Passed: 4, Timeouts: 1}, eval.VerdictFailed},
		{"both are asked", eval.Policy{MinPassRate: &rate, MinStability: eval.Stable}, eval.CaseResult{Planned: 5, Runs: 5, Passed: 4, Failed: 1}, eval.VerdictFailed},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			report := &eval.Report{Cases: []eval.CaseResult{tt.c}, Summary: eval.Summary{ErrorTrials: tt.c.Errors}}
			if got := gate.Case(tt.policy, report, &report.Cases[0]); got != tt.want {
				t.Errorf("got %s", got)
			}
		})
	}
}

// TestOneCaseIsJudgedAsTheRunIs: of a run with one case, the gate and the
// case agree, except that no rate lets a case pass that never passed.
func TestOneCaseIsJudgedAsTheRunIs(t *testing.T) {
	t.Parallel()
	rate, one := 50.0, 1
	policies := []eval.Policy{{}, {MaxErrors: &one}, {MinPassRate: &rate}, {MinStability: eval.Unstable}, {MinPassRate: &rate, MinStability: eval.MostlyStable, MaxErrors: &one}}
	const planned = 4
	for _, policy := range policies {
		for passed := range planned + 1 {
			for failed := range planned + 1 - passed {
				for errors := range planned + 1 - passed - failed {
					c := eval.CaseResult{Planned: planned, Runs: passed + failed + errors, Passed: passed, Failed: failed, Errors: errors}
					mean := 0.0
					report := &eval.Report{Cases: []eval.CaseResult{c}, Summary: eval.Summary{
						Total: 1, TotalTrials: planned, TotalRuns: c.Runs, ErrorTrials: errors, PassRate: &mean,
					}}
					got, whole := gate.Case(policy, report, &c), gate.Decide(policy, report).Verdict
					// A missing trial may be an error too, which only the run's own
					// limit looks at.
					if got != whole && c.Runs == planned && passed > 0 {
						t.Errorf("%+v: case %s, run %s for %+v", policy, got, whole, c)
					}
				}
			}
		}
	}
}
