package compare_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/stability/compare"
)

// sampled is a run in which each case passes at its own rate. With a quota its
// trials stop as soon as it is reached, or can no longer be.
func sampled(rng *rand.Rand, rates []float64, runs, quota int) compare.Run {
	r := &eval.Report{}
	for i, rate := range rates {
		c := eval.CaseResult{Agent: "x", ID: fmt.Sprint(i), Planned: runs}
		for c.Runs < runs {
			if c.Runs++; rng.Float64() < rate {
				c.Passed++
			} else {
				c.Failed++
			}
			if quota > 0 && (c.Passed == quota || c.Failed > runs-quota) {
				c.Spared = runs - c.Runs
				break
			}
		}
		r.Cases = append(r.Cases, c)
	}
	r.Start.Plan.Cases = len(r.Cases)
	return compare.Run{Report: r}
}

// The shares that docs/stability.md shows: of pairs of runs of one and the same
// agent, those in which a rule calls any case regressed.
func TestTheTestRaisesNoMoreFalseAlarmsThanItSays(t *testing.T) {
	t.Parallel()
	agents := []struct {
		name string
		rate func(u float64) float64
	}{
		{"every other case always passes", func(u float64) float64 { return min(1, 2*u) }},
		{"all cases pass at a rate from 70 to 90", func(u float64) float64 { return 0.7 + 0.2*u }},
		{"all cases pass at 50", func(float64) float64 { return 0.5 }},
	}
	plans := []struct{ cases, runs, quota int }{{12, 5, 0}, {12, 10, 0}, {12, 20, 0}, {100, 5, 0}, {12, 10, 8}}
	for a, agent := range agents {
		for b, plan := range plans {
			t.Run(fmt.Sprintf("%s, %d cases, %d trials, quota %d", agent.name, plan.cases, plan.runs, plan.quota), func(t *testing.T) {
				t.Parallel()
				rng := rand.New(rand.NewPCG(uint64(a), uint64(b)))
				pairs := 1000
				if plan.cases > 50 {
					pairs = 200
				}
				alarms := map[eval.Rule]int{}
				fallen := 0
				for range pairs {
					rates := make([]float64, plan.cases)
					for i := range rates {
						rates[i] = agent.rate(rng.Float64())
					}
					c := compare.Runs(sampled(rng, rates, plan.runs, plan.quota), sampled(rng, rates, plan.runs, plan.quota))
					seen := map[eval.Rule]bool{}
					for _, change := range c.Cases {
						seen[change.Rule] = true
						if change.Rule == eval.ByClassDrop {
							fallen++
						}
					}
					for _, rule := range []eval.Rule{eval.ByFisher, eval.ByClassDrop} {
						if seen[rule] {
							alarms[rule]++
						}
					}
				}
				fisher := 100 * float64(alarms[eval.ByFisher]) / float64(pairs)
				t.Logf("the test %.1f %%, classes %.1f %%", fisher, 100*float64(alarms[eval.ByClassDrop])/float64(pairs))
				if fisher > 5+300*math.Sqrt(0.05*0.95/float64(pairs)) { // three standard errors
					t.Errorf("the test calls a case regressed in %.1f %% of the runs of an agent that did not change", fisher)
				}
				each := 100 * float64(fallen) / float64(pairs*plan.cases)
				if each > 5+300*math.Sqrt(0.05*0.95/float64(pairs*plan.cases)) {
					t.Errorf("classes call %.1f %% of all cases regressed that did not change", each)
				}
			})
		}
	}
}
