package cli

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/runner"
)

// interrupted is why an interrupted run's trials were skipped.
const interrupted = "interrupted"

// oneSignal is how close together signals are one: a terminal and the process
// that waits for us may both send the same.
const oneSignal = 500 * time.Millisecond

// watch cancels the context at the first signal and ends the process at the
// second, or at the first while nothing runs that could end in order. The
// returned function stops watching and must be called.
func (p *Process) watch(parent context.Context, running *atomic.Bool) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(parent)
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		var first time.Time
		for {
			select {
			case <-stop:
				return
			case <-p.Signals:
				now := p.Now()
				switch {
				case !running.Load(), !first.IsZero() && now.Sub(first) >= oneSignal:
					p.Exit(exitInterrupted)
					return
				case first.IsZero():
					first = now
					cancel(&runner.Stopped{Reason: interrupted})
				}
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
	return context.WithTimeoutCause(ctx, most, &runner.Stopped{Reason: "stopped by --max-time " + eval.Span(most)})
}
