package jsonfind

import "strings"

// looseKey reports that text begins with a key that is not written as JSON
// has it, such as key: or 'key':.
func looseKey(text string) bool {
	n := len(text) - len(strings.TrimLeft(text, wordBytes))
	if quote := text[0]; quote == '\'' || quote == '"' {
		end := strings.IndexByte(text[1:], quote)
		if end < 0 {
			return false
		}
		n = end + 2
	}
	rest := strings.TrimLeft(text[n:], " \t\r\n")
	return n > 0 && strings.HasPrefix(rest, ":")
}

// wordBytes are those of a key that needs no quotes in other notations.
const wordBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$-"

// closed is how long the container is that text begins with, by its brackets
// alone, -1 when it does not end. Its strings may hold line ends, which is
// what most often breaks JSON that was meant as such.
func closed(text string) int {
	depth, inside := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inside && c == '\\':
			i++
		case c == '"':
			inside = !inside
		case inside:
		case c == '{' || c == '[':
			depth++
		case closes(c):
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// opening is how text begins, for a note.
func opening(text string) string {
	const most = 20
	count := 0
	for i := range text {
		if count == most {
			return text[:i] + "..."
		}
		count++
	}
	return text
}
