package power_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/stability/power"
)

func within(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func TestPowerByHand(t *testing.T) {
	t.Parallel()
	// Of two trials on each side, only 2 of 2 and then 0 of 2 is as rare as
	// 1/C(4,2) = 1/6; the next, such as 2 of 2 and then 1 of 2, is 1/2. So of a
	// case that passes at 90, and falls to 30, 0.9² · 0.7² are found.
	rule := power.Fisher(0.2, 1)
	within(t, "two trials", power.Unknown(90, 2, 2, rule).Power(60), 100*0.81*0.49, 1e-9)
	// Of four on each side, 4 of 4 and then 0 of 4 is 1/C(8,4) = 1/70, and then
	// 1 of 4 is (1 + 16)/70 = 0.243. At 5 % only none of four tells.
	rule = power.Fisher(0.05, 1)
	within(t, "four trials", power.Unknown(100, 4, 4, rule).Power(80), 100*math.Pow(0.8, 4), 1e-9)
	within(t, "the same with a baseline", power.Known(power.Count{Passed: 4, Of: 4}, 4, rule).Power(80), 100*math.Pow(0.8, 4), 1e-9)
	// So 80 % need a rate of 1 - 0.8^(1/4), which is 5.43 %.
	within(t, "the smallest drop", *power.Unknown(100, 4, 4, rule).Smallest(80), 94.57, 0.011)
	// Three trials never tell: 1/C(6,3) = 0.05 is not below 0.05.
	if got := power.Unknown(100, 3, 3, rule).Smallest(80); got != nil {
		t.Errorf("three trials find a drop of %v", *got)
	}
	// Nor do four of four cases: 1/70 is not below 0.05/4.
	if got := power.Unknown(100, 4, 4, power.Fisher(0.05, 4)).Smallest(80); got != nil {
		t.Errorf("four trials of four cases find a drop of %v", *got)
	}
	// Ten cases: 0.005. Of five trials 1/C(10,5) = 1/252 is below, with one that
	// passes 26/252 is not: 80 % need a rate of 1 - 0.8^(1/5), which is 4.36 %.
	within(t, "ten cases", *power.Unknown(100, 5, 5, power.Fisher(0.05, 10)).Smallest(80), 95.64, 0.011)
}

// binomial is exactly how likely k of n pass.
func binomial(n, k int, rate *big.Rat) *big.Rat {
	p := new(big.Rat).SetInt(new(big.Int).Binomial(int64(n), int64(k)))
	other := new(big.Rat).Sub(big.NewRat(1, 1), rate)
	for i := range n {
		if i < k {
			p.Mul(p, rate)
		} else {
			p.Mul(p, other)
		}
	}
	return p
}

// fisher is the one-sided test, exactly.
func fisher(base, head power.Count) *big.Rat {
	over := new(big.Int)
	for k := 0; k <= head.Passed; k++ {
		ways := new(big.Int).Binomial(int64(head.Of), int64(k))
		over.Add(over, ways.Mul(ways, new(big.Int).Binomial(int64(base.Of), int64(base.Passed+head.Passed-k))))
	}
	return new(big.Rat).SetFrac(over, new(big.Int).Binomial(int64(base.Of+head.Of), int64(base.Passed+head.Passed)))
}

func TestPowerIsTheSumOverAllOutcomes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n, m := rapid.IntRange(1, 14).Draw(t, "before"), rapid.IntRange(1, 14).Draw(t, "after")
		rate := rapid.Int64Range(0, 20).Draw(t, "twentieths before")
		drop := rapid.Int64Range(0, rate).Draw(t, "drop")
		cases := rapid.Int64Range(1, 9).Draw(t, "cases")
		level := big.NewRat(1, 20*cases)
		want := new(big.Rat)
		for a := range n + 1 {
			for b := range m + 1 {
				if fisher(power.Count{Passed: a, Of: n}, power.Count{Passed: b, Of: m}).Cmp(level) < 0 {
					both := binomial(n, a, big.NewRat(rate, 20))
					want.Add(want, both.Mul(both, binomial(m, b, big.NewRat(rate-drop, 20))))
				}
			}
		}
		sum, _ := want.Float64()
		got := power.Unknown(5*float64(rate), n, m, power.Fisher(0.05, int(cases))).Power(5 * float64(drop))
		if math.Abs(got-100*sum) > 1e-7 {
			t.Fatalf("%d and %d trials, from %d by %d twentieths, %d cases: got %v, want %v", n, m, rate, drop, cases, got, 100*sum)
		}
	})
}

func TestPowerWithABaselineIsOfTheTrialsToComeAlone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		base := power.Count{Of: rapid.IntRange(1, 12).Draw(t, "before")}
		base.Passed = rapid.IntRange(1, base.Of).Draw(t, "passed")
		m := rapid.IntRange(1, 12).Draw(t, "after")
		after := rapid.Float64Range(0, float64(base.Passed)/float64(base.Of)).Draw(t, "rate after")
		want := 0.0
		for b := range m + 1 {
			if fisher(base, power.Count{Passed: b, Of: m}).Cmp(big.NewRat(1, 20)) < 0 {
				p, _ := binomial(m, b, new(big.Rat).SetFloat64(after)).Float64()
				want += 100 * p
			}
		}
		drop := 100 * (float64(base.Passed)/float64(base.Of) - after)
		if got := power.Known(base, m, power.Fisher(0.05, 1)).Power(drop); math.Abs(got-want) > 1e-7 {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

func TestTheSmallestDropIsWhereThePowerIsReached(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 300).Draw(t, "runs")
		rate := rapid.Float64Range(1, 100).Draw(t, "rate")
		d := power.Unknown(rate, n, n, power.Fisher(0.05, rapid.IntRange(1, 50).Draw(t, "cases")))
		if alarm := d.Power(0); alarm > 5 {
			t.Fatalf("no drop is found in %v", alarm)
		}
		switch drop := d.Smallest(power.Usual); {
		case drop == nil:
			if all := d.Power(rate); all >= power.Usual {
				t.Fatalf("a drop to 0 is found in %v", all)
			}
		case d.Power(*drop) < power.Usual, *drop > 0.02 && d.Power(*drop-0.012) >= power.Usual:
			t.Fatalf("%v is not the smallest drop: %v, and %v at a hundredth less", *drop, d.Power(*drop), d.Power(*drop-0.012))
		}
	})
}

func TestTheLeastRunsAreThoseOfTryingAllNumbers(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rate, drop float64
		cases      int
	}{
		{100, 50, 1}, {100, 10, 1}, {100, 10, 12}, {100, 5, 12}, {100, 2, 100}, {90, 10, 1}, {90, 10, 12}, {80, 10, 1}, {50, 10, 1},
		{95, 5, 5}, {60, 60, 300}, {10, 5, 1}, {100, 0.5, 12},
	} {
		of := func(n int) power.Design { return power.Unknown(tt.rate, n, n, power.Fisher(0.05, tt.cases)) }
		want := 1
		for of(want).Power(tt.drop) < power.Usual {
			want++
		}
		// Of many hundreds, a few more are as good.
		if got := power.Runs(of, tt.drop, power.Usual, 100_000); got < want || got > want+want/100 || of(got).Power(tt.drop) < power.Usual || got > want && want < 500 {
			t.Errorf("%v by %v, %d cases: got %d, want %d", tt.rate, tt.drop, tt.cases, got, want)
		}
	}
}

func TestNoRunsAreEnough(t *testing.T) {
	t.Parallel()
	// Half a point around 50 needs hundreds of thousands.
	of := func(n int) power.Design { return power.Unknown(50, n, n, power.Fisher(0.05, 1)) }
	if got := power.Runs(of, 0.5, power.Usual, 100_000); got != 0 {
		t.Errorf("got %d", got)
	}
	// Two trials before are at best 1/C(n+2,2) and so on: one that fails of many
	// after is no sign, whatever their number, for 0.9² of them would pass.
	known := func(n int) power.Design {
		return power.Known(power.Count{Passed: 2, Of: 2}, n, power.Fisher(0.05, 1))
	}
	if got := power.Runs(known, 10, power.Usual, 100_000); got != 0 {
		t.Errorf("got %d", got)
	}
}

func TestPowerOfVeryManyTrialsIsThatOfTheNormalDistribution(t *testing.T) {
	t.Parallel()
	// Half a point around 50, of 100,000 trials on each side, is
	// 0.005 / sqrt(2 · 0.25 / 100,000) = 2.236 standard errors: 1.645 are
	// exceeded in 72.3 %.
	d := power.Unknown(50, 100_000, 100_000, power.Fisher(0.05, 1))
	within(t, "power", d.Power(0.5), 72.3, 0.3)
	within(t, "false alarms", d.Power(0), 5, 0.1)
}

func TestAnyRuleCanBeAsked(t *testing.T) {
	t.Parallel()
	// A case that passed all of three trials, and then at most two of three, is
	// two classes lower: 1 - 0.5³ of the time when the rate falls to 50.
	two := func(base, head power.Count) bool { return base.Passed == base.Of && 5*head.Passed < 4*head.Of }
	within(t, "three trials", power.Unknown(100, 3, 3, two).Power(50), 87.5, 1e-9)
	within(t, "smallest", *power.Unknown(100, 3, 3, two).Smallest(80), 100*(1-math.Cbrt(0.2)), 0.011)
}

func TestNothingIsFoundOfNoTrials(t *testing.T) {
	t.Parallel()
	rule := power.Fisher(0.05, 1)
	for _, d := range []power.Design{{}, power.Unknown(100, 0, 5, rule), power.Unknown(100, 5, 0, rule), power.Known(power.Count{}, 5, rule), power.Unknown(0, 5, 5, rule)} {
		if d.Power(50) != 0 || d.Smallest(80) != nil {
			t.Errorf("%v", d)
		}
	}
}

func TestSuiteAsPublished(t *testing.T) {
	t.Parallel()
	// The power of Student's test, as G*Power 3 prints it: 0.360 for d = 1/3
	// with 25 (K. Wuensch, G*Power: t Tests, East Carolina University); 0.8078
	// for d = 0.5 with 34, and 0.8213 for d = 0.8 with 15, the sample sizes of
	// J. Cohen's medium and large effects at 80 %. In one trial before, at 100,
	// and one after, at q, the deviation is sqrt(q(1-q)), so that d is
	// (1-q) / sqrt(q(1-q)), and q = 1 / (1+d²).
	for _, tt := range []struct {
		d     float64
		cases int
		want  float64
	}{{1.0 / 3, 25, 36.0}, {0.5, 34, 80.78}, {0.8, 15, 82.13}} {
		pairs := make([]power.Pair, tt.cases)
		for i := range pairs {
			pairs[i] = power.Pair{Rate: 100, Base: 1, Head: 1}
		}
		within(t, "power", power.Suite(pairs, 100*(1-1/(1+tt.d*tt.d))), tt.want, 0.06)
	}
}

func TestSuiteFindsMoreWithMoreCasesAndMoreTrials(t *testing.T) {
	t.Parallel()
	suite := func(cases, runs int) float64 {
		pairs := make([]power.Pair, cases)
		for i := range pairs {
			pairs[i] = power.Pair{Rate: 90, Base: runs, Head: runs}
		}
		if drop := power.SmallestOfSuite(pairs, power.Usual); drop != nil {
			return *drop
		}
		return 101
	}
	if few, more := suite(5, 5), suite(20, 5); few <= more {
		t.Errorf("%v with 5 cases, %v with 20", few, more)
	}
	if few, more := suite(5, 5), suite(5, 50); few <= more {
		t.Errorf("%v with 5 trials, %v with 50", few, more)
	}
	if power.Suite([]power.Pair{{Rate: 100, Base: 5, Head: 5}}, 50) != 0 {
		t.Error("an interval of one case")
	}
	if power.SmallestOfSuite([]power.Pair{{Rate: 0, Base: 5, Head: 5}, {Rate: 0, Base: 5, Head: 5}}, power.Usual) != nil {
		t.Error("a drop of what never passes")
	}
}
