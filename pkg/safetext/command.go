package safetext

import (
	"strings"
	"unicode"
)

// disarm breaks the commands that CI runners read in log lines. GitHub's
// runner trims blanks before it looks for ::, and looks for ##[ anywhere;
// ##vso[ and ##teamcity[ are other runners' words for the same.
func disarm(line string) string {
	if at := len(line) - len(strings.TrimLeftFunc(line, unicode.IsSpace)); strings.HasPrefix(line[at:], "::") {
		line = line[:at] + `\` + line[at:]
	}
	if !strings.Contains(line, "##") {
		return line
	}
	var b strings.Builder
	for i := range len(line) {
		b.WriteByte(line[i])
		if line[i] == '#' && opensCommand(line[i+1:]) {
			b.WriteByte('\\')
		}
	}
	return b.String()
}

// opensCommand reports whether rest, which follows a #, makes it ##word[.
func opensCommand(rest string) bool {
	if !strings.HasPrefix(rest, "#") {
		return false
	}
	rest = strings.TrimLeftFunc(rest[1:], func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	})
	return strings.HasPrefix(rest, "[")
}
