package cli

import (
	"fmt"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/redact"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// dryRun says what would run, in the plan's order.
func (p *Process) dryRun(s *suite, redactor *redact.Redactor) int {
	show := p.dryRunText
	if len(s.generated) > 0 {
		show = p.dryRunMade
	} else if s.settings.JSON {
		show = p.dryRunRows
	}
	if err := show(s, redactor); err != nil {
		fmt.Fprintln(p.Err, "surefoot: "+err.Error())
		return exitError
	}
	return exitPassed
}

// dryRunMade shows the cases that generators made, which is what people look at
// before they keep them, and the rest beside that.
func (p *Process) dryRunMade(s *suite, redactor *redact.Redactor) error {
	p.saidMade(s, redactor)
	if err := p.showMade(s, redactor); err != nil {
		return err
	}
	if s.settings.JSON {
		return p.dryRunRows(s, redactor)
	}
	beside := *p
	beside.Out = p.Err
	return beside.dryRunText(s, redactor)
}

func (p *Process) dryRunText(s *suite, redactor *redact.Redactor) error {
	var b strings.Builder
	for _, c := range s.plan.Cases {
		b.WriteString(redactor.Text(dryLine(s, c)) + "\n")
	}
	most := ""
	if s.plan.MinRuns > 0 {
		most = "at most "
	}
	fmt.Fprintf(&b, "\n%s, %s%s", eval.Plural(len(s.plan.Cases), "case"), most, eval.Plural(s.plan.Trials(), "trial"))
	if s.plan.Filtered > 0 {
		fmt.Fprintf(&b, ", %s filtered out", eval.Plural(s.plan.Filtered, "case"))
	}
	if n := len(s.plan.Unaffected); n > 0 {
		fmt.Fprintf(&b, ", %s not affected", eval.Plural(n, "case"))
	}
	if a := s.against; a != nil {
		fmt.Fprintf(&b, ", and %s at %s", eval.Plural(a.plan.Trials(), "trial"), a.name)
	}
	if r := s.resumed; r != nil && r.Start != nil {
		fmt.Fprintf(&b, ", %d of %d are in %s", r.there(s), s.plan.Trials(), p.name(r.path))
	}
	b.WriteString("; nothing was run\n")
	b.WriteString(redactor.Text(p.foretold(s, redactor)))
	_, err := fmt.Fprint(p.Out, b.String())
	return err
}

func dryLine(s *suite, c *eval.Case) string {
	preview := ""
	if n := len(c.Messages); n > 0 {
		preview = safetext.Short(safetext.Line(c.Messages[n-1].Content.String()), 60)
	}
	line := fmt.Sprintf("○ [%s] %s", safetext.Line(c.Agent+"/"+c.ID), preview)
	switch runs := s.plan.RunsOf(c); {
	case c.Skip != "":
		line = strings.Replace(line, "○", "−", 1) + "  skipped: " + safetext.Line(c.Skip)
	case s.plan.LeastOf(c) < runs:
		line += fmt.Sprintf("  × %d..%d", s.plan.LeastOf(c), runs)
	case runs > 1:
		line += fmt.Sprintf("  × %d", runs)
	}
	if why := s.affected[c.Key()]; why != "" && c.Skip == "" {
		line += "  since " + safetext.Line(why)
	}
	return line
}
