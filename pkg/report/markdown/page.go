package markdown

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// page writes lines and keeps its first error.
type page struct {
	w   *bufio.Writer
	err error
}

func newPage(w io.Writer) *page { return &page{w: bufio.NewWriterSize(w, 1<<16)} }

func (p *page) line(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format+"\n", args...)
	}
}

// block writes text that ends with its own newline.
func (p *page) block(text string) {
	if p.err == nil {
		_, p.err = p.w.WriteString(text)
	}
}

// table writes a table's head; its rows follow by row.
func (p *page) table(columns ...string) {
	p.row(columns...)
	p.line("|%s", strings.Repeat("---|", len(columns)))
}

// row writes cells, which are safe already.
func (p *page) row(cells ...string) { p.line("| %s |", strings.Join(cells, " | ")) }

// details begins a part that is folded away until it is opened. A blank line
// behind the summary makes Markdown of what follows.
func (p *page) details(summary string) { p.line("<details><summary>%s</summary>\n", summary) }

// end ends a folded part, behind a blank line.
func (p *page) end() { p.line("</details>\n") }

func (p *page) flush() error {
	if p.err == nil {
		p.err = p.w.Flush()
	}
	return p.err
}

const (
	nameLimit   = 200  // bytes of an id, a path
	reasonLimit = 600  // bytes of a reason
	valueLimit  = 1500 // bytes of a wanted or found value
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

func verdictMark(v eval.Verdict) string {
	switch v {
	case eval.VerdictPassed:
		return "✅"
	case eval.VerdictFailed:
		return "❌"
	default:
		return "❔"
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

func classWords(c eval.Class) string { return strings.ReplaceAll(string(c), "_", " ") }

// unknown stands where a figure is not known.
const unknown = "–"

func percent(rate *float64) string {
	if rate == nil {
		return unknown
	}
	return eval.Percent(*rate) + " %"
}

// joined keeps a figure and its unit in one line of a narrow cell.
func joined(figure string) string { return strings.ReplaceAll(figure, " ", "\u00a0") }

func millis(ms *float64) string {
	if ms == nil {
		return unknown
	}
	return span(time.Duration(*ms * float64(time.Millisecond)))
}

// span is a duration with as many digits as a reader uses.
func span(d time.Duration) string {
	switch {
	case d <= 0:
		return "0 ms"
	case d < time.Millisecond:
		return "<1 ms"
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Round(time.Millisecond).Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	default:
		return d.Round(time.Second).String()
	}
}

func thousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	for at := len(s) - 3; at > 0; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}
