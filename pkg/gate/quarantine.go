package gate

import (
	"fmt"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Outside reports whether the case is in quarantine: nothing that is asked of
// cases is asked of it, so that none of its trials changes the verdict, but by
// what it took.
func Outside(c *eval.CaseResult) bool { return c.Quarantined() }

// inside is the report of the cases that the gate asks: the same one where no
// case is in quarantine.
func inside(r *eval.Report) *eval.Report {
	asks := 0
	for i := range r.Cases {
		if !Outside(&r.Cases[i]) {
			asks++
		}
	}
	if asks == len(r.Cases) { // nearly always, and cases are large
		return r
	}
	cases := make([]eval.CaseResult, 0, asks)
	for i := range r.Cases {
		if !Outside(&r.Cases[i]) {
			cases = append(cases, r.Cases[i])
		}
	}
	asked := *r
	asked.Cases = cases
	s := &asked.Summary
	s.PassRate, s.TotalRuns, s.ErrorTrials = nil, 0, 0
	sum, rated := 0.0, 0
	for i := range cases {
		c := &cases[i]
		s.TotalRuns += c.Runs
		s.ErrorTrials += c.Errors
		if c.PassRate != nil {
			sum += *c.PassRate
			rated++
		}
	}
	if rated > 0 {
		mean := sum / float64(rated)
		s.PassRate = &mean
	}
	return &asked
}

// nothingAsked reports whether there were cases to run, and all of them are in
// quarantine.
func nothingAsked(r *eval.Report) bool {
	planned := false
	for i := range r.Cases {
		c := &r.Cases[i]
		if c.Planned > 0 && !Outside(c) {
			return false
		}
		planned = planned || c.Planned > 0
	}
	return planned
}

// decideQuarantine says which cases the gate does not ask, and fails where a
// quarantine is over: a case would else stay outside for good.
func decideQuarantine(r *eval.Report) (eval.Condition, bool) {
	var over []string
	out := 0
	for i := range r.Cases {
		switch c := &r.Cases[i]; {
		case Outside(c):
			out++
		case c.Memory != nil && c.Memory.Quarantine != nil:
			over = append(over, fmt.Sprintf("the quarantine of %q ended on %s", eval.Clip(c.ID), c.Memory.Quarantine.Until))
		}
	}
	cond := eval.Condition{Name: "quarantine", Unit: "cases", Required: number(0), Actual: number(len(over)), Verdict: eval.VerdictPassed}
	switch {
	case len(over) > 0:
		cond.Verdict = eval.VerdictFailed
		const most = 3
		if more := len(over) - most; more > 0 {
			over = append(over[:most], fmt.Sprintf("and so did %d more", more))
		}
		cond.Reason = strings.Join(over, ", ") + ": fix it or extend it"
	case out > 0:
		cond.Reason = quarantined(out)
	default:
		return eval.Condition{}, false
	}
	return cond, true
}

func quarantined(cases int) string { return eval.Plural(cases, "case") + " quarantined" }
