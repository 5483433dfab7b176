package interval

import "math"

// PassAt is pass@k for k from 1 to n, 0 to 100: the estimated rate at which at
// least one of k trials passes, when passed of n did. A k above n has no
// estimate, and none of no trials has.
//
// Source: 1 - C(n-c,k)/C(n,k), M. Chen et al., "Evaluating Large Language
// Models Trained on Code", arXiv:2107.03374, equation 1; as a running product,
// which overflows for no n.
func PassAt(passed, n int) []float64 {
	if n == 0 {
		return nil
	}
	rates := make([]float64, n)
	none := 1.0 // the share of samples of k trials in which none passed
	for i := range n {
		none *= float64(max(n-passed-i, 0)) / float64(n-i)
		rates[i] = percent(1 - none)
	}
	rates[0] = 100 * float64(passed) / float64(n)
	return rates
}

// PassAll is pass^k for k from 1 to n, 0 to 100: the estimated rate at which
// all of k trials pass, when passed of n did.
//
// Source: C(c,k)/C(n,k), S. Yao et al., "τ-bench: A Benchmark for
// Tool-Agent-User Interaction in Real-World Domains", arXiv:2406.12045,
// section 4.
func PassAll(passed, n int) []float64 {
	if n == 0 {
		return nil
	}
	rates := make([]float64, n)
	all := 1.0
	for i := range n {
		all *= float64(max(passed-i, 0)) / float64(n-i)
		rates[i] = percent(all)
	}
	rates[0] = 100 * float64(passed) / float64(n)
	return rates
}

// percent is a share without what the multiplications before left in its last
// digits, so that 3 of 5 is 60. A share next to nothing stays as it is, since
// it is not nothing.
func percent(share float64) float64 {
	if share < 1e-6 {
		return 100 * share
	}
	return math.Round(share*1e11) / 1e9
}
