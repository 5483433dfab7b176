package jsonfind

import (
	"errors"
	"fmt"
	"strings"
)

// maxStarts is how many braces and brackets are tried as the start of a value.
const maxStarts = 1000

// search looks for the first container that parses. It goes through several
// parts of one text with common limits.
type search struct {
	scanner
	starts int      // tried so far
	budget int      // bytes that may still be scanned
	notes  []string // what was passed over
	lost   bool     // a value was met that does not end, so that what follows is part of it
}

// newSearch bounds the work on a text of the given length. Only text that is
// made to be slow reaches the bound before the number of starts.
func newSearch(length int) *search {
	return &search{budget: 64*length + 64<<10}
}

// first is the first object or array of text that parses, "" when none does.
// What stands in a value that is cut or broken is part of it and no answer:
// whoever asks for the answer's status must not get that of an item.
func (s *search) first(text string) (string, error) {
	s.spans = s.spans[:0]
	known := 0
	for i := 0; i < len(text); i++ {
		n := strings.IndexAny(text[i:], "{[")
		if n < 0 {
			return "", nil
		}
		if s.starts == maxStarts {
			return "", fmt.Errorf("the search for JSON gave up after %d braces and brackets", maxStarts)
		}
		if s.budget <= 0 {
			return "", errors.New("the search for JSON gave up: the text would take too long")
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
				return text[i:end], nil
			}
			continue
		}
		end, ok := s.scan(text, i)
		if ok {
			return text[i:end], nil
		}
		s.budget -= end - i
		if s.deep {
			return "", fmt.Errorf("the JSON nests deeper than %d levels", maxDepth)
		}
		meant := s.meant()
		if end == len(text) {
			s.lose(meant != nil, "%q begins a value that is cut", opening(text[i:]))
			return "", nil
		}
		known = 0
		if meant != nil {
			value := text[meant.start:]
			length := closed(value)
			s.lose(length < 0, "%q begins a value that is broken at %q", opening(value), opening(text[end:]))
			if length < 0 {
				return "", nil
			}
			s.budget -= length
			i = meant.start + length - 1
			s.spans = s.spans[:0]
		}
	}
	return "", nil
}

// meant is the outermost container that is still open and sure to be JSON.
func (s *search) meant() *span {
	for _, at := range s.open {
		if s.spans[at].sure {
			return &s.spans[at]
		}
	}
	return nil
}

// lose notes a value that cannot be used. An endless one ends the search.
func (s *search) lose(endless bool, format string, args ...any) {
	s.lost = s.lost || endless
	if len(s.notes) == 0 {
		s.notes = append(s.notes, fmt.Sprintf(format, args...))
	}
}
