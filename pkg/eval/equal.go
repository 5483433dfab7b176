package eval

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Canonical is the value as compact JSON with sorted keys and numbers as they
// were written. Of a key that stands twice the last one counts.
func (v Value) Canonical() string {
	if k := v.Kind(); k == Absent || k == Number || k == Boolean || k == Null {
		return v.raw
	}
	out, err := ValueOf(v.tree())
	if err != nil {
		return v.raw
	}
	return out.raw
}

// Normal is a text that two values have in common exactly when they are equal:
// compact, with sorted keys, and each number in one form.
func (v Value) Normal() string {
	switch v.Kind() {
	case Absent, Boolean, Null:
		return v.raw
	case Number:
		return parseDecimal(v.raw).String()
	default:
		out, err := ValueOf(normal(v.tree()))
		if err != nil {
			return v.raw
		}
		return out.raw
	}
}

// normal puts every number of a tree into its one form, in place.
func normal(tree any) any {
	switch x := tree.(type) {
	case map[string]any:
		for key, item := range x {
			x[key] = normal(item)
		}
		return x
	case []any:
		for i, item := range x {
			x[i] = normal(item)
		}
		return x
	case json.Number:
		return json.RawMessage(parseDecimal(x.String()).String())
	default:
		return x
	}
}

// Equal reports structural equality: objects whatever the order of their
// keys, numbers by value and exactly, absent only with absent.
func (v Value) Equal(o Value) bool {
	if v.raw == o.raw {
		return true
	}
	if v.Kind() != o.Kind() {
		return false
	}
	switch v.Kind() {
	case Number:
		return CompareNumbers(v.raw, o.raw) == 0
	case Null:
		return true
	default:
		return equalTrees(v.tree(), o.tree())
	}
}

// tree decodes with numbers as text.
func (v Value) tree() any {
	dec := json.NewDecoder(strings.NewReader(v.raw))
	dec.UseNumber()
	var t any
	if err := dec.Decode(&t); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Sprintf("not JSON: %v", err)
	}
	return t
}

func equalTrees(a, b any) bool {
	switch x := a.(type) {
	case map[string]any:
		y, ok := b.(map[string]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for key, item := range x {
			other, ok := y[key]
			if !ok || !equalTrees(item, other) {
				return false
			}
		}
		return true
	case []any:
		y, ok := b.([]any)
		return ok && slices.EqualFunc(x, y, equalTrees)
	case json.Number:
		y, ok := b.(json.Number)
		return ok && CompareNumbers(x.String(), y.String()) == 0
	default:
		return a == b
	}
}
