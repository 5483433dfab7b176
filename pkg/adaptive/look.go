package adaptive

import (
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/plan"
)

// look sees whether a case that has had its least number is open, or is to be
// closed.
func (s *Schedule) look(i int) {
	c := &s.cases[i]
	switch {
	case c.closed || c.planned == 0 || c.begun < c.least:
	case s.outlook.Needed(i):
		s.queue.put(i, s.rank(i))
	case c.flying == 0:
		c.closed = true
		s.outlook.Close(i)
		if c.left() > 0 {
			s.closing = append(s.closing, i)
		}
		s.spread()
	}
}

// rank orders the cases that are open.
func (s *Schedule) rank(i int) rank {
	c := &s.cases[i]
	if c.closed || c.left() == 0 || c.begun < c.least || !s.outlook.Needed(i) {
		return rank{}
	}
	r := rank{ready: true, speculative: 1, far: c.flying}
	if distance := s.outlook.Distance(i); distance > c.flying {
		r.speculative, r.far = 0, distance-c.flying
	}
	return r
}

// heldBack is a trial of a case that needs no more.
func (s *Schedule) heldBack() (plan.Ticket, bool) {
	for len(s.closing) > 0 {
		i := s.closing[0]
		c := &s.cases[i]
		if c.left() == 0 {
			s.closing = s.closing[1:]
			continue
		}
		c.begun++
		ticket := s.ticket(i)
		s.hold(i, &ticket)
		return ticket, true
	}
	return plan.Ticket{}, false
}

// hold marks a trial that is not needed.
func (s *Schedule) hold(i int, ticket *plan.Ticket) {
	ticket.Stop, ticket.Why = eval.StopDecided, "decided: "+s.outlook.Why(i)
	if s.outlook.Moot(i) {
		ticket.Stop = eval.StopSettled
	}
}

// spread looks at all cases when something changed that concerns them all.
func (s *Schedule) spread() {
	decided, shared := s.outlook.Lost() != "" || s.outlook.Held(), s.outlook.Shared()
	if decided == s.settled && shared == s.shared {
		return
	}
	s.settled, s.shared = decided, shared
	for i := range s.cases {
		s.look(i)
	}
}
