package forecast

import (
	"container/heap"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// duration is how long the run takes, in milliseconds: each trial starts when
// one before it ends, in the order of the plan, and takes the mean of its case.
// Nil when that is known of no case. Where as many are in flight as are good, it
// is between that of all at once and that of one after the other.
func (p *Plan) duration() *eval.Estimate {
	known := 0
	for i := range p.Cases {
		if p.Cases[i].Past != nil {
			known++
		}
	}
	if known == 0 {
		return nil
	}
	least := func(c *Case) int { return c.Least - c.Done }
	most := func(c *Case) int { return c.Runs - c.Done }
	if p.Parallel == 0 {
		return &eval.Estimate{From: p.lasts(least, p.trials(least)), To: p.lasts(most, 1), Cases: known}
	}
	return &eval.Estimate{From: p.lasts(least, p.Parallel), To: p.lasts(most, p.Parallel), Cases: known}
}

func (p *Plan) trials(of func(*Case) int) (n int) {
	for i := range p.Cases {
		n += max(of(&p.Cases[i]), 0)
	}
	return n
}

// lasts is when the last trial ends, with so many in flight.
func (p *Plan) lasts(trials func(*Case) int, parallel int) float64 {
	ends := make(ends, max(min(parallel, p.trials(trials)), 1))
	last := 0.0
	for i := range p.Cases {
		c := &p.Cases[i]
		if c.Past == nil {
			continue
		}
		for range trials(c) {
			ends[0] += c.Past.TookMS
			last = max(last, ends[0])
			heap.Fix(&ends, 0)
		}
	}
	return last
}

// ends are when those in flight end, the next first.
type ends []float64

func (e ends) Len() int           { return len(e) }
func (e ends) Less(i, j int) bool { return e[i] < e[j] }
func (e ends) Swap(i, j int)      { e[i], e[j] = e[j], e[i] }
func (e ends) Push(any)           {} // none comes, and none goes
func (e ends) Pop() any           { return nil }
