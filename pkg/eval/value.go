package eval

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"
)

// Value is one JSON value, kept as its text so that no digit is lost. It is
// immutable and comparable as text; [Value.Equal] compares structure. The
// zero Value is absent, which is not null.
type Value struct{ raw string }

// Kind names what a JSON value is, in JSON Schema's words.
type Kind string

// The kinds of JSON values. Absent is the zero Value's.
const (
	Absent  Kind = ""
	Null    Kind = "null"
	Boolean Kind = "boolean"
	Number  Kind = "number"
	String  Kind = "string"
	Array   Kind = "array"
	Object  Kind = "object"
)

// Parse reads exactly one JSON value; anything beside it is an error.
func Parse(text string) (Value, error) {
	trimmed := strings.Trim(text, " \t\r\n")
	if !json.Valid([]byte(trimmed)) {
		var sink any
		err := json.Unmarshal([]byte(trimmed), &sink)
		if err == nil || trimmed == "" {
			err = errors.New("no JSON value")
		}
		return Value{}, err
	}
	return Value{trimmed}, nil
}

// Trusted wraps text that the caller knows to be one valid JSON value without
// blanks around it, such as a token of a decoder.
func Trusted(raw string) Value { return Value{raw} }

// ValueOf encodes a Go value. It errs on what JSON cannot hold.
func ValueOf(v any) (Value, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return Value{}, err
	}
	return Value{strings.TrimRight(buf.String(), "\n")}, nil
}

// StringValue is the JSON string that holds text. Bytes that are not UTF-8
// become the replacement character.
func StringValue(text string) Value {
	v, err := ValueOf(text)
	if err != nil {
		panic("eval: a string always encodes: " + err.Error())
	}
	return v
}

// IsZero reports whether the value is absent.
func (v Value) IsZero() bool { return v.raw == "" }

// Raw is the value's JSON text as it was written; empty when absent.
func (v Value) Raw() string { return v.raw }

// Kind tells what the value is.
func (v Value) Kind() Kind {
	if v.raw == "" {
		return Absent
	}
	switch v.raw[0] {
	case 'n':
		return Null
	case 't', 'f':
		return Boolean
	case '"':
		return String
	case '[':
		return Array
	case '{':
		return Object
	default:
		return Number
	}
}

// Str is the text of a JSON string, and false for any other kind.
func (v Value) Str() (string, bool) {
	if v.Kind() != String {
		return "", false
	}
	if body := v.raw[1 : len(v.raw)-1]; strings.IndexByte(body, '\\') < 0 && utf8.ValidString(body) {
		return body, true // most texts are as they stand, and need no copy
	}
	var s string
	if json.Unmarshal([]byte(v.raw), &s) != nil {
		return "", false
	}
	return s, true
}

// Text is what text assertions look at: a string's own text, nothing for null
// and absent, else compact JSON with sorted keys.
func (v Value) Text() string {
	switch v.Kind() {
	case Absent, Null:
		return ""
	case String:
		s, _ := v.Str()
		return s
	default:
		return v.Canonical()
	}
}

// Items are the elements of an array, nil for any other kind.
func (v Value) Items() []Value {
	if v.Kind() != Array {
		return nil
	}
	var raws []json.RawMessage
	if json.Unmarshal([]byte(v.raw), &raws) != nil {
		return nil
	}
	items := make([]Value, len(raws))
	for i, raw := range raws {
		items[i] = Value{string(raw)}
	}
	return items
}

// Members are the fields of an object, nil for any other kind.
func (v Value) Members() map[string]Value {
	if v.Kind() != Object {
		return nil
	}
	var raws map[string]Value
	if json.Unmarshal([]byte(v.raw), &raws) != nil {
		return nil
	}
	return raws
}

// Decode unmarshals the value into dst with encoding/json.
func (v Value) Decode(dst any) error {
	if v.IsZero() {
		return errors.New("no value")
	}
	return json.Unmarshal([]byte(v.raw), dst)
}

// MarshalJSON writes the value as it stands; an absent one is null.
func (v Value) MarshalJSON() ([]byte, error) {
	if v.raw == "" {
		return []byte("null"), nil
	}
	return []byte(v.raw), nil
}

// UnmarshalJSON keeps the text as it is.
func (v *Value) UnmarshalJSON(data []byte) error {
	v.raw = string(data)
	return nil
}
