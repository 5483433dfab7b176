package safetext

import "strings"

// Markdown is text within a line of GitHub Flavored Markdown: a paragraph, a
// heading, a table cell. It is shown as it is written: no markup, HTML, link,
// image, mention, reference or formula in it works, and newlines are shown as
// \n. Where GitHub links plain words a zero-width space breaks them.
func Markdown(s string) string {
	s = Line(s)
	var b strings.Builder
	b.Grow(len(s) + len(s)/8)
	digits := 0 // hexadecimal ones in a row, which may be a commit's hash
	for i := range len(s) {
		if digits++; !isHex(s[i]) {
			digits = 0
		}
		switch c := s[i]; c {
		case '&':
			b.WriteString("&amp;")
		case '<':
			b.WriteString("&lt;")
		case '>':
			b.WriteString("&gt;")
		case '|':
			b.WriteString("&#124;") // a backslash would not do after another one
		case '$':
			b.WriteString("<span>$</span>") // as GitHub asks for where it reads formulas
		case '\\', '`', '*', '_', '~', '[', ']', '#':
			b.WriteByte('\\')
			b.WriteByte(c)
			if c == '#' {
				b.WriteString(breaker)
			}
		default:
			b.WriteByte(c)
			if linkable(s, i) || digits == longestHex && i+1 < len(s) && isHex(s[i+1]) {
				b.WriteString(breaker)
				digits = 0
			}
		}
	}
	return b.String()
}

// breaker is a zero-width space: it parts what GitHub would link.
const breaker = "\u200b"

// longestHex is how many hexadecimal digits in a row are no commit's hash.
const longestHex = 6

// linkable reports whether GitHub makes a link of what surrounds s[i] unless
// it is broken behind it: a mention or address at its @, an address at its
// colon or www, GH-1, a command's slash.
func linkable(s string, i int) bool {
	before := func(word string) bool { return i >= len(word) && strings.EqualFold(s[i-len(word):i], word) }
	switch s[i] {
	case '@':
		return true
	case ':':
		return strings.HasPrefix(s[i+1:], "//") || before("mailto") || before("xmpp")
	case 'w', 'W':
		return before("ww") && strings.HasPrefix(s[i+1:], ".")
	case '-':
		return before("gh")
	case '/':
		return i == 0
	default:
		return false
	}
}

func isHex(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' }

// Code is text within a line of GitHub Flavored Markdown, in the type of
// code, and as inert as [Markdown] makes it.
func Code(s string) string {
	safe := Line(s)
	switch {
	case strings.TrimSpace(safe) == "":
		return ""
	case strings.ContainsAny(safe, "`|\\") || safe[0] == ' ' || safe[len(safe)-1] == ' ':
		return "<code>" + Markdown(s) + "</code>"
	default:
		return "`" + safe + "`"
	}
}

// Fence is a block of code in GitHub Flavored Markdown, for a text of any
// lines. Its fences are longer than any run of backticks in the text, so that
// nothing in it ends the block, and its lines are as [Lines] makes them, so
// that a page may be printed to a log.
func Fence(s, language string) string {
	s = strings.Join(Lines(s), "\n")
	longest, run := 3, 0
	for i := range len(s) {
		if s[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	fence := strings.Repeat("`", longest+1)
	return fence + language + "\n" + s + "\n" + fence + "\n"
}
