package assert

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// unique counts what it takes to tell items from each other. The validator
// compares the items of short lists one by one, and of long ones those that
// look the same to its hash, which takes some control characters for the
// bounds of values.
func (w *work) unique(list []any) {
	parts, odd := 0, 0
	var count func(v any)
	count = func(v any) {
		if parts++; parts > w.left {
			return
		}
		switch v := v.(type) {
		case map[string]any:
			for key, item := range v {
				count(key)
				count(item)
			}
		case []any:
			for _, item := range v {
				count(item)
			}
		case string:
			parts += len(v) / 64
			if strings.ContainsAny(v, "\x00\x01\x02\x03\x04\x05") {
				odd++
			}
		case json.Number:
			parts += numberWork(string(v))
		}
	}
	count(list)
	w.left -= parts + odd*odd
	if len(list) <= 20 {
		w.left -= parts * len(list) / 16
	}
}

// textWork is what checking a text takes beside the visit.
func textWork(s *jsonschema.Schema, text string) int {
	if s.Pattern != nil || s.Format != nil {
		return len(text) / 16
	}
	return len(text) / 64
}

// numberWork is what expanding a number takes, which grows with the square of
// its digits.
func numberWork(number string) int {
	n := len(number)
	if at := strings.IndexAny(number, "eE"); at >= 0 {
		exponent, _ := strconv.Atoi(strings.TrimLeft(number[at+1:], "+-"))
		n += exponent
	}
	return n/100 + n*n/500_000
}
