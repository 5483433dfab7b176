package interval_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/stability/interval"
)

func within(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func TestPublishedIntervals(t *testing.T) {
	t.Parallel()
	// R. G. Newcombe, Statistics in Medicine 17 (1998) 857-872, table I,
	// methods 3 (score) and 5 (exact), to four digits; 8 of 10 as R's prop.test
	// (without correction) and binom.test print it.
	tests := []struct {
		passed, n  int
		low, high  float64 // Wilson
		exactly    float64 // Clopper-Pearson, two-sided
		exactlyTop float64
	}{
		{81, 263, 25.53, 36.62, 25.27, 36.76},
		{15, 148, 6.24, 16.05, 5.78, 16.17},
		{0, 20, 0, 16.11, 0, 16.84},
		{1, 29, 0.61, 17.18, 0.09, 17.76},
		{8, 10, 49.02, 94.33, 44.39, 97.48},
	}
	for _, tt := range tests {
		i := interval.Wilson(tt.passed, tt.n)
		within(t, "Wilson, low", i[0], tt.low, 0.005001)
		within(t, "Wilson, high", i[1], tt.high, 0.005001)
		within(t, "exact, low", interval.Lower(float64(tt.passed), float64(tt.n), 97.5), tt.exactly, 0.005001)
		within(t, "exact, high", interval.Upper(float64(tt.passed), float64(tt.n), 97.5), tt.exactlyTop, 0.005001)
	}
	// One-sided, 8 of 10: the p at which 8 or more of 10 pass in 5 % of all
	// samples, with the sum written out: 45 p^8 (1-p)^2 + 10 p^9 (1-p) + p^10.
	p := interval.Lower(8, 10, 95) / 100
	within(t, "tail", 45*math.Pow(p, 8)*(1-p)*(1-p)+10*math.Pow(p, 9)*(1-p)+math.Pow(p, 10), 0.05, 1e-12)
}

func TestNothingIsKnownOfNoTrials(t *testing.T) {
	t.Parallel()
	if interval.Wilson(0, 0) != nil || interval.Suite(nil, 0) != nil || interval.PassAt(0, 0) != nil || interval.PassAll(0, 0) != nil {
		t.Error("a figure of nothing")
	}
	if interval.Lower(0, 0, 95) != 0 || interval.Upper(0, 0, 95) != 100 {
		t.Error("a bound of nothing")
	}
}

func TestCleanTrialsThatABoundNeeds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rate, confidence float64
		want             int
	}{{50, 95, 5}, {70, 95, 9}, {80, 95, 14}, {90, 95, 29}, {95, 95, 59}, {99, 95, 299}, {50, 75, 2}, {90, 99, 44}, {1, 95, 1}, {100, 95, 0}} {
		if got := interval.Clean(tt.rate, tt.confidence); got != tt.want {
			t.Errorf("%v at %v: got %d, want %d", tt.rate, tt.confidence, got, tt.want)
		}
	}
}

func TestCleanIsWhereTheBoundReachesTheRate(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rate, confidence := rapid.Float64Range(1, 99).Draw(t, "rate"), rapid.Float64Range(51, 99.9).Draw(t, "confidence")
		n := interval.Clean(rate, confidence)
		if got := interval.Lower(float64(n), float64(n), confidence); got < rate-1e-9 {
			t.Fatalf("%d clean trials reach %v only", n, got)
		}
		if got := interval.Lower(float64(n-1), float64(n-1), confidence); n > 1 && got >= rate {
			t.Fatalf("%d clean trials reach %v already", n-1, got)
		}
	})
}

func TestBoundsHoldTheRateAndMoveWithIt(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 2000).Draw(t, "n")
		passed := rapid.IntRange(0, n).Draw(t, "passed")
		confidence := rapid.Float64Range(51, 99.9).Draw(t, "confidence")
		rate := 100 * float64(passed) / float64(n)
		bounds := func(passed int) [4]float64 {
			w := interval.Wilson(passed, n)
			p := float64(passed)
			return [4]float64{w[0], w[1], interval.Lower(p, float64(n), confidence), interval.Upper(p, float64(n), confidence)}
		}
		b := bounds(passed)
		if b[0] > rate || b[1] < rate || b[2] > rate+1e-9 || b[3] < rate-1e-9 || min(b[0], b[2]) < 0 || max(b[1], b[3]) > 100 {
			t.Fatalf("%d of %d is %v, not within %v", passed, n, rate, b)
		}
		if passed < n {
			for i, more := range bounds(passed + 1) {
				if more < b[i] {
					t.Fatalf("one more passed, and bound %d of %d of %d falls from %v to %v", i, passed, n, b[i], more)
				}
			}
		}
	})
}

func TestTheLowerBoundErrsNoMoreOftenThanItSays(t *testing.T) {
	t.Parallel()
	// Summed over all outcomes of n trials, not simulated.
	for _, n := range []int{1, 5, 20} {
		for p := 0.01; p < 1; p += 0.01 {
			wrong := 0.0
			for k := range n + 1 {
				if interval.Lower(float64(k), float64(n), 95) > 100*p {
					choose, _ := new(big.Float).SetInt(new(big.Int).Binomial(int64(n), int64(k))).Float64()
					wrong += choose * math.Pow(p, float64(k)) * math.Pow(1-p, float64(n-k))
				}
			}
			if wrong > 0.05+1e-9 {
				t.Errorf("%d trials at %v: wrong in %v", n, p, wrong)
			}
		}
	}
}

func TestSuiteIsClusteredByCase(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		rates  []float64
		trials int
		want   eval.Interval
	}{
		// One case is its own rate: 8 of 10.
		{"one case", []float64{80}, 10, eval.Interval{49.02, 94.33}},
		// Nothing differs at an end: as 12 of 12 trials, whatever their number.
		{"all passed", []float64{100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100}, 60, eval.Interval{75.75, 100}},
		{"none passed", []float64{0, 0, 0, 0}, 40, eval.Interval{0, 48.99}},
		// Mean 0.8, variance of the rates 0.08, of the mean 0.04; t with one
		// degree of freedom 12.706; so a = t²·0.04/0.16 = 40.36, and
		// (0.8 + a/2 ± sqrt(a·0.16 + a²/4)) / (1 + a).
		{"two cases", []float64{100, 60}, 10, eval.Interval{1.55, 99.90}},
		// Mean 0.9, variance of the rates 0.01875, of the mean 0.00375; but twenty
		// independent trials have 0.09/20 = 0.0045; t with four degrees of
		// freedom 2.7764, a = t²·0.0045/0.09 = 0.38543.
		{"cases that differ less than trials do", []float64{100, 100, 100, 75, 75}, 20, eval.Interval{59.53, 98.22}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := interval.Suite(tt.rates, tt.trials)
			within(t, "low", got[0], tt.want[0], 0.01)
			within(t, "high", got[1], tt.want[1], 0.01)
		})
	}
}

func TestSuiteHoldsTheMeanWhateverTheOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		counts := rapid.SliceOfN(rapid.IntRange(0, 5), 1, 30).Draw(t, "passed of 5")
		rates, mean := make([]float64, len(counts)), 0.0
		for i, c := range counts {
			rates[i] = 20 * float64(c)
			mean += rates[i] / float64(len(counts))
		}
		got := interval.Suite(rates, 5*len(rates))
		if !(got[0] <= mean+1e-9 && mean-1e-9 <= got[1] && got[0] >= 0 && got[1] <= 100) {
			t.Fatalf("mean %v, interval %v", mean, got)
		}
		again := interval.Suite(rapid.Permutation(rates).Draw(t, "order"), 5*len(rates))
		if math.Abs(got[0]-again[0])+math.Abs(got[1]-again[1]) > 1e-6 {
			t.Fatalf("%v in another order is %v", got, again)
		}
	})
}

func TestSuiteHoldsTheTrueMeanAsOftenAsItSays(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 11))
	// Agents whose cases have very different rates, and ones whose cases differ
	// little: what a case's rate is, of a draw from 0 to 1.
	kinds := map[string]func(u float64) float64{
		"half of the cases always pass": func(u float64) float64 { return min(1, 2*u) },
		"cases differ little":           func(u float64) float64 { return 0.7 + 0.2*u },
	}
	means := map[string]float64{"half of the cases always pass": 75, "cases differ little": 80}
	for kind, of := range kinds {
		for _, cases := range []int{5, 12, 40} {
			const suites, runs = 2000, 5
			held := 0
			for range suites {
				rates := make([]float64, cases)
				for i := range rates {
					p := of(rng.Float64())
					for range runs {
						if rng.Float64() < p {
							rates[i] += 100.0 / runs
						}
					}
				}
				if got := interval.Suite(rates, runs*cases); got[0] <= means[kind] && means[kind] <= got[1] {
					held++
				}
			}
			if share := float64(held) / suites; share < 0.94 {
				t.Errorf("%s, %d cases: the interval holds the mean in %v", kind, cases, share)
			}
		}
	}
}

func TestPassAtAndPassAllByHand(t *testing.T) {
	t.Parallel()
	near := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-9 })
	// 2 of 5: 1 - C(3,k)/C(5,k) is 1-3/5, 1-3/10, 1-1/10, then 1; C(2,k)/C(5,k)
	// is 2/5, 1/10, then 0.
	if diff := cmp.Diff([]float64{40, 70, 90, 100, 100}, interval.PassAt(2, 5), near); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]float64{40, 10, 0, 0, 0}, interval.PassAll(2, 5), near); diff != "" {
		t.Error(diff)
	}
}

// choose is C(c,k)/C(n,k), exactly.
func choose(c, n, k int) float64 {
	over, under := new(big.Int).Binomial(int64(c), int64(k)), new(big.Int).Binomial(int64(n), int64(k))
	if k > c {
		over = new(big.Int)
	}
	f, _ := new(big.Rat).SetFrac(over, under).Float64()
	return f
}

func TestPassAtAndPassAllAreExactForLargeN(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 2, 10, 200, 1200} {
		for _, passed := range []int{0, 1, n / 3, n - 1, n} {
			at, all := interval.PassAt(passed, n), interval.PassAll(passed, n)
			for _, k := range []int{1, 2, n / 2, n - 1, n} {
				if k < 1 || k > n {
					continue
				}
				within(t, "pass@k", at[k-1], 100*(1-choose(n-passed, n, k)), 1e-9)
				within(t, "pass^k", all[k-1], 100*choose(passed, n, k), 1e-9)
			}
		}
	}
}

func TestPassAtRisesAndPassAllFallsFromThePassRate(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 3000).Draw(t, "n")
		passed := rapid.IntRange(0, n).Draw(t, "passed")
		at, all := interval.PassAt(passed, n), interval.PassAll(passed, n)
		if rate := 100 * float64(passed) / float64(n); len(at) != n || len(all) != n || at[0] != rate || all[0] != rate {
			t.Fatalf("%d and %d of %d, from %v and %v", len(at), len(all), n, at[0], all[0])
		}
		for k := 1; k < n; k++ {
			if at[k] < at[k-1]-1e-9 || all[k] > all[k-1]+1e-9 || at[k] > 100 || all[k] < 0 {
				t.Fatalf("k = %d: %v after %v, %v after %v", k+1, at[k], at[k-1], all[k], all[k-1])
			}
		}
	})
}
