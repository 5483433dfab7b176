package cli

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/config"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/redact"
	"github.com/surefoot-dev/surefoot/pkg/report/figure"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// foretold shows a forecast to people.
type foretold struct {
	strings.Builder
	f   *eval.Forecast
	set *config.Settings
}

func (p *Process) foretold(s *suite, redactor *redact.Redactor) string {
	f, _ := p.forecast(s, redactor)
	w := &foretold{f: f, set: s.settings}
	if f.Cases == 0 {
		return ""
	}
	w.takes()
	w.finds()
	return w.String()
}

// row is one line of a table, whose name stands only in its first.
func (w *foretold) row(name, text string) {
	fmt.Fprintf(w, "  %s  %s\n", safetext.Pad(name, 10), text)
}

// takes says what the run takes.
func (w *foretold) takes() {
	f, set := w.f, w.set
	if f.Baseline == "" {
		w.WriteString("\ntokens, cost and time are not known without --baseline FILE, the report of an earlier run\n")
		return
	}
	fmt.Fprintf(w, "\nto expect, by %s\n", safetext.Line(f.Baseline))
	if set.Replay != "" {
		w.row("tokens", "none, answers come from cassettes")
		return
	}
	var most float64
	if set.MaxTokens != nil {
		most = float64(*set.MaxTokens)
	}
	w.figure("tokens", f.Tokens, func(n float64) string { return figure.Count(int64(math.Round(n))) }, "--max-tokens", set.MaxTokens != nil, most)
	if set.MaxCost != nil {
		most = *set.MaxCost
	}
	w.figure("cost", f.CostUSD, figure.Dollars, "--max-cost", set.MaxCost != nil, most)
	w.figure("time", f.DurationMS, func(ms float64) string { return figure.Span(time.Duration(ms * float64(time.Millisecond))) },
		"--max-time", set.MaxTime > 0, float64(set.MaxTime)/float64(time.Millisecond))
}

// figure is a row of one estimate, with a word when it is above its limit.
func (w *foretold) figure(name string, e *eval.Estimate, show func(float64) string, limit string, limited bool, most float64) {
	if e == nil {
		w.row(name, "not known")
		return
	}
	text := show(e.From)
	if to := show(e.To); to != text {
		text += " to " + to
	}
	if missing := w.f.Cases - e.Cases; missing > 0 {
		text += fmt.Sprintf(", and what %s of %s take, which it does not know", strconv.Itoa(missing), eval.Plural(w.f.Cases, "case"))
	}
	switch {
	case !limited:
	case e.From > most:
		text += fmt.Sprintf("; above %s %s", limit, show(most))
	case e.To > most:
		text += fmt.Sprintf("; may be above %s %s", limit, show(most))
	}
	w.row(name, text)
}

// kindsShown is how many kinds of cases are shown.
const kindsShown = 8

// finds says what a comparison would find.
func (w *foretold) finds() {
	f := w.f
	if len(f.Drops) == 0 {
		w.WriteString("\na comparison would find nothing: the baseline has no answer of these cases\n")
		return
	}
	what := "a comparison of two such runs"
	if f.Baseline != "" {
		what = "a comparison with it"
	}
	fmt.Fprintf(w, "\n%s finds, in 80 of 100\n", what)
	name := "one case"
	for i := range f.Drops {
		if i == kindsShown {
			w.row("", fmt.Sprintf("and %s more; --json has all", eval.Plural(len(f.Drops)-kindsShown, "kind")))
			break
		}
		w.row(name, w.drop(&f.Drops[i]))
		name = ""
	}
	if f.SuiteDrop != nil {
		from := ""
		if f.Baseline == "" {
			from = " from 100 %"
		}
		w.row("the mean", fmt.Sprintf("%s fewer, when all cases fall alike%s", inPoints(*f.SuiteDrop), from))
	}
	for i := range f.Detect {
		name = ""
		if i == 0 {
			name = number(f.Detect[i].Drop) + " points"
		}
		w.row(name, w.detection(&f.Detect[i]))
	}
}

func (w *foretold) drop(d *eval.SmallestDrop) string {
	from := "from " + eval.Percent(d.BaseRate) + " %"
	trials := eval.Plural(d.Runs, "trial")
	if d.BaseRuns != d.Runs {
		trials += fmt.Sprintf(" against %d", d.BaseRuns)
	}
	var text string
	switch {
	case d.BaseRate == 0:
		text = "nothing, " + from
	case d.Drop == nil:
		text = fmt.Sprintf("nothing, %s: %s are too few", from, trials)
	default:
		text = fmt.Sprintf("%s, %s to %s %%", inPoints(*d.Drop), from, eval.Percent(max(0, d.BaseRate-up(*d.Drop))))
	}
	if w.f.Baseline != "" {
		text += " (" + eval.Plural(d.Cases, "case") + ")"
	}
	if d.FalseAlarm >= 1 {
		text += fmt.Sprintf("; false alarm in %.0f of 100", d.FalseAlarm)
	}
	return text
}

func (w *foretold) detection(d *eval.Detection) string {
	runs := func(n *int) string {
		if n == nil {
			return fmt.Sprintf("more than --runs %d", eval.MaxRuns)
		}
		return fmt.Sprintf("--runs %d", *n)
	}
	fall := fmt.Sprintf("from %s to %s %%", eval.Percent(d.BaseRate), eval.Percent(max(0, d.BaseRate-d.Drop)))
	switch {
	case w.f.Baseline == "":
		return fmt.Sprintf("%s, %s", runs(d.Runs), fall)
	case d.Case == "":
		return "no case passes often enough to fall so far"
	case d.Runs == nil && d.Both == nil:
		return fmt.Sprintf("%s, of %s %s", runs(nil), safetext.Line(d.Case), fall)
	case d.Runs == nil:
		return fmt.Sprintf("its trials are too few to show %s %s; %s of both runs do", safetext.Line(d.Case), fall, runs(d.Both))
	default:
		return fmt.Sprintf("%s, of %s %s", runs(d.Runs), safetext.Line(d.Case), fall)
	}
}

// up is a drop with the digits that matter, rounded up but for the hundredth
// that it may have too many.
func up(drop float64) float64 {
	if drop -= 0.011; drop >= 10 {
		return math.Ceil(drop)
	}
	return math.Ceil(drop*10) / 10
}

func inPoints(drop float64) string { return number(up(drop)) + " points" }

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
