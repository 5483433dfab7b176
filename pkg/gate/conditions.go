package gate

import (
	"fmt"
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

func number(n int) eval.Value { return eval.Trusted(strconv.Itoa(n)) }

func rate(r float64) eval.Value {
	return eval.Trusted(strconv.FormatFloat(r, 'f', -1, 64))
}

// decideEveryCase asks that no trial failed. Errors count too, unless the
// policy says how many of them may happen.
func decideEveryCase(policy eval.Policy, r *eval.Report) eval.Condition {
	var passed, failed, errors, timeouts, open, rated int
	for i := range r.Cases {
		c := &r.Cases[i]
		if c.Planned == 0 {
			continue
		}
		rated++
		switch {
		case c.Failed > 0:
			failed++
		case c.Timeouts > 0:
			timeouts++
		case c.Errors > 0 && policy.MaxErrors == nil:
			errors++
		case missing(c) > 0:
			open++
		case c.Errors == 0:
			passed++
		}
	}
	bad := failed + errors + timeouts
	cond := eval.Condition{
		Name: "every-case", Unit: "cases", Required: number(rated), Actual: number(passed),
		Verdict: between(bad+open == 0, bad == 0),
	}
	switch {
	case bad > 0:
		cond.Reason = fmt.Sprintf("%d of %s did not pass%s", bad, eval.Plural(rated, "case"), parts(failed, errors, timeouts))
	case open > 0:
		cond.Reason = fmt.Sprintf("%d of %s undecided", open, eval.Plural(rated, "case"))
	case policy.MaxErrors != nil:
		cond.Reason = fmt.Sprintf("none of %s failed", eval.Plural(rated, "case"))
	default:
		cond.Reason = fmt.Sprintf("%s passed", allOf(rated, "case"))
	}
	return cond
}

// decideErrors asks that at most limit trials ended in an error. A timeout is
// none.
func decideErrors(limit int, policy eval.Policy, r *eval.Report) eval.Condition {
	errors, open := 0, 0
	for i := range r.Cases {
		errors += r.Cases[i].Errors
		open += outstanding(policy, &r.Cases[i])
	}
	cond := eval.Condition{
		Name: "max-errors", Unit: "trials", Required: number(limit), Actual: number(errors),
		Verdict: between(errors+open <= limit, errors <= limit),
		Reason:  fmt.Sprintf("%s, %d allowed", eval.Plural(errors, "error"), limit),
	}
	if cond.Verdict == eval.VerdictInconclusive {
		cond.Reason = fmt.Sprintf("%s so far, %s not run, %s allowed", eval.Plural(errors, "error"), eval.Plural(open, "trial"), eval.Plural(limit, "error"))
	}
	return cond
}

// decideScored is asked when no trial was scored, because none ran or each
// ended in an error: whatever is allowed, nothing is known of the agent then.
func decideScored(r *eval.Report) (eval.Condition, bool) {
	scored := 0
	for i := range r.Cases {
		c := &r.Cases[i]
		scored += c.Passed + c.Failed + c.Timeouts
	}
	if scored > 0 {
		return eval.Condition{}, false
	}
	reason := "every trial ended in an error, so nothing is known of the agent"
	if r.Summary.TotalRuns == 0 {
		reason = "no trial ran"
	}
	return eval.Condition{
		Name: "scored", Unit: "trials", Required: number(1), Actual: number(0), Verdict: eval.VerdictInconclusive, Reason: reason,
	}, true
}

func parts(failed, errors, timeouts int) string {
	if errors+timeouts == 0 {
		return ""
	}
	text := ""
	add := func(n int, word string) {
		if n == 0 {
			return
		}
		if text != "" {
			text += ", "
		}
		text += strconv.Itoa(n) + " " + word
	}
	add(failed, "failed")
	add(errors, "broke with an error")
	add(timeouts, "timed out")
	return " (" + text + ")"
}

func allOf(n int, word string) string {
	if n == 1 {
		return "the one " + word
	}
	return "all " + eval.Plural(n, word)
}
