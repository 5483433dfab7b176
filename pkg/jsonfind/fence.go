package jsonfind

import (
	"fmt"
	"strings"
)

const ticks = "```"

// fenced is the JSON value of the first fenced block that holds one and
// nothing else, "" when none does. The block is labelled json, or has no label
// and holds an object or array. A block may stand on one line. What stands
// between the blocks is added to prose, which holds that of earlier parts.
func fenced(text string, prose *strings.Builder) (string, error) {
	var (
		s       scanner
		q       quotes
		endless bool // a block was met that does not end
	)
	for i, tried := 0, 0; ; tried++ {
		start := q.index(text, i, ticks)
		if start < 0 {
			prose.WriteString(text[i:])
			return "", nil
		}
		if tried == maxStarts {
			return "", fmt.Errorf("the search for JSON gave up after %d fences", maxStarts)
		}
		prose.WriteString(text[i:start])
		size := run(text[start:])
		body := start + size
		if raw, ok := s.block(text, body); ok {
			around, err := encloses(prose.String(), text[body+strings.Index(text[body:], raw)+len(raw):])
			if around || err != nil {
				return "", err
			}
			return raw, nil
		}
		i = body
		if !endless {
			end := blockEnd(text, body, size)
			endless = end < 0 && size == len(ticks)
			i = max(i, end)
		}
		q = quotes{at: i}
	}
}

// encloses reports that a container begins in the text before a fence and does
// not end there, so that the fence is part of it. Prose may hold a lone brace:
// what is not sure to be JSON must end in the text after the fence.
func encloses(before, after string) (bool, error) {
	s := newSearch(len(before))
	for i := 0; ; {
		n := strings.IndexAny(before[i:], "{[")
		if n < 0 {
			return s.broken && overclosed(after), nil
		}
		i += n
		end, _, err := s.try(before, i)
		if err != nil {
			return false, err
		}
		if s.lost {
			return s.sure || overclosed(after), nil
		}
		i = end
	}
}

// block is the value of the block whose label, if any, begins at body.
func (s *scanner) block(text string, body int) (string, bool) {
	at := body + len(text[body:]) - len(strings.TrimLeft(text[body:], " \t"))
	switch label := label(text[at:]); {
	case label == "":
		raw, ok := s.alone(text, at)
		return raw, ok && isContainer(raw)
	case strings.EqualFold(label, "json"):
		at += len(label)
		if raw, ok := s.alone(text, at); ok {
			return raw, true
		}
		// More words may follow the label on its line.
		n := strings.IndexByte(text[at:], '\n')
		if n < 0 {
			return "", false
		}
		return s.alone(text, at+n)
	default:
		return "", false
	}
}

// alone scans a value that only a fence or the end of the text follows.
func (s *scanner) alone(text string, at int) (string, bool) {
	end, ok := s.scan(text, at)
	if !ok {
		return "", false
	}
	end, ok = skipBlanks(text, end)
	if !ok || end < len(text) && !strings.HasPrefix(text[end:], ticks) {
		return "", false
	}
	return strings.TrimSpace(text[at:end]), true
}

func isContainer(raw string) bool {
	at, _ := skipBlanks(raw, 0)
	return raw[at] == '{' || raw[at] == '['
}

// run is how many backticks text begins with.
func run(text string) int {
	return len(text) - len(strings.TrimLeft(text, "`"))
}

// label is the word text begins with.
func label(text string) string {
	n := 0
	for n < len(text) && (text[n]|' ' >= 'a' && text[n]|' ' <= 'z' ||
		text[n] >= '0' && text[n] <= '9' || strings.IndexByte("_+-.#", text[n]) >= 0) {
		n++
	}
	return text[:n]
}

// blockEnd is where the block ends whose body begins at body: behind the
// fence on the same line, or else behind the first line that is a fence of at
// least that size and nothing more. -1 if it does not end.
func blockEnd(text string, body, size int) int {
	next := strings.Index(text[body:], ticks)
	if next < 0 {
		return -1
	}
	line := strings.IndexByte(text[body:body+next], '\n')
	if line < 0 {
		return body + next + run(text[body+next:])
	}
	for i := body + line + 1; i < len(text); {
		end := strings.IndexByte(text[i:], '\n')
		if end < 0 {
			end = len(text) - i
		}
		content := strings.TrimSpace(text[i : i+end])
		if n := run(content); n >= size && n == len(content) {
			return i + end
		}
		i += end + 1
	}
	return -1
}
