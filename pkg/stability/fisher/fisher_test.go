package fisher_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/stability/fisher"
)

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-9*max(want, 1e-3)) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func TestPublishedAndHandWorkedTables(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name                     string
		with1, of1, with2, of2   int
		less, twoSided, toDigits float64
	}{
		// Fisher's tea, The Design of Experiments (1935), chapter II: 3 of 4 cups
		// right. Of 70 ways 1+16+36+16+1 have 0, 1, 2, 3, 4 right.
		{"tea", 3, 4, 1, 4, 69. / 70, 34. / 70, 0},
		// Fisher's twins, Statistical Methods for Research Workers (1934): 2 of 17
		// dizygotic and 10 of 13 monozygotic twins convicted; he gives 619/1330665
		// for the one side.
		{"twins", 2, 17, 10, 13, 619. / 1330665, 0.0005367241, 5e-11},
		{"all apart, 2 and 3", 0, 2, 3, 3, 1. / 10, 1. / 10, 0},
		{"all apart, the other way", 2, 2, 0, 3, 1, 1. / 10, 0},
		{"all apart, 3 and 3", 0, 3, 3, 3, 1. / 20, 2. / 20, 0},
		{"nobody has it", 0, 5, 0, 7, 1, 1, 0},
		{"all have it", 5, 5, 7, 7, 1, 1, 0},
		{"an empty group", 0, 0, 3, 7, 1, 1, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			near(t, "less", fisher.Less(tt.with1, tt.of1, tt.with2, tt.of2), tt.less)
			got := fisher.TwoSided(tt.with1, tt.of1, tt.with2, tt.of2)
			if tt.toDigits > 0 {
				if math.Abs(got-tt.twoSided) > tt.toDigits {
					t.Errorf("two-sided: got %v, want %v", got, tt.twoSided)
				}
				return
			}
			near(t, "two-sided", got, tt.twoSided)
		})
	}
}

// exactly is both probabilities by whole numbers.
func exactly(with1, of1, with2, of2 int) (less, twoSided float64) {
	ways := func(k int) *big.Int {
		other := with1 + with2 - k
		if k > of1 || other < 0 || other > of2 {
			return new(big.Int)
		}
		return new(big.Int).Mul(new(big.Int).Binomial(int64(of1), int64(k)), new(big.Int).Binomial(int64(of2), int64(other)))
	}
	few, unlikely := new(big.Int), new(big.Int)
	for k := range with1 + with2 + 1 {
		if k <= with1 {
			few.Add(few, ways(k))
		}
		if ways(k).Cmp(ways(with1)) <= 0 {
			unlikely.Add(unlikely, ways(k))
		}
	}
	all := new(big.Int).Binomial(int64(of1+of2), int64(with1+with2))
	less, _ = new(big.Rat).SetFrac(few, all).Float64()
	twoSided, _ = new(big.Rat).SetFrac(unlikely, all).Float64()
	return less, twoSided
}

func TestItIsTheSumOverAllTables(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		of1, of2 := rapid.IntRange(0, 60).Draw(t, "of1"), rapid.IntRange(0, 60).Draw(t, "of2")
		with1, with2 := rapid.IntRange(0, of1).Draw(t, "with1"), rapid.IntRange(0, of2).Draw(t, "with2")
		less, twoSided := exactly(with1, of1, with2, of2)
		for _, c := range []struct {
			what      string
			got, want float64
		}{
			{"less", fisher.Less(with1, of1, with2, of2), less},
			{"two-sided", fisher.TwoSided(with1, of1, with2, of2), twoSided},
			{"two-sided, groups swapped", fisher.TwoSided(with2, of2, with1, of1), twoSided},
			{"two-sided, without it", fisher.TwoSided(of1-with1, of1, of2-with2, of2), twoSided},
		} {
			if math.Abs(c.got-c.want) > 1e-9*c.want {
				t.Fatalf("%s of %d/%d and %d/%d: got %v, want %v", c.what, with1, of1, with2, of2, c.got, c.want)
			}
		}
	})
}

func TestManyTrialsAreNoTrouble(t *testing.T) {
	t.Parallel()
	// 10,000 each: all apart is 2 / C(20000, 10000), which is below any float.
	if got := fisher.TwoSided(0, 10_000, 10_000, 10_000); got != 0 {
		t.Errorf("all apart: got %v", got)
	}
	if got := fisher.TwoSided(5_000, 10_000, 5_000, 10_000); math.Abs(got-1) > 1e-6 {
		t.Errorf("all alike: got %v", got)
	}
}

func TestItIsQuickAndNearTheNormalDistributionForLargeGroups(t *testing.T) {
	t.Parallel()
	// 49,500 and 50,000 of 100,000 each: 250 below the mean, where the deviation
	// is sqrt(200,000 · 0.4975 · 0.5025) / 2 = 111.8. With half a trial of
	// correction 2.2316 deviations, below which 1.282 % lie.
	if got := fisher.Less(49_500, 100_000, 50_000, 100_000); math.Abs(got-0.01282) > 0.00001 {
		t.Errorf("got %v", got)
	}
	if got := fisher.Less(50_000, 100_000, 49_500, 100_000); math.Abs(got-0.9873) > 0.0003 {
		t.Errorf("got %v", got)
	}
	if got := fisher.Less(99_000, 100_000, 10, 100_000); got != 1 {
		t.Errorf("got %v", got)
	}
}
