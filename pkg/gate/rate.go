package gate

import (
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/stability/interval"
)

// believed is what of a pass rate counts: all of it or, where the policy has a
// confidence, its one-sided lower bound. Trials may be a fraction.
func believed(policy eval.Policy, rate, trials float64) float64 {
	if policy.Confidence == nil {
		return rate
	}
	return interval.Lower(rate/100*trials, trials, *policy.Confidence)
}

// decidePassRate asks for the mean of the cases' pass rates. A case's missing
// trials may all fail or all pass.
func decidePassRate(policy eval.Policy, r *eval.Report) eval.Condition {
	var m mean
	for i := range r.Cases {
		if c := &r.Cases[i]; c.Planned > 0 {
			m.expect(c.Planned)
			m.add(c.Planned, c.Passed, c.Runs)
		}
	}
	low, high := m.bounds()
	required := *policy.MinPassRate
	least, most := believed(policy, low, m.trials()), believed(policy, high, m.trials())
	cond := eval.Condition{
		Name: "min-pass-rate", Unit: "%", Required: rate(required),
		Verdict: between(reaches(least, required), reaches(most, required)),
	}
	switch {
	case policy.Confidence == nil && r.Summary.PassRate != nil:
		cond.Actual = rate(*r.Summary.PassRate)
	case policy.Confidence != nil && low == high:
		cond.Actual = rate(least)
	}
	switch {
	case low != high && policy.Confidence != nil:
		cond.Reason = fmt.Sprintf("the pass rate lies between %s and %s %%, and its lower bound at %s %% confidence between %s and %s %%, %s %% required",
			eval.Percent(low), eval.Percent(high), amount(*policy.Confidence), eval.Percent(least), eval.Percent(most), eval.Percent(required))
	case low != high:
		cond.Reason = fmt.Sprintf("the pass rate lies between %s and %s %%, %s %% required", eval.Percent(low), eval.Percent(high), eval.Percent(required))
	case policy.Confidence != nil:
		cond.Reason = fmt.Sprintf("pass rate %s %%, of which %s %% is sure at %s %% confidence, %s %% required",
			eval.Percent(low), eval.Percent(least), amount(*policy.Confidence), eval.Percent(required))
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

// classOf is the class of a case of which so many trials passed; with a
// confidence, the one that it surely has.
func classOf(policy eval.Policy, passed, planned int) eval.Class {
	if policy.Confidence == nil {
		return eval.ClassOf(passed, planned)
	}
	rate := 100 * float64(passed) / float64(planned)
	least := believed(policy, rate, float64(planned))
	for _, class := range eval.Classes() {
		if reaches(least, class.Floor()) {
			return class
		}
	}
	return eval.HighlyUnstable
}

// steady tells whether a case of which so many trials passed is in the
// required class; with a confidence, whether it is so surely. No correction is
// made for many cases: the gate asks that each is, and the chance that all are
// taken for it wrongly is no greater than that of one (R. L. Berger,
// Technometrics 24 (1982) 295-300).
func steady(policy eval.Policy, passed, planned int) bool {
	return !classOf(policy, passed, planned).Below(policy.MinStability)
}

// decideStability asks that no case is in a class below the required one.
func decideStability(policy eval.Policy, r *eval.Report) eval.Condition {
	required := policy.MinStability
	var worst eval.Class // unknown where none ran
	t := askEach(r, func(c *eval.CaseResult, passed int) bool { return steady(policy, passed, c.Planned) })
	for i := range r.Cases {
		c := &r.Cases[i]
		if c.Runs == 0 {
			continue
		}
		if high := classOf(policy, c.Passed+missing(c), c.Planned); worst == "" || high.Below(worst) {
			worst = high
		}
	}
	cond := eval.Condition{
		Name: "min-stability", Unit: "class", Required: eval.StringValue(string(required)),
		Verdict: t.verdict(),
	}
	if worst != "" {
		cond.Actual = eval.StringValue(string(worst))
	}
	sure := ""
	if policy.Confidence != nil {
		sure = fmt.Sprintf(", at %s %% confidence", amount(*policy.Confidence))
	}
	switch {
	case t.below > 0 && sure != "":
		cond.Reason = fmt.Sprintf("%d of %s not surely %s%s", t.below, eval.Plural(t.rated, "case"), required, sure)
	case t.below > 0:
		cond.Reason = fmt.Sprintf("%d of %s below %s", t.below, eval.Plural(t.rated, "case"), required)
	case t.open > 0:
		cond.Reason = fmt.Sprintf("%d of %s undecided", t.open, eval.Plural(t.rated, "case"))
	default:
		cond.Reason = fmt.Sprintf("no case below %s%s", required, sure)
	}
	return cond
}

// decideQuota asks that so many trials of each case pass.
func decideQuota(q eval.Quota, r *eval.Report) eval.Condition {
	t := askEach(r, func(_ *eval.CaseResult, passed int) bool { return passed >= q.Passed })
	cond := eval.Condition{
		Name: "min-pass", Unit: "cases", Required: number(t.rated), Actual: number(t.rated - t.below - t.open), Verdict: t.verdict(),
	}
	want := fmt.Sprintf("%d of %s", q.Passed, eval.Plural(q.Of, "trial"))
	switch {
	case t.below > 0:
		cond.Reason = fmt.Sprintf("%d of %s passed less than %s", t.below, eval.Plural(t.rated, "case"), want)
	case t.open > 0:
		cond.Reason = fmt.Sprintf("%d of %s undecided, %s required", t.open, eval.Plural(t.rated, "case"), want)
	default:
		cond.Reason = fmt.Sprintf("%s passed at least %s", allOf(t.rated, "case"), want)
	}
	return cond
}

// answers count what the cases answer to a question.
type answers struct{ rated, below, open int }

// askEach asks every case that was to run whether it is all right when so
// many of its trials pass.
func askEach(r *eval.Report, holds func(c *eval.CaseResult, passed int) bool) answers {
	var a answers
	for i := range r.Cases {
		c := &r.Cases[i]
		switch {
		case c.Planned == 0:
			continue
		case c.Excused > 0 && c.Runs == 0:
			a.add(eval.VerdictInconclusive) // if all its trials are excused, nothing is asked of it
			continue
		}
		a.add(between(holds(c, c.Passed), holds(c, c.Passed+missing(c))))
	}
	return a
}

// add counts what one case answers.
func (a *answers) add(v eval.Verdict) {
	a.rated++
	switch v {
	case eval.VerdictFailed:
		a.below++
	case eval.VerdictInconclusive:
		a.open++
	case eval.VerdictPassed:
	}
}

func (a answers) verdict() eval.Verdict { return between(a.below+a.open == 0, a.below == 0) }
