// Package runner runs trials: it pulls them from a scheduler, keeps a bounded
// number in flight, drives each through its target under a deadline, has the
// answer checked, and sends what happened as events. It knows neither agents
// nor models nor formats. Every trial that was planned ends in exactly one
// event, also when it panicked, was cancelled or never started.
package runner

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/plan"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// Scheduler decides what runs next. It is called from one goroutine.
type Scheduler interface {
	// Next is the next trial to start, or one that is not to run and has its
	// row now. With false there is none to start now; the runner asks again after each Record, and ends when nothing is in
	// flight any more.
	Next() (plan.Ticket, bool)
	// Record takes a finished trial into account.
	Record(*eval.Trial)
	// Rest lists, after the end, the trials that were never started, and why
	// the scheduler held them back.
	Rest() (reason string, rest iter.Seq[plan.Ticket])
}

// Config is what a run needs. All fields but Parallel are required; its zero
// value is one trial at a time.
type Config struct {
	Target      target.Target
	Check       Check
	Sink        eval.Sink
	Timeout     time.Duration // of a trial, unless its case has its own
	Cleanup     time.Duration // for closing a trial's session
	HookTimeout time.Duration // of what runs after a trial; as Cleanup when 0
	Grace       time.Duration // for trials to end after the run's context did
	Parallel    Parallel
}

// Check checks the answer of a trial, whose session is still open.
type Check func(ctx context.Context, c *eval.Case, t *eval.Transcript, session target.Session) []eval.Check

// Stopped is the cause with which a caller cancels the run's context: its
// text is why the trials that did not end were skipped. A target returns it for
// a trial that may not be run where this is.
type Stopped struct{ Reason string }

// Error is the reason.
func (s *Stopped) Error() string { return s.Reason }

// Run runs until the scheduler has no more trials or the context ends, and
// waits for everything it started; after the context's end only as long as the
// grace, then the trials that still run are left behind and skipped. The
// error joins what the sink could not keep.
func Run(ctx context.Context, cfg Config, s Scheduler) error {
	if cfg.HookTimeout == 0 {
		cfg.HookTimeout = cfg.Cleanup
	}
	r := &run{
		cfg: cfg, scheduler: s, limit: newLimit(cfg.Parallel),
		jobs: make(chan plan.Ticket, most(cfg.Parallel)), done: make(chan finished),
		left: make(chan struct{}), flying: map[plan.Ticket]bool{},
	}
	defer close(r.left)
	defer close(r.jobs)
	r.loop(ctx)
	r.skipRest(ctx)
	return errors.Join(r.faults...)
}

// finished is a trial on its way back to the loop.
type finished struct {
	ticket plan.Ticket
	trial  *eval.Trial
}

// run is the state of one Run; only its loop touches it.
type run struct {
	cfg       Config
	scheduler Scheduler
	limit     *limit
	jobs      chan plan.Ticket // has room for all that may be in flight
	workers   int
	done      chan finished
	left      chan struct{} // closed when nobody listens to done any more
	flying    map[plan.Ticket]bool
	deadline  time.Time // of the grace, once the context ended
	faults    []error
}

func (r *run) loop(ctx context.Context) {
	for {
		for ctx.Err() == nil && len(r.flying) < r.limit.now() {
			ticket, ok := r.scheduler.Next()
			if !ok {
				break
			}
			r.start(ctx, ticket)
		}
		if len(r.flying) == 0 {
			return
		}
		f, ok := r.wait(ctx)
		if !ok {
			for ticket := range r.flying {
				r.emit(skipped(ticket, context.Cause(ctx).Error()+", and it did not stop in time"))
			}
			return
		}
		delete(r.flying, f.ticket)
		r.limit.record(f.trial)
		r.finish(f.trial)
	}
}

// wait is for the next trial to end, and false when the grace is over.
func (r *run) wait(ctx context.Context) (finished, bool) {
	select {
	case f := <-r.done:
		return f, true
	case <-ctx.Done():
	}
	if r.deadline.IsZero() {
		r.deadline = time.Now().Add(r.cfg.Grace)
	}
	grace := time.NewTimer(time.Until(r.deadline))
	defer grace.Stop()
	select {
	case f := <-r.done:
		return f, true
	case <-grace.C:
		return finished{}, false
	}
}

func (r *run) start(ctx context.Context, t plan.Ticket) {
	if why := held(t); why != "" {
		r.finish(skipped(t, why))
		return
	}
	r.emit(&eval.TrialStart{Agent: t.Case.Agent, ID: t.Case.ID, Run: t.Run, Base: t.Base})
	r.flying[t] = true
	if r.workers < len(r.flying) {
		r.workers++
		go r.work(ctx)
	}
	r.jobs <- t
}

// work runs trials one after the other. A worker lives as long as the run,
// since a goroutine that did this before needs no new stack.
func (r *run) work(ctx context.Context) {
	for t := range r.jobs {
		select {
		case r.done <- finished{t, r.cfg.trial(ctx, t)}:
		case <-r.left:
			return
		}
	}
}

func (r *run) finish(t *eval.Trial) {
	r.scheduler.Record(t)
	r.emit(t)
}

func (r *run) emit(ev eval.Event) {
	if err := r.cfg.Sink.Event(ev); err != nil {
		r.faults = append(r.faults, err)
	}
}

// skipRest gives every trial that never started its row.
func (r *run) skipRest(ctx context.Context) {
	reason, rest := r.scheduler.Rest()
	if reason == "" {
		reason = "not run"
	}
	if ctx.Err() != nil {
		reason = context.Cause(ctx).Error()
	}
	for t := range rest {
		r.emit(skipped(t, cmp.Or(held(t), reason)))
	}
}

// held is why the trial is not to run, "" when it is.
func held(t plan.Ticket) string {
	if t.Case.Skip != "" {
		return t.Case.Skip
	}
	return t.Why
}

func skipped(t plan.Ticket, reason string) *eval.Trial {
	trial := newTrial(t)
	trial.Status, trial.Reason, trial.Stopped = eval.Skipped, reason, t.Stop
	return trial
}
