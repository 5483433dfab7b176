package safetext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Terminal is text for a terminal, of one or several lines. Newlines stay, a
// tab becomes four blanks, every other character that a terminal obeys or
// hides becomes a visible escape.
func Terminal(s string) string {
	if plain(s) {
		return s
	}
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return visible(s, func(b *strings.Builder, r rune) bool {
		switch r {
		case '\n':
			b.WriteByte('\n')
		case '\t':
			b.WriteString("    ")
		default:
			return false
		}
		return true
	})
}

// Line is text for one line of a log. Beside what [Terminal] does, newlines
// and tabs are shown as \n and \t, and a workflow command in it is broken
// with a backslash: :: at its start, and ##[ (or ##word[) anywhere.
func Line(s string) string {
	if !plain(s) {
		s = visible(s, func(*strings.Builder, rune) bool { return false })
	}
	return disarm(s)
}

// Lines is a text of several lines, each made safe as [Line] does.
func Lines(s string) []string {
	s = strings.TrimRight(s, "\r\n")
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		line = strings.TrimSuffix(line, "\r")
		lines[i] = Line(strings.ReplaceAll(line, "\t", "    "))
	}
	return lines
}

// plain reports whether all of s is printable ASCII, which is most text.
func plain(s string) bool {
	for i := range len(s) {
		if s[i] < 0x20 || s[i] > 0x7e {
			return false
		}
	}
	return true
}

// maxMarks is how many combining marks a character may carry; more would
// paint over other lines, and take no width to be cut by.
const maxMarks = 8

// visible copies s; keep may write a character its own way. Invalid UTF-8 is
// shown byte by byte.
func visible(s string, keep func(*strings.Builder, rune) bool) string {
	var b strings.Builder
	b.Grow(len(s))
	prev, marks := rune(0), 0
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			escapeByte(&b, s[i])
			r = 0
		case keep(&b, r):
		case hidden(r, prev, s[i+size:]):
			escape(&b, r)
			r = 0
		case r > 0x7f && unicode.In(r, unicode.Mn, unicode.Me):
			if marks++; marks > maxMarks {
				escape(&b, r)
			} else {
				b.WriteRune(r)
			}
			i += size
			prev = r
			continue
		default:
			b.WriteRune(r)
		}
		prev, marks = r, 0
		i += size
	}
	return b.String()
}

// hidden reports whether r, which follows prev and precedes rest, is obeyed by
// a screen or not seen on it.
func hidden(r, prev rune, rest string) bool {
	switch {
	case r < 0x20 || r >= 0x7f && r < 0xa0:
		return true
	case r < 0xa0:
		return false
	case r == '\u200c' || r == '\u200d':
		next, _ := utf8.DecodeRuneInString(rest)
		return !joins(prev) || !joins(next)
	case unicode.Is(unicode.Variation_Selector, r):
		return !selects(r, prev, rest)
	case unicode.Is(unicode.Prepended_Concatenation_Mark, r):
		return false
	default:
		return unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point, unicode.Noncharacter_Code_Point)
	}
}

// joins reports whether a zero-width joiner beside r does visible work: in
// emoji and in the scripts from Arabic on. Between Latin letters, and in
// chains, it only hides.
func joins(r rune) bool {
	return r >= 0x600 && (r < 0x2000 || r >= 0x203c) && r != utf8.RuneError
}

// selects reports whether the variation selector r does visible work after
// prev. A chain of selectors can carry hidden text, so only the first counts.
func selects(r, prev rune, rest string) bool {
	switch {
	case r == '\ufe0e' || r == '\ufe0f':
		if strings.ContainsRune("0123456789#*", prev) && prev != 0 {
			return strings.HasPrefix(rest, "\u20e3")
		}
		return prev == '©' || prev == '®' || prev >= 0x203c && !unicode.Is(unicode.Variation_Selector, prev)
	case r >= 0xe0100:
		return unicode.Is(unicode.Han, prev)
	default:
		return unicode.Is(unicode.Mongolian, prev) && !unicode.Is(unicode.Variation_Selector, prev)
	}
}

const hexDigits = "0123456789abcdef"

func escapeByte(b *strings.Builder, c byte) {
	b.WriteString(`\x`)
	b.WriteByte(hexDigits[c>>4])
	b.WriteByte(hexDigits[c&15])
}

func escape(b *strings.Builder, r rune) {
	switch {
	case r == '\n':
		b.WriteString(`\n`)
	case r == '\r':
		b.WriteString(`\r`)
	case r == '\t':
		b.WriteString(`\t`)
	case r < 0x80:
		escapeByte(b, byte(r))
	case r <= 0xffff:
		b.WriteString(`\u`)
		writeHex(b, r, 4)
	default:
		b.WriteString(`\U`)
		writeHex(b, r, 8)
	}
}

func writeHex(b *strings.Builder, r rune, digits int) {
	for shift := 4 * (digits - 1); shift >= 0; shift -= 4 {
		b.WriteByte(hexDigits[r>>shift&15])
	}
}
