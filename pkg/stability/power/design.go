package power

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Design is one case's comparison as far as it is known before it is made: of
// each number of trials that may have passed before, how likely that is, and
// at how many after the case counts as regressed.
type Design struct {
	rate     float64 // before, 0 to 1
	head     int
	outcomes []outcome
}

// outcome is one number of trials that passed before.
type outcome struct {
	weight float64
	most   int // that may pass after, for the case to count as regressed; negative for none
}

// Known is a comparison with a baseline that is there. Its rate is taken for
// the true one.
func Known(base Count, head int, rule Rule) Design {
	d := Design{head: head}
	if base.Of == 0 || head == 0 {
		return d
	}
	d.rate = float64(base.Passed) / float64(base.Of)
	d.outcomes = []outcome{{1, most(base, head, -1, rule)}}
	return d
}

// Unknown is a comparison of two runs that both are still to come, of a case
// that passes at this rate.
func Unknown(rate float64, base, head int, rule Rule) Design {
	d := Design{rate: rate / 100, head: head}
	if base == 0 || head == 0 {
		return d
	}
	from, to := likely(base, d.rate)
	last := -1
	for passed := from; passed <= to; passed++ {
		last = most(Count{passed, base}, head, last, rule)
		d.outcomes = append(d.outcomes, outcome{exactly(base, passed, d.rate), last})
	}
	return d
}

// most is the greatest number of trials that may pass after for the rule to
// hold. It holds at no more than one less than known, from which the search
// goes up: what one less passed trial before gave.
func most(base Count, head, known int, rule Rule) int {
	at := known
	for step := 1; ; step *= 2 { // gallop, then halve
		if at+step > head || !rule(base, Count{at + step, head}) {
			low, high := at, min(at+step, head+1) // holds at low, not at high
			for high-low > 1 {
				if middle := (low + high) / 2; rule(base, Count{middle, head}) {
					low = middle
				} else {
					high = middle
				}
			}
			return low
		}
		at += step
	}
}

// likely are the numbers of passed trials of n that matter: all others
// together have less than 1e-11.
func likely(n int, rate float64) (from, to int) {
	wide := 7*math.Sqrt(float64(n)*rate*(1-rate)) + 40
	mean := float64(n) * rate
	return max(0, int(mean-wide)), min(n, int(math.Ceil(mean+wide)))
}

// exactly is how likely k of n trials pass.
func exactly(n, k int, rate float64) float64 {
	switch {
	case rate <= 0:
		return one(k == 0)
	case rate >= 1:
		return one(k == n)
	}
	return math.Exp(choose(n, k) + float64(k)*math.Log(rate) + float64(n-k)*math.Log1p(-rate))
}

// choose is the logarithm of the number of ways to choose k of n.
func choose(n, k int) float64 {
	factorial := func(n int) float64 {
		log, _ := math.Lgamma(float64(n) + 1)
		return log
	}
	return factorial(n) - factorial(k) - factorial(n-k)
}

// atMost is how likely no more than k of n trials pass.
func atMost(n, k int, rate float64) float64 {
	switch {
	case k < 0:
		return 0
	case k >= n || rate <= 0:
		return 1
	case rate >= 1:
		return 0
	}
	return mathext.RegIncBeta(float64(n-k), float64(k+1), 1-rate)
}

func one(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// Power is how likely the case counts as regressed when its rate falls by so
// many points. A fall by 0 is a false alarm.
func (d Design) Power(drop float64) float64 {
	rate, sum := max(0, d.rate-drop/100), 0.0
	for _, o := range d.outcomes {
		sum += o.weight * atMost(d.head, o.most, rate)
	}
	return 100 * min(sum, 1)
}

// Smallest is the smallest drop, in points, that is found with this power; nil
// when even one to 0 is not.
func (d Design) Smallest(power float64) *float64 {
	return smallest(100*d.rate, func(drop float64) bool { return d.Power(drop) >= power })
}

// smallest is the least drop up to the given one that is found, which any
// greater one is then, too; nil when none is. It is rounded up to a hundredth
// of a point.
func smallest(most float64, found func(float64) bool) *float64 {
	low, high := 0.0, most
	if most <= 0 || !found(most) {
		return nil
	}
	for high-low > 0.001 {
		if middle := (low + high) / 2; found(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	high = min(math.Ceil(high*100)/100, most)
	return &high
}
