package twin

import (
	"iter"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/plan"
	"github.com/surefoot-dev/surefoot/pkg/runner"
)

// schedule hands out each trial of the head with its like of the base.
type schedule struct {
	head    runner.Scheduler
	has     func(*eval.Case) bool // whether the base can run it
	spent   func(*eval.Trial)     // is told of the base's trials; may be nil
	pending *plan.Ticket          // the second of a pair
}

// Schedule hands out what the schedule of the head does, and beside each trial
// that of the base, if the base has the case. The head alone decides which
// trials there are and when to stop. Spent is told of each finished trial of the
// base, for budgets that both take of; it may be nil.
func Schedule(head runner.Scheduler, has func(*eval.Case) bool, spent func(*eval.Trial)) runner.Scheduler {
	return &schedule{head: head, has: has, spent: spent}
}

// Next is the other one of the last pair, or the first of the next.
func (s *schedule) Next() (plan.Ticket, bool) {
	if t := s.pending; t != nil {
		s.pending = nil
		return *t, true
	}
	t, ok := s.head.Next()
	if !ok || !s.has(t.Case) {
		return t, ok
	}
	twin := t
	twin.Base = true
	if t.Run%2 == 1 {
		t, twin = twin, t
	}
	s.pending = &twin
	return t, true
}

// Record tells the head's schedule of the head's trials.
func (s *schedule) Record(t *eval.Trial) {
	switch {
	case !t.Base:
		s.head.Record(t)
	case s.spent != nil:
		s.spent(t)
	}
}

// Rest lists the trials of both that were never started.
func (s *schedule) Rest() (reason string, rest iter.Seq[plan.Ticket]) {
	reason, left := s.head.Rest()
	return reason, func(yield func(plan.Ticket) bool) {
		if t := s.pending; t != nil {
			s.pending = nil
			if !yield(*t) {
				return
			}
		}
		for t := range left {
			if !yield(t) {
				return
			}
			if t.Base = true; s.has(t.Case) && !yield(t) {
				return
			}
		}
	}
}
