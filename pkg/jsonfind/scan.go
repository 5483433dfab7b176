package jsonfind

import "strings"

// maxDepth is how deep values may nest. Decoders downstream have the same
// limit.
const maxDepth = 10_000

// span is a container the scanner went into. Its end is 0 while it is open.
type span struct{ start, end int }

// scanner checks that a value is JSON, with comments and trailing commas
// allowed, and remembers the containers it met, so that what is known of a
// failed attempt is not found out again.
type scanner struct {
	spans []span // in the order of their starts
	open  []int  // indexes into spans of the containers not yet closed
}

// expectation is what may come next.
type expectation int

const (
	item      expectation = iota
	itemOrEnd             // in an array after the bracket or a comma
	keyOrEnd              // in an object after the brace or a comma
	separator             // after an item: a comma, or the end
)

// scan reads one value that begins at start, after blanks and comments. It
// returns where the value ends, or how far it was read if it is none.
func (s *scanner) scan(text string, start int) (end int, ok bool) {
	s.spans, s.open = s.spans[:0], s.open[:0]
	expect := item
	for i := start; ; {
		if i, ok = skipBlanks(text, i); !ok || i == len(text) {
			return i, false
		}
		c := text[i]
		switch {
		case closes(c) && expect != item:
			if len(s.open) == 0 || c != s.closer(text) {
				return i, false
			}
			i++
			s.spans[s.open[len(s.open)-1]].end = i
			s.open = s.open[:len(s.open)-1]
			expect = separator
		case expect == separator:
			if c != ',' {
				return i, false
			}
			i++
			expect = s.inside(text)
			continue
		case expect == keyOrEnd:
			if i, ok = skipKey(text, i); !ok {
				return i, false
			}
			expect = item
			continue
		case c == '{' || c == '[':
			if len(s.open) == maxDepth {
				return i, false
			}
			s.open = append(s.open, len(s.spans))
			s.spans = append(s.spans, span{start: i})
			i++
			expect = s.inside(text)
			continue
		default:
			if i, ok = skipScalar(text, i); !ok {
				return i, false
			}
			expect = separator
		}
		if len(s.open) == 0 {
			return i, true
		}
	}
}

func closes(c byte) bool { return c == '}' || c == ']' }

// closer is the byte that ends the innermost open container.
func (s *scanner) closer(text string) byte {
	if text[s.spans[s.open[len(s.open)-1]].start] == '{' {
		return '}'
	}
	return ']'
}

// inside is what may stand in the innermost open container.
func (s *scanner) inside(text string) expectation {
	if s.closer(text) == '}' {
		return keyOrEnd
	}
	return itemOrEnd
}

// skipBlanks passes blanks and comments; false is a comment without an end.
func skipBlanks(text string, i int) (int, bool) {
	for i < len(text) {
		switch c := text[i]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
		case c != '/':
			return i, true
		case strings.HasPrefix(text[i:], "//"):
			n := strings.IndexByte(text[i:], '\n')
			if n < 0 {
				return len(text), true
			}
			i += n + 1
		case strings.HasPrefix(text[i:], "/*"):
			n := strings.Index(text[i+2:], "*/")
			if n < 0 {
				return i, false
			}
			i += n + 4
		default:
			return i, true
		}
	}
	return i, true
}

// skipKey passes a key and its colon.
func skipKey(text string, i int) (int, bool) {
	if text[i] != '"' {
		return i, false
	}
	i, ok := skipString(text, i)
	if !ok {
		return i, false
	}
	if i, ok = skipBlanks(text, i); !ok || i == len(text) || text[i] != ':' {
		return i, false
	}
	return i + 1, true
}

func skipScalar(text string, i int) (int, bool) {
	switch text[i] {
	case '"':
		return skipString(text, i)
	case 't':
		return skipWord(text, i, "true")
	case 'f':
		return skipWord(text, i, "false")
	case 'n':
		return skipWord(text, i, "null")
	default:
		return skipNumber(text, i)
	}
}

func skipWord(text string, i int, word string) (int, bool) {
	if !strings.HasPrefix(text[i:], word) {
		return i, false
	}
	return i + len(word), true
}

// skipString passes a string in RFC 8259's grammar, section 7.
func skipString(text string, i int) (int, bool) {
	for i++; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return i + 1, true
		case c < ' ':
			return i, false
		case c == '\\':
			if i++; i == len(text) {
				return i, false
			}
			if text[i] == 'u' {
				for range 4 {
					if i++; i == len(text) || !isHex(text[i]) {
						return i, false
					}
				}
			} else if strings.IndexByte(`"\/bfnrt`, text[i]) < 0 {
				return i, false
			}
		}
	}
	return i, false
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// skipNumber passes a number in RFC 8259's grammar, section 6.
func skipNumber(text string, i int) (int, bool) {
	if text[i] == '-' {
		i++
	}
	whole := i
	if i = skipDigits(text, i); i == whole || text[whole] == '0' && i > whole+1 {
		return i, false
	}
	if i < len(text) && text[i] == '.' {
		from := i + 1
		if i = skipDigits(text, from); i == from {
			return i, false
		}
	}
	if i < len(text) && (text[i] == 'e' || text[i] == 'E') {
		i++
		if i < len(text) && (text[i] == '+' || text[i] == '-') {
			i++
		}
		from := i
		if i = skipDigits(text, from); i == from {
			return i, false
		}
	}
	return i, true
}

func skipDigits(text string, i int) int {
	for i < len(text) && '0' <= text[i] && text[i] <= '9' {
		i++
	}
	return i
}
