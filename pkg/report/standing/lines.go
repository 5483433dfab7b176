package standing

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
)

// Line is one thing to know of a case, and what it is about.
type Line struct{ Label, Text string }

// String is both, which may be several lines.
func (l Line) String() string { return l.Label + ": " + l.Text }

// Lines are what is known of a case beyond its own trials' troubles, the most
// telling first: none where nothing is. [Board.Outlook] has more.
func (b *Board) Lines(c *eval.CaseResult) []Line {
	var lines []Line
	add := func(label, text string) {
		if text != "" {
			lines = append(lines, Line{label, text})
		}
	}
	if change := b.Change(c); change != nil && change.Change != eval.Unchanged && change.Change != eval.NewCase {
		add("against "+Name(&b.report.Comparison.Base), Phrase(change))
	}
	if part := b.Parting(c); part != nil {
		add("where they part", part.Sentence)
	}
	add("quarantine", cmp.Or(Quarantine(c), expired(c)))
	if m := c.Memory; m != nil && (m.State != eval.Unknown || len(m.PassRates) > 0) { // else it is there for a quarantine
		add("history", m.Sentence)
	}
	if n := c.Noise; n != nil && (n.Agent == nil || *n.Agent < 100 || n.Rejudged > 0 || n.Invalid > 0) { // else it goes without saying
		add("whose noise", n.Sentence)
	}
	return lines
}

// Parting is where the failing trials of a case part from its passing ones, or
// from those of the baseline where none passes any more; nil for nowhere.
func (b *Board) Parting(c *eval.CaseResult) *eval.Parting {
	if change := b.Change(c); c.Parting == nil && change != nil {
		return change.Parting
	}
	return c.Parting
}

// Phrase is the change in a line: its word, and the reason where that does not
// begin with it.
func Phrase(c *eval.CaseChange) string {
	text := Word(c.Change)
	switch {
	case strings.HasPrefix(c.Reason, text):
		text = c.Reason
	case c.Reason != "":
		text += ", " + c.Reason
	}
	if c.InputChanged && !strings.Contains(c.Reason, "input") {
		text += "; its input has changed"
	}
	return text
}

// Word is a change as people read it.
func Word(c eval.Change) string {
	switch c {
	case eval.Unaffected:
		return "not run, since the change does not reach it"
	default:
		return strings.ReplaceAll(string(c), "_", " ")
	}
}

// Name is a baseline as it is named beside figures: the revision or the run, a
// file without its folders.
func Name(b *eval.Baseline) string {
	name := b.Name
	if extension := path.Ext(name); extension == ".jsonl" || extension == ".json" {
		name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	}
	if name == "" {
		return "the baseline"
	}
	return name
}

// Title is its name with the commit, where that says more.
func Title(b *eval.Baseline) string {
	const short = 7
	name, commit := Name(b), b.Commit[:min(short, len(b.Commit))]
	if commit == "" || strings.Contains(name, commit) {
		return name
	}
	return name + "@" + commit
}

// Before is how the case did in the baseline, such as "main: 5/5", "" where
// nothing is told of it.
func (b *Board) Before(c *eval.CaseResult) string {
	change := b.Change(c)
	switch {
	case change == nil:
		return ""
	case change.Base == nil:
		return Word(change.Change)
	default:
		return Name(&b.report.Comparison.Base) + ": " + cmp.Or(Score(change.Base), "not run")
	}
}

// Score is how often a case passed of the trials that ran, and how many were
// planned where these are more; "" where it was not to run.
func Score(o *eval.CaseOutcome) string {
	switch {
	case o == nil || o.Planned == 0:
		return ""
	case o.Runs == 0:
		return "not run"
	case o.Runs < o.Planned:
		return fmt.Sprintf("%d/%d (%d planned)", o.Passed, o.Runs, o.Planned)
	default:
		return fmt.Sprintf("%d/%d", o.Passed, o.Planned)
	}
}

// Quarantine says until when and why the case is out of the gate, "" of one that
// is not, or not any more.
func Quarantine(c *eval.CaseResult) string {
	if !gate.Outside(c) {
		return ""
	}
	return "until " + c.Memory.Quarantine.Until + ", so the case does not count: " + c.Memory.Quarantine.Reason
}

// expired is the same of a quarantine that is over.
func expired(c *eval.CaseResult) string {
	if c.Memory == nil || c.Memory.Quarantine == nil || !c.Memory.Quarantine.Expired {
		return ""
	}
	return "EXPIRED on " + c.Memory.Quarantine.Until + ", so the case counts again: " + c.Memory.Quarantine.Reason
}
