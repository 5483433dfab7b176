package script

import (
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// decode is JSON as JavaScript has it: __proto__ is a property like any.
func (vm *VM) decode(v eval.Value) goja.Value {
	if v.IsZero() {
		return goja.Undefined()
	}
	d := decoder{vm: vm, text: v.Raw()}
	return d.value()
}

// decoder reads a text that is known to be one JSON value.
type decoder struct {
	vm   *VM
	text string
	at   int
}

func (d *decoder) value() goja.Value {
	rt := d.vm.rt
	switch d.peek() {
	case '{':
		return d.object()
	case '[':
		return d.array()
	case '"':
		return rt.ToValue(d.quoted())
	case 't':
		d.at += len("true")
		return rt.ToValue(true)
	case 'f':
		d.at += len("false")
		return rt.ToValue(false)
	case 'n':
		d.at += len("null")
		return goja.Null()
	default:
		start := d.at
		for d.at < len(d.text) && strings.IndexByte("+-.0123456789eE", d.text[d.at]) >= 0 {
			d.at++
		}
		// What is too large is infinite, as JavaScript reads it.
		n, _ := strconv.ParseFloat(d.text[start:d.at], 64)
		return rt.ToValue(n)
	}
}

// peek is the next character that is no blank, and 0 at the end.
func (d *decoder) peek() byte {
	for d.at < len(d.text) {
		switch c := d.text[d.at]; c {
		case ' ', '\t', '\r', '\n':
			d.at++
		default:
			return c
		}
	}
	return 0
}

func (d *decoder) object() goja.Value {
	object := d.vm.rt.NewObject()
	d.at++
	for d.peek() == '"' {
		key := d.quoted()
		d.peek()
		d.at++ // the colon
		value := d.value()
		if key == "__proto__" {
			// Setting it would change what the object inherits from.
			d.vm.define(object, key, value)
		} else if err := object.Set(key, value); err != nil {
			d.vm.throw(err)
		}
		if d.peek() == ',' {
			d.at++
			d.peek()
		}
	}
	d.at++
	return object
}

func (d *decoder) array() goja.Value {
	var items []any
	d.at++
	for c := d.peek(); c != ']' && c != 0; c = d.peek() {
		items = append(items, d.value())
		if d.peek() == ',' {
			d.at++
		}
	}
	d.at++
	return d.vm.rt.NewArray(items...)
}

func (d *decoder) quoted() string {
	start := d.at
	escaped := false
	for d.at++; d.at < len(d.text) && d.text[d.at] != '"'; d.at++ {
		if d.text[d.at] == '\\' {
			escaped = true
			d.at++
		}
	}
	d.at++
	end := min(d.at, len(d.text))
	if !escaped {
		return d.text[start+1 : end-1]
	}
	text, _ := eval.Trusted(d.text[start:end]).Str()
	return text
}
