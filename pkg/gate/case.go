package gate

import "github.com/surefoot-dev/surefoot/pkg/eval"

// Case is what the policy makes of one case, for formats in which every case
// passes or fails by itself. A condition on the whole suite is asked of the
// case alone: its own pass rate, which is not asked for more confidence than
// so few trials can give, its own class. Budgets are asked of no case. A case
// of which no trial passed never passes, and one that was not to run is
// inconclusive, as is one that is in quarantine and would fail. That a case did
// no better before is no reason for it to pass.
func Case(policy eval.Policy, r *eval.Report, c *eval.CaseResult) eval.Verdict {
	if c.Planned == 0 {
		return eval.VerdictInconclusive
	}
	verdict := between(holds(policy, c, c.Passed), holds(policy, c, c.Passed+missing(c)))
	if policy.Sequential != nil {
		verdict = tested(policy, c)
	}
	limit, _ := maxErrors(policy)
	if c.Errors > 0 && r.Summary.ErrorTrials > limit && tooManyErrors(limit, r) {
		verdict = eval.VerdictFailed
	}
	if verdict == eval.VerdictFailed && Outside(c) {
		return eval.VerdictInconclusive
	}
	return verdict
}

// tooManyErrors counts the errors of cases that are not in quarantine.
func tooManyErrors(limit int, r *eval.Report) bool {
	errors := 0
	for i := range r.Cases {
		if c := &r.Cases[i]; c.Errors > 0 && !Outside(c) {
			errors += c.Errors
		}
		if errors > limit {
			return true
		}
	}
	return false
}

// holds tells whether the case is all right when passed of its planned trials
// have passed.
func holds(policy eval.Policy, c *eval.CaseResult, passed int) bool {
	switch {
	case passed == 0:
		return false
	case anyCase(policy):
		return passed+c.Errors == c.Planned
	}
	reached := policy.MinPassRate == nil || reaches(100*float64(passed)/float64(c.Planned), *policy.MinPassRate)
	return reached && (policy.MinStability == "" || steady(policy, passed, c.Planned)) &&
		(policy.MinPass == nil || passed >= policy.MinPass.Passed)
}
