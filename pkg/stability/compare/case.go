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
		PassRate: c.PassRate, Class: c.Class,
	}
}

// change is what a pair came to, in a word and in one line.
func (p *pair) change(c *eval.CaseChange) {
	base, head := p.base.Count, p.head.Count
	counts := p.counts()
	c.P, c.PCorrected = p.shown()
	switch {
	case base.Scored == 0:
		c.Change, c.Reason = eval.UnreliableBaseline, fmt.Sprintf("the baseline has %s in place of an answer; now %s", p.base.gaps(), p.head)
	case head.Scored == 0:
		c.Change, c.Reason = eval.TooFewTrials, fmt.Sprintf("%s, now %s in place of an answer", p.base.before(), p.head.gaps())
	case p.must:
		c.Change, c.Rule, c.Reason = eval.Regressed, p.rule, p.why(counts)
	case p.could && p.base.unknown > 0:
		c.Change, c.Reason = eval.UnreliableBaseline, counts+": the trials of the baseline without an answer could make it a regression, or none"
	case p.could:
		c.Change, c.Reason = eval.TooFewTrials, counts+": trials without an answer could make it a regression, or none"
	case p.rose:
		c.Change, c.Reason = eval.Improved, p.whyBetter(counts)
	case !decidable(base.Scored, head.Scored) && base.rate() != head.rate():
		c.Change, c.Reason = eval.TooFewTrials, counts+": so few cannot tell"
	case p.suspect():
		c.Change, c.Reason = eval.Suspect, counts+": worse, but not by more than chance brings about"+odds(c)
	case base.mixed() && head.mixed():
		c.Change, c.Reason = eval.Flaky, counts+": as unsteady as before"
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
		return fmt.Sprintf("%s: from %s to %s, p = %s", counts, p.base.class().Words(), p.head.class().Words(), eval.Probability(p.down.p))
	default:
		return fmt.Sprintf("%s: p = %s%s", counts, eval.Probability(p.down.p), correctedWords(p.down))
	}
}

func (p *pair) whyBetter(counts string) string {
	switch {
	case p.base.Scored == 1 && p.head.Scored == 1:
		return counts + " (one trial each)"
	case below(p.up.corrected):
		return fmt.Sprintf("%s: p = %s%s", counts, eval.Probability(p.up.p), correctedWords(p.up))
	default:
		return fmt.Sprintf("%s: from %s to %s, p = %s", counts, p.base.class().Words(), p.head.class().Words(), eval.Probability(p.up.p))
	}
}

// correctedWords are behind a probability that the correction changed.
func correctedWords(d direction) string {
	if d.corrected == d.p {
		return ""
	}
	return ", corrected " + eval.Probability(d.corrected)
}

func odds(c *eval.CaseChange) string {
	if c.P == nil {
		return ""
	}
	return " (p = " + eval.Probability(*c.P) + ")"
}

// counts are both sides: passed 5 of 5, now 2 of 4 and 1 error.
func (p *pair) counts() string {
	return p.base.before() + ", now " + p.head.String()
}

func (s sample) before() string { return "passed " + s.String() }

// String is how many passed, and what there is in place of further answers.
func (s sample) String() string {
	text := fmt.Sprintf("%d of %d", s.Passed, s.Scored)
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
