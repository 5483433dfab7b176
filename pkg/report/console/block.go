package console

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/standing"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

const margin = "      "

// block shows what went wrong in a case, and how to run it again.
func (c *Console) block(r *eval.CaseResult, ts *troubles, kinds []*trouble) {
	for _, t := range kinds {
		if c.opt.Plain {
			c.plainTrouble(r, t)
		} else {
			c.richTrouble(r, t)
		}
	}
	if ts.more > 0 {
		c.line(margin + c.dim(fmt.Sprintf("and %s", eval.Plural(ts.more, "more failure"))))
	}
	c.known(r)
	if len(kinds) == 0 || c.opt.Command == nil {
		return
	}
	if command := c.opt.Command(*r); command != "" {
		c.line(margin + c.dim("again: ") + safetext.Line(command))
	}
}

// known shows what is known of a case beyond its own trials' troubles. What
// ends a run is the same for all cases that are left, and is said once.
func (c *Console) known(r *eval.CaseResult) {
	show := func(line standing.Line) {
		c.wrapped(margin+c.dim(safetext.Short(line.Label, nameLimit)+":")+" ", safetext.Short(line.Text, textLimit))
	}
	for _, line := range c.board.Lines(r) {
		show(line)
	}
	for _, line := range c.board.Outlook(r) {
		if line == c.stopped {
			line.Text = "as above"
		} else if r.Stopped != "" {
			c.stopped = line
		}
		show(line)
	}
}

// richTrouble is for a screen: the place, then want above got.
func (c *Console) richTrouble(r *eval.CaseResult, t *trouble) {
	head := t.head
	switch {
	case head == "":
		head = t.message
	case t.own && t.message != "":
		head += ": " + t.message
	case t.want == "" && t.message != "":
		head += ": " + t.message
	}
	if t.status != eval.Failed && t.head != "" {
		head += " [" + string(t.status) + "]"
	}
	trials := ""
	switch {
	case r.Planned > 1 && t.trials == 1:
		trials = fmt.Sprintf("  (trial %d of %d)", t.run, r.Planned)
	case r.Planned > 1:
		trials = fmt.Sprintf("  (%d of %s)", t.trials, eval.Plural(r.Runs, "trial"))
	}
	text := t.where + "  " + head + trials
	if room := c.width() - len(margin); safetext.Width(text) > room {
		c.line(margin + c.dim(safetext.CutLeft(t.where+trials, room)))
		for i, line := range safetext.Wrap(head, room-2) {
			if i == maxWrapped {
				c.line(margin + "  …")
				break
			}
			c.line(margin + "  " + safetext.Line(line)) // a command may begin where it was wrapped
		}
	} else {
		c.line(margin + c.dim(t.where) + "  " + head + c.dim(trials))
	}
	c.evidence(t)
}

// maxWrapped is how many lines a message may take on a screen.
const maxWrapped = 4

// plainTrouble is for a log: one line that says it all, and where that does
// not show what was wanted and found, these beneath.
func (c *Console) plainTrouble(r *eval.CaseResult, t *trouble) {
	var b strings.Builder
	b.WriteString(t.where + ": case " + safetext.Line(strconv.Quote(r.ID)))
	if t.foreign {
		b.WriteString(" (" + safetext.Line(r.Pos.LineString()) + ")")
	}
	b.WriteString(": ")
	if r.Planned > 1 {
		fmt.Fprintf(&b, "trial %d/%d: ", t.run, r.Planned)
	}
	if t.head != "" {
		b.WriteString(t.head + ": ")
	}
	b.WriteString(t.message + " [" + string(t.status) + "]")
	if t.trials > 1 {
		fmt.Fprintf(&b, " (%d of %s)", t.trials, eval.Plural(r.Runs, "trial"))
	}
	c.line(margin + b.String())
	if t.own || t.differ || len(t.parts) > 0 || strings.HasSuffix(t.message, "…") {
		c.evidence(t)
	}
}

// evidence are the lines beneath a check.
func (c *Console) evidence(t *trouble) {
	row := func(name, text string) {
		if text != "" {
			c.line(margin + "  " + c.dim(safetext.Pad(name, 6)) + text)
		}
	}
	row("want", t.want)
	row("got", t.got)
	row("why", safetext.Cut(t.why, c.room()))
	const few = 4
	for i, part := range t.parts {
		if i == few {
			c.line(margin + c.dim(fmt.Sprintf("  and %d more", len(t.parts)-few)))
			break
		}
		c.line(margin + "  " + part)
	}
}
