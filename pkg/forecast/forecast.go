package forecast

import (
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/stability/power"
)

// Case is one of a plan.
type Case struct {
	Agent, ID string
	Least     int   // trials of an adaptive run; the same as Runs of any other
	Runs      int   // trials at most
	Done      int   // of them, that a run which goes on has already
	Past      *Past // nil where nothing is known
	Outside   bool  // in quarantine, so that others are not corrected for it
}

// Plan is what is to run, and how.
type Plan struct {
	Baseline string  // as people know it; "" for none
	Cases    []Case  // that are to be run, in their order
	Parallel int     // trials in flight; 0 is as many as are good
	Drop     float64 // that somebody wants to find, in points; 0 for nobody
}

// Of is the forecast of a plan, and what it says of each of its cases.
func Of(p Plan) (*eval.Forecast, []eval.CaseForecast) {
	f := &eval.Forecast{Baseline: p.Baseline, Cases: len(p.Cases), Power: power.Usual}
	for i := range p.Cases {
		if p.Cases[i].Past != nil {
			f.Known++
		}
	}
	f.Trials = p.sum(func(*Case) *float64 { return one() })
	f.Tokens = p.sum(func(c *Case) *float64 {
		if c.Past == nil {
			return nil
		}
		return c.Past.Tokens
	})
	f.CostUSD = p.sum(func(c *Case) *float64 {
		if c.Past == nil {
			return nil
		}
		return c.Past.CostUSD
	})
	f.DurationMS = p.duration()
	cases := make([]eval.CaseForecast, len(p.Cases))
	for i := range p.Cases {
		if past := p.Cases[i].Past; past != nil {
			cases[i] = eval.CaseForecast{BaseRate: past.rate(), Tokens: past.Tokens, CostUSD: past.CostUSD, DurationMS: &past.TookMS}
		}
	}
	p.find(f, cases)
	return f, cases
}

// rate is that of the scored trials, nil of none.
func (p *Past) rate() *float64 {
	if p.Scored == 0 {
		return nil
	}
	rate := 100 * float64(p.Passed) / float64(p.Scored)
	return &rate
}

func one() *float64 {
	one := 1.0
	return &one
}

// sum is the figure of all trials that are still to run, each of which has
// that of its case; nil when it is known of no case.
func (p *Plan) sum(of func(*Case) *float64) *eval.Estimate {
	var sum eval.Estimate
	for i := range p.Cases {
		c := &p.Cases[i]
		if each := of(c); each != nil {
			sum.Cases++
			sum.From += *each * float64(max(c.Least-c.Done, 0))
			sum.To += *each * float64(max(c.Runs-c.Done, 0))
		}
	}
	if sum.Cases == 0 && len(p.Cases) > 0 {
		return nil
	}
	return &sum
}
