package compare

import (
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/stability/fisher"
)

// Level is below which a corrected probability makes a regression.
const Level = 0.05

// below reports whether a probability is below the level, and not at it but for
// rounding.
func below(p float64) bool { return p < Level*(1-1e-9) }

// atMost reports whether a probability is at the level or below it, but for
// rounding.
func atMost(p float64) bool { return p <= Level*(1+1e-9) }

// Count is how many trials of a case passed, of those that were scored.
type Count struct{ Passed, Scored int }

func (c Count) rate() float64     { return 100 * float64(c.Passed) / float64(c.Scored) }
func (c Count) class() eval.Class { return eval.ClassOf(c.Passed, c.Scored) }
func (c Count) mixed() bool       { return c.Passed > 0 && c.Passed < c.Scored }

// fell reports whether a lower share of head passed than of base.
func fell(base, head Count) bool { return head.Passed*base.Scored < base.Passed*head.Scored }

// worse is the probability of a head this much worse than the base, or more,
// if the agent is the same.
func worse(base, head Count) float64 {
	return fisher.Less(head.Passed, head.Scored, base.Passed, base.Scored)
}

// testable reports whether some outcome of trials with these margins would be
// below the level without correction: how many trials there are on each side,
// and how many passed together. A case of which no outcome is can never be
// called, and need not be in the family that the correction counts (R. E.
// Tarone, "A modified Bonferroni method for discrete data", Biometrics 46
// (1990) 515-522). Margins say nothing of the side that trials passed on.
func testable(base, head Count) bool {
	passed := base.Passed + head.Passed
	least := max(0, passed-base.Scored)
	return below(worse(Count{passed - least, base.Scored}, Count{least, head.Scored}))
}

// steps is by how many classes head is below base.
func steps(base, head Count) int {
	at := func(c eval.Class) int {
		for i, known := range eval.Classes() {
			if c == known {
				return i
			}
		}
		return len(eval.Classes())
	}
	return at(head.class()) - at(base.class())
}

// Few is how many trials each side needs for a fall by classes to count. Of
// three, those that all passed and do not any more are just as rare as the level
// allows: one in 20.
const Few = 3

// Drop is the rule by which a case counts as regressed, "" for none, when
// corrected is the probability of [worse] after its correction. Without one
// give 1. A fall by classes is held against the probability as it is, which a
// flaky case would else have in every other run of a few trials.
func Drop(base, head Count, corrected float64) eval.Rule {
	switch {
	case base.Scored == 0 || head.Scored == 0:
		return ""
	case base.Scored == 1 && head.Scored == 1:
		if base.Passed > head.Passed {
			return eval.BySingleTrial
		}
		return ""
	case below(corrected):
		return eval.ByFisher
	case base.Scored >= Few && head.Scored >= Few && steps(base, head) >= 2 && atMost(worse(base, head)):
		return eval.ByClassDrop
	default:
		return ""
	}
}

// decidable reports whether any outcome of so many trials could make a
// regression where so many cases are tested together: below a few trials each
// it takes the more of the other side, the more cases there are.
func decidable(base, head, family int) bool {
	all, none := Count{base, base}, Count{0, head}
	return Drop(all, none, min(1, worse(all, none)*float64(family))) != ""
}

// sample is a case on one side.
type sample struct {
	Count
	unknown int // trials that might have come out either way
	absent  int // of these, trials that did not run
}

// sampleOf leaves out the trials that were not run since they could not have
// changed the verdict: nothing was to be learned of them.
func sampleOf(c *eval.CaseResult) sample {
	absent := c.Planned - c.Runs - c.Spared
	return sample{Count: Count{c.Passed, c.Passed + c.Failed + c.Timeouts}, unknown: c.Errors + absent, absent: absent}
}

func (s sample) best() Count  { return Count{s.Passed + s.unknown, s.Scored + s.unknown} }
func (s sample) worst() Count { return Count{s.Passed, s.Scored + s.unknown} }
