package script

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/dop251/goja"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Bounds of the time that a script is given to notice that it was stopped.
const (
	minGrace    = 100 * time.Millisecond
	cancelGrace = time.Second // nobody set a limit: a run is being interrupted
)

type outcome struct {
	value eval.Value
	err   *Error
}

// supervise runs a task of the VM on a goroutine of its own, stops it when
// the context ends, and gives it up when it cannot be stopped.
func (vm *VM) supervise(ctx context.Context, task func(*loop) (eval.Value, *Error)) (eval.Value, error) {
	at := eval.Pos{File: vm.program.entry}
	switch h := vm.halted.Load(); {
	case h != nil:
		return eval.Value{}, &Error{Kind: Closed, Message: "the script was ended before: " + h.message, Pos: at, Err: h.err}
	case vm.closed:
		return eval.Value{}, &Error{Kind: Closed, Message: "the script was closed before", Pos: at}
	case ctx.Err() != nil:
		return eval.Value{}, ended(ctx).error(nil, at)
	case !vm.busy.CompareAndSwap(false, true):
		return eval.Value{}, &Error{Kind: Internal, Message: "the script is being called from two places at once", Pos: at}
	}
	engine := vm.program.engine
	engine.memory.enter(vm)
	defer engine.memory.leave(vm)

	start := time.Now()
	done := make(chan outcome, 1)
	go func() { done <- vm.run(ctx, task) }()
	tick := time.NewTimer(memoryTick)
	defer tick.Stop()
	for ctx.Err() == nil {
		select {
		case o := <-done:
			return vm.conclude(o)
		case <-tick.C:
			engine.memory.look()
			tick.Reset(memoryTick)
		case <-ctx.Done():
		}
	}
	vm.halt(ended(ctx))
	grace := cancelGrace
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		limit := float64(time.Since(start)) * (engine.watchdog - 1)
		grace = max(time.Duration(limit), minGrace)
	}
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case o := <-done:
		return vm.conclude(o)
	case <-timer.C:
	}
	// The VM stays busy: its goroutine still has it.
	engine.abandoned.Add(1)
	e := vm.halted.Load().error(nil, at)
	e.Message += " and could not be interrupted"
	return eval.Value{}, e
}

// conclude is what a task came to. One that was stopped has no result, even
// if it just got there; where the script was then, its own error knows.
func (vm *VM) conclude(o outcome) (eval.Value, error) {
	vm.busy.Store(false)
	if h := vm.halted.Load(); h != nil && (o.err == nil || o.err.Kind != h.kind) {
		e := h.error(nil, eval.Pos{File: vm.program.entry})
		if o.err != nil {
			e.Pos, e.Stack = o.err.Pos, o.err.Stack
		}
		return eval.Value{}, e
	}
	if o.err != nil {
		return eval.Value{}, o.err
	}
	return o.value, nil
}

// run does a task and ends what it started.
func (vm *VM) run(ctx context.Context, task func(*loop) (eval.Value, *Error)) (o outcome) {
	l := newLoop(ctx, vm)
	vm.loop = l
	defer func() {
		x := recover()
		if err, ok := x.(error); ok && isInterrupt(err) {
			o = outcome{err: vm.fail(err, eval.Pos{File: vm.program.entry})}
		} else if x != nil {
			o = outcome{err: vm.crashed(x)}
		}
		vm.since.Store(0)
		vm.left = len(l.timers) + l.pending
		l.end()
		vm.loop = nil
		vm.rejected, vm.underway = nil, underway{}
		clear(vm.hostErrors)
	}()
	o.value, o.err = task(l)
	return o
}

// crashed is the error for a panic of the engine's, at the place in the script
// where that is known. What the VM is like then is not known, so it ends.
func (vm *VM) crashed(x any) *Error {
	message := oneLine(fmt.Sprint(x))
	at := eval.Pos{File: vm.program.entry}
	e := traced(Internal, "", vm.whereabouts(), at)
	fault, ours := x.(*Fault)
	if !ours {
		fault = &Fault{Stack: debug.Stack()}
	}
	if e.Stack == "" {
		e.Stack = string(fault.Stack)
	}
	if ours {
		e.Message = oneLine(fault.Error())
		vm.halt(&halt{kind: Internal, message: e.Message})
		return e
	}
	if err, ok := x.(error); ok && errors.As(err, new(*goja.Exception)) {
		// A throw where the engine did not expect one.
		inner := vm.fail(err, at)
		message, e.Pos, e.Stack = inner.Message, inner.Pos, inner.Stack
	}
	e.Message = "the script engine failed: " + message + " (a fault of the engine: write this part of the script in another way; a Proxy's handler that throws or returns what it must not is a known cause)"
	vm.halt(&halt{kind: Internal, message: e.Message})
	return e
}

// whereabouts are the frames of a script when the engine panicked, which may
// have left no stack that can be read.
func (vm *VM) whereabouts() (list []frame) {
	defer func() {
		if recover() != nil {
			list = nil
		}
	}()
	return vm.frames(vm.rt.CaptureCallStack(0, nil))
}

// halt stops the VM for good; the first reason counts.
func (vm *VM) halt(h *halt) {
	if vm.halted.CompareAndSwap(nil, h) {
		vm.rt.Interrupt(h)
	}
}

// ended is the halt of a context that ended.
func ended(ctx context.Context) *halt {
	h := &halt{kind: Stopped, message: "the script was cancelled", err: ctx.Err()}
	if errors.Is(h.err, context.DeadlineExceeded) {
		h.message = "the script did not end before its deadline"
	}
	return h
}

// slice runs JavaScript, and lets the memory watcher see that it does.
func (vm *VM) slice(f func() error) error {
	if h := vm.halted.Load(); h != nil {
		return h
	}
	vm.since.Store(int64(time.Since(vm.program.engine.memory.epoch)) + 1)
	err := f()
	vm.since.Store(0)
	return err
}
