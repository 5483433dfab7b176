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

// decidePassRate asks for the mean of the cases' pass rates. A case's missing
// trials may all fail or all pass.
func decidePassRate(required float64, r *eval.Report) eval.Condition {
	var low, high float64
	rated := 0
	for i := range r.Cases {
		c := &r.Cases[i]
		if c.Planned == 0 {
			continue
		}
		rated++
		low += 100 * float64(c.Passed) / float64(c.Planned)
		high += 100 * float64(c.Passed+missing(c)) / float64(c.Planned)
	}
	low, high = low/float64(rated), high/float64(rated)
	cond := eval.Condition{
		Name: "min-pass-rate", Unit: "%", Required: rate(required),
		Verdict: between(reaches(low, required), reaches(high, required)),
	}
	if r.Summary.PassRate != nil {
		cond.Actual = rate(*r.Summary.PassRate)
	}
	switch {
	case low != high:
		cond.Reason = fmt.Sprintf("the pass rate lies between %s and %s %%, %s %% required", eval.Percent(low), eval.Percent(high), eval.Percent(required))
	case cond.Verdict == eval.VerdictPassed:
		cond.Reason = fmt.Sprintf("pass rate %s %%, at least %s %% required", eval.Percent(low), eval.Percent(required))
	default:
		cond.Reason = fmt.Sprintf("pass rate %s %% is below the required %s %%", eval.Percent(low), eval.Percent(required))
	}
	return cond
}

// reaches forgives the last bits of a sum of fractions: 5 cases at 80 % are
// 80 %.
func reaches(rate, required float64) bool { return rate >= required-1e-9 }

// decideStability asks that no case is in a class below the required one.
func decideStability(required eval.Class, r *eval.Report) eval.Condition {
	var below, open, rated int
	worst := eval.Stable
	for i := range r.Cases {
		c := &r.Cases[i]
		if c.Planned == 0 {
			continue
		}
		rated++
		low := eval.ClassOf(c.Passed, c.Planned)
		high := eval.ClassOf(c.Passed+missing(c), c.Planned)
		switch between(!low.Below(required), !high.Below(required)) {
		case eval.VerdictFailed:
			below++
		case eval.VerdictInconclusive:
			open++
		}
		if c.Runs > 0 && high.Below(worst) {
			worst = high
		}
	}
	cond := eval.Condition{
		Name: "min-stability", Unit: "class", Required: eval.StringValue(string(required)), Actual: eval.StringValue(string(worst)),
		Verdict: between(below+open == 0, below == 0),
	}
	switch {
	case below > 0:
		cond.Reason = fmt.Sprintf("%d of %s below %s", below, eval.Plural(rated, "case"), required)
	case open > 0:
		cond.Reason = fmt.Sprintf("%d of %s undecided", open, eval.Plural(rated, "case"))
	default:
		cond.Reason = fmt.Sprintf("no case below %s", required)
	}
	return cond
}

// decideErrors asks that at most limit trials ended in an error. A timeout is
// none.
func decideErrors(limit int, r *eval.Report) eval.Condition {
	errors, open := 0, 0
	for i := range r.Cases {
		errors += r.Cases[i].Errors
		open += missing(&r.Cases[i])
	}
	cond := eval.Condition{
		Name: "max-errors", Unit: "trials", Required: number(limit), Actual: number(errors),
		Verdict: between(errors+open <= limit, errors <= limit),
		Reason:  fmt.Sprintf("%s, %d allowed", eval.Plural(errors, "error"), limit),
	}
	if cond.Verdict == eval.VerdictInconclusive {
		cond.Reason = fmt.Sprintf("%s so far, %s not run, %d errors allowed", eval.Plural(errors, "error"), eval.Plural(open, "trial"), limit)
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
