package gate_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
)

func TestARunThatDidNotCompleteIsNotTakenForAPassedOne(t *testing.T) {
	t.Parallel()
	const fault = "after-all Clean of shop: no"
	one := func(status eval.Status, ran int) *eval.Report {
		r := &eval.Report{
			Summary: eval.Summary{Total: 1, TotalTrials: 1, TotalRuns: ran},
			Cases:   []eval.CaseResult{{Agent: "shop", ID: "a", Status: status, Planned: 1, Runs: ran}},
		}
		r.Start.Plan.Cases = 1
		switch status {
		case eval.Passed:
			r.Cases[0].Passed, r.Summary.Passed = 1, 1
		case eval.Failed:
			r.Cases[0].Failed, r.Summary.Failed = 1, 1
		default:
			r.Cases[0].Skipped, r.Summary.Skipped = 1, 1
			r.Summary.Interrupted = "interrupted"
		}
		return r
	}
	unaffected := &eval.Report{}
	unaffected.Start.Plan.Unaffected = 3
	unaffected.Start.Settings = map[string]string{"affected": "main"}
	for name, tt := range map[string]struct {
		report *eval.Report
		faults []string
		want   string
	}{
		"nothing is missing":     {one(eval.Passed, 1), nil, "passed: the one case passed"},
		"it would have passed":   {one(eval.Passed, 1), []string{fault}, "inconclusive: the run did not complete: " + fault},
		"more than one fault":    {one(eval.Passed, 1), []string{fault, "b", "c"}, "inconclusive: the run did not complete: " + fault + " (and 2 more)"},
		"it failed all the same": {one(eval.Failed, 1), []string{fault}, "failed: 1 of 1 case did not pass"},
		"nothing was decided":    {one(eval.Skipped, 0), []string{fault}, "inconclusive: interrupted; the run did not complete: " + fault},
		"no case was affected":   {unaffected, []string{fault}, "inconclusive: the run did not complete: " + fault},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.report.Summary.ReportFaults = tt.faults
			d := gate.Decide(eval.Policy{}, tt.report)
			if diff := cmp.Diff(tt.want, d.Title); diff != "" {
				t.Error(diff)
			}
			last := d.Conditions[len(d.Conditions)-1]
			if told := last.Name == "complete" && last.Verdict == eval.VerdictInconclusive; told != (len(tt.faults) > 0) {
				t.Errorf("the last condition is %+v", last)
			}
		})
	}
}
