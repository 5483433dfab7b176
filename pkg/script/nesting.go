package script

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Bounds of a program's text. Parsers and compilers recurse over what it
// nests, and end the process when their stack is full; some of their work
// grows with the square of it.
const (
	maxNesting = 1000   // brackets within each other
	maxChain   = 10_000 // names, values and operators of a statement
	maxCode    = 1 << 20
	arrowCost  = 50 // of that; the time for arrows within each other grows with their cube
)

// tangle is a place where a text nests more than is safe to compile.
type tangle struct {
	offset  int
	message string
}

// untangle looks at a text before a compiler does. It knows as much of the
// language as it takes to tell code from strings, comments, templates and
// patterns; what it takes for the wrong one ends with the line. What nests
// without brackets, such as operators, arrows and conditions, is bounded by
// how much follows on each other without a comma, a semicolon or the end of a
// block, with that of the outer brackets.
func untangle(text string) *tangle {
	s := scanner{text: text, open: []level{{}}}
	for s.at < len(s.text) {
		s.step()
		if len(s.open)-1 > maxNesting {
			return &tangle{s.at - 1, "the code is nested more than " + strconv.Itoa(maxNesting) + " brackets deep"}
		}
		if s.chain > maxChain {
			return &tangle{s.at - 1, "a statement is too long: it has more than " + strconv.Itoa(maxChain) + " names, values and operators without a comma or a semicolon"}
		}
	}
	return nil
}

// level is what is between a bracket and its end.
type level struct {
	template bool // it is a value within a template
	chain    int
}

type scanner struct {
	text    string
	at      int
	open    []level
	chain   int  // of all open levels
	value   bool // what came last is a value, so that a slash divides
	block   bool // what came last may be the end of a block
	newline bool // since what came last
}

func (s *scanner) step() {
	c := s.text[s.at]
	switch {
	case c == '\n':
		s.newline = true
		s.at++
	case c == ' ' || c == '\t' || c == '\r':
		s.at++
	case strings.HasPrefix(s.text[s.at:], "//"):
		s.skipTo("\n", 0)
	case strings.HasPrefix(s.text[s.at:], "/*"):
		s.skipTo("*/", 2)
	case c == '"' || c == '\'':
		s.token(true)
		s.quoted(c)
	case c == '`':
		s.block = false // it may be a tag's
		s.token(true)
		s.at++
		s.template()
	case c == '/' && !s.value && s.pattern():
		s.token(true)
	case c == '(' || c == '[' || c == '{':
		s.block = s.block && c == '{'
		s.token(false)
		s.at++
		s.open = append(s.open, level{})
	case c == ')' || c == ']' || c == '}':
		s.close(c)
	case c == ',' || c == ';':
		s.reset()
		s.value, s.block, s.newline, s.at = false, false, false, s.at+1
	case c >= utf8.RuneSelf || identifierRune(rune(c)):
		s.word()
	case strings.HasPrefix(s.text[s.at:], "=>"):
		s.token(false)
		s.open[len(s.open)-1].chain += arrowCost
		s.chain += arrowCost
		s.at += 2
	default:
		s.block = false // the statement goes on
		s.token(false)
		s.at++
	}
}

// token counts one more of a statement, or the first of the next.
func (s *scanner) token(value bool) {
	if s.block {
		s.reset()
	}
	s.open[len(s.open)-1].chain++
	s.chain++
	s.value, s.block, s.newline = value, false, false
}

// reset begins a statement.
func (s *scanner) reset() {
	last := &s.open[len(s.open)-1]
	s.chain -= last.chain
	last.chain = 0
}

func (s *scanner) close(c byte) {
	s.at++
	s.newline = false
	if len(s.open) == 1 {
		return
	}
	s.reset()
	inner := s.open[len(s.open)-1]
	s.open = s.open[:len(s.open)-1]
	if inner.template && c == '}' {
		s.template()
		return
	}
	s.value, s.block = true, c == '}'
}

// Words after which a block's end does not end the statement, words after
// which a slash begins a pattern, and words that begin a statement.
const (
	goOn   = " else catch finally while in of instanceof as satisfies extends from "
	before = " return typeof case in of delete void throw new do else yield await instanceof "
	first  = " const let var export import return throw function class "
)

func (s *scanner) word() {
	start := s.at
	for s.at < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[s.at:])
		if r < utf8.RuneSelf && !identifierRune(r) {
			break
		}
		s.at += size
	}
	is := func(words string) bool { return strings.Contains(words, " "+s.text[start:s.at]+" ") }
	switch {
	case is(goOn):
		s.block = false
	case s.newline && is(first):
		s.reset()
	}
	s.token(!is(before))
}

// quoted passes a string, which ends with its line at the latest.
func (s *scanner) quoted(quote byte) {
	for s.at++; s.at < len(s.text); s.at++ {
		switch s.text[s.at] {
		case '\\':
			s.at++
		case '\n':
			return
		case quote:
			s.at++
			return
		}
	}
	s.at = min(s.at, len(s.text))
}

// template passes the text of a template, up to its end or its next value.
func (s *scanner) template() {
	for ; s.at < len(s.text); s.at++ {
		switch {
		case s.text[s.at] == '\\':
			s.at++
		case s.text[s.at] == '`':
			s.at++
			s.value, s.block = true, false
			return
		case strings.HasPrefix(s.text[s.at:], "${"):
			s.at += 2
			s.value, s.block = false, false
			s.open = append(s.open, level{template: true})
			return
		}
	}
	s.at = min(s.at, len(s.text))
}

// pattern passes a regular expression; it reports false where there is none.
func (s *scanner) pattern() bool {
	class := false
	for i := s.at + 1; i < len(s.text) && s.text[i] != '\n'; i++ {
		switch c := s.text[i]; {
		case c == '\\':
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			s.at = i + 1
			return true
		}
	}
	return false
}

func (s *scanner) skipTo(end string, size int) {
	at := strings.Index(s.text[s.at+size:], end)
	if at < 0 {
		s.at = len(s.text)
		return
	}
	s.at += size + at + size
}
