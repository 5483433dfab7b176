package gate

import (
	"fmt"
	"math"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// test is the sequential probability ratio test of a pass rate: trial by
// trial it adds up how much more likely the outcome is at the required rate
// than at the greatest rate that is not good enough, and is over when the sum
// leaves the bounds.
//
// Source: A. Wald, "Sequential Tests of Statistical Hypotheses", The Annals of
// Mathematical Statistics 16 (1945) 117-186, with his bounds (1-beta)/alpha
// and beta/(1-alpha). Whenever one looks, a bad case is at or beyond the
// upper bound with a chance of at most alpha/(1-beta) (J. Ville, Étude critique
// de la notion de collectif, 1939), so that trials that were under way when the
// sum left the bounds are counted too, and may bring it back.
type test struct {
	pass, miss     float64 // what a trial adds that passed, and one that did not
	accept, reject float64 // the bounds
}

// newTest is the test of each case of a policy that is sequential.
func newTest(policy eval.Policy) test {
	s := policy.Sequential
	good := policy.MinStability.Floor() / 100
	bad := good - s.Indifference/100
	alpha, beta := s.Alpha/100, s.Beta/100
	return test{
		pass: math.Log(good / bad), miss: math.Log((1 - good) / (1 - bad)), // -Inf where every trial must pass
		accept: math.Log((1 - beta) / alpha), reject: math.Log(beta / (1 - alpha)),
	}
}

func (t test) sum(passed, missed int) float64 {
	sum := float64(passed) * t.pass
	if missed > 0 {
		sum += float64(missed) * t.miss
	}
	return sum
}

func (t test) verdict(passed, missed int) eval.Verdict {
	switch sum := t.sum(passed, missed); {
	case sum >= t.accept:
		return eval.VerdictPassed
	case sum <= t.reject:
		return eval.VerdictFailed
	default:
		return eval.VerdictInconclusive
	}
}

// distance is how many more trials decide the test at the soonest.
func (t test) distance(passed, missed int) int {
	sum := t.sum(passed, missed)
	return max(1, min(int(math.Ceil((t.accept-sum)/t.pass)), int(math.Ceil((t.reject-sum)/t.miss))))
}

// clean is how many trials decide it when all pass.
func (t test) clean() int { return int(math.Ceil(t.accept / t.pass)) }

// tested is what the test makes of a case so far.
func tested(policy eval.Policy, c *eval.CaseResult) eval.Verdict {
	return newTest(policy).verdict(c.Passed, c.Runs-c.Passed)
}

// outstanding is how many of the case's missing trials could still have said
// something: none, where a sequential test is over. How many trials a case
// has is part of its outcome then.
func outstanding(policy eval.Policy, c *eval.CaseResult) int {
	if policy.Sequential != nil && tested(policy, c) != eval.VerdictInconclusive {
		return 0
	}
	return missing(c)
}

// decideSequentially asks each case's test.
func decideSequentially(policy eval.Policy, r *eval.Report) eval.Condition {
	required, s := policy.MinStability, policy.Sequential
	var a answers
	var worst eval.Class
	for i := range r.Cases {
		c := &r.Cases[i]
		if c.Planned == 0 {
			continue
		}
		a.add(tested(policy, c))
		if class := eval.ClassOf(c.Passed, c.Runs); c.Runs > 0 && (worst == "" || class.Below(worst)) {
			worst = class
		}
	}
	cond := eval.Condition{Name: "min-stability", Unit: "class", Required: eval.StringValue(string(required)), Verdict: a.verdict()}
	if worst != "" {
		cond.Actual = eval.StringValue(string(worst))
	}
	switch {
	case a.below > 0:
		cond.Reason = fmt.Sprintf("%d of %s below %s", a.below, eval.Plural(a.rated, "case"), required)
	case a.open > 0:
		cond.Reason = fmt.Sprintf("%d of %s undecided", a.open, eval.Plural(a.rated, "case"))
	default:
		cond.Reason = "no case below " + string(required)
	}
	cond.Reason += fmt.Sprintf(" (sequential test of %s %% against %s %%, alpha %s %%, beta %s %%)",
		amount(required.Floor()), amount(required.Floor()-s.Indifference), amount(s.Alpha), amount(s.Beta))
	return cond
}

// checkSequential says why the policy has no sequential test, or none that
// could ever pass.
func checkSequential(policy eval.Policy, cases []*eval.Case, runs func(*eval.Case) int, refuse func(hint, format string, args ...any)) {
	const lonely = "leave one of them out"
	switch s, floor := policy.Sequential, policy.MinStability.Floor(); {
	case policy.MinStability == "":
		refuse("give --min-stability, or leave --sequential out", "--sequential tests the class of each case, and --min-stability is not given")
	case policy.MinPassRate != nil:
		refuse(lonely, "--sequential tests each case, and --min-pass-rate is of all of them")
	case policy.MinPass != nil:
		refuse(lonely, "--sequential decides how many trials a case needs, and --min-pass %d/%d asks for exactly %d", policy.MinPass.Passed, policy.MinPass.Of, policy.MinPass.Of)
	case policy.Confidence != nil:
		refuse(lonely, "--sequential has its own error rates, --alpha and --beta, and --confidence is of a fixed number of trials")
	case s.Indifference >= floor:
		refuse("give less", "--indifference %s leaves nothing of the %s %% that %s asks for", amount(s.Indifference), amount(floor), policy.MinStability)
	default:
		least := newTest(policy).clean()
		checkEach(cases, runs, least, math.MaxInt, func(which string) {
			refuse(fmt.Sprintf("give --runs MIN..%d or more", least), "--sequential with --min-stability %s, --alpha %s and --indifference %s needs %s of each case that all pass, and %s",
				policy.MinStability, amount(s.Alpha), amount(s.Indifference), eval.Plural(least, "trial"), which)
		})
	}
}
