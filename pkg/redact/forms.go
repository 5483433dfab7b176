package redact

import (
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf8"
)

// minLength is how many characters make a secret; longLine how many bytes
// make a line of a larger secret one of its own.
const (
	minLength = 6
	longLine  = 16
)

// ignored reports whether a value is too common to be taken out of text.
func ignored(value string) bool {
	switch value {
	case "true", "false", "null":
		return true
	}
	return utf8.RuneCountInString(value) < minLength
}

// forms are the literals that give the value away, each at least window
// bytes. Escapes and percent-encoding are undone by views, not listed here.
func forms(value string) []string {
	// JSON cannot hold bytes that are not UTF-8: encoders replace each.
	list := []string{value, string([]rune(value))}
	unix := strings.ReplaceAll(value, "\r\n", "\n")
	if lines := strings.Split(unix, "\n"); len(lines) > 1 {
		list = append(list, unix, strings.ReplaceAll(unix, "\n", "\r\n"))
		for i, line := range lines {
			lines[i] = strings.TrimSpace(line)
			// A PEM boundary is the same in everybody's key.
			if len(lines[i]) >= longLine && !strings.HasPrefix(lines[i], "-----") {
				list = append(list, lines[i])
			}
		}
		list = append(list, strings.Join(lines, "\n"))
		if bare := strings.Join(lines, ""); len(bare) >= longLine {
			list = append(list, bare)
		}
	}
	list = append(list, hex.EncodeToString([]byte(value)), strings.ToUpper(hex.EncodeToString([]byte(value))))
	list = append(list, base64Forms(value)...)
	return slices.DeleteFunc(list, func(form string) bool { return len(form) < window })
}

// base64Forms are the encodings of the value alone, and what stands fixed in
// the encoding of a text that holds it at any of the three alignments.
func base64Forms(value string) []string {
	var list []string
	for _, enc := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		list = append(list, enc.EncodeToString([]byte(value)))
		for before := range 3 {
			text := enc.EncodeToString([]byte(strings.Repeat("\x00", before) + value))
			// The characters at either end also carry bits of the neighbours.
			first := []int{0, 2, 3}[before]
			last := len(text)
			if (before+len(value))%3 != 0 {
				last--
			}
			list = append(list, text[first:last])
		}
	}
	return list
}
