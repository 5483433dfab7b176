package safetext

import "strings"

// XML is text for an XML document, of one or several lines: what [Terminal]
// makes of it, but tabs stay, and workflow commands are broken as [Line] does,
// since documents are printed to logs. All that is left are characters of XML;
// its encoder escapes the markup.
func XML(s string) string {
	if plain(s) {
		return disarm(s)
	}
	s = strings.ReplaceAll(s, "\r\n", "\n")
	s = visible(s, func(b *strings.Builder, r rune) bool {
		if r != '\n' && r != '\t' {
			return false
		}
		b.WriteRune(r)
		return true
	})
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = disarm(line)
	}
	return strings.Join(lines, "\n")
}
