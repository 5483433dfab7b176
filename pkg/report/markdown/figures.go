package markdown

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/figure"
	"github.com/surefoot-dev/surefoot/pkg/report/standing"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

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

func quantity(v eval.Value, unit string, t terse) string {
	return cmp.Or(safetext.Markdown(clip(figure.Quantity(v, unit), t.name)), unknown)
}
