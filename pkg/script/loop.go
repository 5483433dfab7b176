package script

import (
	"context"
	"reflect"
	"sync"
	"time"

	"github.com/dop251/goja"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// loop is the event loop of one call. All of the script runs on the goroutine
// of the call; work of the host runs on others and comes back as jobs. The
// loop ends when the promise of the call is settled, or when nothing is left
// that could settle it.
type loop struct {
	vm     *VM
	ctx    context.Context // of the host's work; ends with the loop
	cancel context.CancelFunc

	jobs    chan func() error
	pending int // jobs that will come
	work    sync.WaitGroup

	timers timerHeap
	live   map[int64]*timer
	lastID int64
}

func newLoop(ctx context.Context, vm *VM) *loop {
	return &loop{vm: vm, ctx: ctx}
}

// settle waits for a value: itself, or what the promise or thenable becomes.
func (l *loop) settle(value goja.Value, at eval.Pos) (goja.Value, *Error) {
	promise, err := l.promise(value)
	if err != nil {
		return nil, l.vm.fail(err, at)
	}
	if promise != nil {
		if failed := l.turn(promise, at); failed != nil {
			return nil, failed
		}
		l.vm.forgive(promise)
		value = promise.Result()
		if promise.State() == goja.PromiseStateRejected {
			return nil, l.vm.thrown(value, nil, at)
		}
	}
	if len(l.vm.rejected) > 0 {
		e := l.vm.thrown(l.vm.rejected[0].Result(), nil, at)
		e.Message = "unhandled rejection of a promise: " + e.Message
		return nil, e
	}
	return value, nil
}

var promiseType = reflect.TypeFor[*goja.Promise]()

// promise is the value as a promise, nil when it is plain.
func (l *loop) promise(value goja.Value) (*goja.Promise, error) {
	object, ok := value.(*goja.Object)
	if !ok {
		return nil, nil
	}
	if object.ExportType() == promiseType {
		p, _ := object.Export().(*goja.Promise)
		return p, nil
	}
	var result *goja.Promise
	err := l.vm.slice(func() error {
		var then goja.Value
		if err := l.vm.within(func() { then = object.Get("then") }); err != nil {
			return err
		}
		if _, ok := goja.AssertFunction(then); !ok {
			return nil
		}
		p, resolve, _ := l.vm.rt.NewPromise()
		result = p
		return resolve(object)
	})
	return result, err
}

// turn runs jobs and timers until the promise is settled.
func (l *loop) turn(promise *goja.Promise, at eval.Pos) *Error {
	for promise.State() == goja.PromiseStatePending {
		var due <-chan time.Time
		var alarm *time.Timer
		var next *timer
		switch {
		case len(l.timers) > 0:
			next = l.timers[0]
			alarm = time.NewTimer(time.Until(next.due))
			due = alarm.C
		case l.pending == 0:
			return &Error{Kind: Unsettled, Message: "the promise was never settled: nothing is left that it could wait for", Pos: at}
		}
		var job func() error
		select {
		case job = <-l.jobs:
			l.pending--
		case <-due:
			job = func() error { return l.fire(next) }
		case <-l.ctx.Done():
			l.vm.halt(ended(l.ctx))
			job = func() error { return nil }
		}
		if alarm != nil {
			alarm.Stop()
		}
		if err := l.vm.slice(job); err != nil {
			return l.vm.fail(err, at)
		}
	}
	return nil
}

// background starts work of the host; its job comes back to the loop.
func (l *loop) background(work func(context.Context) func() error) {
	if l.jobs == nil {
		l.jobs = make(chan func() error)
		l.ctx, l.cancel = context.WithCancel(l.ctx)
	}
	l.pending++
	ctx := l.ctx
	l.work.Go(func() {
		job := work(ctx)
		select {
		case l.jobs <- job:
		case <-ctx.Done():
		}
	})
}

// end cancels the host's work and waits for it.
func (l *loop) end() {
	if l.cancel != nil {
		l.cancel()
		l.work.Wait()
	}
}
