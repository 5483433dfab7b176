package gate

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// decideRegressions asks that no case regressed. Where the trials of a case
// cannot tell, it could have, unless they all passed, or no smaller a share than
// before, or none did before. Of the lost cases, which the plan has and the
// report of a run that was killed has not, nothing is known.
func decideRegressions(r *eval.Report, lost int) eval.Condition {
	cond := eval.Condition{Name: regressions, Unit: "cases", Required: number(0), Verdict: eval.VerdictInconclusive}
	if r.Comparison == nil {
		cond.Reason = "there is no baseline to compare with"
		return cond
	}
	asked := make(map[eval.Key]bool, len(r.Cases))
	for i := range r.Cases {
		asked[r.Cases[i].Key()] = r.Cases[i].Planned > 0
	}
	var regressed, open []string
	compared := 0
	for i := range r.Comparison.Cases {
		c := &r.Comparison.Cases[i]
		if c.Head == nil || !asked[c.Key()] || c.Change == eval.NewCase {
			continue
		}
		compared++
		switch c.Change {
		case eval.Regressed:
			regressed = append(regressed, c.ID)
		case eval.UnreliableBaseline, eval.TooFewTrials:
			if couldFall(c.Base, c.Head) {
				open = append(open, c.ID)
			}
		default:
		}
	}
	cond.Actual = number(len(regressed))
	switch {
	case len(regressed) > 0:
		cond.Verdict = eval.VerdictFailed
		cond.Reason = fmt.Sprintf("%d of %s regressed: %s", len(regressed), eval.Plural(compared, "case"), some(regressed))
	case lost > 0:
		cond.Reason = eval.Plural(lost, "case") + " of the plan not in the report"
	case len(open) > 0:
		cond.Reason = fmt.Sprintf("whether %d of %s regressed cannot be told: %s", len(open), eval.Plural(compared, "case"), some(open))
	case r.Comparison.Base == eval.Baseline{}:
		cond.Verdict, cond.Reason = eval.VerdictPassed, "there is no baseline yet"
	case compared == 0:
		cond.Verdict, cond.Reason = eval.VerdictPassed, "the baseline has no case of this run, so that none regressed"
	default:
		cond.Verdict, cond.Reason = eval.VerdictPassed, fmt.Sprintf("none of %s regressed", eval.Plural(compared, "case"))
	}
	return cond
}

// couldFall reports whether a case whose trials cannot tell may have regressed:
// something of the baseline passed, or might have, and something did not now.
// Where nothing is unknown on both sides, a share that is no smaller is no fall.
func couldFall(base, head *eval.CaseOutcome) bool {
	switch {
	case head.Passed+head.Spared == head.Planned:
		return false
	case base == nil || base.Runs == 0:
		return true
	case head.Runs == 0 || unknown(base)+unknown(head) > 0:
		return base.Passed+unknown(base) > 0
	default:
		return head.Passed*base.Runs < base.Passed*head.Runs
	}
}

// unknown is how many trials might have come out either way.
func unknown(o *eval.CaseOutcome) int { return o.Errors + o.Planned - o.Runs - o.Spared }

// regressions is the name of a condition, and the word of its flag.
const regressions = "fail-on-regression"

// decideNew asks that every case passes that the baseline does not have, and
// whether there is any: it could not regress, and must not fail unseen.
func decideNew(policy eval.Policy, r *eval.Report) (eval.Condition, bool) {
	if r.Comparison == nil {
		return eval.Condition{}, false
	}
	fresh := map[eval.Key]bool{}
	for i := range r.Comparison.Cases {
		if c := &r.Comparison.Cases[i]; c.Change == eval.NewCase {
			fresh[c.Key()] = true
		}
	}
	only := *r
	only.Cases = nil
	for i := range r.Cases {
		if c := &r.Cases[i]; fresh[c.Key()] && c.Planned > 0 {
			only.Cases = append(only.Cases, *c)
		}
	}
	if len(only.Cases) == 0 {
		return eval.Condition{}, false
	}
	cond := decideEveryCase(policy, &only)
	cond.Name = "new-cases"
	cond.Reason = "new cases: " + cond.Reason
	return cond, true
}

// some are the first of many ids.
func some(ids []string) string {
	const few = 3
	var shown []string
	for _, id := range ids[:min(few, len(ids))] {
		shown = append(shown, strconv.Quote(eval.Clip(id)))
	}
	if more := len(ids) - few; more > 0 {
		shown = append(shown, fmt.Sprintf("%d more", more))
	}
	return strings.Join(shown, ", ")
}
