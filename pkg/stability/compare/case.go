package compare

import (
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// outcome is a case on one side, as a report of both has it.
func outcome(c *eval.CaseResult) *eval.CaseOutcome {
	if c == nil {
		return nil
	}
	return &eval.CaseOutcome{
		Planned: c.Planned, Runs: c.Runs, Passed: c.Passed, Failed: c.Failed, Errors: c.Errors, Timeouts: c.Timeouts,
		Spared: c.Spared, PassRate: c.PassRate, Class: c.Class,
	}
}

// change is what a pair came to, in a word and in one line.
func (p *pair) change(c *eval.CaseChange) {
	base, head := p.base.Count, p.head.Count
	counts := p.counts()
	c.P, c.PCorrected = p.shown()
	switch {
	case base.Scored == 0:
		c.Change, c.Reason = eval.UnreliableBaseline, fmt.Sprintf("%s in place of an answer before, %s now", p.base.gaps(), p.head)
	case head.Scored == 0:
		c.Change, c.Reason = eval.TooFewTrials, fmt.Sprintf("%s before, %s in place of an answer now", p.base, p.head.gaps())
	case p.must:
		c.Change, c.Rule, c.Reason = eval.Regressed, p.rule, p.why(counts)
	case p.could && p.base.unknown > 0:
		c.Change, c.Reason = eval.UnreliableBaseline, counts+": with an answer in place of each error or missing trial before, it might be a regression, or not"
	case p.could:
		c.Change, c.Reason = eval.TooFewTrials, counts+": with an answer in place of each error or missing trial, it might be a regression, or not"
	case p.rose:
		c.Change, c.Reason = eval.Improved, p.whyBetter(counts)
	case fell(base, head) && !decidable(base.Scored, head.Scored, p.down.family), fell(head, base) && !decidable(head.Scored, base.Scored, p.up.family):
		c.Change, c.Reason = eval.TooFewTrials, counts+": so few cannot tell"
		if decidable(base.Scored, head.Scored, 1) {
			c.Reason += " where so many cases are tested together"
		}
	case p.suspect():
		c.Change, c.Reason = eval.Suspect, counts+odds(c)+", which chance may bring about"
	case base.mixed() && head.mixed():
		c.Change, c.Reason = eval.Flaky, counts
	default:
		c.Change, c.Reason = eval.Unchanged, counts
	}
}

// suspect tells a fall from the ups and downs of a case that is unsteady on
// both sides.
func (p *pair) suspect() bool {
	base, head := p.base.Count, p.head.Count
	restless := base.mixed() && head.mixed() && steps(base, head) <= 0 && !below(p.down.p)
	return fell(base, head) && !restless
}

// why is the regression in one line.
func (p *pair) why(counts string) string {
	switch p.rule {
	case eval.BySingleTrial:
		return counts + " (one trial each)"
	case eval.ByClassDrop:
		return counts + classes(p, p.down)
	default:
		return counts + p.down.odds()
	}
}

// whyBetter is the same the other way round.
func (p *pair) whyBetter(counts string) string {
	switch {
	case p.base.Scored == 1 && p.head.Scored == 1:
		return counts + " (one trial each)"
	case below(p.up.corrected):
		return counts + p.up.odds()
	default:
		return counts + classes(p, p.up)
	}
}

// classes are those of both sides, with the probability as it is.
func classes(p *pair, d direction) string {
	return fmt.Sprintf(" (from %s to %s, p = %s)", p.base.class().Words(), p.head.class().Words(), eval.Probability(d.p))
}

// odds are the probability, and what the correction made of it.
func (d direction) odds() string {
	if d.corrected == d.p {
		return " (p = " + eval.Probability(d.p) + ")"
	}
	return fmt.Sprintf(" (p = %s, %s corrected)", eval.Probability(d.p), eval.Probability(d.corrected))
}

func odds(c *eval.CaseChange) string {
	if c.P == nil {
		return ""
	}
	return " (p = " + eval.Probability(*c.P) + ")"
}

// counts are both sides: 5/5 before, 2/4 and 1 error now.
func (p *pair) counts() string { return fmt.Sprintf("%s before, %s now", p.base, p.head) }

// String is how many passed, and what there is in place of further answers.
func (s sample) String() string {
	text := fmt.Sprintf("%d/%d", s.Passed, s.Scored)
	if gaps := s.gaps(); gaps != "" {
		text += " and " + gaps
	}
	return text
}

// gaps are what there is in place of answers, "" for nothing.
func (s sample) gaps() string {
	errors := s.unknown - s.absent
	switch {
	case s.unknown == 0:
		return ""
	case s.absent == 0:
		return eval.Plural(errors, "error")
	case errors == 0:
		return eval.Plural(s.absent, "trial") + " not run"
	default:
		return fmt.Sprintf("%s and %s not run", eval.Plural(errors, "error"), eval.Plural(s.absent, "trial"))
	}
}
