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

// doubled reports that braces hold one container and nothing else, as in
// templates and formulas.
func doubled(value string) bool {
	inner := strings.TrimSpace(value[1 : len(value)-1])
	return value[0] == '{' && inner != "" && strings.IndexByte("{[", inner[0]) >= 0 && closed(inner) == len(inner)
}

// plain reports that braces hold no more than words, as in {name}.
func plain(value string) bool {
	return strings.Trim(value[1:len(value)-1], wordBytes+" .") == ""
}

// overclosed reports that more braces end in text than begin, read with its
// strings or without. Then what was taken for the end of the value before it
// was text in quotes of another kind.
func overclosed(text string) bool {
	all, outside, inside := 0, 0, false
	for i := 0; i < len(text); i++ {
		step := 0
		switch c := text[i]; {
		case inside && c == '\\':
			i++
		case c == '"':
			inside = !inside
		case c == '{':
			step = 1
		case c == '}':
			step = -1
		}
		all += step
		if !inside {
			outside += step
		}
		if all < 0 || outside < 0 {
			return true
		}
	}
	return false
}

// frown reports that the bracket at i is the mouth of a face, as in " :[ ".
func frown(text string, i int) bool {
	return i >= 3 && text[i-2:i+1] == " :[" && strings.IndexByte(wordBytes+".!?,", text[i-3]) >= 0 &&
		i+1 < len(text) && text[i+1] == ' '
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
