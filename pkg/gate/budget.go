package gate

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// spending is what all roles took, of which a part may be unknown.
type spending struct {
	known float64
	whole bool // nothing of it is unknown
}

// cost and tokens are whole when each role's sum is. Where it is not, least is
// what answers told of it all the same. Where nobody was asked, nothing is
// known.
func cost(usage map[eval.Role]eval.Usage, least eval.Spent) spending {
	return spent(usage, least.CostUSD, func(u eval.Usage) (float64, bool) {
		if u.CostUSD == nil {
			return 0, false
		}
		return *u.CostUSD, true
	})
}

func tokens(usage map[eval.Role]eval.Usage, least eval.Spent) spending {
	return spent(usage, least.Tokens, func(u eval.Usage) (float64, bool) {
		if u.TotalTokens == nil {
			return 0, false
		}
		return float64(*u.TotalTokens), true
	})
}

func spent(usage map[eval.Role]eval.Usage, least float64, of func(eval.Usage) (float64, bool)) spending {
	s := spending{whole: true}
	asked := false
	for _, role := range []eval.Role{eval.RoleAgent, eval.RoleJudge, eval.RoleSimulator} {
		u := usage[role]
		if u.Calls == 0 && u.Attempts == 0 {
			continue
		}
		asked = true
		amount, known := of(u)
		s.known += amount
		s.whole = s.whole && known
	}
	s.whole = s.whole && asked
	if !s.whole {
		s.known = max(s.known, least)
	}
	return s
}

// exceeds forgives the last bits of a sum of fractions.
func (s spending) exceeds(limit float64) bool { return s.known > limit*(1+1e-9) }

// budget is what a run may take of something.
type budget struct {
	name, unit    string
	what, unknown string // in words
	limit         float64
	took          spending
	show          func(float64) string
}

// decideBudgets asks that the run took no more than allowed. What is unknown
// could be anything, and so could what missing trials take.
func decideBudgets(policy eval.Policy, r *eval.Report) []eval.Condition {
	var conditions []eval.Condition
	if policy.MaxCost != nil {
		b := budget{"max-cost", "USD", "cost", "what some answers cost is unknown", *policy.MaxCost, cost(r.Summary.Usage, r.Spent), dollars}
		conditions = append(conditions, b.decide(policy, r))
	}
	if policy.MaxTokens != nil {
		b := budget{"max-tokens", "tokens", "tokens", "the tokens of some answers are unknown", float64(*policy.MaxTokens), tokens(r.Summary.Usage, r.Spent), amount}
		conditions = append(conditions, b.decide(policy, r))
	}
	return conditions
}

func (b budget) decide(policy eval.Policy, r *eval.Report) eval.Condition {
	open := 0
	for i := range r.Cases {
		open += outstanding(policy, &r.Cases[i])
	}
	cond := eval.Condition{Name: b.name, Unit: b.unit, Required: rate(b.limit), Verdict: eval.VerdictInconclusive}
	if b.took.whole {
		cond.Actual = rate(math.Round(b.took.known*1e9) / 1e9) // without the last bits of a sum
	}
	took := b.what + " " + b.show(b.took.known)
	switch {
	case b.took.exceeds(b.limit):
		cond.Verdict = eval.VerdictFailed
	case !b.took.whole:
		took = b.unknown
	case open > 0:
		took += fmt.Sprintf(" so far, %s not run", eval.Plural(open, "trial"))
	default:
		cond.Verdict = eval.VerdictPassed
	}
	cond.Reason = took + ", " + b.show(b.limit) + " allowed"
	return cond
}

func amount(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// dollars has as many digits as tell a sum from its limit.
func dollars(usd float64) string {
	return "$" + strconv.FormatFloat(math.Round(usd*1e6)/1e6, 'f', -1, 64)
}

// decideP95 asks what 95 % of all trials took no longer than. Missing trials
// may take no time, or for ever.
func decideP95(policy eval.Policy, r *eval.Report) eval.Condition {
	limit := policy.MaxP95MS
	planned, ran := r.Summary.TotalRuns, r.Summary.TotalRuns
	for i := range r.Cases {
		planned += outstanding(policy, &r.Cases[i])
	}
	cond := eval.Condition{Name: "max-p95", Unit: "ms", Required: rate(limit.Float()), Verdict: eval.VerdictInconclusive}
	allowed := eval.Span(limit.Duration())
	p95 := r.Summary.P95MS
	if p95 == nil {
		cond.Reason = "no trial ran, so nothing is known of what 95 % of them took, " + allowed + " allowed"
		return cond
	}
	cond.Actual = rate(*p95)
	most := time.Duration(math.Round(*p95*1000)) * time.Microsecond
	took := fmt.Sprintf("95 %% of the trials took up to %s, %s allowed", eval.Span(most), allowed)
	// By their own p95, so many of the trials that ran are within the limit, or
	// so many beyond it, at least.
	within, beyond := 0, 0
	if *p95 <= limit.Float() {
		within = rank95(ran)
	} else {
		beyond = ran - rank95(ran) + 1
	}
	switch {
	case beyond > planned-rank95(planned):
		cond.Verdict = eval.VerdictFailed
	case within >= rank95(planned):
		cond.Verdict = eval.VerdictPassed
	case planned > ran:
		took += fmt.Sprintf(", but %s did not run", eval.Plural(planned-ran, "trial"))
	}
	cond.Reason = took
	return cond
}

// rank95 is how many of n trials must be within a limit for 95 % of them to
// be.
func rank95(n int) int { return (95*n + 99) / 100 }
