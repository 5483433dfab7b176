package interval

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Lower is the one-sided lower bound of a rate: with this confidence the true
// rate is at least this. Passed and n may be fractions, where trials count
// unequally. Of no trials it is 0.
//
// Source: C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial
// limits illustrated in the case of the binomial", Biometrika 26 (1934)
// 404-413, as a quantile of the beta distribution.
func Lower(passed, n, confidence float64) float64 {
	passed = min(passed, n)
	if passed <= 0 {
		return 0
	}
	return 100 * mathext.InvRegIncBeta(passed, n-passed+1, 1-confidence/100)
}

// Upper is the one-sided upper bound of a rate, by the same source. Of no
// trials it is 100.
func Upper(passed, n, confidence float64) float64 {
	return 100 - Lower(n-passed, n, confidence)
}

// Clean is how many trials must run, and all pass, for the lower bound to
// reach a rate below 100: the least n with rate^n <= 1 - confidence. No number
// is enough for 100, and then it is 0.
func Clean(rate, confidence float64) int {
	if rate >= 100 {
		return 0
	}
	alpha, p := 1-confidence/100, rate/100
	n := max(1, int(math.Ceil(math.Log(alpha)/math.Log(p))))
	for n > 1 && math.Pow(p, float64(n-1)) <= alpha*(1+1e-12) {
		n--
	}
	return n
}
