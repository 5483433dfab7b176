package script

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/dop251/goja"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// maxCalls is how many calls may be within each other; without a bound,
// endless recursion takes all memory.
const maxCalls = 1024

// VM is one script's world: its globals last from call to call and are seen
// by no other VM. It is used from one goroutine at a time.
type VM struct {
	program *Program
	globals Globals
	rt      *goja.Runtime
	console console
	loop    *loop // of the call that runs

	exports *goja.Object  // the entry's namespace, where it has one
	top     goja.Callable // gives what else the entry has, by its name

	rejected   []*goja.Promise // without a handler, so far
	underway   underway
	task       func() // what within is to run
	runTask    goja.Callable
	stuck      []frame                // where a built-in was when it was stopped
	joining    []*goja.Object         // arrays being joined, from the outside in
	hostErrors map[*goja.Object]error // that functions of the host threw, by their Error objects

	busy   atomic.Bool
	halted atomic.Pointer[halt]
	since  atomic.Int64 // when the slice that runs began, 0 while none does
	heap   uint64       // what the process held when the call began, or less; memory's
	left   int          // what the last call started and did not wait for
	closed bool
}

func newVM(p *Program, globals Globals) *VM {
	vm := &VM{program: p, globals: globals, rt: newRuntime()}
	vm.rt.SetPromiseRejectionTracker(vm.track)
	return vm
}

// start runs the prelude and the top of the script.
func (vm *VM) start(l *loop) (eval.Value, *Error) {
	entry := eval.Pos{File: vm.program.entry}
	var promise goja.Value
	err := vm.slice(func() error {
		if err := errors.Join(vm.prepare(), vm.provideGlobals()); err != nil {
			return err
		}
		main, err := vm.rt.RunProgram(vm.program.code)
		if err != nil {
			return err
		}
		call, _ := goja.AssertFunction(main)
		promise, err = call(nil,
			vm.native(func(c goja.FunctionCall) goja.Value { vm.exports, _ = c.Argument(0).(*goja.Object); return nil }),
			vm.native(func(c goja.FunctionCall) goja.Value { vm.top, _ = goja.AssertFunction(c.Argument(0)); return nil }))
		return err
	})
	if err != nil {
		return eval.Value{}, vm.fail(err, entry)
	}
	_, failed := l.settle(promise, entry)
	return eval.Value{}, failed
}

// provideGlobals puts the host's functions into the world.
func (vm *VM) provideGlobals() error {
	var errs []error
	for name, m := range vm.globals {
		f := vm.native(vm.method(m))
		names := []string{name}
		if name == "Process" {
			names = append(names, processFunction)
		}
		for _, name := range names {
			errs = append(errs, vm.rt.GlobalObject().DefineDataProperty(name, f, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
		}
	}
	return errors.Join(errs...)
}

// Call calls a function of the script by name and waits until the promise it
// may return is settled. What the script started and did not wait for ends
// with the call. Undefined is the absent value. An error is an [*Error].
func (vm *VM) Call(ctx context.Context, name string, args ...Arg) (eval.Value, error) {
	return vm.supervise(ctx, func(l *loop) (eval.Value, *Error) {
		return vm.call(l, name, args)
	})
}

func (vm *VM) call(l *loop, name string, args []Arg) (eval.Value, *Error) {
	at := vm.program.Pos(name)
	var result goja.Value
	var failed *Error
	err := vm.slice(func() error {
		var call goja.Callable
		if call, failed = vm.function(name); failed != nil {
			return nil
		}
		values := make([]goja.Value, len(args))
		for i, arg := range args {
			v, err := vm.value(arg)
			if err != nil {
				return err
			}
			values[i] = v
		}
		var err error
		result, err = call(goja.Undefined(), values...)
		return err
	})
	if failed != nil {
		return eval.Value{}, failed
	}
	if err != nil {
		return eval.Value{}, vm.fail(err, at)
	}
	if result, failed = l.settle(result, at); failed != nil {
		return eval.Value{}, failed
	}
	var v eval.Value
	if err := vm.slice(func() (err error) { v, err = vm.encode(result); return err }); err != nil {
		return eval.Value{}, vm.fail(err, at)
	}
	return v, nil
}

// function finds an exported function, or one at the top of the file.
func (vm *VM) function(name string) (goja.Callable, *Error) {
	var value goja.Value
	if ex := vm.rt.Try(func() {
		if vm.exports != nil {
			value = vm.exports.Get(name)
		}
		if value == nil && vm.top != nil {
			value, _ = vm.top(nil, vm.rt.ToValue(name))
		}
	}); ex != nil {
		return nil, vm.fail(ex, vm.program.Pos(name))
	}
	if call, ok := goja.AssertFunction(value); ok {
		return call, nil
	}
	at := vm.program.Pos(name)
	if value != nil && !goja.IsUndefined(value) {
		return nil, &Error{Kind: Thrown, Message: "what the script exports as " + strconv.Quote(name) + " is no function", Pos: at}
	}
	message := missing(name)
	known := vm.program.shape.known()
	if vm.exports != nil && vm.program.shape.dynamic {
		known = append(known, vm.exports.Keys()...)
	}
	if hint := source.DidYouMean(name, known); hint != "" {
		message += " (" + hint + ")"
	}
	return nil, &Error{Kind: Missing, Message: message, Pos: at}
}

// track notes rejections that nobody handles. One that is handled later, but
// before the call ends, is none.
func (vm *VM) track(p *goja.Promise, operation goja.PromiseRejectionOperation) {
	if operation == goja.PromiseRejectionReject {
		vm.rejected = append(vm.rejected, p)
		return
	}
	vm.forgive(p)
}

// forgive takes a promise for handled. Most are soon after they were rejected.
func (vm *VM) forgive(p *goja.Promise) {
	for i := len(vm.rejected) - 1; i >= 0; i-- {
		if vm.rejected[i] == p {
			vm.rejected = slices.Delete(vm.rejected, i, i+1)
			return
		}
	}
}

// Left is how many timers, and pieces of the host's work, the last call started
// and did not wait for.
func (vm *VM) Left() int { return vm.left }

// Logs are the lines the script wrote to its console since the last call of
// Logs.
func (vm *VM) Logs() []string { return vm.console.take() }

// Close ends the VM. It may be called more than once.
func (vm *VM) Close() {
	if !vm.closed {
		vm.closed = true
		vm.program.engine.memory.closes()
	}
}
