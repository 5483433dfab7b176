package redact

import (
	"sort"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// view is a text with one layer of encoding undone. Its units remember what
// was decoded, so that a place in the view is found again in the source.
type view struct {
	text  string
	units []unit
}

// unit is one decoded sequence: width bytes at place at of the view stand for
// length bytes at place src of the source. Between units both run in step.
type unit struct{ at, width, src, length int }

// source maps a piece of the view to the piece of the source it stands for,
// whole units at both ends.
func (v *view) source(start, end int) (int, int) {
	return v.place(start, false), v.place(end-1, true)
}

// place maps one byte of the view to where its unit begins in the source, or
// where it ends.
func (v *view) place(at int, end bool) int {
	n := sort.Search(len(v.units), func(i int) bool { return v.units[i].at > at }) - 1
	if n < 0 {
		if end {
			return at + 1
		}
		return at
	}
	u := v.units[n]
	switch {
	case at >= u.at+u.width: // past the unit, in step again
		src := u.src + u.length + at - u.at - u.width
		if end {
			return src + 1
		}
		return src
	case end:
		return u.src + u.length
	default:
		return u.src
	}
}

// decode undoes one layer of s. Sequences begin with one of starts; take
// decodes the one at the start of its text, or returns a length of 0 where
// none stands. It returns nil when there was nothing to undo.
func decode(s, starts string, take func(s string) (text string, length int)) *view {
	first := strings.IndexAny(s, starts)
	if first < 0 {
		return nil
	}
	var b strings.Builder
	var units []unit
	done := 0
	for at := first; at < len(s); {
		text, length := take(s[at:])
		if length == 0 {
			at++
		} else {
			if b.Cap() == 0 {
				b.Grow(len(s))
			}
			b.WriteString(s[done:at])
			units = append(units, unit{b.Len(), len(text), at, length})
			b.WriteString(text)
			at += length
			done = at
		}
		next := strings.IndexAny(s[at:], starts)
		if next < 0 {
			break
		}
		at += next
	}
	if units == nil {
		return nil
	}
	b.WriteString(s[done:])
	return &view{b.String(), units}
}

// unescaped undoes the escapes of JSON, JavaScript and Python strings.
func unescaped(s string) *view { return decode(s, `\`, takeEscape) }

func takeEscape(s string) (string, int) {
	if len(s) < 2 {
		return "", 0
	}
	switch s[1] {
	case '"', '\\', '/', '\'':
		return s[1:2], 2
	case 'n':
		return "\n", 2
	case 'r':
		return "\r", 2
	case 't':
		return "\t", 2
	case 'b':
		return "\b", 2
	case 'f':
		return "\f", 2
	case 'x':
		if c, ok := hexNumber(s, 2, 2); ok {
			return string([]byte{byte(c)}), 4
		}
	case 'u':
		hi, ok := hexNumber(s, 2, 4)
		if !ok {
			return "", 0
		}
		if utf16.IsSurrogate(rune(hi)) && strings.HasPrefix(s[6:], `\u`) {
			if lo, ok := hexNumber(s, 8, 4); ok {
				if r := utf16.DecodeRune(rune(hi), rune(lo)); r != utf8.RuneError {
					return string(r), 12
				}
			}
		}
		return string(rune(hi)), 6
	}
	return "", 0
}

// unquoted undoes percent-encoding.
func unquoted(s string) *view { return decode(s, "%", takePercent) }

// unquotedForm undoes the encoding of form data, where + is a blank.
func unquotedForm(s string) *view {
	return decode(s, "%+", func(s string) (string, int) {
		if s[0] == '+' {
			return " ", 1
		}
		return takePercent(s)
	})
}

func takePercent(s string) (string, int) {
	c, ok := hexNumber(s, 1, 2)
	if !ok {
		return "", 0
	}
	return string([]byte{byte(c)}), 3
}

// joined undoes wrapping: line ends go, with the blanks after them.
func joined(s string) *view {
	return decode(s, "\r\n", func(s string) (string, int) {
		return "", len(s) - len(strings.TrimLeft(s, " \t\r\n"))
	})
}

func hexNumber(s string, at, digits int) (n uint32, ok bool) {
	if len(s) < at+digits {
		return 0, false
	}
	for _, c := range []byte(s[at : at+digits]) {
		switch {
		case c >= '0' && c <= '9':
			n = n<<4 | uint32(c-'0')
		case c >= 'a' && c <= 'f':
			n = n<<4 | uint32(c-'a'+10)
		case c >= 'A' && c <= 'F':
			n = n<<4 | uint32(c-'A'+10)
		default:
			return 0, false
		}
	}
	return n, true
}
