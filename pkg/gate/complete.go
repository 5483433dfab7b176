package gate

import (
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// complete is the decision on a run of which something is missing: a report or
// a cassette that was not kept, a hook after all trials that did not end well.
// Whatever else holds, such a run is not taken for a passed one.
func complete(d eval.Decision, r *eval.Report) eval.Decision {
	faults := r.Summary.ReportFaults
	if len(faults) == 0 {
		return d
	}
	reason := "the run did not complete: " + faults[0]
	if more := len(faults) - 1; more > 0 {
		reason += fmt.Sprintf(" (and %d more)", more)
	}
	d.Conditions = append(d.Conditions, eval.Condition{
		Name: "complete", Required: number(0), Actual: number(len(faults)), Unit: "faults",
		Verdict: eval.VerdictInconclusive, Reason: reason,
	})
	switch d.Verdict {
	case eval.VerdictPassed:
		d.Verdict, d.Title = eval.VerdictInconclusive, "inconclusive: "+reason
	case eval.VerdictInconclusive:
		d.Title += "; " + reason
	case eval.VerdictFailed:
	}
	return d
}
