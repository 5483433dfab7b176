package jsonfind

import "strings"

// skipBlanks passes blanks and comments; false is a comment without an end,
// which reaches to the end of the text.
func skipBlanks(text string, i int) (int, bool) {
	for i < len(text) {
		switch c := text[i]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
		case c != '/':
			return i, true
		case strings.HasPrefix(text[i:], "//"):
			n := strings.IndexByte(text[i:], '\n')
			if n < 0 {
				return len(text), true
			}
			i += n + 1
		case strings.HasPrefix(text[i:], "/*"):
			n := strings.Index(text[i+2:], "*/")
			if n < 0 {
				return len(text), false
			}
			i += n + 4
		default:
			return i, true
		}
	}
	return i, true
}

// skipKey passes a key and its colon.
func skipKey(text string, i int) (int, bool) {
	if text[i] != '"' {
		return i, false
	}
	i, ok := skipString(text, i)
	if !ok {
		return i, false
	}
	if i, ok = skipBlanks(text, i); !ok || i == len(text) || text[i] != ':' {
		return i, false
	}
	return i + 1, true
}

func skipScalar(text string, i int) (int, bool) {
	switch text[i] {
	case '"':
		return skipString(text, i)
	case 't':
		return skipWord(text, i, "true")
	case 'f':
		return skipWord(text, i, "false")
	case 'n':
		return skipWord(text, i, "null")
	default:
		return skipNumber(text, i)
	}
}

func skipWord(text string, i int, word string) (int, bool) {
	if strings.HasPrefix(word, text[i:]) && len(text[i:]) < len(word) {
		return len(text), false
	}
	if !strings.HasPrefix(text[i:], word) {
		return i, false
	}
	return i + len(word), true
}

// skipString passes a string in RFC 8259's grammar, section 7.
func skipString(text string, i int) (int, bool) {
	for i++; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return i + 1, true
		case c < ' ':
			return i, false
		case c == '\\':
			if i++; i == len(text) {
				return i, false
			}
			if text[i] == 'u' {
				for range 4 {
					if i++; i == len(text) || !isHex(text[i]) {
						return i, false
					}
				}
			} else if strings.IndexByte(`"\/bfnrt`, text[i]) < 0 {
				return i, false
			}
		}
	}
	return i, false
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// skipNumber passes a number in RFC 8259's grammar, section 6.
func skipNumber(text string, i int) (int, bool) {
	if text[i] == '-' {
		i++
	}
	whole := i
	if i = skipDigits(text, i); i == whole || text[whole] == '0' && i > whole+1 {
		return i, false
	}
	if i < len(text) && text[i] == '.' {
		from := i + 1
		if i = skipDigits(text, from); i == from {
			return i, false
		}
	}
	if i < len(text) && (text[i] == 'e' || text[i] == 'E') {
		i++
		if i < len(text) && (text[i] == '+' || text[i] == '-') {
			i++
		}
		from := i
		if i = skipDigits(text, from); i == from {
			return i, false
		}
	}
	return i, true
}

func skipDigits(text string, i int) int {
	for i < len(text) && '0' <= text[i] && text[i] <= '9' {
		i++
	}
	return i
}
