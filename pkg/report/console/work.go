package console

import (
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/figure"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// work shows what was done besides trials: with -v, and where it went wrong. A
// hook after all trials that did is among the faults at the end.
func (c *Console) work(w *eval.Work) {
	name := map[eval.WorkKind]string{
		eval.WorkBeforeAll: "before-all of ", eval.WorkAfterAll: "after-all of ", eval.WorkGenerator: "cases for ",
	}[w.Kind] + w.Agent + ": " + w.Use
	name = safetext.Line(name)
	if c.opt.Verbose {
		c.line("  " + c.cyan("►") + " " + name + c.dim(" ("+figure.Span(w.DurationMS.Duration())+")"))
		for _, a := range w.Attempts {
			c.said("", "retry", a.Error)
		}
		for _, note := range w.Notes {
			c.said("", "note", note)
		}
		for _, line := range w.Logs {
			c.said("", "log", line)
		}
	}
	if line := w.Line(); line != "" && w.Kind != eval.WorkAfterAll {
		c.wrapped("  "+c.red("!")+" ", name+": "+safetext.Short(line, textLimit))
	}
	c.body = c.body || c.opt.Verbose
}
