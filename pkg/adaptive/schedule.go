// Package adaptive decides which trial of a plan runs next, and which need not
// run at all. Every case gets its least number of trials first; then a trial is
// handed out only where it can still change a verdict, to the case that is
// closest to being decided. What is open is gate's to say, so that the verdict
// is the one that all trials would have led to. Where there is a budget, it ends
// before a trial that might exceed it. It runs nothing.
package adaptive

import (
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
	"github.com/surefoot-dev/surefoot/pkg/plan"
)

// Schedule hands out the trials of a plan: of an adaptive one those that are
// needed, of any other all. It is used from one goroutine.
//
// Several trials may be in flight, and what they come to is not known when the
// next one is chosen. A case that at least d more trials decide certainly needs
// d of them, so these are chosen before any other; beyond that a trial may turn
// out needless, by what those in flight come to. Such a trial is chosen only
// when there is none that is certainly needed, and then of the case that has
// fewest in flight. So parallel runs may spend more trials than one after the
// other would take; they are never told another verdict.
type Schedule struct {
	plan    *plan.Plan
	outlook *gate.Outlook
	lost    func(*eval.Trial) string

	cases   []course // as in the plan
	at      map[eval.Key]int
	there   map[trialKey]bool // trials that ended without being handed out
	first   int               // the case that gets its least number now
	queue   queue             // the cases that have had it
	closing []int             // cases whose rest is held back, one ticket after the other
	ledger  *ledger
	flying  int
	beside  int  // trials of another revision in flight
	settled bool // the gate is decided, and what followed from that is done
	shared  bool // a condition on all cases is open
	alone   bool // beyond the least numbers, one at a time
	stop    string
	bound   string // what stopped it, of a budget
}

type trialKey struct {
	at, run int
}

// course is how far a case is.
type course struct {
	planned, least int
	next           int  // the run that is handed out next, from 1
	begun, flying  int  // trials that were handed out or are there; of these, in flight
	twin           bool // each has one of another revision beside it
	closed         bool
}

func (c *course) left() int { return c.planned - c.begun }

// Options are what a schedule goes by beside the plan.
type Options struct {
	Policy eval.Policy

	// Lost is asked after every trial whether going on makes sense; a reason it
	// returns ends the schedule. It may be nil.
	Lost func(*eval.Trial) string

	// Outside are the cases in quarantine, of which the gate asks nothing. It may
	// be nil.
	Outside map[eval.Key]bool

	// Failed is why the gate fails whatever the trials do, "" if it does not.
	Failed string

	Budget Budget

	// Alone has each trial beyond the least numbers wait for the one before it, so
	// that none turns out needless: a replay can answer only those that ran.
	Alone bool
}

// New begins a schedule.
func New(p *plan.Plan, opt Options) *Schedule {
	s := &Schedule{
		plan: p, lost: opt.Lost, alone: opt.Alone, ledger: newLedger(opt.Budget), cases: make([]course, len(p.Cases)), at: make(map[eval.Key]int, len(p.Cases)), there: map[trialKey]bool{},
	}
	expected := make([]gate.Expected, len(p.Cases))
	for i, c := range p.Cases {
		s.at[c.Key()] = i
		s.cases[i] = course{planned: p.RunsOf(c), least: p.LeastOf(c), next: 1, twin: opt.Budget.Beside != nil && opt.Budget.Beside(c)}
		expected[i] = gate.Expected{ID: c.ID, Planned: p.RunsOf(c), Outside: opt.Outside[c.Key()], Excusable: c.Test != nil}
	}
	var elsewhere eval.PlanSize
	if p.Whole != nil {
		elsewhere = eval.PlanSize{Cases: len(p.Whole.Cases) - len(p.Cases), Trials: p.Whole.Trials() - p.Trials()}
	}
	s.outlook = gate.NewOutlook(opt.Policy, expected, elsewhere)
	if opt.Failed != "" {
		s.outlook.Fail(opt.Failed)
	}
	s.shared = s.outlook.Shared()
	return s
}

// Spend tells what models took besides trials, which is of the budget too.
func (s *Schedule) Spend(usage map[eval.Role]eval.Usage) { s.ledger.spend(usage) }

// Next is the next trial to start, or one that is held back for good.
func (s *Schedule) Next() (plan.Ticket, bool) {
	if s.stop != "" {
		return plan.Ticket{}, false
	}
	if ticket, ok := s.heldBack(); ok {
		return ticket, true
	}
	for ; s.first < len(s.cases); s.first++ {
		i := s.first
		c := &s.cases[i]
		if c.planned == 0 {
			s.first++
			return plan.Ticket{Case: s.plan.Cases[i], Run: 1}, true
		}
		if c.begun < c.least {
			return s.begin(i)
		}
		s.look(i)
	}
	if ticket, ok := s.heldBack(); ok {
		return ticket, true
	}
	if s.alone && s.flying > 0 {
		return plan.Ticket{}, false
	}
	i, ok := s.queue.best(s.rank)
	if !ok {
		return plan.Ticket{}, false
	}
	ticket, ok := s.begin(i)
	s.look(i)
	return ticket, ok
}

// begin hands out a trial of the case, unless it might exceed the budget. Then
// those in flight may leave more of it than they were taken to need; when there
// are none, the schedule ends.
func (s *Schedule) begin(i int) (plan.Ticket, bool) {
	c := &s.cases[i]
	trials := 1
	if c.twin {
		trials = 2
	}
	if bound := s.ledger.refuses(i, trials); bound != "" {
		if s.flying+s.beside == 0 {
			s.bound = bound
			s.stop = fmt.Sprintf("stopped at %s: %s undecided", bound, eval.Plural(s.undecided(), "case"))
		}
		return plan.Ticket{}, false
	}
	ticket := s.ticket(i)
	c.begun++
	c.flying++
	s.flying++
	s.beside += trials - 1
	s.ledger.begin(i, trials)
	return ticket, true
}

// ticket is the next one of the case that is not there yet.
func (s *Schedule) ticket(i int) plan.Ticket {
	c := &s.cases[i]
	for s.there[trialKey{i, c.next}] {
		c.next++
	}
	c.next++
	return plan.Ticket{Case: s.plan.Cases[i], Run: c.next - 1, Planned: c.planned}
}

// Record takes a finished trial into account, also one that was not handed out
// here but ran before.
func (s *Schedule) Record(t *eval.Trial) {
	i, known := s.at[t.Key()]
	if !known || t.Planned == 0 {
		return
	}
	c := &s.cases[i]
	if t.Stopped != "" && c.closed {
		return // held back here
	}
	flew := t.Run < c.next
	if flew {
		c.flying--
		s.flying--
	} else {
		s.there[trialKey{i, t.Run}] = true
		c.begun++
	}
	s.ledger.end(i, flew, t)
	s.outlook.Take(i, t)
	if s.lost != nil && s.stop == "" {
		s.stop = s.lost(t)
	}
	s.look(i)
	s.spread()
}

// Beside takes a finished trial of another revision into account, that ran
// beside one that was handed out: of the budget alone, since no verdict is of it.
func (s *Schedule) Beside(t *eval.Trial) {
	i, known := s.at[t.Key()]
	if !known || t.Planned == 0 || t.Stopped == eval.StopDecided || t.Stopped == eval.StopSettled {
		return // held back with its like
	}
	s.beside--
	s.ledger.end(i, true, t)
}
