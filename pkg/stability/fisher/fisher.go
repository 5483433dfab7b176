// Package fisher answers whether two groups of trials differ by more than
// chance: the exact test of a table of two groups and two outcomes. It is
// arithmetic on counts, and refuses to know what is counted.
//
// Source: R. A. Fisher, "The logic of inductive inference", Journal of the
// Royal Statistical Society 98 (1935) 39-82: with both margins fixed, the
// counts follow the hypergeometric distribution.
package fisher

import "math"

// tie is by how much two probabilities may differ, relatively, and still count
// as the same: they are, in tables that mirror each other, but for rounding.
const tie = 1e-7

// Less is the probability that so few of the first group have something, or
// fewer, if both groups have it alike. One-sided, 0 to 1; it is 1 where a
// group is empty. Each with is 0 to its of. It is quick also of groups of a
// hundred thousand.
func Less(with1, of1, with2, of2 int) float64 {
	t := table{of1, of2, with1 + with2}
	if with1 >= t.most() {
		return 1
	}
	// The tail away from the mean is summed, whose terms only get smaller.
	if with1*(of1+of2) < of1*t.with {
		return min(t.tail(with1), 1)
	}
	others := table{of1, of2, of1 + of2 - t.with} // those that do not have it
	return 1 - others.tail(of1-with1-1)
}

// TwoSided is the probability of counts as unlikely as these, or less likely,
// in either direction, if both groups have something alike. 0 to 1; it is 1
// where a group is empty.
func TwoSided(with1, of1, with2, of2 int) float64 {
	t := table{of1, of2, with1 + with2}
	seen := t.probability(with1) * (1 + tie)
	sum := 0.0
	for k := t.least(); k <= t.most(); k++ {
		if p := t.probability(k); p <= seen {
			sum += p
		}
	}
	return min(sum, 1)
}

// table is what is fixed: the sizes of both groups, and how many have it.
type table struct{ of1, of2, with int }

func (t table) least() int { return max(0, t.with-t.of2) }

func (t table) most() int { return min(t.of1, t.with) }

// probability is that of k in the first group.
func (t table) probability(k int) float64 {
	return math.Exp(choose(t.of1, k) + choose(t.of2, t.with-k) - choose(t.of1+t.of2, t.with))
}

// tail is the probability of k in the first group or fewer, k being below the
// mean: each term comes from the one before, until none counts any more.
func (t table) tail(k int) float64 {
	term := t.probability(k)
	sum := term
	for least := t.least(); k > least && term > sum*1e-17; k-- {
		term *= float64(k) / float64(t.of1-k+1) * float64(t.of2-t.with+k) / float64(t.with-k+1)
		sum += term
	}
	return sum
}

// choose is the logarithm of the binomial coefficient.
func choose(n, k int) float64 {
	return factorial(n) - factorial(k) - factorial(n-k)
}

func factorial(n int) float64 {
	log, _ := math.Lgamma(float64(n) + 1)
	return log
}
