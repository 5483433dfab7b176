package plan

import (
	"iter"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Ticket is one trial to run. A skipped case has one, of Run 1 and Planned 0.
type Ticket struct {
	Case    *eval.Case
	Run     int  // 1-based
	Planned int  // trials of the case
	Base    bool // of the other revision that the run is put beside
	Stop    eval.Stop
	Why     string // it is not to run, where Stop says so
}

// Schedule walks the plan case by case, and within a case trial by trial. It
// is used from one goroutine.
type Schedule struct {
	plan *Plan
	lost func(*eval.Trial) string
	next Ticket
	at   int
	stop string
}

// Schedule starts a walk. lost is asked after every trial whether going on
// makes sense; a reason it returns ends the walk. It may be nil.
func (p *Plan) Schedule(lost func(*eval.Trial) string) *Schedule {
	s := &Schedule{plan: p, lost: lost}
	s.enter(0)
	return s
}

func (s *Schedule) enter(at int) {
	s.at = at
	s.next = Ticket{Run: 1}
	if at < len(s.plan.Cases) {
		s.next.Case = s.plan.Cases[at]
		s.next.Planned = s.plan.RunsOf(s.next.Case)
	}
}

// Next is the next trial to start, and false when there is none now.
func (s *Schedule) Next() (Ticket, bool) {
	if s.stop != "" || s.next.Case == nil {
		return Ticket{}, false
	}
	t := s.next
	if t.Run < t.Planned {
		s.next.Run++
	} else {
		s.enter(s.at + 1)
	}
	return t, true
}

// Record takes a finished trial into account.
func (s *Schedule) Record(t *eval.Trial) {
	if s.lost != nil && s.stop == "" {
		s.stop = s.lost(t)
	}
}

// Rest lists the trials that were never started. The reason is empty unless
// the schedule itself stopped.
func (s *Schedule) Rest() (reason string, rest iter.Seq[Ticket]) {
	reason = s.stop
	return reason, func(yield func(Ticket) bool) {
		s.stop = ""
		for {
			t, ok := s.Next()
			if !ok || !yield(t) {
				return
			}
		}
	}
}
