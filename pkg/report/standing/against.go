package standing

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/figure"
)

// Counts are how many cases became what, each part by itself.
func Counts(c *eval.Comparison) []string {
	var parts []string
	for _, change := range eval.Changes() {
		if n := c.Count[change]; n > 0 {
			parts = append(parts, strconv.Itoa(n)+" "+counted(change))
		}
	}
	return parts
}

// Figures are a comparison over the cases that ran on both sides, each part by
// itself: the mean change of their rates, how many got better and worse, what a
// trial takes more or less.
func Figures(c *eval.Comparison) []string {
	var parts []string
	if c.RateChange != nil {
		parts = append(parts, "pass rate "+Signed(*c.RateChange)+" points"+spread(c.RateRange))
	}
	if c.Better+c.Worse > 0 {
		text := fmt.Sprintf("%d better, %d worse", c.Better, c.Worse)
		if c.SignP != nil {
			text += " (sign test: p = " + eval.Probability(*c.SignP) + ")"
		}
		parts = append(parts, text)
	}
	return append(parts, perTrial(c)...)
}

func counted(c eval.Change) string {
	switch c {
	case eval.UnreliableBaseline:
		return "with an unreliable baseline"
	case eval.TooFewTrials:
		return "with too few trials"
	case eval.Unaffected:
		return "not affected and not run"
	default:
		return Word(c)
	}
}

// perTrial is what a trial takes more or less than in the baseline.
func perTrial(c *eval.Comparison) []string {
	var parts []string
	if ms := c.DurationMS; ms != nil && math.Abs(*ms) >= 1 {
		parts = append(parts, sign(*ms)+figure.Span(time.Duration(math.Abs(*ms)*float64(time.Millisecond)))+" per trial")
	}
	if tokens := c.Tokens; tokens != nil && math.Abs(*tokens) >= 0.5 {
		parts = append(parts, sign(*tokens)+figure.Count(int64(math.Round(math.Abs(*tokens))))+" tokens per trial")
	}
	if usd := c.CostUSD; usd != nil && *usd != 0 {
		parts = append(parts, sign(*usd)+figure.Dollars(math.Abs(*usd))+" per trial")
	}
	return parts
}

func sign(f float64) string {
	if f < 0 {
		return "−"
	}
	return "+"
}

// Signed is a difference with its sign, to one decimal.
func Signed(f float64) string {
	text := strconv.FormatFloat(math.Abs(f), 'f', 1, 64)
	if text == "0.0" {
		return "±0"
	}
	return sign(f) + text
}

// spread is where a difference may lie, behind a blank.
func spread(i *eval.Interval) string {
	if i == nil {
		return ""
	}
	return " [" + Signed(i[0]) + ", " + Signed(i[1]) + "]"
}

// BaseRate is the pass rate of the baseline to show beside the run's, nil where
// the baseline has cases that did not run now: it would be of other cases. Those
// that filters left out are not in the comparison, and the rate of the others is
// another one.
func BaseRate(c *eval.Comparison) *float64 {
	if c == nil || c.Base.PassRate == nil || c.Count[eval.RemovedCase]+c.Count[eval.Unaffected] > 0 {
		return nil
	}
	sum, cases := 0.0, 0
	for i := range c.Cases {
		if base := c.Cases[i].Base; base != nil && base.PassRate != nil {
			sum += *base.PassRate
			cases++
		}
	}
	if cases == 0 || math.Abs(sum/float64(cases)-*c.Base.PassRate) > 1e-6 {
		return nil
	}
	return c.Base.PassRate
}

// Saved is what was not spent, "" where nothing was saved.
func Saved(s *eval.Saved) string {
	if s == nil || s.Trials == 0 {
		return ""
	}
	text := fmt.Sprintf("%d saved", s.Trials)
	var worth []string
	if s.Tokens != nil && *s.Tokens >= 0.5 {
		worth = append(worth, figure.Count(int64(math.Round(*s.Tokens)))+" tokens")
	}
	if s.CostUSD != nil && *s.CostUSD > 0 {
		worth = append(worth, figure.Dollars(*s.CostUSD))
	}
	if len(worth) > 0 {
		text += " (about " + strings.Join(worth, ", ") + ")"
	}
	return text
}
