package cli

import (
	"context"
	"os"
	"sync/atomic"
	"testing"
)

func TestASecondSignalEndsTheProcess(t *testing.T) {
	t.Parallel()
	signals, ended := make(chan os.Signal), make(chan int, 1)
	p := &Process{Signals: signals, Exit: func(code int) { ended <- code }}
	var running atomic.Bool
	running.Store(true)
	ctx, stop := p.watch(t.Context(), &running)
	defer stop()
	signals <- os.Interrupt
	<-ctx.Done()
	if reason := context.Cause(ctx).Error(); reason != interrupted {
		t.Errorf("cause %q", reason)
	}
	signals <- os.Interrupt
	if code := <-ended; code != exitInterrupted {
		t.Errorf("exit code %d", code)
	}
}

func TestASignalBeforeTheRunEndsTheProcess(t *testing.T) {
	t.Parallel()
	signals, ended := make(chan os.Signal), make(chan int, 1)
	p := &Process{Signals: signals, Exit: func(code int) { ended <- code }}
	_, stop := p.watch(t.Context(), new(atomic.Bool))
	defer stop()
	signals <- os.Interrupt
	if code := <-ended; code != exitInterrupted {
		t.Errorf("exit code %d", code)
	}
}
