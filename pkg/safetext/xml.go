package safetext

import "strings"

// XML is text for an XML document, of one or several lines: what [Terminal]
// makes of it, but tabs stay. All that is left are characters of XML; its
// encoder escapes the markup.
func XML(s string) string {
	if plain(s) {
		return s
	}
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return visible(s, func(b *strings.Builder, r rune) bool {
		if r != '\n' && r != '\t' {
			return false
		}
		b.WriteRune(r)
		return true
	})
}
