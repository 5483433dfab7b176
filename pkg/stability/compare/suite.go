package compare

import (
	"gonum.org/v1/gonum/mathext"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/stability/interval"
)

// suite says how all cases moved that have scored trials on both sides. The
// case is what is sampled: its trials are not independent of each other.
func suite(c *eval.Comparison, pairs []*pair, at []int) {
	var moved, took, tokens, cost []*float64
	var changes []float64
	for i, p := range pairs {
		base, head := p.base.Count, p.head.Count
		if base.Scored == 0 || head.Scored == 0 {
			continue
		}
		change := head.rate() - base.rate()
		changes, moved = append(changes, change), append(moved, &change)
		switch {
		case fell(base, head):
			c.Worse++
		case fell(head, base):
			c.Better++
		}
		of := &c.Cases[at[i]]
		took, tokens, cost = append(took, of.DurationMS), append(tokens, of.Tokens), append(cost, of.CostUSD)
	}
	c.Paired = len(changes)
	c.SignP = sign(c.Better, c.Worse)
	c.RateChange, c.RateRange = mean(moved), interval.Change(changes)
	c.DurationMS, c.Tokens, c.CostUSD = mean(took), mean(tokens), mean(cost)
}

// mean is that of figures of which all are known.
func mean(figures []*float64) *float64 {
	if len(figures) == 0 {
		return nil
	}
	sum := 0.0
	for _, f := range figures {
		if f == nil {
			return nil
		}
		sum += *f
	}
	sum /= float64(len(figures))
	return &sum
}

// sign is the probability of a split as uneven as this, or more, if a case were
// as likely to get better as to get worse; nil of no case. It is two-sided, and
// the lower tail of a binomial distribution, whose sum is an incomplete beta
// function.
//
// Source: W. J. Dixon and A. M. Mood, "The statistical sign test", Journal of
// the American Statistical Association 41 (1946) 557-566; M. Abramowitz and I.
// A. Stegun, Handbook of Mathematical Functions, 26.5.24.
func sign(better, worse int) *float64 {
	n, fewer := better+worse, min(better, worse)
	if n == 0 {
		return nil
	}
	p := 1.0
	if 2*fewer != n {
		p = min(1, 2*mathext.RegIncBeta(float64(n-fewer), float64(fewer+1), 0.5))
	}
	return &p
}
