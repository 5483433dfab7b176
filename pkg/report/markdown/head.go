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
	if text := figure.Part(&p.report.Start); text != "" {
		b.WriteString("⚠️ " + safetext.Markdown(text) + "\n\n")
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
