package power

import "github.com/surefoot-dev/surefoot/pkg/stability/fisher"

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
	level := alpha / float64(max(cases, 1)) * (1 - 1e-9) // what equals it but for rounding is not below
	return func(base, head Count) bool { return fisher.Less(head.Passed, head.Of, base.Passed, base.Of) < level }
}
