package html

import (
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/figure"
	"github.com/surefoot-dev/surefoot/pkg/report/standing"
)

// Figure is one figure of the run, with what puts it into proportion.
type Figure struct {
	Name string   `json:"name"`
	Text string   `json:"text"`
	More []string `json:"more,omitempty"`
	Rate *Rate    `json:"rate,omitempty"` // of a pass rate, to be drawn
}

// Rate is a pass rate, 0 to 100, where it may lie, and where the baseline's was.
type Rate struct {
	At     float64        `json:"at"`
	Within *eval.Interval `json:"within,omitempty"`
	Base   *float64       `json:"base,omitempty"`
}

const unknown = "unknown"

// figures are the run in figures.
func (f *Feed) figures() []Figure {
	s := &f.report.Summary
	list := []Figure{f.casesFigure(), f.rateFigure()}
	if determined := s.StableCases + s.Unstable; s.TotalTrials > s.Total-s.Skipped && determined+s.Undetermined > 0 {
		stable := Figure{Name: "stable", Text: figure.Thousands(s.StableCases) + " of " + figure.Thousands(determined)}
		if determined == 0 {
			stable.Text = unknown
		}
		if s.Undetermined > 0 {
			stable.More = append(stable.More, figure.Thousands(s.Undetermined)+" undetermined")
		}
		list = append(list, stable)
	}
	trials := Figure{Name: "trials", Text: figure.Thousands(s.TotalRuns)}
	if s.TotalRuns != s.TotalTrials {
		trials.Text += " of " + figure.Thousands(s.TotalTrials)
	}
	trials.More = some(standing.Saved(s.Saved))
	if f.replayed > 0 {
		trials.More = append(trials.More, figure.Thousands(f.replayed)+" replayed")
	}
	list = append(list, trials)
	if usage := figure.Sum(s.Usage); usage.Calls+usage.Attempts > 0 {
		tokens := Figure{Name: "tokens", Text: unknown, More: some(bare(figure.TokensByRole(s.Usage)))}
		if usage.TotalTokens != nil {
			tokens.Text = figure.Count(*usage.TotalTokens)
		}
		cost := Figure{Name: "cost", Text: unknown, More: some(bare(figure.CostByRole(s.Usage)))}
		if usage.CostUSD != nil {
			cost.Text = figure.Dollars(*usage.CostUSD)
		}
		list = append(list, tokens, cost)
	}
	return append(list, f.timeFigure())
}

func (f *Feed) casesFigure() Figure {
	s := &f.report.Summary
	cases := Figure{Name: "cases passed", Text: figure.Thousands(s.Passed) + " of " + figure.Thousands(s.Total)}
	meant := 0 // to be skipped; a report that ends early does not have the others
	for i := range f.report.Cases {
		if f.report.Cases[i].Planned == 0 {
			meant++
		}
	}
	for _, part := range []struct {
		n    int
		text string
	}{
		{s.Failed, "failed"},
		{s.Errors, "broke"},
		{s.Timeouts, "timed out"},
		{meant, "skipped"},
		{s.Skipped - meant, "not finished"},
		{s.Filtered, "filtered out"},
	} {
		if part.n > 0 {
			cases.More = append(cases.More, figure.Thousands(part.n)+" "+part.text)
		}
	}
	return cases
}

func (f *Feed) rateFigure() Figure {
	s := &f.report.Summary
	rate := Figure{Name: "pass rate", Text: unknown}
	if s.PassRate == nil {
		return rate
	}
	rate.Text = eval.Percent(*s.PassRate) + " %"
	if s.TotalRuns < s.TotalTrials {
		rate.More = append(rate.More, "so far")
	}
	rate.Rate = &Rate{At: *s.PassRate}
	if s.TotalTrials > s.Total-s.Skipped && s.PassInterval != nil {
		rate.Rate.Within = s.PassInterval
		rate.More = append(rate.More, "95 %"+figure.Interval(s.PassInterval))
	}
	if before := standing.BaseRate(f.report.Comparison); before != nil {
		rate.Rate.Base = before
		rate.More = append(rate.More, standing.Name(&f.report.Comparison.Base)+": "+eval.Percent(*before)+" %")
	}
	return rate
}

func (f *Feed) timeFigure() Figure {
	s := &f.report.Summary
	took := max(s.DurationMS.Duration(), 0)
	shown := Figure{Name: "time", Text: unknown}
	if took > 0 {
		shown.Text = figure.Span(took)
	}
	if s.P50MS != nil && s.P95MS != nil {
		shown.More = append(shown.More, "a trial "+span(*s.P50MS), "p95 "+span(*s.P95MS))
	}
	shown.More = append(shown.More, some(f.spent.Waited(took))...)
	return shown
}

func span(ms float64) string { return figure.Span(time.Duration(ms * float64(time.Millisecond))) }

// some is the text as a list, empty of an empty one.
func some(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

// bare takes the blank and the parentheses off.
func bare(text string) string { return strings.Trim(text, " ()") }
