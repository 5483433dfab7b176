package rest

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// turn keeps GitHub's rules of conduct: one write at a time, a gap after each,
// and nothing at all while a limit is known to be used up.
type turn struct {
	writing chan struct{} // holds one element while a write is under way
	gap     time.Duration
	now     func() time.Time
	sleep   func(context.Context, time.Duration) error

	mu    sync.Mutex
	wrote time.Time // when the last write ended
	until time.Time // when the limit is reset
}

func newTurn(gap time.Duration, now func() time.Time, sleep func(context.Context, time.Duration) error) *turn {
	return &turn{writing: make(chan struct{}, 1), gap: gap, now: now, sleep: sleep}
}

// take waits until this write may begin; leave ends it.
func (t *turn) take(ctx context.Context) (leave func(), err error) {
	select {
	case t.writing <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	t.mu.Lock()
	left := t.gap - t.now().Sub(t.wrote)
	first := t.wrote.IsZero()
	t.mu.Unlock()
	if !first && left > 0 {
		if err := t.sleep(ctx, left); err != nil {
			<-t.writing
			return nil, err
		}
	}
	return func() {
		t.mu.Lock()
		t.wrote = t.now()
		t.mu.Unlock()
		<-t.writing
	}, nil
}

// hold lets nothing through until the limit is reset.
func (t *turn) hold(until time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if until.After(t.until) {
		t.until = until
	}
}

// wait waits for the limit to be reset, or says at once that the call's
// deadline comes first.
func (t *turn) wait(ctx context.Context) error {
	t.mu.Lock()
	left := t.until.Sub(t.now())
	t.mu.Unlock()
	if left <= 0 {
		return nil
	}
	if most, bounded := remaining(ctx); bounded && left >= most {
		return &Fault{Err: ErrLimited, Wait: left}
	}
	return t.sleep(ctx, left)
}

// power is what the transport may do with a request beyond its method's.
type power int

const (
	// repeatable is a write whose repetition changes nothing more.
	repeatable power = iota + 1
	// reading is a POST that only asks.
	reading
)

type powerKey struct{}

func with(ctx context.Context, p power) context.Context {
	return context.WithValue(ctx, powerKey{}, p)
}

func powerOf(req *http.Request) power {
	p, _ := req.Context().Value(powerKey{}).(power)
	return p
}

func isRead(req *http.Request) bool {
	return req.Method == http.MethodGet || powerOf(req) == reading
}

func isRepeatable(req *http.Request) bool {
	return isRead(req) || req.Method == http.MethodDelete || req.Method == http.MethodPut || powerOf(req) == repeatable
}
