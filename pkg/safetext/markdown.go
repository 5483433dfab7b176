package safetext

import "strings"

// Markdown is text within a line of GitHub Flavored Markdown: a paragraph, a
// heading, a list item, a table cell. It is shown as it is written: no markup,
// HTML, link, image, emoji, mention, reference or formula in it works, it
// begins no list and no rule, and newlines are shown as \n. Where GitHub links
// plain words a zero-width space breaks them.
func Markdown(s string) string {
	s = Line(s)
	var b strings.Builder
	b.Grow(len(s) + len(s)/8)
	begins := blockStart(s)
	digits := 0 // hexadecimal ones in a row, which may be a commit's hash
	for i := range len(s) {
		if digits++; !isHex(s[i]) {
			digits = 0
		}
		if i == begins {
			if s[i] == ' ' {
				b.WriteString("&#32;")
				continue
			}
			b.WriteByte('\\')
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

// blockStart is where s, at the start of a line, must be escaped lest it make
// a block of the line: a list's mark, the line under a heading, or the blanks
// before either. It is -1 where nothing must be. The marks that are escaped
// wherever they stand are not among them.
func blockStart(s string) int {
	if s == "" {
		return -1
	}
	switch s[0] {
	case '-', '+', '=', ' ':
		return 0
	}
	rest := strings.TrimLeft(s, "0123456789")
	at := len(s) - len(rest)
	if at == 0 || rest == "" || rest[0] != '.' && rest[0] != ')' || len(rest) > 1 && rest[1] != ' ' {
		return -1
	}
	return at
}

// linkable reports whether GitHub makes a link of what surrounds s[i] unless
// it is broken behind it: a mention or address at its @, an address at its
// colon or www, GH-1, a command's slash, a picture at the colon of its name.
func linkable(s string, i int) bool {
	before := func(word string) bool { return i >= len(word) && strings.EqualFold(s[i-len(word):i], word) }
	switch s[i] {
	case '@':
		return true
	case ':':
		return strings.HasPrefix(s[i+1:], "//") || before("mailto") || before("xmpp") || emoji(s[i+1:])
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

// emoji reports whether rest, which follows a colon, makes it the name of a
// picture, such as :octocat:. A colon may follow the text.
func emoji(rest string) bool {
	name := strings.IndexFunc(rest, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r != '_' && r != '-' && r != '+'
	})
	return name > 0 && rest[name] == ':' || name < 0 && rest != ""
}

func isHex(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' }

// Code is text within a line of GitHub Flavored Markdown, in the type of
// code, and as inert as [Markdown] makes it.
func Code(s string) string {
	safe := Line(s)
	switch {
	case strings.TrimSpace(safe) == "":
		return ""
	case strings.ContainsAny(safe, "`|\\") || strings.Contains(safe, comment) || safe[0] == ' ' || safe[len(safe)-1] == ' ':
		return "<code>" + Markdown(s) + "</code>"
	default:
		return "`" + safe + "`"
	}
}

// comment begins a comment of HTML, by which programs find what they posted.
const comment = "<!--"

// Fence is a block of code in GitHub Flavored Markdown, for a text of any
// lines. Its fences are longer than any run of backticks in the text, so that
// nothing in it ends the block, and its lines are as [Lines] makes them, so
// that a page may be printed to a log. Programs that read what is posted read
// it as plain text: for them a zero-width space breaks the slash that begins
// a line, and the start of an HTML comment.
func Fence(s, language string) string {
	lines := Lines(s)
	longest := 3
	for i, line := range lines {
		lines[i] = unheard(line)
		run := 0
		for j := range len(line) {
			if run++; line[j] != '`' {
				run = 0
			}
			longest = max(longest, run)
		}
	}
	fence := strings.Repeat("`", longest+1)
	return fence + language + "\n" + strings.Join(lines, "\n") + "\n" + fence + "\n"
}

// unheard is a safe line in which programs that read posts find no command
// and no marker of theirs.
func unheard(line string) string {
	// Marks of lists, quotes and differences are no words to them.
	if at := len(line) - len(strings.TrimLeft(line, " >*+-")); strings.HasPrefix(line[at:], "/") {
		line = line[:at+1] + breaker + line[at+1:]
	}
	return strings.ReplaceAll(line, comment, comment[:2]+breaker+comment[2:])
}
