package script

import (
	"container/heap"
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

// timer is a call that is due at some time.
type timer struct {
	id     int64
	due    time.Time
	every  time.Duration // 0 for once
	repeat bool
	call   goja.Callable
	args   []goja.Value
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

// fire calls a timer that is due.
func (l *loop) fire(t *timer) error {
	heap.Pop(&l.timers)
	if t.repeat {
		t.due = time.Now().Add(t.every)
		heap.Push(&l.timers, t)
	} else {
		delete(l.live, t.id)
	}
	_, err := t.call(goja.Undefined(), t.args...)
	return err
}

const (
	minInterval = time.Millisecond // as browsers have it, so that an interval of 0 lets others run
	maxDelay    = 1<<31 - 1        // milliseconds, as everywhere
)

// schedule is setTimeout and setInterval.
func (l *loop) schedule(call goja.FunctionCall, repeat bool) goja.Value {
	rt := l.vm.rt
	f, ok := goja.AssertFunction(call.Argument(0))
	if !ok {
		panic(rt.NewTypeError("a timer needs a function"))
	}
	ms := call.Argument(1).ToFloat()
	if !(ms > 0) {
		ms = 0
	}
	if ms > maxDelay {
		panic(rangeError(rt, "a timer's delay may be at most 2147483647 ms"))
	}
	every := time.Duration(ms * float64(time.Millisecond))
	if repeat {
		every = max(every, minInterval)
	}
	l.lastID++
	t := &timer{id: l.lastID, due: time.Now().Add(every), every: every, repeat: repeat, call: f}
	if len(call.Arguments) > 2 {
		t.args = append(t.args, call.Arguments[2:]...)
	}
	if l.live == nil {
		l.live = map[int64]*timer{}
	}
	l.live[t.id] = t
	heap.Push(&l.timers, t)
	return rt.ToValue(t.id)
}

// clear is clearTimeout and clearInterval.
func (l *loop) clear(call goja.FunctionCall) goja.Value {
	id := call.Argument(0).ToInteger()
	t, ok := l.live[id]
	if !ok {
		return goja.Undefined()
	}
	delete(l.live, id)
	for i := range l.timers {
		if l.timers[i] == t {
			heap.Remove(&l.timers, i)
			break
		}
	}
	return goja.Undefined()
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

// timerHeap orders timers by when they are due, and by age where that is the
// same.
type timerHeap []*timer

func (h timerHeap) Len() int { return len(h) }
func (h timerHeap) Less(i, j int) bool {
	if h[i].due.Equal(h[j].due) {
		return h[i].id < h[j].id
	}
	return h[i].due.Before(h[j].due)
}
func (h timerHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }

// Push is for container/heap.
func (h *timerHeap) Push(x any) { *h = append(*h, x.(*timer)) }

// Pop is for container/heap.
func (h *timerHeap) Pop() any {
	last := len(*h) - 1
	t := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	return t
}
