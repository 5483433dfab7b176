package script

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/dop251/goja"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

const (
	maxResult = 16 << 20 // bytes of a call's result
	maxText   = 16 << 20 // UTF-16 units of a string that a function builds
	maxDepth  = 1000     // of nested values
)

// encoder writes JavaScript values as JSON (ECMA-262, SerializeJSONProperty).
// In its strict form, for what leaves the script, a value that JSON cannot
// hold is an error; in the other, which is JSON.stringify, it is left out as
// the language has it. Being ours, it ends when the VM is stopped, and at its
// limit: a value that holds itself a thousand times over fits in memory, and
// its text does not.
type encoder struct {
	vm     *VM
	strict bool
	limit  int
	out    []byte
	path   []string // of the value at hand, from the outside in
	within []*goja.Object
	count  int

	take func(path []string, f goja.Callable) bool // of the arguments of a method: whether a function may stand there

	replace goja.Callable // of JSON.stringify
	only    []string
	listed  bool // only counts
	gap     string
}

var (
	errCyclic = errors.New("cyclic")
	errSkip   = errors.New("left out")
)

// encode is a value as JSON; undefined is the absent value.
func (vm *VM) encode(value goja.Value) (eval.Value, error) {
	if value == nil || goja.IsUndefined(value) {
		return eval.Value{}, nil
	}
	e := &encoder{vm: vm, strict: true, limit: maxResult}
	var failed error
	err := vm.within(func() { failed = e.value(nil, "", value) })
	if err == nil {
		err = failed
	}
	if err != nil {
		return eval.Value{}, err
	}
	return eval.Trusted(string(e.out)), nil
}

// value writes one value, which holder has under key. errSkip means that
// nothing was written.
func (e *encoder) value(holder *goja.Object, key string, value goja.Value) error {
	if e.count++; e.count%1024 == 0 {
		e.vm.yield()
	}
	value, err := e.replaced(holder, key, value)
	if err != nil {
		return err
	}
	switch {
	case value == nil || goja.IsUndefined(value):
		return errSkip
	case goja.IsNull(value):
		return e.write("null")
	case goja.IsString(value):
		return e.text(value.String())
	case goja.IsBigInt(value):
		return e.refuse("a BigInt", "make it a string")
	case goja.IsNumber(value):
		if goja.IsNaN(value) || goja.IsInfinity(value) {
			if e.strict {
				return e.refuse(value.String(), "")
			}
			return e.write("null")
		}
		return e.write(value.String())
	}
	object, ok := value.(*goja.Object)
	if !ok {
		if _, ok := value.(*goja.Symbol); ok {
			return e.leave("a symbol")
		}
		return e.write(value.String()) // a boolean
	}
	return e.object(object)
}

// replaced applies toJSON and the replacer of JSON.stringify.
func (e *encoder) replaced(holder *goja.Object, key string, value goja.Value) (goja.Value, error) {
	if object, ok := value.(*goja.Object); ok || goja.IsBigInt(value) {
		if !ok {
			object = value.ToObject(e.vm.rt)
		}
		if convert, ok := goja.AssertFunction(object.Get("toJSON")); ok {
			var err error
			if value, err = convert(value, e.vm.rt.ToValue(key)); err != nil {
				return nil, err
			}
		}
	}
	if e.replace == nil {
		return value, nil
	}
	if holder == nil {
		holder = e.vm.rt.NewObject()
		if err := holder.Set(key, value); err != nil {
			return nil, err
		}
	}
	return e.replace(holder, e.vm.rt.ToValue(key), value)
}

func (e *encoder) close(some bool, bracket string) error {
	if some {
		if err := e.line(len(e.within) - 1); err != nil {
			return err
		}
	}
	return e.write(bracket)
}

// line begins a new one where the text is indented.
func (e *encoder) line(depth int) error {
	if e.gap == "" {
		return nil
	}
	e.out = append(e.out, '\n')
	for range depth {
		e.out = append(e.out, e.gap...)
	}
	return e.write("")
}

func (e *encoder) write(text string) error {
	e.out = append(e.out, text...)
	return e.fits()
}

func (e *encoder) text(s string) error {
	if len(e.out)+len(s) > e.limit {
		return e.tooLarge()
	}
	// Its error says that invalid UTF-8 was replaced: lone surrogates were
	// already, when the string left goja.
	e.out, _ = jsontext.AppendQuote(e.out, s)
	return e.fits()
}

func (e *encoder) fits() error {
	if len(e.out) > e.limit {
		return e.tooLarge()
	}
	return nil
}

func (e *encoder) tooLarge() error {
	return &Error{Kind: Result, Message: "the value is larger than " + strconv.Itoa(e.limit>>20) + " MiB as JSON"}
}

// leave leaves a value out, which only JSON.stringify does.
func (e *encoder) leave(what string) error {
	if e.strict {
		return e.refuse(what, "")
	}
	return errSkip
}

func (e *encoder) refuse(what, hint string) error {
	where := "the value"
	for i, step := range e.path {
		if i == 8 {
			where += "..."
			break
		}
		if i == 0 {
			where += " at "
		}
		where += oneLine(step)
	}
	message := fmt.Sprintf("%s is %s, which JSON cannot hold", where, what)
	if hint != "" {
		message += " (" + hint + ")"
	}
	return &Error{Kind: Result, Message: message}
}
