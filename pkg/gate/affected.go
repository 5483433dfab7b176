package gate

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// noneAffected is the decision on a change that reaches no case, and false when
// there is something to decide on. It says nothing of any case. Cases all of
// whose trials took themselves out were affected all the same.
func noneAffected(r *eval.Report) (eval.Decision, bool) {
	excused := func(c eval.CaseResult) bool { return c.Excused > 0 }
	if r.Start.Plan.Unaffected == 0 || r.Summary.TotalTrials > 0 || slices.ContainsFunc(r.Cases, excused) {
		return eval.Decision{}, false
	}
	which := "no case"
	if shard := r.Start.Plan.Shard; shard != "" {
		which += " of shard " + shard
	}
	reason := fmt.Sprintf("%s is affected by the change since %s", which, since(r))
	return eval.Decision{Verdict: eval.VerdictPassed, Title: "passed: " + reason + unaffected(r), Conditions: []eval.Condition{{
		Name: "affected", Required: number(0), Actual: number(0), Unit: "cases", Verdict: eval.VerdictPassed, Reason: reason,
	}}}, true
}

// unaffected is what a verdict says of the cases that were not run since the
// change does not reach them: it is not about them.
func unaffected(r *eval.Report) string {
	n := r.Start.Plan.Unaffected
	if n == 0 {
		return ""
	}
	text := fmt.Sprintf("; %s not affected and not run", were(n, "case"))
	known, bad := 0, 0
	if r.Comparison != nil {
		for i := range r.Comparison.Cases {
			c := &r.Comparison.Cases[i]
			if c.Change != eval.Unaffected || c.Base == nil || c.Base.Planned == 0 {
				continue
			}
			switch {
			case c.Base.Passed+c.Base.Spared < c.Base.Planned:
				known, bad = known+1, bad+1
			case c.Base.Spared == 0 || r.Comparison.Base.Verdict == eval.VerdictPassed:
				known++
			default: // it was spared since the gate had failed, which says nothing of it
			}
		}
	}
	switch {
	case bad > 0:
		text += fmt.Sprintf(", of which %d did not pass in the baseline", bad)
	case known > 0 && known == n:
		text += ", all of which passed in the baseline"
	}
	return text
}

func were(n int, noun string) string {
	if n == 1 {
		return "1 " + noun + " is"
	}
	return eval.Plural(n, noun) + " are"
}

func since(r *eval.Report) string {
	if rev := r.Start.Settings["affected"]; rev != "" {
		return strconv.Quote(eval.Clip(rev))
	}
	return eval.Clip(r.Start.Plan.Since)
}
