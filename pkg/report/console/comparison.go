package console

import (
	"fmt"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/standing"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// WriteComparison shows a comparison by itself, with every case that is not as
// it was, and the others where that is asked for: first of all whether anything
// got worse. Head is the later run as people know it.
func WriteComparison(comparison *eval.Comparison, head string, o Options) error {
	c := New(o)
	title := safetext.Short(standing.Title(&comparison.Base), nameLimit)
	c.line(c.fit(c.bold("surefoot compare") + "  " + title + c.dim(" → ") + safetext.Line(head)))
	c.line("")
	c.headline(comparison)
	c.line("")
	c.comparison = comparison
	for i := range comparison.Cases {
		if agent := comparison.Cases[i].Agent; i == 0 || agent != comparison.Cases[0].Agent {
			c.start.Agents = append(c.start.Agents, agent)
		}
	}
	listed := []eval.Change{eval.Regressed, eval.Suspect, eval.TooFewTrials, eval.UnreliableBaseline, eval.Flaky, eval.Improved, eval.NewCase, eval.RemovedCase}
	if o.Verbose {
		listed = append(listed, eval.Unchanged, eval.Unaffected)
	}
	c.against(listed...)
	return c.flush()
}

// headline is whether anything got worse, as the gate asks it.
func (c *Console) headline(comparison *eval.Comparison) {
	ran := 0
	for i := range comparison.Cases {
		if head := comparison.Cases[i].Head; head != nil && head.Planned > 0 {
			ran++
		}
	}
	of := " of " + eval.Plural(ran, "case")
	regressed, unsure := comparison.Count[eval.Regressed], comparison.Count[eval.UnreliableBaseline]+comparison.Count[eval.TooFewTrials]
	verdict, text := eval.VerdictPassed, "none"+of+" regressed"
	switch {
	case regressed > 0:
		verdict, text = eval.VerdictFailed, fmt.Sprintf("%d%s regressed", regressed, of)
	case unsure > 0:
		verdict, text = eval.VerdictInconclusive, fmt.Sprintf("none%s surely regressed, and of %d it cannot be told", of, unsure)
	case ran == 0:
		verdict, text = eval.VerdictInconclusive, "no case ran"
	}
	symbol, paint := c.mark(verdict)
	c.wrapped(paint(symbol)+" ", c.bold(text))
}

// against shows what became of the cases since the baseline: the counts, the
// figures, and the cases that changed in one of these ways.
func (c *Console) against(listed ...eval.Change) {
	comparison := c.comparison
	if comparison == nil {
		return
	}
	if comparison.Base.Name == "" && comparison.Base.Timestamp.IsZero() {
		c.line("no baseline yet, so every case is new")
		return
	}
	counts := strings.Join(standing.Counts(comparison), ", ")
	if counts == "" {
		counts = "no case to compare"
	}
	c.wrapped(c.bold("against "+safetext.Short(standing.Title(&comparison.Base), nameLimit))+": ", safetext.Line(counts))
	c.flow(standing.Figures(comparison))
	for _, note := range comparison.Notes {
		c.wrapped("  "+c.yellow("!")+" ", safetext.Short(note, textLimit))
	}
	for _, change := range listed {
		c.changed(change)
	}
}

// nameLimit bounds in cells the name of a baseline.
const nameLimit = 40

// changed lists the cases that changed in one way.
func (c *Console) changed(to eval.Change) {
	n := 0
	for i := range c.comparison.Cases {
		change := &c.comparison.Cases[i]
		if change.Change != to {
			continue
		}
		if n++; n > repeated && !c.opt.Plain && !c.opt.Verbose {
			continue
		}
		label := safetext.Line(change.ID)
		if len(c.start.Agents) > 1 {
			label = c.dim(safetext.Line(change.Agent)+"/") + label
		}
		cells := 24
		if !c.opt.Plain {
			cells = min(cells, c.width()/3)
			label = safetext.Cut(label, cells)
		}
		c.wrapped("  "+c.arrow(to)+" "+safetext.Pad(label, cells)+"  ", safetext.Short(standing.Phrase(change), textLimit))
		if part := change.Parting; part != nil && part.Sentence != "" {
			c.wrapped(margin+c.dim("where they part:")+" ", safetext.Short(part.Sentence, textLimit))
		}
	}
	if more := n - repeated; more > 0 && !c.opt.Plain && !c.opt.Verbose {
		c.line(fmt.Sprintf("    and %d more %s", more, standing.Word(to)))
	}
}

// arrow is a change in a symbol; its shape tells what its colour does.
func (c *Console) arrow(to eval.Change) string {
	switch to {
	case eval.Regressed:
		return c.red("▼")
	case eval.Suspect:
		return c.yellow("▽")
	case eval.Improved:
		return c.green("▲")
	case eval.NewCase:
		return c.cyan("+")
	case eval.RemovedCase:
		return c.dim("−")
	default:
		return c.dim("~")
	}
}

// flow writes facts side by side, on as many lines as a screen needs.
func (c *Console) flow(facts []string) {
	line := " "
	for _, fact := range facts {
		fact = safetext.Line(fact)
		if !c.opt.Plain && line != " " && safetext.Width(line)+3+safetext.Width(fact) > c.width() {
			c.line(line)
			line = " "
		}
		if line == " " {
			line += " " + fact
		} else {
			line += "   " + fact
		}
	}
	if line != " " {
		c.line(line)
	}
}
