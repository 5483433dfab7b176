package markdown

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/figure"
	"github.com/surefoot-dev/surefoot/pkg/report/standing"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// mark begins every file; a report of ours is known by it. What is posted has
// none, since markers there belong to who posts.
const mark = "<!-- surefoot report -->\n"

// terse bounds a head: a page is small, or somebody's names are long.
type terse struct {
	name, reason int // bytes
	conditions   int
	lines        int // of each kind
}

// head is the verdict, the gate and the figures.
func (p *page) head(t terse) string {
	return p.title(t) + p.about() + p.trouble(t) + p.gate(t) + p.against(t) + p.figures()
}

// title is the verdict with its reasons in one line.
func (p *page) title(t terse) string {
	r := &p.report
	verdict, why := p.verdict()
	subject := p.opt.Title
	if subject == "" {
		subject = r.Summary.AgentID
	}
	if subject == "" {
		subject = strings.Join(r.Start.Agents, ",")
	}
	text := verdictMark(r.Decision.Verdict) + " "
	if subject != "" {
		if p.opt.Title == "" {
			subject = strings.ReplaceAll(subject, ",", ", ")
		}
		text += safetext.Markdown(clip(subject, t.name)) + ": "
	}
	text += safetext.Markdown(clip(verdict, t.name))
	if why != "" && why != verdict {
		text += ", " + safetext.Markdown(clip(why, t.reason))
	}
	return heading(p.bounds.level, text)
}

// verdict is the gate's word and its reasons.
func (p *page) verdict() (verdict, why string) {
	d := &p.report.Decision
	verdict, why = string(d.Verdict), strings.TrimPrefix(d.Title, string(d.Verdict)+": ")
	if verdict == "" {
		return "unfinished", "the run did not end, so nothing was decided"
	}
	return verdict, figure.Spoken(why) + p.unasked()
}

// unasked is how many cases regressed, where the gate was not asked and so does
// not say.
func (p *page) unasked() string {
	c := p.report.Comparison
	if c == nil || c.Count[eval.Regressed] == 0 || p.report.Start.Policy.NoRegression {
		return ""
	}
	return "; " + eval.Plural(c.Count[eval.Regressed], "regression")
}

// about says which run of which commit this is.
func (p *page) about() string {
	var parts []string
	add := func(text string) {
		if text != "" {
			parts = append(parts, text)
		}
	}
	if n := p.opt.Run.Number; n > 0 {
		add(link("run "+strconv.FormatInt(n, 10), p.opt.Links.Run))
	} else if text := link("run", p.opt.Links.Run); text != "run" {
		add(text)
	}
	add(p.commit())
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, " · ") + "\n\n"
}

// trouble is what went wrong with the run itself.
func (p *page) trouble(t terse) string {
	s, d := &p.report.Summary, &p.report.Decision
	var b strings.Builder
	if d.Verdict == eval.VerdictInconclusive {
		why := "Nothing was decided"
		if len(s.ReportFaults) > 0 && s.TotalRuns == s.TotalTrials {
			why = "The run did not complete"
		}
		b.WriteString(why + ": this is neither a pass nor a failure.")
		if missing := s.TotalTrials - s.TotalRuns; missing > 0 {
			fmt.Fprintf(&b, " %s of %s did not run.", figure.Thousands(missing), count(s.TotalTrials, "trial"))
		}
		b.WriteString("\n\n")
	}
	if s.Interrupted != "" && !strings.Contains(d.Title, s.Interrupted) {
		fmt.Fprintf(&b, "The run ended early: %s\n\n", safetext.Markdown(clip(s.Interrupted, t.reason)))
	}
	if text := figure.Abandoned(s); text != "" {
		b.WriteString("⚠️ " + safetext.Markdown(text) + "\n\n")
	}
	for i, fault := range s.ReportFaults {
		if i == t.lines {
			fmt.Fprintf(&b, "And %s.\n\n", count(len(s.ReportFaults)-i, "more such fault"))
			break
		}
		if strings.Contains(d.Title, fault) {
			continue
		}
		fmt.Fprintf(&b, "⚠️ The run did not complete: %s\n\n", safetext.Markdown(clip(fault, t.reason)))
	}
	return b.String()
}

// gate is what was asked and what came of it.
func (p *page) gate(t terse) string {
	conditions := p.report.Decision.Conditions
	if len(conditions) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(table("gate", "required", "actual", ""))
	_, why := p.verdict()
	for i := range conditions {
		c := &conditions[i]
		if i == t.conditions {
			b.WriteString(row(fmt.Sprintf("and %d more", len(conditions)-i), "", "", ""))
			break
		}
		last := verdictMark(c.Verdict)
		// The title says the only reason there is, and figures say what holds.
		if reason := figure.Spoken(c.Reason); reason != why && reason != "" && c.Verdict != eval.VerdictPassed {
			last += " " + safetext.Markdown(clip(reason, t.reason))
		}
		b.WriteString(row(safetext.Code(clip(c.Name, t.name)), quantity(c.Required, c.Unit, t), quantity(c.Actual, c.Unit, t), last))
	}
	return b.String() + "\n"
}

// against is what became of the cases since the baseline, in one line, and what
// makes the two runs less alike.
func (p *page) against(t terse) string {
	c := p.report.Comparison
	if c == nil {
		return ""
	}
	if c.Base.Timestamp.IsZero() && c.Base.Name == "" {
		return "There is no baseline yet, so every case is new.\n\n"
	}
	text := "Against " + safetext.Code(clip(standing.Title(&c.Base), t.name)) + ": " + told(standing.Counts(c)) + "\n\n"
	if figures := standing.Figures(c); len(figures) > 0 {
		text += "Over " + count(c.Paired, "case") + " that ran on both sides: " + told(figures) + "\n\n"
	}
	for i, note := range c.Notes {
		if i == t.lines {
			text += fmt.Sprintf("And %s.\n\n", count(len(c.Notes)-i, "more such note"))
			break
		}
		text += "⚠️ " + safetext.Markdown(clip(note, t.reason)) + "\n\n"
	}
	return text
}

// told are parts of a line, made safe.
func told(parts []string) string {
	safe := make([]string, len(parts))
	for i, part := range parts {
		safe[i] = safetext.Markdown(part)
	}
	return cmp.Or(strings.Join(safe, " · "), "no case to compare")
}

func quantity(v eval.Value, unit string, t terse) string {
	return cmp.Or(safetext.Markdown(clip(figure.Quantity(v, unit), t.name)), unknown)
}

// several tells that cases have more than one trial, so that there is something
// to say of how they differ.
func (p *page) several() bool {
	s := &p.report.Summary
	return s.TotalTrials > s.Total-s.Skipped
}

// figures are the run in one line.
func (p *page) figures() string {
	s := &p.report.Summary
	parts := []string{fmt.Sprintf("%s of %s passed", figure.Thousands(s.Passed), count(s.Total, "case"))}
	add := func(n int, text string) {
		if n > 0 {
			parts = append(parts, figure.Thousands(n)+" "+text)
		}
	}
	meant := 0 // to be skipped; a report that ends early does not have the others
	for i := range p.report.Cases {
		if p.report.Cases[i].Planned == 0 {
			meant++
		}
	}
	add(s.Failed, "failed")
	add(s.Errors, "broke with an error")
	add(s.Timeouts, "timed out")
	add(meant, "skipped")
	add(s.Skipped-meant, "not finished")
	add(s.Filtered, "filtered out")
	several := p.several()
	if several {
		parts = append(parts, stable(s)...)
	}
	if s.PassRate != nil {
		rate := "pass rate " + percent(s.PassRate)
		if s.TotalRuns < s.TotalTrials {
			rate += " so far"
		}
		if several && s.PassInterval != nil {
			rate += " (95 % interval" + safetext.Markdown(figure.Interval(s.PassInterval)) + ")"
		}
		if before := standing.BaseRate(p.report.Comparison); before != nil {
			rate += " (" + safetext.Markdown(clip(standing.Name(&p.report.Comparison.Base), baseLimit)) + ": " + percent(before) + ")"
		}
		parts = append(parts, rate)
	}
	switch {
	case s.TotalRuns != s.TotalTrials:
		parts = append(parts, fmt.Sprintf("%s of %s", figure.Thousands(s.TotalRuns), count(s.TotalTrials, "trial")))
	case several:
		parts = append(parts, count(s.TotalTrials, "trial"))
	}
	if saved := standing.Saved(s.Saved); saved != "" {
		parts = append(parts, safetext.Markdown(saved))
	}
	parts = append(parts, p.spending()...)
	text := strings.Join(parts, " · ") + "\n\n"
	if s.Unchecked > 0 {
		text += fmt.Sprintf("⚠️ %s passed with nothing asserted, so any answer will do.\n\n", count(s.Unchecked, "case"))
	}
	return text
}

// spending is what the run took, by role where there are several.
func (p *page) spending() []string {
	s := &p.report.Summary
	usage, took := figure.Sum(s.Usage), s.DurationMS.Duration()
	span, replayed := "", ""
	if took > 0 {
		span = figure.Span(took)
	}
	cost := p.spent.Cost(usage)
	if cost != "" {
		cost += figure.CostByRole(s.Usage)
	}
	if p.replayed > 0 {
		replayed = figure.Thousands(p.replayed) + " replayed"
	}
	var parts []string
	for _, text := range []string{figure.Tokens(usage) + figure.TokensByRole(s.Usage), cost, span, p.spent.Waited(took), replayed} {
		if text != "" {
			parts = append(parts, safetext.Markdown(text))
		}
	}
	return parts
}

// bare is the verdict and the counts, for a page that has no room for more.
func (p *page) bare() string {
	return heading(p.bounds.level, verdictMark(p.report.Decision.Verdict)+" "+safetext.Markdown(clip(p.word(), 20))) + p.figures()
}

// least is the verdict alone.
func (p *page) least() string {
	return strings.Repeat("#", p.bounds.level) + " " + verdictMark(p.report.Decision.Verdict) + " " + p.word() + "\n"
}

// word is the verdict in one of the words there are.
func (p *page) word() string {
	switch v := p.report.Decision.Verdict; v {
	case eval.VerdictPassed, eval.VerdictFailed, eval.VerdictInconclusive:
		return string(v)
	default:
		return "unfinished"
	}
}

// stable is how many of the cases are stable whose class is known, and how many
// missing trials could yet make stable or not.
func stable(s *eval.Summary) []string {
	determined := s.StableCases + s.Unstable
	switch {
	case determined == 0 && s.Undetermined == 0:
		return nil
	case determined == 0:
		return []string{"stability undetermined"}
	case s.Undetermined == 0:
		return []string{figure.Thousands(s.StableCases) + " of " + figure.Thousands(determined) + " stable"}
	default:
		return []string{figure.Thousands(s.StableCases) + " of " + figure.Thousands(determined) + " stable, " + figure.Thousands(s.Undetermined) + " undetermined"}
	}
}
