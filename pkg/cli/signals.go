package cli

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/runner"
)

// interrupted is why an interrupted run's trials were skipped.
const interrupted = "interrupted"

// watch cancels the context at the first signal and ends the process at the
// second, or at the first while nothing runs that could end in order. The
// returned function stops watching and must be called.
func (p *Process) watch(parent context.Context, running *atomic.Bool) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(parent)
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		seen := 0
		for {
			select {
			case <-stop:
				return
			case <-p.Signals:
				if seen++; seen > 1 || !running.Load() {
					p.Exit(exitInterrupted)
					return
				}
				cancel(&runner.Stopped{Reason: interrupted})
			}
		}
	}()
	return ctx, func() {
		close(stop)
		<-done
		cancel(nil)
	}
}

// bounded ends the context after the run's own time; zero is no bound.
func bounded(ctx context.Context, most time.Duration) (context.Context, context.CancelFunc) {
	if most == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, most, &runner.Stopped{Reason: "stopped by --max-time " + most.String()})
}
