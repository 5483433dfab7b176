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
	if s.settings.JSON {
		return p.dryRunRows(s, redactor)
	}
	var b strings.Builder
	for _, c := range s.plan.Cases {
		b.WriteString(redactor.Text(dryLine(s, c)) + "\n")
	}
	fmt.Fprintf(&b, "\n%s, %s", eval.Plural(len(s.plan.Cases), "case"), eval.Plural(s.plan.Trials(), "trial"))
	if s.plan.Filtered > 0 {
		fmt.Fprintf(&b, ", %s filtered out", eval.Plural(s.plan.Filtered, "case"))
	}
	if r := s.resumed; r != nil && r.Start != nil {
		fmt.Fprintf(&b, ", %d of %d are in %s", r.there(s), s.plan.Trials(), p.name(r.path))
	}
	b.WriteString("; nothing was run\n")
	if _, err := fmt.Fprint(p.Out, b.String()); err != nil {
		fmt.Fprintln(p.Err, "surefoot: "+err.Error())
		return exitError
	}
	return exitPassed
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
	case runs > 1:
		line += fmt.Sprintf("  × %d", runs)
	}
	return line
}

// dryRunRows is the same for programs: the start row, and a row a case.
func (p *Process) dryRunRows(s *suite, redactor *redact.Redactor) int {
	sink := redactor.Sink(lines{p.Out})
	events := []eval.Event{s.start(p.Now())}
	for _, c := range s.plan.Cases {
		events = append(events, &eval.DryCase{Agent: c.Agent, ID: c.ID, Runs: s.plan.RunsOf(c), Skip: c.Skip, Input: c.Input, Pos: c.Pos})
	}
	for _, ev := range events {
		if err := sink.Event(ev); err != nil {
			fmt.Fprintln(p.Err, "surefoot: "+err.Error())
			return exitError
		}
	}
	return exitPassed
}
