package jsonfind

import "strings"

const (
	thinkStart = "<think>"
	thinkEnd   = "</think>"
)

// outsideThinking is what is left of a text without its think blocks, blank
// parts left out. A block whose end is missing reaches to the end of the text
// if the text begins with it; a block whose start is missing, because the
// prompt held it, reaches from the beginning. Tags in strings are text.
func outsideThinking(text string) []string {
	var parts []string
	add := func(part string) {
		if strings.TrimSpace(part) != "" {
			parts = append(parts, part)
		}
	}
	var q quotes
	from := 0
	if end := q.index(text, 0, thinkEnd); end >= 0 {
		var opening quotes
		if start := opening.index(text, 0, thinkStart); start < 0 || start > end {
			from = end + len(thinkEnd)
		}
	}
	for {
		q = quotes{at: from}
		start := q.index(text, from, thinkStart)
		if start < 0 {
			break
		}
		n := strings.Index(text[start:], thinkEnd)
		if n < 0 {
			if strings.TrimSpace(text[from:start]) == "" && len(parts) == 0 {
				return nil
			}
			break
		}
		add(text[from:start])
		from = start + n + len(thinkEnd)
	}
	add(text[from:])
	return parts
}

// quotes tells whether a place is inside a string. A string of JSON does not
// reach over the end of a line, so each line is counted on its own.
type quotes struct {
	at      int
	inside  bool
	escaped bool
}

// reach moves to a later place.
func (q *quotes) reach(text string, at int) {
	for ; q.at < at; q.at++ {
		switch c := text[q.at]; {
		case c == '\n':
			q.inside, q.escaped = false, false
		case q.escaped:
			q.escaped = false
		case c == '\\':
			q.escaped = q.inside
		case c == '"':
			q.inside = !q.inside
		}
	}
}

// index is the first place of word at or after from that is in no string, -1
// if there is none.
func (q *quotes) index(text string, from int, word string) int {
	for {
		n := strings.Index(text[from:], word)
		if n < 0 {
			return -1
		}
		from += n
		if q.reach(text, from); !q.inside {
			return from
		}
		from += len(word)
	}
}
