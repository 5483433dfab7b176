package forecast

import (
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/stability/compare"
	"github.com/surefoot-dev/surefoot/pkg/stability/fisher"
	"github.com/surefoot-dev/surefoot/pkg/stability/power"
)

// supposed are the rates of which it is said what would be found, where no
// baseline knows any: a case that always passes, and ones that do not.
func supposed() []float64 { return []float64{100, 90, 80} }

// kind is what makes cases alike in a comparison.
type kind struct {
	base power.Count // of no trials where nothing is known
	rate float64     // before, 0 to 100
	runs int
}

// kinds are what a case may be: with a baseline what that says of it, which is
// nothing where it has no answer, and without one all that is supposed.
func (p *Plan) kinds(c *Case) []kind {
	if p.Baseline == "" {
		var kinds []kind
		for _, rate := range supposed() {
			kinds = append(kinds, kind{rate: rate, runs: c.Runs})
		}
		return kinds
	}
	if c.Past == nil || c.Past.Scored == 0 {
		return nil
	}
	return []kind{{power.Count{Passed: c.Past.Passed, Of: c.Past.Scored}, *c.Past.rate(), c.Runs}}
}

// design is the comparison of a case of this kind, corrected for so many.
func (k kind) design(tested int) power.Design {
	if k.base.Of > 0 {
		return power.Known(k.base, k.runs, regressed(tested))
	}
	return power.Unknown(k.rate, k.runs, k.runs, regressed(tested))
}

// baseRuns is how many trials the case is compared with.
func (k kind) baseRuns() int {
	if k.base.Of > 0 {
		return k.base.Of
	}
	return k.runs
}

// uneven reports whether trials of such a case differ, so that chance could
// bring a fall about.
func (k kind) uneven() bool { return k.rate > 0 && k.rate < 100 }

// testable reports whether its trials are enough for that. The correction
// counts no others.
func (k kind) testable() bool {
	worst := power.Fisher(compare.Level, 1)
	return k.uneven() && worst(power.Count{Passed: k.baseRuns(), Of: k.baseRuns()}, power.Count{Of: k.runs})
}

// smallest is the smallest drop of cases of this kind, of which there are n.
func (k kind) smallest(n, tested int) eval.SmallestDrop {
	d := k.design(tested)
	return eval.SmallestDrop{
		BaseRate: k.rate, Runs: k.runs, BaseRuns: k.baseRuns(), Cases: n, Tested: tested,
		Drop: d.Smallest(power.Usual), FalseAlarm: d.Power(0),
	}
}

// regressed is the rule of a comparison that is corrected for so many cases.
func regressed(tested int) power.Rule {
	return func(base, head power.Count) bool {
		p := fisher.Less(head.Passed, head.Of, base.Passed, base.Of)
		return compare.Drop(compare.Count{Passed: base.Passed, Scored: base.Of}, compare.Count{Passed: head.Passed, Scored: head.Of}, min(1, p*float64(tested))) != ""
	}
}
