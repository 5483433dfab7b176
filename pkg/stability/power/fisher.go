package power

import "math"

// Count is how many trials of a case passed, of how many.
type Count struct {
	Passed, Of int
}

// Rule tells whether a case regressed from the first count to the second. One
// more trial that passed before must not take a regression away, nor one less
// that passed after.
type Rule func(base, head Count) bool

// Fisher is the rule of the one-sided exact test: the probability that trials
// are this much worse by chance is below alpha, 0 to 1. Of the cases that are
// tested together, the one that dropped has the smallest probability, which
// Holm's correction compares with alpha by the number of cases.
//
// Sources: R. A. Fisher, Statistical Methods for Research Workers, 5th
// edition, 1934, section 21.02; S. Holm, Scandinavian Journal of Statistics 6
// (1979) 65-70.
func Fisher(alpha float64, cases int) Rule {
	level := alpha / float64(max(cases, 1))
	return func(base, head Count) bool { return chance(base, head) < level*(1-1e-12) }
}

// chance is the probability of so few passed trials after, or fewer, when all
// that passed are spread over both sides by chance: the lower tail of the
// hypergeometric distribution.
func chance(base, head Count) float64 {
	passed, all := base.Passed+head.Passed, base.Of+head.Of
	if head.Passed >= min(head.Of, passed) {
		return 1
	}
	// The tail away from the mean is summed, whose terms only get smaller.
	if head.Passed*all < head.Of*passed {
		return tail(base, head)
	}
	missed := func(c Count) Count { return Count{c.Of - c.Passed, c.Of} }
	return 1 - tail(missed(Count{base.Passed - 1, base.Of}), missed(Count{head.Passed + 1, head.Of}))
}

// tail sums the terms from the one of these counts down to fewer passed trials
// after.
func tail(base, head Count) float64 {
	passed, all := base.Passed+head.Passed, base.Of+head.Of
	k := head.Passed
	term := math.Exp(choose(head.Of, k) + choose(base.Of, passed-k) - choose(all, passed))
	sum := term
	for least := max(0, passed-base.Of); k > least && term > sum*1e-17; k-- {
		term *= float64(k) / float64(head.Of-k+1) * float64(base.Of-passed+k) / float64(passed-k+1)
		sum += term
	}
	return min(sum, 1)
}

// choose is the logarithm of the number of ways to choose k of n.
func choose(n, k int) float64 {
	gamma := func(n int) float64 {
		g, _ := math.Lgamma(float64(n + 1))
		return g
	}
	return gamma(n) - gamma(k) - gamma(n-k)
}
