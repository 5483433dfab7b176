package wire

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tidwall/gjson"
)

// deepest is the size up to which gjson, which recurses, cannot be nested too
// deeply to check.
const deepest = 64 << 10

// Valid reports whether data is JSON.
func Valid(data []byte) bool {
	if len(data) <= deepest {
		return gjson.ValidBytes(data)
	}
	return json.Valid(data)
}

// IsObject reports whether a text is a JSON object.
func IsObject(text string) bool {
	return strings.HasPrefix(text, "{") && json.Valid([]byte(text))
}

// Once keeps a member of an object. JSON lets one stand twice, but then
// nobody knows which of two values is meant.
func Once(kept *gjson.Result, key, value gjson.Result) error {
	if kept.Exists() && kept.Raw != value.Raw {
		return &Broken{Text: fmt.Sprintf("sent %q twice in one object, with different values", Cut(key.Str))}
	}
	*kept = value
	return nil
}

// Count is a whole number from 0 on, or nil where none stands.
func Count(v gjson.Result) *int64 {
	if v.Type != gjson.Number || v.Num < 0 || v.Num != math.Trunc(v.Num) || v.Num > 1<<53 {
		return nil
	}
	n := int64(v.Num)
	return &n
}

// Quote appends text as a JSON string. Bytes that are not UTF-8 become the
// replacement character, as JSON requires.
func Quote(b []byte, text string) []byte {
	b, _ = jsontext.AppendQuote(b, text)
	return b
}

// Folded is a word in lower case and without what stands between its parts,
// since servers write the same one in many ways.
func Folded(word string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == ' ' {
			return -1
		}
		return unicode.ToLower(r)
	}, word)
}
