// Package gate answers one question: did the run reach what its policy asks?
// It turns a report's figures into a decision with reasons, and knows three
// answers. Where trials are missing, a condition is decided only if it holds,
// or fails, whatever the missing trials would have done; else it is
// inconclusive, and so is a run that did not complete.
package gate

import (
	"fmt"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Decide applies the policy to a report whose Decision is not set yet.
func Decide(policy eval.Policy, report *eval.Report) eval.Decision {
	return complete(decide(policy, report), report)
}

func decide(policy eval.Policy, report *eval.Report) eval.Decision {
	if decision, ok := noneAffected(report); ok {
		return decision
	}
	if reason := nothingRan(report); reason != "" {
		return eval.Decision{Verdict: eval.VerdictFailed, Title: "failed: " + reason, Conditions: []eval.Condition{{
			Name: "cases", Required: number(1), Actual: number(0), Unit: "cases",
			Verdict: eval.VerdictFailed, Reason: reason,
		}}}
	}
	cases := inside(report)
	var conditions []eval.Condition
	if everyCase(policy) {
		conditions = append(conditions, decideEveryCase(policy, cases))
	}
	if policy.MinPassRate != nil {
		conditions = append(conditions, decidePassRate(policy, cases))
	}
	switch {
	case policy.Sequential != nil:
		conditions = append(conditions, decideSequentially(policy, cases))
	case policy.MinStability != "":
		conditions = append(conditions, decideStability(policy, cases))
	}
	if policy.MinPass != nil {
		conditions = append(conditions, decideQuota(*policy.MinPass, cases))
	}
	// A shard by itself is compared with nothing; one that was is asked.
	later := report.Start.Plan.Shard != "" && report.Comparison == nil
	if policy.NoRegression && !later {
		conditions = append(conditions, decideRegressions(cases, report.Start.Plan.Cases-len(report.Cases)))
		if condition, asked := decideNew(policy, cases); asked && anyCase(policy) {
			conditions = append(conditions, condition)
		}
	}
	if limit, asked := maxErrors(policy); asked {
		conditions = append(conditions, decideErrors(limit, policy, cases))
	}
	conditions = append(conditions, decideBudgets(policy, report)...)
	if policy.MaxP95MS > 0 {
		conditions = append(conditions, decideP95(policy, report))
	}
	if condition, asked := decideQuarantine(report); asked {
		conditions = append(conditions, condition)
	}
	if condition, asked := decideScored(cases); asked {
		conditions = append(conditions, condition)
	}
	alone(conditions, report.Start.Plan)
	verdict := worst(conditions)
	decision := eval.Decision{Verdict: verdict, Title: title(verdict, conditions, cases), Conditions: conditions}
	if policy.NoRegression && later {
		decision.Title += "; what regressed is for the merge of all shards to say"
	}
	if out := len(report.Cases) - len(cases.Cases); out > 0 {
		decision.Title += "; " + quarantined(out)
	}
	decision.Title += unaffected(report)
	return decision
}

// everyCase reports whether every case must pass: always, unless the policy
// asks for a rate, a class, a quota or a baseline instead. A limit on errors,
// money or time alone does not let failing cases through.
func everyCase(p eval.Policy) bool { return anyCase(p) && !p.NoRegression }

// anyCase reports whether no condition says how many trials of a case, or how
// many cases, need not pass.
func anyCase(p eval.Policy) bool {
	return p.MinPassRate == nil && p.MinStability == "" && p.MinPass == nil
}

// maxErrors is the number of trials that may end in an error, and whether it
// is a condition of its own. Without any other word every case must pass,
// which already allows none.
func maxErrors(p eval.Policy) (limit int, asked bool) {
	if p.MaxErrors != nil {
		return *p.MaxErrors, true
	}
	return 0, !everyCase(p)
}

// nothingRan is why there is nothing to decide on.
func nothingRan(r *eval.Report) string {
	switch {
	case r.Summary.Total == 0:
		return "there was no case to run"
	case r.Summary.Skipped == r.Summary.Total && r.Summary.TotalTrials == 0:
		return "every case is skipped"
	case nothingAsked(r):
		return "every case is quarantined, so that nothing was asked"
	default:
		return ""
	}
}

func worst(conditions []eval.Condition) eval.Verdict {
	verdict := eval.VerdictPassed
	for _, c := range conditions {
		switch c.Verdict {
		case eval.VerdictFailed:
			return eval.VerdictFailed
		case eval.VerdictInconclusive:
			verdict = eval.VerdictInconclusive
		case eval.VerdictPassed:
		}
	}
	return verdict
}

// title is the decision in one line: the verdict, and the reasons of the
// conditions that brought it about. A run that ended early says so instead: what
// that leaves open, the conditions tell.
func title(verdict eval.Verdict, conditions []eval.Condition, r *eval.Report) string {
	if verdict == eval.VerdictPassed {
		return fmt.Sprintf("passed: %s", conditions[0].Reason)
	}
	if verdict == eval.VerdictInconclusive && r.Summary.TotalRuns == 0 {
		conditions = conditions[len(conditions)-1:] // that no trial ran leaves all others open
	}
	if verdict == eval.VerdictInconclusive && r.Summary.Interrupted != "" {
		return string(verdict) + ": " + r.Summary.Interrupted
	}
	var reasons []string
	for _, c := range conditions {
		if c.Verdict == verdict {
			reasons = append(reasons, c.Reason)
		}
	}
	return string(verdict) + ": " + strings.Join(reasons, "; ")
}

// between decides a condition from the verdicts it has when every missing
// trial fails and when every missing trial passes.
func between(ifAllFail, ifAllPass bool) eval.Verdict {
	switch {
	case ifAllFail && ifAllPass:
		return eval.VerdictPassed
	case !ifAllFail && !ifAllPass:
		return eval.VerdictFailed
	default:
		return eval.VerdictInconclusive
	}
}

// missing is how many planned trials of the case did not run.
func missing(c *eval.CaseResult) int { return c.Planned - c.Runs }
