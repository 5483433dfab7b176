package forecast

import (
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/stability/power"
)

// detect is how many trials find the drop that somebody wants to find: without
// a baseline of each rate that is supposed.
func (p *Plan) detect(c *comparison) []eval.Detection {
	if p.Baseline != "" {
		return []eval.Detection{p.detectAgainst(c)}
	}
	var found []eval.Detection
	for _, rate := range supposed() {
		if rate < p.Drop {
			continue
		}
		k := kind{rate: rate}
		runs := p.least(k, c.testedOf(k))
		found = append(found, eval.Detection{Drop: p.Drop, BaseRate: rate, Runs: runs, Both: runs})
	}
	return found
}

// detectAgainst is the same with a baseline, of the case that needs most.
func (p *Plan) detectAgainst(c *comparison) eval.Detection {
	d := eval.Detection{Drop: p.Drop}
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
		runs := p.least(k, c.testedOf(k))
		if len(seen) == 1 || d.Runs != nil && (runs == nil || *runs > *d.Runs) {
			hardest = k
			d.BaseRate, d.Case, d.Runs = k.rate, p.Cases[i].Agent+"/"+p.Cases[i].ID, runs
		}
	}
	if len(seen) > 0 {
		d.Both = p.least(kind{rate: hardest.rate}, c.testedOf(hardest))
	}
	return d
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
