package adaptive

import (
	"iter"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/plan"
)

// Bound is the budget's bound that ended the schedule, with what is undecided;
// "" when none did.
func (s *Schedule) Bound() string {
	if s.bound == "" {
		return ""
	}
	return s.stop
}

// Rest lists the trials that were never handed out, those that are not needed
// as such. The reason is empty unless the schedule itself stopped.
func (s *Schedule) Rest() (reason string, rest iter.Seq[plan.Ticket]) {
	return s.stop, func(yield func(plan.Ticket) bool) {
		for i := range s.cases {
			c := &s.cases[i]
			if c.planned == 0 && i >= s.first && !yield(plan.Ticket{Case: s.plan.Cases[i], Run: 1}) {
				return
			}
			spared := c.closed || c.begun >= c.least && c.flying == 0 && !s.outlook.Needed(i)
			for c.left() > 0 {
				c.begun++
				ticket := s.ticket(i)
				switch {
				case spared:
					s.hold(i, &ticket)
				case s.bound != "":
					ticket.Stop, ticket.Why = eval.StopBudget, s.stop
				}
				if !yield(ticket) {
					return
				}
			}
		}
	}
}

// undecided is how many cases have trials left that could change a verdict, or
// that they get in any case.
func (s *Schedule) undecided() int {
	n := 0
	for i := range s.cases {
		if c := &s.cases[i]; !c.closed && c.planned > 0 && (c.begun < c.least || s.outlook.Needed(i)) {
			n++
		}
	}
	return n
}
