package jsonfind

import "strings"

// strict drops comments and trailing commas from text that the scanner
// accepted, and says what it dropped.
func strict(raw string) (string, []string) {
	var notes []string
	note := func(text string) {
		for _, n := range notes {
			if n == text {
				return
			}
		}
		notes = append(notes, text)
	}
	out := make([]byte, 0, len(raw))
	comma := -1 // where in out a comma stands with only blanks after it
	for i := 0; i < len(raw); {
		end := i + 1
		switch c := raw[i]; {
		case c == '"':
			end, _ = skipString(raw, i)
			comma = -1
		case c == '/':
			end, _ = skipBlanks(raw, i)
			note("comments were ignored")
			i = end
			continue
		case c == ',':
			comma = len(out)
		case closes(c):
			if comma >= 0 {
				out = append(out[:comma], out[comma+1:]...)
				note("trailing commas were ignored")
			}
			comma = -1
		case strings.IndexByte(" \t\r\n", c) < 0:
			comma = -1
		}
		out = append(out, raw[i:end]...)
		i = end
	}
	return string(out), notes
}
