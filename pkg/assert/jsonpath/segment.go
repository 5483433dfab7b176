package jsonpath

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

// segment is one step of a plain path: a key of an object, or an index of an
// array, which counts from the end when it is negative.
type segment struct {
	key     string
	index   int
	isIndex bool
	bare    bool // a key without quotes
	at      int  // where it begins in the path
}

// in finds the segment's value. gjson only ever sees the document: its own
// path syntax would take keys such as * or # for patterns. Of a key that
// stands twice the last one counts, as everywhere.
func (s segment) in(doc gjson.Result) (raw string, ok bool) {
	if s.isIndex {
		return s.element(doc)
	}
	if !doc.IsObject() {
		return "", false
	}
	doc.ForEach(func(key, value gjson.Result) bool {
		if unquote(key.Raw) == s.key {
			raw, ok = value.Raw, true
		}
		return true
	})
	return raw, ok
}

// looksLikeIndex reports a key of digits, which the user may have meant as an
// index.
func (s segment) looksLikeIndex() bool {
	index, err := strconv.Atoi(s.key)
	return s.bare && err == nil && strconv.Itoa(index) == s.key
}

// mismatch says why the document has no such segment: it is of another kind.
// It is "" when the kind is the right one.
func (s segment) mismatch(doc gjson.Result) string {
	switch {
	case s.isIndex && !doc.IsArray():
		return kindOf(doc) + ", which has no elements"
	case !s.isIndex && !doc.IsObject():
		return kindOf(doc) + ", which has no keys"
	default:
		return ""
	}
}

func kindOf(doc gjson.Result) string {
	switch {
	case doc.IsArray():
		return "a list"
	case doc.IsObject():
		return "an object"
	case doc.Type == gjson.String:
		return "text"
	case doc.Type == gjson.Number:
		return "a number"
	case doc.Type == gjson.Null:
		return "null"
	default:
		return "a boolean"
	}
}

func (s segment) element(doc gjson.Result) (raw string, ok bool) {
	if !doc.IsArray() {
		return "", false
	}
	at := s.index
	if at < 0 {
		doc.ForEach(func(_, _ gjson.Result) bool {
			at++
			return true
		})
		// at is now the index plus the length.
		if at < 0 {
			return "", false
		}
	}
	doc.ForEach(func(_, value gjson.Result) bool {
		if at == 0 {
			raw, ok = value.Raw, true
		}
		at--
		return !ok
	})
	return raw, ok
}

func unquote(raw string) string {
	if !strings.Contains(raw, `\`) {
		return raw[1 : len(raw)-1]
	}
	var text string
	if json.Unmarshal([]byte(raw), &text) != nil {
		return raw
	}
	return text
}
