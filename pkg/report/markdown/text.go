package markdown

import (
	"cmp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/figure"
	"github.com/surefoot-dev/surefoot/pkg/report/standing"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

const (
	nameLimit   = 200  // bytes of an id, a path
	reasonLimit = 600  // bytes of a reason
	cellLimit   = 160  // bytes of a reason in a table
	valueLimit  = 1500 // bytes of a wanted or found value
	baseLimit   = 40   // bytes of the name of a baseline beside figures
)

// name is a short foreign text in the type of code.
func name(s string) string { return safetext.Code(clip(s, nameLimit)) }

// words is a short foreign text.
func words(s string) string { return safetext.Markdown(clip(s, reasonLimit)) }

func clip(s string, limit int) string {
	if head := safetext.Head(s, limit); len(head) < len(s) {
		return head + "…"
	}
	return s
}

// row are cells, which are safe already.
func row(cells ...string) string { return "| " + strings.Join(cells, " | ") + " |\n" }

// table is the head of a table; its rows follow.
func table(columns ...string) string {
	return row(columns...) + "|" + strings.Repeat("---|", len(columns)) + "\n"
}

// details folds away what is Markdown, which the blank lines make of it.
func details(summary, body string) string {
	return "<details><summary>" + summary + "</summary>\n\n" + strings.TrimRight(body, "\n") + "\n\n</details>\n\n"
}

// heading is one of a level, 1 the largest.
func heading(level int, text string) string { return strings.Repeat("#", level) + " " + text + "\n\n" }

func verdictMark(v eval.Verdict) string {
	switch v {
	case eval.VerdictPassed:
		return "✅"
	case eval.VerdictFailed:
		return "❌"
	default:
		return "🟡"
	}
}

func statusMark(s eval.Status) string {
	switch s {
	case eval.Passed:
		return "✅"
	case eval.Failed:
		return "❌"
	case eval.Error:
		return "💥"
	case eval.Timeout:
		return "⏱️"
	default:
		return "⏭️"
	}
}

// state is how a case stands: a mark, and a word.
func (p *page) state(i int) (mark, word string) {
	c := &p.report.Cases[i]
	switch g := p.in[i]; {
	case g == standing.Regressed && p.board.Verdict(c) == eval.VerdictPassed:
		return "⚠️", "regressed, and let pass"
	case g == standing.Regressed:
		return statusMark(c.Status), "regressed"
	case g == standing.Quarantined:
		return "⏸️", "quarantined"
	case g == standing.Undecided:
		return verdictMark(eval.VerdictInconclusive), "undecided"
	case isWrong(g) && c.Failed > 0:
		word := string(eval.Failed)
		if g == standing.Known {
			word += " before too"
		}
		return statusMark(eval.Failed), word // whatever else broke
	case g == standing.Fine && isUnstable(c):
		return "⚠️", "unstable"
	case c.Status == eval.Skipped && c.Planned > 0:
		return verdictMark(eval.VerdictInconclusive), "not finished"
	default:
		return statusMark(c.Status), words(string(c.Status))
	}
}

// unknown stands where a figure is not known.
const unknown = "–"

func percent(rate *float64) string {
	if rate == nil {
		return unknown
	}
	return eval.Percent(*rate) + " %"
}

// within is where a rate may lie.
func within(i *eval.Interval) string {
	if i == nil {
		return unknown
	}
	return safetext.Markdown(strings.TrimSpace(figure.Interval(i)))
}

// joined keeps a figure and its unit in one line of a narrow cell.
func joined(figure string) string { return strings.ReplaceAll(figure, " ", "\u00a0") }

func millis(ms *float64) string {
	if ms == nil {
		return unknown
	}
	return figure.Span(time.Duration(*ms * float64(time.Millisecond)))
}

// count counts things whose plural takes an s, of which there may be
// thousands.
func count(n int, word string) string {
	text := figure.Thousands(n) + " " + word
	if n != 1 {
		text += "s"
	}
	return text
}

// score is passed trials of those that ran, and how many were planned where
// these are more.
func score(c *eval.CaseResult) string {
	return cmp.Or(standing.Score(&eval.CaseOutcome{Planned: c.Planned, Runs: c.Runs, Passed: c.Passed}), unknown)
}

// spacious is a text for a cell that is not to be squeezed to a word a line: its
// blanks break only after some thirty characters.
func spacious(text string) string {
	const line = 30
	var b strings.Builder
	wide := 0
	for i, word := range strings.Split(text, " ") {
		switch {
		case i == 0:
		case wide < line:
			b.WriteString("\u00a0")
			wide++
		default:
			b.WriteString(" ")
			wide = 0
		}
		b.WriteString(word)
		wide += utf8.RuneCountInString(word)
	}
	return b.String()
}
