package html

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// value is a JSON value as pages get it: a text as a string, nothing as null,
// anything else as its own JSON text in {"json": ...}. A browser would read
// numbers in it as its own, and lose digits that an assertion tells apart.
type value struct{ eval.Value }

// MarshalJSON writes one of the three forms.
func (v value) MarshalJSON() ([]byte, error) {
	switch v.Kind() {
	case eval.Absent, eval.Null:
		return []byte("null"), nil
	case eval.String:
		text, _ := v.Str()
		return json.Marshal(text)
	default:
		return json.Marshal(map[string]string{"json": v.Raw()})
	}
}

// IsZero reports whether there is nothing.
func (v value) IsZero() bool { return v.Kind() == eval.Absent || v.Kind() == eval.Null }

// result is a value whose null is one, as a tool gives it back.
type result struct{ eval.Value }

// MarshalJSON writes it as a [value], and null as JSON text.
func (r result) MarshalJSON() ([]byte, error) {
	if r.Kind() == eval.Null {
		return []byte(`{"json":"null"}`), nil
	}
	return value(r).MarshalJSON()
}

// encode writes a message for a script element: in its strings <, > and & are
// escaped, and so are line separators and what a terminal would obey.
func encode(w io.Writer, message any) error {
	var b bytes.Buffer
	if err := json.NewEncoder(&b).Encode(message); err != nil {
		return err
	}
	_, err := w.Write(eval.AppendVisible(nil, bytes.TrimRight(b.Bytes(), "\n")))
	return err
}

// unclosed writes an object without its last brace, and what follows there.
func unclosed(w io.Writer, message any, follows string) error {
	var b bytes.Buffer
	if err := encode(&b, message); err != nil {
		return err
	}
	b.Truncate(b.Len() - 1)
	b.WriteString(follows)
	_, err := w.Write(b.Bytes())
	return err
}
