package extract

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// value is a text without the fence that models like to put around it, or
// indented JSON.
func (p *page) value(v eval.Value) {
	switch text, isText := v.Str(); {
	case v.IsZero() || v.Kind() == eval.Null:
		p.line("(no output)")
	case isText:
		p.fence("markdown", unfenced(text))
	default:
		var indented bytes.Buffer
		if json.Indent(&indented, []byte(v.Raw()), "", "  ") != nil {
			indented.Reset()
			indented.WriteString(v.Raw())
		}
		p.fence("json", indented.String())
	}
}

// unfenced takes off a ```markdown fence that holds all of the text.
func unfenced(text string) string {
	trimmed := strings.TrimSpace(text)
	head, rest, ok := strings.Cut(trimmed, "\n")
	ticks := head[:len(head)-len(strings.TrimLeft(head, "`"))]
	word := strings.TrimSpace(head[len(ticks):])
	if !ok || len(ticks) < 3 || word != "markdown" && word != "md" {
		return text
	}
	body, ok := strings.CutSuffix(rest, "\n"+ticks)
	if !ok || strings.Contains("\n"+body+"\n", "\n"+ticks+"\n") {
		return text
	}
	return body
}

// fence shows text of any content in a block that nothing in it can end, and
// that may be printed to a log.
func (p *page) fence(info, text string) {
	text = strings.Join(safetext.Lines(text), "\n")
	ticks := strings.Repeat("`", max(3, longestRun(text)+1))
	p.line(ticks + info + "\n" + text + "\n" + ticks)
}

func (p *page) fact(name, text string) { p.line("**" + name + "**: " + text) }

// line writes a paragraph. The writer keeps its error for the end.
func (p *page) line(text string) {
	if text == "" {
		_, _ = p.w.WriteString("\n")
		return
	}
	_, _ = p.w.WriteString(text + "\n\n")
}

// longestRun is the longest row of backticks.
func longestRun(text string) int {
	longest, run := 0, 0
	for _, r := range text {
		if r != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

// inline is a short foreign text as it is where Markdown sees nothing in it,
// else as code.
func inline(text string) string {
	plain := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_. ", r)
	}
	if text == "" || strings.ContainsFunc(text, func(r rune) bool { return !plain(r) }) || strings.Trim(text, "_ ") != text ||
		strings.Contains(text, "__") || strings.Contains(text, "  ") || linked(text) {
		return code(text)
	}
	return safetext.Line(text)
}

// linked reports whether GitHub makes more than words of plain words, such as
// a commit's hash or GH-1. An underscore within a word is one of its letters.
func linked(words string) bool {
	words = strings.ReplaceAll(words, "_", "x")
	return safetext.Markdown(words) != words
}

// code is foreign text of one line in a code span, in which Markdown sees
// neither links nor mentions nor tags.
func code(text string) string {
	text = safetext.Line(text)
	if strings.TrimSpace(text) == "" {
		text = strconv.Quote(text)
	}
	ticks := strings.Repeat("`", longestRun(text)+1)
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		text = " " + text + " "
	}
	return ticks + text + ticks
}

func badge(s eval.Status) string { return mark(s) + " " + strings.ToUpper(string(s)) }

func mark(s eval.Status) string {
	switch s {
	case eval.Passed:
		return "✅"
	case eval.Failed:
		return "❌"
	case eval.Timeout:
		return "⏱️"
	case eval.Skipped:
		return "⏭️"
	default:
		return "⚠️"
	}
}

// duration is that of the one trial, or the mean.
func duration(c *eval.CaseResult) string {
	switch {
	case c.AvgMS == nil:
		return "none, it did not run"
	case c.Runs > 1:
		return millis(*c.AvgMS) + " on average"
	default:
		return millis(*c.AvgMS)
	}
}

func millis(ms float64) string {
	if ms < 1 {
		return "under 1ms"
	}
	return strconv.FormatFloat(math.Round(ms), 'f', -1, 64) + "ms"
}
