package markdown

import (
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
	"github.com/surefoot-dev/surefoot/pkg/report/walk"
)

// Bounds of a page, so that it fits where GitHub shows one: a job summary
// takes 1 MiB.
const (
	maxSections = 50   // cases shown in full
	maxRows     = 1000 // of a table
)

// mark begins every page; a report of ours is known by it.
const mark = "<!-- surefoot report -->"

// Write writes the report to w. The trials come in the order of its cases, as
// a log reads them back.
func Write(w io.Writer, report eval.Report, trials iter.Seq2[*eval.Trial, error]) error {
	p, r := newPage(w), &report
	p.line(mark)
	p.head(r)
	p.gate(&r.Decision)
	p.figures(r)
	bad := 0
	for i := range r.Cases {
		if isBad(r, &r.Cases[i]) {
			bad++
		}
	}
	if bad > 0 {
		p.line("## Not passed (%d)\n", bad)
	}
	shown := 0
	err := walk.Cases(r.Cases, trials, func(c *eval.CaseResult, trials iter.Seq[*eval.Trial]) error {
		if isBad(r, c) {
			if shown++; shown <= maxSections {
				p.show(r, c, look(trials))
			}
		}
		return p.err
	})
	if err != nil {
		return err
	}
	if shown > maxSections {
		p.line("_%s not shown here; the table below has %s._\n", eval.Plural(shown-maxSections, "more case"), "their figures")
	}
	p.unstable(r)
	p.all(r)
	p.environment(r)
	return p.flush()
}

// isBad tells that a case ran and does not pass by the policy.
func isBad(r *eval.Report, c *eval.CaseResult) bool {
	return c.Runs > 0 && gate.Case(r.Start.Policy, r, c) != eval.VerdictPassed
}

// head is the verdict.
func (p *page) head(r *eval.Report) {
	agents := r.Summary.AgentID
	if agents == "" {
		agents = strings.Join(r.Start.Agents, ",")
	}
	d := &r.Decision
	verdict, why := string(d.Verdict), strings.TrimPrefix(d.Title, string(d.Verdict)+": ")
	if verdict == "" {
		verdict, why = "unfinished", "the run did not end, so nothing was decided"
	}
	title := ""
	if agents != "" {
		title = words(strings.ReplaceAll(agents, ",", ", ")) + ": "
	}
	p.line("# %s %s%s\n", verdictMark(d.Verdict), title, words(verdict))
	if why != "" && why != verdict {
		p.line("%s\n", words(why))
	}
	if s := &r.Summary; s.Interrupted != "" && !strings.Contains(d.Title, s.Interrupted) {
		p.line("**The run ended early:** %s\n", words(s.Interrupted))
	}
	for _, fault := range r.Summary.ReportFaults {
		p.line("**A report is not whole:** %s\n", words(fault))
	}
}

// gate is what was asked and what came of it.
func (p *page) gate(d *eval.Decision) {
	if len(d.Conditions) == 0 {
		return
	}
	p.table("gate", "required", "actual", "")
	for i := range d.Conditions {
		c := &d.Conditions[i]
		p.row(name(c.Name), quantity(c.Required, c.Unit), quantity(c.Actual, c.Unit), verdictMark(c.Verdict)+" "+words(c.Reason))
	}
	p.line("")
}

func quantity(v eval.Value, unit string) string {
	if v.IsZero() || v.Kind() == eval.Null {
		return unknown
	}
	text := v.Text()
	switch unit {
	case "", "class":
		return words(classWords(eval.Class(text)))
	default:
		if text == "1" {
			unit = strings.TrimSuffix(unit, "s")
		}
		return words(text + " " + unit)
	}
}

// figures are the run in a table, as the seeds of this format have it.
func (p *page) figures(r *eval.Report) {
	s := &r.Summary
	parts := []string{fmt.Sprintf("**%d of %s passed**", s.Passed, eval.Plural(s.Total, "case"))}
	add := func(n int, text string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, text))
		}
	}
	meant := 0 // to be skipped; a report that ends early does not have the others
	for i := range r.Cases {
		if r.Cases[i].Planned == 0 {
			meant++
		}
	}
	add(s.Failed, "failed")
	add(s.Errors, "broke with an error")
	add(s.Timeouts, "timed out")
	add(meant, "skipped")
	add(s.Skipped-meant, "not finished")
	add(s.Filtered, "filtered out")
	if s.PassRate != nil {
		parts = append(parts, "pass rate "+percent(s.PassRate))
	}
	switch {
	case s.TotalRuns != s.TotalTrials:
		parts = append(parts, fmt.Sprintf("%d of %s ran", s.TotalRuns, eval.Plural(s.TotalTrials, "trial")))
	case s.TotalTrials > s.Total-s.Skipped:
		parts = append(parts, eval.Plural(s.TotalTrials, "trial"))
	}
	parts = append(parts, usage(s.Usage)...)
	if s.DurationMS > 0 {
		parts = append(parts, span(s.DurationMS.Duration()))
	}
	p.line("%s\n", strings.Join(parts, " · "))
	if s.Unchecked > 0 {
		p.line("⚠️ %s passed with nothing asserted, so any answer will do.\n", eval.Plural(s.Unchecked, "case"))
	}
}

// usage is what all roles took; what is unknown is said to be.
func usage(roles map[eval.Role]eval.Usage) []string {
	var sum eval.Usage
	for _, role := range slices.Sorted(maps.Keys(roles)) {
		sum = sum.Add(roles[role])
	}
	if sum.Calls == 0 && sum.Attempts == 0 {
		return nil
	}
	parts := []string{"tokens unknown", "cost unknown"}
	if sum.TotalTokens != nil {
		parts[0] = thousands(*sum.TotalTokens) + " tokens"
	}
	if sum.CostUSD != nil {
		parts[1] = fmt.Sprintf("%.4f USD", *sum.CostUSD)
	}
	return parts
}

// unstable are the cases that the policy lets pass although some of their
// trials did not.
func (p *page) unstable(r *eval.Report) {
	n := 0
	for i := range r.Cases {
		c := &r.Cases[i]
		if c.Runs == 0 || isBad(r, c) || c.Passed == c.Runs {
			continue
		}
		if n++; n == 1 {
			p.line("## Unstable, and let pass\n")
			p.table("case", "passed", "class", "first reason", "place")
		}
		if n <= maxRows {
			p.row(name(c.ID), score(c), classWords(c.Class), words(c.Reason), name(c.Pos.LineString()))
		}
	}
	p.left(n)
}

// left ends a table of n rows.
func (p *page) left(n int) {
	if n > maxRows {
		p.line("\n_and %d more_", n-maxRows)
	}
	if n > 0 {
		p.line("")
	}
}

// all are the figures of every case.
func (p *page) all(r *eval.Report) {
	if len(r.Cases) == 0 {
		return
	}
	several := len(r.Start.Agents) > 1
	p.details(fmt.Sprintf("All %s", eval.Plural(len(r.Cases), "case")))
	columns := []string{"", "case", "passed", "rate", "class", "mean time", "place", "reason"}
	if several {
		columns = slices.Insert(columns, 2, "agent")
	}
	p.table(columns...)
	for i := range r.Cases {
		if i == maxRows {
			break
		}
		c := &r.Cases[i]
		class := classWords(c.Class)
		if c.Runs == 0 {
			class = unknown
		}
		cells := []string{statusMark(c.Status), name(c.ID), score(c), joined(percent(c.DecidedRate())), class, joined(millis(c.AvgMS)), name(c.Pos.LineString()), words(clip(c.Reason, nameLimit))}
		if several {
			cells = slices.Insert(cells, 2, name(c.Agent))
		}
		p.row(cells...)
	}
	p.left(len(r.Cases))
	p.end()
}

// environment says how, when and by what the run was made.
func (p *page) environment(r *eval.Report) {
	s, e := &r.Start, &r.Start.Environment
	p.details("Environment and metadata")
	p.table("", "")
	row := func(title, value string) {
		if value != "" {
			p.row(title, name(value))
		}
	}
	row("User", e.UserID)
	row("Team", e.TeamID)
	row("Locale", e.Locale)
	row("Client", strings.TrimSpace(e.ClientType+" "+e.ClientIP))
	row("Connector", r.Summary.Connector)
	if !s.Timestamp.IsZero() {
		row("Started", s.Timestamp.UTC().Format(time.RFC3339))
	}
	if ended := r.Completed(); !ended.IsZero() {
		row("Completed", ended.UTC().Format(time.RFC3339))
	}
	row("Input files", strings.Join(s.Plan.Inputs, ", "))
	row("Reports", strings.Join(s.Reports, ", "))
	for _, key := range slices.Sorted(maps.Keys(s.Settings)) {
		row("Setting "+words(key), strings.Join(strings.Split(s.Settings[key], "\n"), ", "))
	}
	row("Seed", strconv.FormatInt(s.Seed, 10))
	row("Plan", s.Plan.Hash)
	row("Surefoot", s.Version)
	p.line("")
	p.end()
}
