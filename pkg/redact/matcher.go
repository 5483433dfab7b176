package redact

import "strings"

// matcher finds many literals in one pass, skipping what cannot match, after
// S. Wu, U. Manber: A Fast Algorithm for Multi-Pattern Searching (1994), with
// blocks of two bytes and windows of window bytes. All literals are at least
// that long.
type matcher struct {
	shift    []uint8            // by block: how far the window may move
	literals map[uint16][]int32 // by last block of the window: who may match
	texts    []string
	owners   []int32 // of each text, the index of its secret
}

const window = 6

func newMatcher(texts []string, owners []int32) *matcher {
	m := &matcher{
		shift:    make([]uint8, 1<<16),
		literals: make(map[uint16][]int32),
		texts:    texts,
		owners:   owners,
	}
	for i := range m.shift {
		m.shift[i] = window - 1
	}
	for n, text := range texts {
		for end := 1; end < window; end++ {
			b := block(text, end)
			m.shift[b] = min(m.shift[b], uint8(window-1-end))
		}
		last := block(text, window-1)
		m.literals[last] = append(m.literals[last], int32(n))
	}
	return m
}

func block(s string, end int) uint16 { return uint16(s[end-1])<<8 | uint16(s[end]) }

// span is a piece of a text that must go, and whose secret it is.
type span struct {
	start, end int
	owner      int32 // noOwner for a mask's
}

const noOwner = -1

// present is how much of the literal s begins with: all of it, or at least a
// third where s was cut off inside it, as messages are. Else it is nothing.
func present(s, literal string) int {
	if strings.HasPrefix(s, literal) {
		return len(literal)
	}
	if s[:window] != literal[:window] {
		return 0
	}
	same := window
	for same < len(s) && s[same] == literal[same] {
		same++
	}
	rest := s[same:]
	cut := rest == "" || strings.HasPrefix(rest, "...") || strings.HasPrefix(rest, "…")
	if !cut || same*3 < len(literal) {
		return 0
	}
	return same
}

// each calls found for every literal at every place of s, overlaps included,
// until it returns false.
func (m *matcher) each(s string, found func(span) bool) {
	if len(m.texts) == 0 {
		return
	}
	for end := window - 1; end < len(s); {
		b := block(s, end)
		if skip := m.shift[b]; skip > 0 {
			end += int(skip)
			continue
		}
		start := end - window + 1
		for _, n := range m.literals[b] {
			if length := present(s[start:], m.texts[n]); length > 0 && !found(span{start, start + length, m.owners[n]}) {
				return
			}
		}
		end++
	}
}
