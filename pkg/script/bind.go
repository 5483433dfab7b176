package script

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/dop251/goja"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Func is a function of the host. It takes and gives JSON; undefined is the
// absent value. Its error is thrown in the script, and a call that fails with
// it wraps it.
type Func func(ctx context.Context, args []eval.Value) (eval.Value, error)

// Arg is what a function of a script is given: JSON, and where that is an
// object or absent, functions of the host among its properties.
type Arg struct {
	Value eval.Value
	// Funcs run while the script waits. They return soon.
	Funcs map[string]Func
	// Methods are functions that take or give more than JSON.
	Methods map[string]Method
	// Asyncs give the script a promise and run on goroutines of their own.
	// Their context ends with the call, and they return when it does.
	Asyncs map[string]Func
	// Objects are properties that have functions themselves. They are made when
	// the script first asks for them, which it mostly never does.
	Objects map[string]func() Arg
	// Through is JavaScript of the host's, a function: the argument is what it
	// makes of all the above. It has no place in the user's files.
	Through string
	// Elements make it a list of what may have functions. Nothing else counts
	// then.
	Elements []Arg
}

// value is an argument as JavaScript has it.
func (vm *VM) value(arg Arg) (goja.Value, error) {
	if arg.Elements != nil {
		list := make([]any, len(arg.Elements))
		for i, inner := range arg.Elements {
			value, err := vm.value(inner)
			if err != nil {
				return nil, err
			}
			list[i] = value
		}
		return vm.rt.NewArray(list...), nil
	}
	value := vm.decode(arg.Value)
	if len(arg.Funcs)+len(arg.Methods)+len(arg.Asyncs)+len(arg.Objects) == 0 {
		return value, nil
	}
	if arg.Value.IsZero() {
		value = vm.rt.NewObject()
	}
	object, ok := value.(*goja.Object)
	if !ok || arg.Value.Kind() != eval.Object && !arg.Value.IsZero() {
		return nil, errors.New("only an object can have functions")
	}
	members := map[string]goja.Value{}
	for name, f := range arg.Funcs {
		members[name] = vm.native(vm.sync(f))
	}
	for name, m := range arg.Methods {
		members[name] = vm.native(vm.method(m))
	}
	for name, f := range arg.Asyncs {
		members[name] = vm.native(vm.async(f))
	}
	for name := range arg.Objects {
		members[name] = nil
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		var err error
		if members[name] == nil {
			err = vm.later(object, name, arg.Objects[name])
		} else {
			err = object.Set(name, members[name])
		}
		if err != nil {
			return nil, err
		}
	}
	if arg.Through != "" {
		return vm.through(arg.Through, object)
	}
	return object, nil
}

// later gives an object a property that is made when it is first asked for. To
// the script it is one like any other, which it may replace.
func (vm *VM) later(object *goja.Object, name string, arg func() Arg) error {
	var made goja.Value
	get := vm.native(func(goja.FunctionCall) goja.Value {
		if made != nil {
			return made
		}
		value, err := vm.value(arg())
		if err != nil {
			vm.throw(err)
		}
		made = value
		// One that is frozen stays what it is, and gives the same.
		_ = object.DefineDataProperty(name, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		return value
	})
	set := vm.native(func(call goja.FunctionCall) goja.Value {
		vm.define(call.This.ToObject(vm.rt), name, call.Argument(0))
		return goja.Undefined()
	})
	return object.DefineAccessorProperty(name, get, set, goja.FLAG_TRUE, goja.FLAG_TRUE)
}

// through is what JavaScript of the host's makes of an object.
func (vm *VM) through(text string, object *goja.Object) (goja.Value, error) {
	p, err := vm.program.engine.prelude.compile(text, func() (string, error) { return text, nil })
	if err != nil {
		return nil, err
	}
	made, err := vm.rt.RunProgram(p)
	if err != nil {
		return nil, err
	}
	call, ok := goja.AssertFunction(made)
	if !ok {
		return nil, errors.New("what the host gives is no function")
	}
	return call(goja.Undefined(), object)
}

func (vm *VM) sync(f Func) func(goja.FunctionCall) goja.Value {
	return func(call goja.FunctionCall) goja.Value {
		args := vm.arguments(call)
		var result eval.Value
		err := vm.waiting(func() (err error) {
			result, err = f(vm.loop.ctx, args)
			return err
		})
		if err != nil {
			vm.throw(err)
		}
		return vm.decode(result)
	}
}

func (vm *VM) async(f Func) func(goja.FunctionCall) goja.Value {
	return func(call goja.FunctionCall) goja.Value {
		args := vm.arguments(call)
		promise, resolve, reject := vm.rt.NewPromise()
		vm.loop.background(func(ctx context.Context) func() error {
			result, err := Guard(func() (eval.Value, error) { return f(ctx, args) })
			return func() error {
				Rethrow(err)
				if err != nil {
					return reject(vm.hostError(err))
				}
				return resolve(vm.decode(result))
			}
		})
		return vm.rt.ToValue(promise)
	}
}

// arguments are those of a call to the host, as JSON.
func (vm *VM) arguments(call goja.FunctionCall) []eval.Value {
	args := make([]eval.Value, len(call.Arguments))
	for i, value := range call.Arguments {
		if goja.IsUndefined(value) {
			continue
		}
		e := &encoder{vm: vm, strict: true, limit: maxResult}
		if err := e.value(nil, "", value); err != nil {
			vm.throw(err)
		}
		args[i] = eval.Trusted(string(e.out))
	}
	return args
}

// native makes a function of JavaScript's.
func (vm *VM) native(f func(goja.FunctionCall) goja.Value) goja.Value {
	return vm.rt.ToValue(f)
}

// define gives an object a property of its own, whatever it inherits.
func (vm *VM) define(object *goja.Object, name string, value goja.Value) {
	if err := object.DefineDataProperty(name, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE); err != nil {
		vm.throw(err)
	}
}

// within runs f as a function that JavaScript called, so that exceptions and
// interrupts come back as errors.
func (vm *VM) within(f func()) error {
	if vm.runTask == nil {
		vm.runTask, _ = goja.AssertFunction(vm.native(func(goja.FunctionCall) goja.Value {
			vm.task()
			return goja.Undefined()
		}))
	}
	vm.task = f
	_, err := vm.runTask(goja.Undefined())
	return err
}
