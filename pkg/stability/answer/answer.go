// Package answer says when two answers are the same: texts whatever the case
// of their letters and their blanks, any other value whatever the order of its
// keys. Whether an answer is right is the assertions' to say.
package answer

import (
	"crypto/sha256"
	"encoding/binary"
	"strings"
	"unicode"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Given reports whether there is an answer at all.
func Given(v eval.Value) bool {
	return v.Kind() != eval.Absent && v.Kind() != eval.Null
}

// Normal is the text that answers which are the same have in common.
func Normal(v eval.Value) string {
	if s, ok := v.Str(); ok {
		return normal(s)
	}
	return v.Canonical()
}

// normal is the text in small letters, with one blank wherever there are some,
// and none at its ends. It is asked of every trial, so it goes over it once.
func normal(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	blank := false
	for _, r := range s {
		if unicode.IsSpace(r) {
			blank = b.Len() > 0
			continue
		}
		if blank {
			b.WriteByte(' ')
			blank = false
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// Digest tells answers apart that are not the same; a text is never the same
// as another value.
func Digest(v eval.Value) uint64 {
	text := Normal(v)
	if v.Kind() == eval.String {
		text = `"` + text
	}
	return Sum(text)
}

// Sum tells texts apart.
func Sum(text string) uint64 {
	sum := sha256.Sum256([]byte(text))
	return binary.LittleEndian.Uint64(sum[:])
}
