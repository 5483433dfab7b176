package interval

import (
	"math"
	"testing"
)

func TestStudentAsTablesPrintIt(t *testing.T) {
	t.Parallel()
	// W. S. Gosset's distribution, two-sided 5 %, as in table III of R. A.
	// Fisher and F. Yates, Statistical Tables.
	for df, want := range map[float64]float64{1: 12.706, 2: 4.303, 4: 2.776, 11: 2.201, 30: 2.042, 120: 1.980} {
		if got := student(df); math.Abs(got-want) > 0.0006 {
			t.Errorf("%v degrees of freedom: got %v, want %v", df, got, want)
		}
	}
	if got := student(1e7); math.Abs(got-z) > 1e-4 {
		t.Errorf("of very many: got %v, want %v", got, z)
	}
}
