package standing

import (
	"fmt"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/figure"
)

// Outlook says why a case got fewer trials than planned, and whether more would
// change what the gate makes of one that it does not let pass, as far as that
// can be said.
func (b *Board) Outlook(c *eval.CaseResult) []Line {
	const more = "more trials"
	if why, ok := strings.CutPrefix(c.Stopped, "decided: "); ok {
		if b.Kind(c) != Undecided {
			why += "; " + ends(c)
		}
		return []Line{{more, "would not change the verdict: " + why}}
	}
	var lines []Line
	stopped := c.Stopped
	if stopped == "" && c.Status == eval.Skipped && c.Runs > 0 {
		stopped = c.Reason
	}
	if stopped != "" {
		lines = append(lines, Line{"why it stopped", stopped})
	}
	if text := b.outlook(c); text != "" {
		lines = append(lines, Line{more, text})
	}
	return lines
}

func (b *Board) outlook(c *eval.CaseResult) string {
	policy := &b.report.Start.Policy
	switch kind := b.Kind(c); {
	case kind == Undecided:
		return open(policy, c)
	case kind != Failing && kind != Known && kind != Regressed, c.Planned < 2:
		return ""
	case policy.MinPassRate == nil && policy.MinStability == "" && policy.MinPass == nil:
		return "" // that every trial must pass says it
	}
	floor, name := asked(policy)
	switch i := c.PassInterval; {
	case c.Runs < c.Planned:
		return "would not change it: " + bounds(c) + "; " + name
	case i == nil || c.PassRate == nil:
		return ""
	case *c.PassRate >= floor:
		return "" // another condition than the case's own rate
	case i[1] < floor:
		return fmt.Sprintf("would hardly change it: with 95 %% confidence its rate lies within%s, and %s", figure.Interval(i), name)
	default:
		return fmt.Sprintf("could change it: with 95 %% confidence its rate lies within%s, and %s", figure.Interval(i), name)
	}
}

// open says what an undecided case may still become.
func open(policy *eval.Policy, c *eval.CaseResult) string {
	if _, name := asked(policy); name != "" {
		return "would decide it: " + bounds(c) + "; " + name
	}
	return fmt.Sprintf("would decide it: %d of %s did not run, and every one must pass", c.Planned-c.Runs, eval.Plural(c.Planned, "trial"))
}

// bounds are what the missing trials can make of a case.
func bounds(c *eval.CaseResult) string {
	return fmt.Sprintf("%d of %s did not run, and %s", c.Planned-c.Runs, eval.Plural(c.Planned, "trial"), ends(c))
}

// ends is where the rate of a case lies, whatever its missing trials do.
func ends(c *eval.CaseResult) string {
	most := c.Passed + c.Planned - c.Runs
	rate := func(passed int) string { return eval.Percent(100 * float64(passed) / float64(c.Planned)) }
	text := "its rate ends between " + rate(c.Passed) + " and " + rate(most) + " %, "
	worst, best := eval.ClassOf(c.Passed, c.Planned), eval.ClassOf(most, c.Planned)
	if worst == best {
		return text + worst.Words()
	}
	return text + worst.Words() + " to " + best.Words()
}

// asked is the least rate that the policy asks of a case by itself, and what
// asks for it.
func asked(p *eval.Policy) (floor float64, name string) {
	at := func(least float64, what string) {
		if name == "" || least > floor {
			floor, name = least, what
		}
	}
	if p.MinPassRate != nil {
		at(*p.MinPassRate, eval.Percent(*p.MinPassRate)+" % are asked for")
	}
	if p.MinStability != "" {
		least := p.MinStability.Floor()
		at(least, p.MinStability.Words()+" begins at "+eval.Percent(least)+" %")
	}
	if q := p.MinPass; q != nil {
		at(100*float64(q.Passed)/float64(q.Of), fmt.Sprintf("%d of %d must pass", q.Passed, q.Of))
	}
	return floor, name
}
