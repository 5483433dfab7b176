package forecast

import (
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/stability/power"
)

// detect is how many trials find the drop that somebody wants to find: against
// the baseline of the case that needs most, without one of a case that always
// passed.
func (p *Plan) detect(c *comparison) *eval.Detection {
	d := &eval.Detection{Drop: p.Drop}
	if p.Baseline == "" {
		always := kind{rate: supposed()[0]}
		d.BaseRate, d.Both = always.rate, p.both(always, c.tested(always))
		d.Runs = d.Both
		return d
	}
	var hardest kind
	seen := map[power.Count]bool{}
	for i, k := range c.first {
		switch {
		case k.base.Of == 0:
			continue
		case k.rate < p.Drop:
			d.Exempt++
			continue
		case seen[k.base]:
			continue
		}
		seen[k.base] = true
		runs := p.least(k, c.tested(k))
		if len(seen) == 1 || d.Runs != nil && (runs == nil || *runs > *d.Runs) {
			hardest = k
			d.BaseRate, d.Case, d.Runs = k.rate, p.Cases[i].Agent+"/"+p.Cases[i].ID, runs
		}
	}
	if len(seen) > 0 {
		d.Both = p.both(hardest, c.tested(hardest))
	}
	return d
}

// both is the same of two runs of as many trials each.
func (p *Plan) both(k kind, tested int) *int {
	return p.least(kind{rate: k.rate}, tested)
}

// least is how many trials a case of this kind needs; nil when none are enough.
func (p *Plan) least(k kind, tested int) *int {
	runs := power.Runs(func(n int) power.Design {
		return kind{k.base, k.rate, n}.design(tested)
	}, p.Drop, power.Usual, eval.MaxRuns)
	if runs == 0 {
		return nil
	}
	return &runs
}
