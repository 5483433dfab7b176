package resume

import (
	"iter"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/plan"
)

// Scheduler decides what runs next, as the runner asks it.
type Scheduler interface {
	Next() (plan.Ticket, bool)
	Record(*eval.Trial)
	Rest() (reason string, rest iter.Seq[plan.Ticket])
}

// Schedule hands out what s does, without the trials that are there: of these
// s is told first, as if they had just ended, so that it chooses by what they
// came to. Shown is a case's key as the report has it.
func (r *Run) Schedule(s Scheduler, cases []*eval.Case, shown func(eval.Key) eval.Key) Scheduler {
	left := &schedule{Scheduler: s, run: r, shown: shown}
	for _, c := range cases {
		l := r.cases[shown(c.Key())]
		if l == nil {
			continue
		}
		for run := range max(l.planned, 1) {
			if trial := left.there(plan.Ticket{Case: c, Run: run + 1}); trial != nil {
				s.Record(trial)
			}
		}
	}
	return left
}

type schedule struct {
	Scheduler
	run   *Run
	shown func(eval.Key) eval.Key
}

// Next is the next trial that is not there.
func (s *schedule) Next() (plan.Ticket, bool) {
	for {
		ticket, ok := s.Scheduler.Next()
		if !ok || s.there(ticket) == nil {
			return ticket, ok
		}
	}
}

// there is the ticket's trial, nil when it is still to run.
func (s *schedule) there(t plan.Ticket) *eval.Trial {
	trial := s.run.done[trialKey{s.shown(t.Case.Key()), t.Run}]
	if trial == nil {
		return nil
	}
	own := *trial
	own.Agent, own.ID = t.Case.Agent, t.Case.ID
	return &own
}

// Rest lists the trials that neither ran now nor before.
func (s *schedule) Rest() (reason string, rest iter.Seq[plan.Ticket]) {
	reason, all := s.Scheduler.Rest()
	return reason, func(yield func(plan.Ticket) bool) {
		for ticket := range all {
			if s.there(ticket) == nil && !yield(ticket) {
				return
			}
		}
	}
}
