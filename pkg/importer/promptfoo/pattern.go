package promptfoo

import (
	"errors"
	"regexp"
	"strings"
)

// What the classes of a JavaScript pattern are in RE2, which means less by
// some of them.
const (
	jsSpace = `\s\v\p{Z}\x{FEFF}`
	jsDot   = `[^\n\r\x{2028}\x{2029}]`
)

var errPattern = errors.New("the pattern means something else in RE2, or is none there")

// re2 translates a JavaScript pattern without flags into an RE2 one of the same
// meaning.
func re2(pattern string) (string, error) {
	if pattern == "" {
		return "", errors.New("it has no pattern")
	}
	var b strings.Builder
	inClass, first := false, false
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		switch {
		case c == '\\' && i+1 < len(pattern):
			i++
			piece, ok := escaped(pattern[i], inClass)
			if !ok {
				return "", errPattern
			}
			b.WriteString(piece)
		case inClass && c == ']':
			if first {
				return "", errPattern // an empty class, which RE2 has none of
			}
			inClass = false
			b.WriteByte(c)
		case inClass && c == '[':
			b.WriteString(`\[`) // RE2 would look for [:name:]
		case inClass:
			b.WriteByte(c)
		case c == '[':
			inClass, first = true, true
			b.WriteByte(c)
			if i+1 < len(pattern) && pattern[i+1] == '^' {
				i++
				b.WriteByte('^')
			}
			continue
		case c == '.':
			b.WriteString(jsDot)
		case c == '/' && i == 0:
			b.WriteString(`[/]`) // so that nobody takes the slashes for quotes
		case c == '(' && strings.HasPrefix(pattern[i:], "(?") && !strings.HasPrefix(pattern[i:], "(?:") && !named.MatchString(pattern[i:]):
			return "", errPattern
		default:
			b.WriteByte(c)
		}
		first = false
	}
	if _, err := regexp.Compile(b.String()); err != nil || inClass {
		return "", errPattern
	}
	return b.String(), nil
}

// named begins a group with a name.
var named = regexp.MustCompile(`^\(\?<[A-Za-z_]\w*>`)

// escaped is what stands for a backslash and c.
func escaped(c byte, inClass bool) (string, bool) {
	switch c {
	case 's':
		if inClass {
			return jsSpace, true
		}
		return "[" + jsSpace + "]", true
	case 'S':
		if inClass {
			return "", false
		}
		return "[^" + jsSpace + "]", true
	case 'b', 'B':
		return `\` + string(c), !inClass // in a class it is a backspace
	case 'd', 'D', 'w', 'W', 'n', 'r', 't', 'f', 'v':
		return `\` + string(c), true
	}
	if c < 0x80 && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') && c != '_' {
		return `\` + string(c), true
	}
	return "", false
}
