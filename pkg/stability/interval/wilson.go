package interval

import (
	"math"

	"gonum.org/v1/gonum/mathext"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// z is the standard normal deviate that leaves 2.5 % above it.
const z = 1.959963984540054

// Wilson is the two-sided 95 % score interval of passed out of n trials, nil
// of none.
//
// Source: E. B. Wilson, "Probable inference, the law of succession, and
// statistical inference", JASA 22 (1927) 209-212; without a continuity
// correction, as method 3 in R. G. Newcombe, Statistics in Medicine 17 (1998)
// 857-872.
func Wilson(passed, n int) *eval.Interval {
	if n == 0 {
		return nil
	}
	i := score(float64(passed)/float64(n), float64(n))
	return &i
}

// score is Wilson's interval of a proportion p, measured with the information
// of n independent trials.
func score(p, n float64) eval.Interval {
	a := z * z / n
	center := (p + a/2) / (1 + a)
	half := math.Sqrt(a*p*(1-p)+a*a/4) / (1 + a)
	low, high := max(center-half, 0), min(center+half, 1)
	// At the ends the formula is exact, and its roundings are not.
	if p <= 0 {
		low = 0
	}
	if p >= 1 {
		high = 1
	}
	return eval.Interval{100 * low, 100 * high}
}

// Suite is the two-sided 95 % interval of the mean of the cases' pass rates,
// nil of none. Cases are the sampling unit, since trials of one case are not
// independent of each other: the interval says where the mean of a suite of
// such cases may lie, and more trials of the same cases do not make it narrow.
// One case is no sample of cases, and has its own Wilson interval. Trials is
// how many the rates are of, all together.
//
// The variance of the mean is that of the cases' rates divided by their
// number, which is the estimate clustered by case (E. Miller, "Adding Error
// Bars to Evals", arXiv:2411.00640, section 2.2). It becomes the number of
// independent trials that would be as informative, with Student's t in place
// of the normal deviate, as E. L. Korn and B. I. Graubard do (Survey
// Methodology 24 (1998) 193-201), and of those the score interval is taken,
// which stays within 0 and 100. Where cases do not differ there is no variance
// to estimate: rates of 0 and 100 count one trial a case, others all trials.
func Suite(rates []float64, trials int) *eval.Interval {
	k := float64(len(rates))
	if k == 0 {
		return nil
	}
	mean := 0.0
	for _, r := range rates {
		mean += r / 100
	}
	mean /= k
	if k == 1 {
		i := score(mean, float64(trials))
		return &i
	}
	squares := 0.0
	for _, r := range rates {
		squares += (r/100 - mean) * (r/100 - mean)
	}
	variance := squares / (k - 1) / k
	if spread := mean * (1 - mean); spread <= 1e-12 {
		i := score(math.Round(mean), k)
		return &i
	} else if n := float64(trials); variance*n < spread {
		variance = spread / n // never narrower than if all trials were independent
	}
	t := student(k - 1)
	i := score(mean, mean*(1-mean)/variance*(z*z)/(t*t))
	return &i
}

// student is the t that leaves 2.5 % above it with so many degrees of freedom:
// a t above it has the probability I(df/(df+t²); df/2, 1/2)/2 (M. Abramowitz
// and I. A. Stegun, Handbook of Mathematical Functions, 26.7.1 and 26.5.27).
func student(df float64) float64 {
	x := mathext.InvRegIncBeta(df/2, 0.5, 0.05)
	return math.Sqrt(df * (1 - x) / x)
}
