package wire

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// Unquote is the text of a JSON string. Half of a surrogate pair, which no
// text can hold, becomes a byte that is no UTF-8: so it is noticed where the
// whole text is looked at, and not taken for a U+FFFD of the model's.
func Unquote(v gjson.Result) string {
	// gjson makes U+FFFD of such a half, and may swallow what follows it.
	if !strings.ContainsRune(v.Str, utf8.RuneError) || !strings.Contains(v.Raw, `\`) {
		return v.Str
	}
	raw := v.Raw
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); {
		n, half := escape(raw[i:])
		if half {
			out = append(out, 0xff)
		} else {
			out = append(out, raw[i:i+n]...)
		}
		i += n
	}
	return gjson.ParseBytes(out).Str
}

// escape is the length of the character that valid JSON begins with, and
// whether it is half of a pair without the other.
func escape(raw string) (n int, half bool) {
	switch {
	case raw[0] != '\\':
		return 1, false
	case raw[1] != 'u':
		return 2, false
	}
	first := unit(raw)
	if !utf16.IsSurrogate(first) {
		return 6, false
	}
	if rest := raw[6:]; strings.HasPrefix(rest, `\u`) && utf16.DecodeRune(first, unit(rest)) != unicode.ReplacementChar {
		return 12, false
	}
	return 6, true
}

// unit is the number of an escape of four hexadecimal digits.
func unit(raw string) rune {
	n, _ := strconv.ParseUint(raw[2:6], 16, 16)
	return rune(n)
}

// Passage is a text of the answer while its pieces arrive, which may split a
// character.
type Passage struct{ strings.Builder }

// Whole is the text as valid UTF-8, and whether it was that.
func (p *Passage) Whole() (text string, sound bool) {
	text = p.String()
	return strings.ToValidUTF8(text, string(utf8.RuneError)), utf8.ValidString(text)
}
