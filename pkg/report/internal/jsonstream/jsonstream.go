// Package jsonstream writes one indented JSON object piece by piece, so that
// a list in it is never whole in memory. Text is written so that nothing
// hides or is obeyed when the file is looked at. It keeps the first error and
// writes nothing after it. It knows no format of reports.
package jsonstream

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Writer writes an object. Fields and items come in the order of the calls;
// what Object and Array begin, End ends.
type Writer struct {
	w    *bufio.Writer
	buf  bytes.Buffer
	err  error
	open []byte // the closing brackets of what is open
	used bool   // something stands in what is open last
}

const indent = "  "

// New begins an object.
func New(w io.Writer) *Writer {
	o := &Writer{w: bufio.NewWriterSize(w, 1<<16)}
	o.begin("{}")
	return o
}

// Field writes a field of the open object.
func (o *Writer) Field(name string, v any) {
	o.name(name)
	o.value(v)
}

// Array begins an array that is a field of the open object.
func (o *Writer) Array(name string) {
	o.name(name)
	o.begin("[]")
}

// Object begins an object that is a field of the open object; without a name
// it is an item of the open array.
func (o *Writer) Object(name string) {
	if name == "" {
		o.next()
	} else {
		o.name(name)
	}
	o.begin("{}")
}

// Item adds to the open array.
func (o *Writer) Item(v any) {
	o.next()
	o.value(v)
}

// List is an array field, left out when it is empty.
func (o *Writer) List(name string, n int, at func(int) any) {
	if n == 0 {
		return
	}
	o.Array(name)
	for i := range n {
		o.Item(at(i))
	}
	o.End()
}

// End ends the array or object that was begun last.
func (o *Writer) End() {
	last := len(o.open) - 1
	bracket := o.open[last]
	o.open = o.open[:last]
	if o.used {
		o.text("\n" + strings.Repeat(indent, last))
	}
	o.text(string(bracket))
	o.used = true
}

// Err is the first error.
func (o *Writer) Err() error { return o.err }

// Close ends everything that is open.
func (o *Writer) Close() error {
	for len(o.open) > 0 {
		o.End()
	}
	o.text("\n")
	if o.err == nil {
		o.err = o.w.Flush()
	}
	return o.err
}

func (o *Writer) begin(brackets string) {
	o.text(brackets[:1])
	o.open = append(o.open, brackets[1])
	o.used = false
}

func (o *Writer) name(name string) {
	o.next()
	o.text(`"` + name + `": `)
}

func (o *Writer) next() {
	if o.used {
		o.text(",")
	}
	o.used = true
	o.text("\n" + strings.Repeat(indent, len(o.open)))
}

func (o *Writer) value(v any) {
	if o.err != nil {
		return
	}
	o.buf.Reset()
	var text string
	text, o.err = encode(&o.buf, v, strings.Repeat(indent, len(o.open)))
	o.text(text)
}

// Text is one value as a Writer writes it.
func Text(v any) (string, error) { return encode(new(bytes.Buffer), v, "") }

func encode(buf *bytes.Buffer, v any, prefix string) (string, error) {
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent(prefix, indent)
	if err := enc.Encode(v); err != nil {
		return "", err
	}
	return strings.TrimSuffix(string(eval.AppendVisible(nil, buf.Bytes())), "\n"), nil
}

func (o *Writer) text(s string) {
	if o.err == nil {
		_, o.err = o.w.WriteString(s)
	}
}
