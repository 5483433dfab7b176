package cli

import (
	"context"
	"os"
	"sync/atomic"
	"testing"
	"time"
)

func TestASecondSignalEndsTheProcess(t *testing.T) {
	t.Parallel()
	signals, ended := make(chan os.Signal), make(chan int, 1)
	clock := make(chan time.Time, 3)
	p := &Process{Signals: signals, Exit: func(code int) { ended <- code }, Now: func() time.Time { return <-clock }}
	var running atomic.Bool
	running.Store(true)
	ctx, stop := p.watch(t.Context(), &running)
	defer stop()
	began := time.Now()
	clock <- began
	signals <- os.Interrupt
	<-ctx.Done()
	if reason := context.Cause(ctx).Error(); reason != interrupted {
		t.Errorf("cause %q", reason)
	}
	// The same signal sent twice at once is one.
	clock <- began.Add(10 * time.Millisecond)
	signals <- os.Interrupt
	clock <- began.Add(time.Second)
	signals <- os.Interrupt
	if code := <-ended; code != exitInterrupted {
		t.Errorf("exit code %d", code)
	}
	if len(ended) > 0 || len(clock) > 0 {
		t.Error("the second signal, sent with the first, ended the process")
	}
}

func TestASignalBeforeTheRunEndsTheProcess(t *testing.T) {
	t.Parallel()
	signals, ended := make(chan os.Signal), make(chan int, 1)
	p := &Process{Signals: signals, Exit: func(code int) { ended <- code }, Now: time.Now}
	_, stop := p.watch(t.Context(), new(atomic.Bool))
	defer stop()
	signals <- os.Interrupt
	if code := <-ended; code != exitInterrupted {
		t.Errorf("exit code %d", code)
	}
}
