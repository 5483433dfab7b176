package forecast

import (
	"cmp"
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/stability/power"
)

// comparison is what is to be compared: of this run with its baseline, or of
// two runs of the plan.
type comparison struct {
	counts   map[kind]int    // how many cases may be of a kind
	first    []kind          // of each case, in the order of the plan; the zero one of a case that is not compared
	pairs    []power.Pair    // of the cases that are, by their first kind
	uneven   map[float64]int // cases whose trials differ, in each world, but for those in quarantine
	testable map[float64]int // of them, those whose trials are enough to be tested
}

func (p *Plan) comparison() *comparison {
	c := &comparison{counts: map[kind]int{}, first: make([]kind, len(p.Cases)), uneven: map[float64]int{}, testable: map[float64]int{}}
	for i := range p.Cases {
		for j, k := range p.kinds(&p.Cases[i]) {
			c.counts[k]++
			if k.uneven() && !p.Cases[i].Outside {
				c.uneven[world(k)]++
			}
			if k.testable() && !p.Cases[i].Outside {
				c.testable[world(k)]++
			}
			if j == 0 {
				c.first[i] = k
				c.pairs = append(c.pairs, power.Pair{Rate: k.rate, Base: k.baseRuns(), Head: k.runs})
			}
		}
	}
	return c
}

// world is which cases are together: those of one rate that is supposed, or,
// in a world of its own, all that the baseline knows.
func world(k kind) float64 {
	if k.base.Of > 0 {
		return -1
	}
	return k.rate
}

// tested is how many cases the correction counts when one of this kind falls
// and the others do as before.
func (c *comparison) tested(k kind) int {
	n := c.testable[world(k)]
	if !k.testable() {
		n++
	}
	return n
}

// testedOf is the same where all cases get as many trials as it takes.
func (c *comparison) testedOf(k kind) int {
	n := c.uneven[world(k)]
	if !k.uneven() {
		n++
	}
	return n
}

// find adds what a comparison could find.
func (p *Plan) find(f *eval.Forecast, cases []eval.CaseForecast) {
	c := p.comparison()
	f.Drops = []eval.SmallestDrop{}
	drops := make(map[kind]*float64, len(c.counts))
	for k, n := range c.counts {
		d := k.smallest(n, c.tested(k))
		drops[k] = d.Drop
		f.Drops = append(f.Drops, d)
	}
	slices.SortFunc(f.Drops, inOrder)
	for i, k := range c.first {
		cases[i].SmallestDrop = drops[k]
	}
	f.SuiteDrop = power.SmallestOfSuite(c.pairs, power.Usual)
	if p.Drop > 0 {
		f.Detect = p.detect(c)
	}
}

// inOrder puts the smallest first, and behind all what is never found.
func inOrder(a, b eval.SmallestDrop) int {
	size := func(d eval.SmallestDrop) float64 {
		if d.Drop == nil {
			return 101
		}
		return *d.Drop
	}
	return cmp.Or(
		cmp.Compare(size(a), size(b)), cmp.Compare(b.BaseRate, a.BaseRate),
		cmp.Compare(b.Runs, a.Runs), cmp.Compare(b.BaseRuns, a.BaseRuns),
	)
}
