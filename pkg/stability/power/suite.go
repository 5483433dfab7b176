package power

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Pair is one case of a suite: its rate before, and its trials on both sides.
type Pair struct {
	Rate       float64
	Base, Head int
}

// Suite is how likely the 95 % interval of the mean difference, clustered by
// case, lies wholly below 0 when every case falls by so many points, or to 0
// where it has less. Of fewer than two cases there is no interval, and it is 0.
//
// The interval is Student's, so its power is that of the paired t-test: the
// noncentral t distribution, exact where differences are normal, and near
// enough where they are means of trials. That some cases fall by more than
// others is not foreseen, and makes it less. Source: J. Cohen, Statistical
// Power Analysis for the Behavioral Sciences, 2nd edition, 1988, section 2.3.
func Suite(pairs []Pair, drop float64) float64 {
	if len(pairs) < 2 {
		return 0
	}
	cases, fall, variance := float64(len(pairs)), 0.0, 0.0
	for _, p := range pairs {
		if p.Base == 0 || p.Head == 0 {
			return 0
		}
		before := p.Rate / 100
		after := max(0, before-drop/100)
		fall += (before - after) / cases
		variance += (before*(1-before)/float64(p.Base) + after*(1-after)/float64(p.Head)) / cases
	}
	switch {
	case fall <= 0:
		return 0
	case variance <= 0:
		return 100 // what it comes near to, where differences become the same
	}
	return 100 * beyond(fall*math.Sqrt(cases/variance), cases-1)
}

// SmallestOfSuite is the smallest drop of every case, in points, that the
// interval of the mean finds with this power; nil when none is.
func SmallestOfSuite(pairs []Pair, power float64) *float64 {
	most := 0.0
	for _, p := range pairs {
		most = max(most, p.Rate)
	}
	return smallest(most, func(drop float64) bool { return Suite(pairs, drop) >= power })
}

// beyond is how likely a noncentral t with df degrees of freedom lies above
// what 97.5 % of the central one lie below: the normal tail, averaged over the
// chi distribution of the deviation by the midpoint rule.
func beyond(noncentral, df float64) float64 {
	critical := critical(df)
	log, _ := math.Lgamma(df / 2)
	// s is the estimated deviation by the true one: its density is
	// 2 (df/2)^(df/2) / gamma(df/2) s^(df-1) e^(-df s²/2).
	scale := math.Log(2) + df/2*math.Log(df/2) - log
	const steps = 2000
	to := 1 + 8/math.Sqrt(df)
	sum, width := 0.0, to/steps
	for i := range steps {
		s := (float64(i) + 0.5) * width
		density := math.Exp(scale + (df-1)*math.Log(s) - df*s*s/2)
		sum += density * width * normal(noncentral-critical*s)
	}
	return min(sum, 1)
}

// normal is the standard normal distribution.
func normal(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }

// critical is what 97.5 % of Student's t with df degrees of freedom lie below.
func critical(df float64) float64 {
	x := mathext.InvRegIncBeta(df/2, 0.5, 0.05)
	return math.Sqrt(df * (1 - x) / x)
}
