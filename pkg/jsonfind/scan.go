package jsonfind

import "strings"

// maxDepth is how deep values may nest. Decoders downstream have the same
// limit.
const maxDepth = 10_000

// span is a container the scanner went into. Its end is 0 while it is open.
type span struct {
	start, end int
	rich       bool // an item of it is a container or a string
	sure       bool // it is meant as JSON: prose does not begin like it
}

// scanner checks that a value is JSON, with comments and trailing commas
// allowed, and remembers the containers it met, so that what is known of a
// failed attempt is not found out again.
type scanner struct {
	spans []span // in the order of their starts
	open  []int  // indexes into spans of the containers not yet closed
	deep  bool   // the last scan ended at the limit of nesting
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
	s.spans, s.open, s.deep = s.spans[:0], s.open[:0], false
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
			s.innermost().end = i
			s.open = s.open[:len(s.open)-1]
			s.enrich()
			expect = separator
		case expect == separator:
			if c != ',' {
				if in := s.innermost(); in.rich && strings.IndexByte(`{[":`, c) >= 0 {
					in.sure = true
				}
				return i, false
			}
			if in := s.innermost(); in.rich {
				in.sure = true // [0, 1) is an interval
			}
			i++
			expect = s.inside(text)
			continue
		case expect == keyOrEnd:
			key := i
			if i, ok = skipKey(text, key); !ok {
				if i < len(text) && looseKey(text[key:]) {
					s.innermost().sure = true
				}
				return i, false
			}
			s.innermost().sure = true
			expect = item
			continue
		case c == '{' || c == '[':
			if len(s.open) == maxDepth {
				s.deep = true
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
			if c == '"' {
				s.enrich()
			}
			expect = separator
		}
		if len(s.open) == 0 {
			return i, true
		}
	}
}

func closes(c byte) bool { return c == '}' || c == ']' }

// innermost is the open container that was gone into last.
func (s *scanner) innermost() *span { return &s.spans[s.open[len(s.open)-1]] }

// enrich notes an item in the innermost open container, if there is one.
func (s *scanner) enrich() {
	if len(s.open) > 0 {
		s.innermost().rich = true
	}
}

// closer is the byte that ends the innermost open container.
func (s *scanner) closer(text string) byte {
	if text[s.innermost().start] == '{' {
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
