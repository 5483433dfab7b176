package script

import (
	"container/heap"
	"time"

	"github.com/dop251/goja"
)

// timer is a call that is due at some time.
type timer struct {
	id     int64
	due    time.Time
	every  time.Duration // 0 for once
	repeat bool
	call   goja.Callable
	args   []goja.Value
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
