package jsonfind

import (
	"errors"
	"fmt"
	"slices"
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
	poor   string   // the first array without containers and strings, which may be a citation
	broken bool     // a value was met that cannot be used
	lost   bool     // one was met that does not end, so that what follows is part of it
	sure   bool     // the last one is sure to be JSON
}

// newSearch bounds the work on a text of the given length. Only text that is
// made to be slow reaches the bound before the number of starts.
func newSearch(length int) *search {
	return &search{budget: 64*length + 64<<10}
}

// first is the first object or array of text that parses, "" when none does.
// An array such as [1] or [ ] is kept as poor instead. What stands in a value
// that is cut or broken is part of it and no answer: whoever asks for the
// answer's status must not get that of an item.
func (s *search) first(text string) (string, error) {
	s.spans = s.spans[:0]
	for i := 0; i < len(text); {
		n := strings.IndexAny(text[i:], "{[")
		if n < 0 {
			return "", nil
		}
		i += n
		end, ok, err := s.try(text, i)
		if err != nil || s.lost {
			return "", err
		}
		if ok {
			raw := text[i:end]
			if raw[0] == '{' || strings.ContainsAny(raw[1:], `{["`) {
				return raw, nil
			}
			if s.poor == "" {
				s.poor = raw
			}
		}
		i = end
	}
	return "", nil
}

// try reads the container that begins at i. It returns where to go on, and
// whether a value ends there.
func (s *search) try(text string, i int) (int, bool, error) {
	if s.starts == maxStarts {
		return 0, false, fmt.Errorf("the search for JSON gave up after %d braces and brackets", maxStarts)
	}
	if s.budget <= 0 {
		return 0, false, errors.New("the search for JSON gave up: the text would take too long")
	}
	s.starts++
	if at, known := slices.BinarySearchFunc(s.spans, i, func(s span, i int) int { return s.start - i }); known {
		// A value parses the same way whatever is around it, so this one is
		// complete, or fails where the one around it failed.
		if end := s.spans[at].end; end > 0 {
			return end, true, nil
		}
		return i + 1, false, nil
	}
	if frown(text, i) {
		return i + 1, false, nil
	}
	end, ok := s.scan(text, i)
	s.budget -= end - i
	if ok {
		s.spans = s.spans[:0]
		return end, true, nil
	}
	if s.deep {
		return 0, false, fmt.Errorf("the JSON nests deeper than %d levels", maxDepth)
	}
	meant := s.meant(text, end == len(text))
	s.sure = meant != nil && (meant.sure || meant.rich)
	switch {
	case end == len(text):
		s.lose(meant != nil, meant != nil, "%q begins a value that is cut", opening(text[i:]))
		return end, false, nil
	case meant == nil:
		return i + 1, false, nil
	}
	s.spans = s.spans[:0]
	return s.pass(text, meant.start, end), false, nil
}

// pass goes behind the value at from, which is broken at end. It returns where
// to go on.
func (s *search) pass(text string, from, end int) int {
	value := text[from:]
	length := closed(value)
	endless := length < 0
	if endless {
		length = len(value)
	}
	s.budget -= length
	value = value[:length]
	if !endless && doubled(value) {
		return from + 1
	}
	rest := text[from+length:]
	if !endless && !plain(value) {
		s.budget -= len(rest) / 16
		endless = overclosed(rest)
	}
	if s.sure || endless || strings.ContainsAny(value[1:], "{[") {
		s.lose(true, endless, "%q begins a value that is broken at %q", opening(text[from:]), opening(text[end:]))
	}
	return from + length
}

// meant is the outermost container that is still open and is no prose: any
// object, an array that is sure to be JSON, or could be in a cut text, and an
// array around an object that holds more than a name.
func (s *search) meant(text string, cut bool) *span {
	for n, at := range s.open {
		in := &s.spans[at]
		if text[in.start] != '{' {
			if in.sure || cut && in.rich {
				return in
			}
			continue
		}
		if outer := &s.spans[s.open[0]]; n > 0 && !s.isPlain(text[in.start:]) {
			outer.sure = true
			return outer
		}
		return in
	}
	return nil
}

// isPlain reports that text begins with braces that hold no more than words.
func (s *search) isPlain(text string) bool {
	length := closed(text)
	if length < 0 {
		s.budget -= len(text)
		return false
	}
	s.budget -= length
	return plain(text[:length])
}

// lose notes a value that cannot be used. An endless one ends the search.
func (s *search) lose(broken, endless bool, format string, args ...any) {
	s.broken, s.lost = s.broken || broken, s.lost || endless
	if len(s.notes) == 0 {
		s.notes = append(s.notes, fmt.Sprintf(format, args...))
	}
}
