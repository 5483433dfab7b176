package jsonfind

import "strings"

// maxStarts is how many braces and brackets are tried as the start of a value.
const maxStarts = 1000

// search looks for the first container that parses. It goes through several
// parts of one text with common limits.
type search struct {
	scanner
	starts int // tried so far
	budget int // bytes that may still be scanned
}

// newSearch bounds the work on a text of the given length. Only text that is
// made to be slow reaches the bound before the number of starts.
func newSearch(length int) *search {
	return &search{budget: 64*length + 64<<10}
}

// first is the first object or array of text that parses.
func (s *search) first(text string) (string, bool) {
	s.spans = s.spans[:0]
	known := 0
	for i := 0; ; i++ {
		n := strings.IndexAny(text[i:], "{[")
		if n < 0 || s.starts == maxStarts || s.budget <= 0 {
			return "", false
		}
		i += n
		s.starts++
		for known < len(s.spans) && s.spans[known].start < i {
			known++
		}
		if known < len(s.spans) && s.spans[known].start == i {
			// A value parses the same way whatever is around it, so this one
			// is complete, or fails where the one around it failed.
			if end := s.spans[known].end; end > 0 {
				return text[i:end], true
			}
			continue
		}
		end, ok := s.scan(text, i)
		if ok {
			return text[i:end], true
		}
		s.budget -= end - i
		known = 0
	}
}
