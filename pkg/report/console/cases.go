package console

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/figure"
	"github.com/surefoot-dev/surefoot/pkg/report/standing"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// caseResult shows a case that is finished, with what went wrong in it.
// Cases that did not run are told together at the end, and passing ones of a
// long list not at all on a terminal.
func (c *Console) caseResult(r *eval.CaseResult) {
	ts := c.cases[r.Key()]
	delete(c.cases, r.Key())
	if r.Runs == 0 {
		c.skipped.add(r)
		return
	}
	c.soFar.Summary.ErrorTrials += r.Errors
	long := c.start.Plan.Cases > listed
	if long && r.Status == eval.Passed && !c.opt.Plain && !c.opt.Verbose {
		return
	}
	line, rest := c.caseLine(r, ts)
	c.line(line)
	c.body = true
	if r.Status == eval.Passed {
		return
	}
	if long && c.opt.Plain {
		if len(c.worst) < repeated {
			c.worst = append(c.worst, line)
		} else {
			c.omitted++
		}
	}
	if ts == nil {
		c.known(r)
		return
	}
	if c.blocks++; c.blocks > maxBlocks && !c.opt.Plain && !c.opt.Verbose {
		if c.blocks == maxBlocks+1 {
			c.line(c.dim("      (from here on without details: the report has them)"))
		}
		return
	}
	c.block(r, ts, rest)
}

// caseLine is the case in one line; rest are the troubles it has no room for.
func (c *Console) caseLine(r *eval.CaseResult, ts *troubles) (line string, rest []*trouble) {
	width := c.width()
	label, cells := c.label(r), 26
	switch {
	case c.opt.Plain:
		cells = 28
	case width < 60:
		cells = 16
	case width < 66: // room for all columns beside it
		cells = 22
	}
	figures := c.caseFigures(r, width)
	if !c.opt.Plain {
		label = safetext.Cut(label, max(cells, width-4-safetext.Width(figures)))
	}
	if r.Status != eval.Passed {
		label = c.bold(label)
	}
	line = "  " + c.symbol(r) + " " + safetext.Pad(label, cells) + figures
	line += c.missing(r, width-safetext.Width(line))
	if kind := c.board.Kind(r); kind == standing.Quarantined {
		line += "  " + c.cyan("in quarantine")
	}
	if ts != nil {
		rest = ts.kinds
	}
	// What broke is often one short sentence, which needs no block.
	if len(rest) == 1 && !c.opt.Plain && rest[0].head == "" && !rest[0].foreign {
		if message := rest[0].message; safetext.Width(line)+2+safetext.Width(message) <= width {
			return line + "  " + message, nil
		}
	}
	return c.fit(line), rest
}

// missing is how many trials of the case took themselves out, and how many did
// not run, with the reason where there is room and the case passed. Others say it
// beneath.
func (c *Console) missing(r *eval.CaseResult, room int) string {
	excused := ""
	if text := figure.Excused(r); text != "" {
		excused = "  " + c.yellow(text)
		room -= safetext.Width(text) + 2
		reason := ": " + safetext.Short(r.Reason, textLimit)
		if r.Status == eval.Passed && r.Reason != "" && (c.opt.Plain || safetext.Width(reason) < room) {
			excused += c.dim(reason)
			room -= safetext.Width(reason)
		}
	}
	missing := r.Planned - r.Runs
	if missing <= 0 {
		return excused
	}
	text := fmt.Sprintf("%d of %d not run", missing, r.Planned)
	if r.Status == eval.Passed && r.Stopped != "" {
		if more := text + ", " + safetext.Short(r.Stopped, textLimit); c.opt.Plain || 2+safetext.Width(more) < room {
			text = more
		}
	}
	return excused + "  " + c.dim(text)
}

// caseFigures are the columns after the case's name.
func (c *Console) caseFigures(r *eval.CaseResult, width int) string {
	var b strings.Builder
	if c.opt.Plain {
		b.WriteString("  " + safetext.Pad(strings.ToUpper(string(r.Status)), 7))
	}
	if r.Planned > 1 {
		n := len(strconv.Itoa(r.Planned))
		fmt.Fprintf(&b, "  %*d/%-*d", n, r.Passed, n, r.Runs)
		if c.opt.Plain || width >= 60 {
			b.WriteString("  " + safetext.Pad(c.character(r), 15))
		}
	} else if !c.opt.Plain && (r.Status == eval.Error || r.Status == eval.Timeout) {
		b.WriteString("  " + safetext.Pad(string(r.Status), 7))
	}
	if r.AvgMS != nil {
		fmt.Fprintf(&b, "  %s", c.dim(fmt.Sprintf("%8s", figure.Span(millis(*r.AvgMS)))))
	}
	return b.String()
}

// character is the case's class, or the number of its trials that say nothing
// about the agent.
func (c *Console) character(r *eval.CaseResult) string {
	switch {
	case r.Errors > 0:
		return eval.Plural(r.Errors, "error")
	case r.Timeouts > 0:
		return eval.Plural(r.Timeouts, "timeout")
	case r.Class == eval.Undetermined && r.Runs < r.Planned:
		most := r.Passed + r.Planned - r.Runs
		return fmt.Sprintf("%d to %d %%", 100*r.Passed/r.Planned, 100*most/r.Planned)
	default:
		return r.Class.Words()
	}
}

func (c *Console) label(r *eval.CaseResult) string {
	id := safetext.Line(r.ID)
	if len(c.start.Agents) > 1 {
		return c.dim(safetext.Line(r.Agent)+"/") + id
	}
	return id
}

func (c *Console) symbol(r *eval.CaseResult) string {
	switch {
	case r.Status == eval.Passed:
		return c.green("✓")
	case r.Status == eval.Error:
		return c.yellow("!")
	case r.Status == eval.Timeout:
		return c.yellow("⏱")
	case r.Status == eval.Skipped:
		return c.cyan("?") // some of it ran
	case r.Passed > 0:
		return c.yellow("◐")
	default:
		return c.red("✗")
	}
}
