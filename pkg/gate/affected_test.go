package gate_test

import (
	"slices"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
)

func TestAVerdictIsNotAboutCasesThatWereNotAffected(t *testing.T) {
	t.Parallel()
	passed := eval.CaseResult{ID: "a", Planned: 1, Runs: 1, Passed: 1}
	failed := eval.CaseResult{ID: "a", Planned: 1, Runs: 1, Failed: 1}
	base := func(passed int) eval.CaseChange {
		return eval.CaseChange{Change: eval.Unaffected, Base: &eval.CaseOutcome{Planned: 2, Runs: 2, Passed: passed, Failed: 2 - passed}}
	}
	failedBase := eval.CaseChange{Change: eval.Improved, Base: &eval.CaseOutcome{Planned: 5, Runs: 1, Failed: 1}}
	for name, test := range map[string]struct {
		cases      []eval.CaseResult
		skipped    int
		unaffected int
		changes    []eval.CaseChange
		verdict    eval.Verdict
		title      string
	}{
		"none is affected":        {nil, 0, 3, nil, eval.VerdictPassed, `passed: no case is affected by the change since "main"; 3 cases are not affected and not run`},
		"none but a skipped one":  {nil, 1, 1, nil, eval.VerdictPassed, `passed: no case is affected by the change since "main"; 1 case is not affected and not run`},
		"there is none at all":    {nil, 0, 0, nil, eval.VerdictFailed, "failed: there was no case to run"},
		"all are skipped":         {nil, 1, 0, nil, eval.VerdictFailed, "failed: every case is skipped"},
		"the affected one passed": {[]eval.CaseResult{passed}, 0, 2, nil, eval.VerdictPassed, "passed: the one case passed; 2 cases are not affected and not run"},
		"the affected one failed": {[]eval.CaseResult{failed}, 0, 2, nil, eval.VerdictFailed, "failed: 1 of 1 case did not pass; 2 cases are not affected and not run"},
		"others failed before": {
			[]eval.CaseResult{passed}, 0, 2, []eval.CaseChange{base(1), base(2)}, eval.VerdictPassed,
			"passed: the one case passed; 2 cases are not affected and not run, of which 1 did not pass in the baseline",
		},
		"all others passed before": {
			[]eval.CaseResult{passed}, 0, 2, []eval.CaseChange{base(2), base(2)}, eval.VerdictPassed,
			"passed: the one case passed; 2 cases are not affected and not run, all of which passed in the baseline",
		},
		"others needed no further trials": {
			[]eval.CaseResult{passed}, 0, 1, []eval.CaseChange{{Change: eval.Unaffected, Base: &eval.CaseOutcome{Planned: 5, Runs: 3, Passed: 3, Spared: 2}}}, eval.VerdictPassed,
			"passed: the one case passed; 1 case is not affected and not run, all of which passed in the baseline",
		},
		"others were spared, since the baseline had failed": {
			[]eval.CaseResult{passed}, 0, 1, []eval.CaseChange{{Change: eval.Unaffected, Base: &eval.CaseOutcome{Planned: 5, Runs: 2, Passed: 2, Spared: 3}}, failedBase}, eval.VerdictPassed,
			"passed: the one case passed; 1 case is not affected and not run",
		},
		"others were skipped before": {
			[]eval.CaseResult{passed}, 0, 1, []eval.CaseChange{{Change: eval.Unaffected, Base: &eval.CaseOutcome{}}}, eval.VerdictPassed,
			"passed: the one case passed; 1 case is not affected and not run",
		},
		"not all others are known": {
			[]eval.CaseResult{passed}, 0, 2, []eval.CaseChange{base(2), {Change: eval.Unaffected}}, eval.VerdictPassed,
			"passed: the one case passed; 2 cases are not affected and not run",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := &eval.Report{Cases: test.cases}
			r.Start.Settings = map[string]string{"affected": "main"}
			r.Start.Plan.Unaffected = test.unaffected
			r.Summary.Total, r.Summary.Skipped = len(test.cases)+test.skipped, test.skipped
			r.Summary.TotalRuns, r.Summary.TotalTrials = len(test.cases), len(test.cases)
			if test.changes != nil {
				r.Comparison = &eval.Comparison{Base: eval.Baseline{Verdict: eval.VerdictPassed}, Cases: test.changes}
				if slices.ContainsFunc(test.changes, func(c eval.CaseChange) bool { return c.Change == eval.Improved }) {
					r.Comparison.Base.Verdict = eval.VerdictFailed
				}
			}
			d := gate.Decide(eval.Policy{}, r)
			if d.Verdict != test.verdict || d.Title != test.title {
				t.Errorf("%s, %q", d.Verdict, d.Title)
			}
		})
	}
}

func TestCasesThatExcusedThemselvesWereAffectedAllTheSame(t *testing.T) {
	t.Parallel()
	r := &eval.Report{Cases: []eval.CaseResult{{ID: "a", Excused: 2, Status: eval.Skipped}}}
	r.Start.Plan.Unaffected, r.Summary.Total, r.Summary.Skipped = 3, 1, 1
	if d := gate.Decide(eval.Policy{}, r); d.Verdict != eval.VerdictFailed || d.Title != "failed: every case is skipped" {
		t.Errorf("%s, %q", d.Verdict, d.Title)
	}
}
