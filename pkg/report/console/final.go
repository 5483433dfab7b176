package console

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/figure"
	"github.com/surefoot-dev/surefoot/pkg/report/standing"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// final shows the verdict, why, and the figures behind it.
func (c *Console) final(d *eval.Decision) {
	s := &c.summary
	if len(c.worst) > 0 {
		c.line("")
		c.line("Not passed:")
		for _, line := range c.worst {
			c.line(line)
		}
		if c.omitted > 0 {
			c.line(fmt.Sprintf("    and %d more", c.omitted))
		}
	}
	c.body = c.body || len(c.skipped.groups) > 0
	c.skips()
	if c.body {
		c.line("")
	}
	if c.comparison != nil {
		c.against(eval.Regressed, eval.TooFewTrials, eval.UnreliableBaseline, eval.Suspect, eval.Improved)
		c.line("")
	}
	if s.Unchecked > 0 {
		verb := "assert"
		if s.Unchecked == 1 {
			verb = "asserts"
		}
		c.wrapped(c.yellow("warning:")+" ", fmt.Sprintf(`%s passed but %s nothing, so any answer will do (add "assert" or "expected")`, eval.Plural(s.Unchecked, "case"), verb))
	}
	if s.Interrupted != "" && !strings.Contains(d.Title, s.Interrupted) {
		c.wrapped(c.yellow("!")+" ", "the run ended early: "+safetext.Short(s.Interrupted, textLimit))
	}
	if text := figure.Abandoned(s); text != "" {
		c.wrapped(c.yellow("warning:")+" ", text)
	}
	c.verdict(d)
	c.counts()
	c.figures()
	for _, fault := range s.ReportFaults {
		if strings.Contains(d.Title, fault) {
			continue
		}
		c.wrapped("  "+c.red("!")+" ", safetext.Short(fault, textLimit))
	}
	if c.opt.ReportPaths != nil {
		for _, path := range c.opt.ReportPaths() {
			c.line("  " + c.dim("report:") + " " + safetext.Line(path))
		}
	}
}

// verdict is the decision in a line, and its conditions where that line does
// not hold them all.
func (c *Console) verdict(d *eval.Decision) {
	symbol, paint := c.mark(d.Verdict)
	why := strings.TrimPrefix(d.Title, string(d.Verdict))
	if why == d.Title && why != "" {
		why = ": " + why
	}
	c.wrapped(paint(symbol+" "+c.bold(c.word(d.Verdict))), safetext.Line(why))
	if !slices.ContainsFunc(d.Conditions, func(cond eval.Condition) bool { return !strings.Contains(d.Title, cond.Reason) }) {
		return
	}
	wide := 0
	for _, cond := range d.Conditions {
		wide = max(wide, min(safetext.Width(cond.Name), 20))
	}
	for _, cond := range d.Conditions {
		symbol, paint := c.mark(cond.Verdict)
		c.wrapped("  "+paint(symbol)+" "+safetext.Pad(safetext.Line(cond.Name), wide)+"  ", safetext.Short(cond.Reason, textLimit))
	}
}

func (c *Console) mark(v eval.Verdict) (symbol string, paint func(string) string) {
	switch v {
	case eval.VerdictPassed:
		return "✓", c.green
	case eval.VerdictFailed:
		return "✗", c.red
	default:
		return "?", c.cyan
	}
}

// word is the verdict; in logs the words people search for. ALL TESTS PASSED
// is said only when that is so, which is more than a gate may ask.
func (c *Console) word(v eval.Verdict) string {
	s := &c.summary
	switch {
	case !c.opt.Plain:
		return string(v)
	case v == eval.VerdictFailed:
		return "TESTS FAILED"
	case v != eval.VerdictPassed:
		return strings.ToUpper(string(v))
	case c.start.Plan.Unaffected == 0 && s.Passed > 0 && s.Failed+s.Errors+s.Timeouts == 0 && s.TotalRuns == s.TotalTrials:
		return "ALL TESTS PASSED"
	default:
		return "PASSED"
	}
}

// counts are the cases by how they ended.
func (c *Console) counts() {
	s := &c.summary
	var parts []string
	add := func(n int, text string, paint func(string) string) {
		if n > 0 {
			parts = append(parts, paint(text))
		}
	}
	add(s.Passed, fmt.Sprintf("%d passed", s.Passed), c.green)
	add(s.Failed, fmt.Sprintf("%d failed", s.Failed), c.red)
	add(s.Errors, eval.Plural(s.Errors, "error"), c.yellow)
	add(s.Timeouts, fmt.Sprintf("%d timed out", s.Timeouts), c.yellow)
	add(c.skipped.meant, fmt.Sprintf("%d skipped", c.skipped.meant), c.dim)
	unfinished := s.Skipped - c.skipped.meant
	add(unfinished, fmt.Sprintf("%d not finished", unfinished), c.yellow)
	add(s.Filtered, fmt.Sprintf("%d filtered out", s.Filtered), c.dim)
	if len(parts) == 0 {
		return
	}
	line := "  " + eval.Plural(s.Total, "case") + ": " + parts[0]
	for _, part := range parts[1:] {
		if !c.opt.Plain && safetext.Width(line)+2+safetext.Width(part) > c.width()-1 {
			c.line(line + ",")
			line = "    " + part
			continue
		}
		line += ", " + part
	}
	c.line(line)
}

// lasted is how long the run took, which a report that ends early does not
// tell.
func lasted(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return figure.Span(d)
}

// figures are what the trials came to, in one line where that fits.
func (c *Console) figures() {
	s := &c.summary
	if s.TotalTrials == 0 {
		return
	}
	var facts []string
	several := s.TotalTrials > s.Total-s.Skipped
	if s.PassRate != nil {
		rate := "pass rate " + eval.Percent(*s.PassRate) + " %"
		if s.TotalRuns < s.TotalTrials {
			rate += " so far"
		}
		if several {
			rate += strings.Replace(figure.Interval(s.PassInterval), " ", "  ", 1)
		}
		if before := standing.BaseRate(c.comparison); before != nil {
			rate += " (" + safetext.Short(standing.Name(&c.comparison.Base), nameLimit) + ": " + eval.Percent(*before) + " %)"
		}
		facts = append(facts, rate)
	}
	if several {
		facts = append(facts, stable(s)...)
	}
	trials := eval.Plural(s.TotalTrials, "trial")
	if s.TotalRuns != s.TotalTrials {
		trials = fmt.Sprintf("%d of %s", s.TotalRuns, trials)
	}
	facts = append(facts, trials)
	usage, took := figure.Sum(s.Usage), s.DurationMS.Duration()
	for _, text := range []string{standing.Saved(s.Saved), figure.Tokens(usage) + figure.TokensByRole(s.Usage), c.spent.Cost(usage), lasted(took), c.spent.Waited(took)} {
		if text != "" {
			facts = append(facts, text)
		}
	}
	c.flow(facts)
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
		return []string{fmt.Sprintf("stable %d/%d", s.StableCases, determined)}
	default:
		return []string{fmt.Sprintf("stable %d/%d, %d undetermined", s.StableCases, determined, s.Undetermined)}
	}
}
