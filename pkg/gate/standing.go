package gate

import (
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// standing is one case so far.
type standing struct {
	id      string
	planned int32
	ran     int32
	passed  int32
	bad     int32 // trials that leave an every-case policy unmet
	open    bool
	outside bool
	loose   bool // its trials may be excused
}

func (c *standing) missing() int { return int(c.planned - c.ran) }

// Expected is a case and how many trials it may have; none when it is skipped.
// Of one that is outside, in quarantine, only what it takes is asked. Trials of
// one that is excusable may take themselves out of the plan as they run.
type Expected struct {
	ID        string
	Planned   int
	Outside   bool
	Excusable bool
}

// ended counts a trial off.
func (o *Outlook) ended(c *standing) {
	o.todo--
	if c.loose {
		o.loose--
	}
}

// turn sees what a trial made of its case and of the gate.
func (o *Outlook) turn(c *standing) {
	own, _ := o.own(c)
	if open := own == eval.VerdictInconclusive; open != c.open {
		c.open = open
		if open {
			o.open++
		} else {
			o.open--
		}
	}
	switch {
	case o.lost != "":
	case o.tooManyErrors() != "":
		o.lost = o.tooManyErrors()
	case own == eval.VerdictFailed && o.policy.Sequential == nil: // a test may yet turn; see Close
		o.lost = o.missed(c)
	case o.hurdle != nil && o.elsewhere.Cases == 0 && o.suite.cases > 0 && !o.unsure():
		if _, high := o.suite.bounds(); !o.hurdle.reached(high) {
			o.lost = fmt.Sprintf("the pass rate can no longer reach %s %%%s", eval.Percent(*o.policy.MinPassRate), o.surely())
		}
	}
}

// own is what the conditions on the case itself come to, and how many trials
// decide them at the soonest while they are open.
func (o *Outlook) own(c *standing) (eval.Verdict, int) {
	passed, missing := int(c.passed), c.missing()
	switch p := o.policy; {
	case c.planned == 0 || c.outside:
		return eval.VerdictPassed, 0
	case c.loose && c.ran == 0:
		return eval.VerdictInconclusive, 1 // if all its trials are excused, nothing is asked of it
	case p.Sequential != nil:
		missed := int(c.ran) - passed
		return o.test.verdict(passed, missed), o.test.distance(passed, missed)
	case everyCase(p):
		return between(c.bad == 0 && missing == 0, c.bad == 0), 1
	default:
		least := o.leastOf(int(c.planned))
		return between(passed >= least, passed+missing >= least), min(least-passed, passed+missing-least+1)
	}
}

// leastOf is how many of so many trials must pass for the conditions on the
// case itself.
func (o *Outlook) leastOf(planned int) int {
	if least, known := o.least[planned]; known {
		return least
	}
	least := 0
	if o.policy.MinStability != "" {
		for low, high := 0, planned+1; low < high; {
			if middle := (low + high) / 2; steady(o.policy, middle, planned) {
				high = middle
			} else {
				low = middle + 1
			}
			least = high
		}
	}
	if q := o.policy.MinPass; q != nil {
		least = max(least, q.Passed)
	}
	o.least[planned] = least
	return least
}
