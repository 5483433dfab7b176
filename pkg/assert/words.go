package assert

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

const (
	maxShown      = 200      // runes of a value in a message
	maxActualText = 4 << 10  // bytes of a text in a check row
	maxActualJSON = 64 << 10 // bytes of any other value in a check row
)

// clip shortens text for a message.
func clip(s string) string {
	if len(s) <= maxShown {
		return s
	}
	count := 0
	for i := range s {
		if count == maxShown {
			return s[:i] + "..."
		}
		count++
	}
	return s
}

// quote is text in a message. Plain text, which is most of what is checked,
// is not looked at rune by rune.
func quote(s string) string {
	s = clip(s)
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return strconv.Quote(s)
		}
	}
	return `"` + s + `"`
}

// show is a value in a message, on one line.
func show(v eval.Value) string {
	switch v.Kind() {
	case eval.Absent:
		return "nothing"
	case eval.String:
		s, _ := v.Str()
		return quote(s)
	case eval.Array, eval.Object:
		return clip(oneLine(v.Raw()))
	default:
		return clip(v.Raw())
	}
}

// oneLine joins the lines of JSON text, of which no more than a message needs
// is looked at.
func oneLine(raw string) string {
	raw = strings.ToValidUTF8(raw[:min(len(raw), 16*maxShown)], "")
	if !strings.ContainsAny(raw, "\n\r\t") {
		return raw
	}
	lines := strings.FieldsFunc(raw, func(r rune) bool { return r == '\n' || r == '\r' || r == '\t' })
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	return strings.Join(lines, " ")
}

// around is text from shortly before a place in it, for a message about what
// was found there.
func around(s string, at int) string {
	const before = 60
	start := max(0, at-before)
	for start > 0 && start < len(s) && !utf8.RuneStart(s[start]) {
		start--
	}
	if start == 0 {
		return quote(s)
	}
	return strconv.Quote("..." + clip(s[start:]))
}

// joined is the remarks that say something.
func joined(remarks ...string) string {
	said := remarks[:0:0]
	for _, r := range remarks {
		if r != "" {
			said = append(said, r)
		}
	}
	return strings.Join(said, "; ")
}

// excerpt is a value as a check row holds it: whole up to a size, so that
// reports do not repeat a transcript for every check.
func excerpt(v eval.Value) eval.Value {
	size := len(v.Raw())
	switch {
	case size <= maxActualText, v.Kind() != eval.String && size <= maxActualJSON:
		return v
	case v.Kind() == eval.String:
		text, _ := v.Str()
		return cutText(text, "bytes of text")
	default:
		return cutText(v.Raw(), "bytes of JSON")
	}
}

func cutText(text, unit string) eval.Value {
	if len(text) <= maxActualText {
		return eval.StringValue(text)
	}
	end := maxActualText
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return eval.StringValue(text[:end] + "... [cut, " + strconv.Itoa(len(text)) + " " + unit + " in all]")
}
