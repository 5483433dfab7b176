package wire

import (
	"strings"
	"unicode"
)

// excerptRunes is how much of a foreign text an error shows.
const excerptRunes = 200

// Cut makes one line of at most so many characters of a text.
func Cut(text string) string {
	text = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, "\uFFFD"), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r)
	}), " ")
	n := 0
	for i := range text {
		if n == excerptRunes {
			return text[:i] + "..."
		}
		n++
	}
	return text
}
