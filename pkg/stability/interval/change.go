package interval

import (
	"math"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Change is where the mean of the cases' changes may lie, -100 to 100: the
// two-sided 95 % interval of Student's t over the differences, one a case, since
// cases are what was sampled and trials of one resemble each other. It is nil
// where nothing can be estimated from: below two cases, or where all changed
// alike.
//
// Source: the paired differences clustered by case of E. Miller,
// arXiv:2411.00640, section 4.2, with t in place of the normal quantile
// (Student, Biometrika 6 (1908) 1-25), as cases may be few.
func Change(changes []float64) *eval.Interval {
	k := float64(len(changes))
	if k < 2 {
		return nil
	}
	mean, m2 := 0.0, 0.0
	for i, c := range changes {
		delta := c - mean
		mean += delta / float64(i+1)
		m2 += delta * (c - mean)
	}
	if m2 < 1e-9 {
		return nil
	}
	wide := student(k-1) * math.Sqrt(m2/(k-1)/k)
	return &eval.Interval{max(-100, mean-wide), min(100, mean+wide)}
}
