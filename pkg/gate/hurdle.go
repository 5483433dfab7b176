package gate

import "github.com/surefoot-dev/surefoot/pkg/eval"

// hurdle answers, many times, whether a pass rate reaches what the policy
// requires of the suite. A bound is dear to compute, so it is computed only
// where a rate is close to the least one that reaches it. There the answer is
// that of decidePassRate to the last bit; further away both agree by far.
type hurdle struct {
	policy       eval.Policy
	trials       float64
	below, above float64 // rates up to below do not reach it, rates from above do
}

func newHurdle(policy eval.Policy, m *mean) *hurdle {
	h := &hurdle{policy: policy, trials: m.trials(), below: -1, above: 101}
	if policy.Confidence == nil {
		return h
	}
	const close, steps = 1e-6, 40
	low, high := 0.0, 100.0
	for range steps {
		if middle := (low + high) / 2; h.exactly(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	h.below, h.above = low-close, high+close
	return h
}

func (h *hurdle) reached(rate float64) bool {
	switch {
	case rate <= h.below:
		return false
	case rate >= h.above:
		return true
	default:
		return h.exactly(rate)
	}
}

func (h *hurdle) exactly(rate float64) bool {
	return reaches(believed(h.policy, rate, h.trials), *h.policy.MinPassRate)
}
