// Package parting finds where the failing trials of a case part from its
// passing ones: the first turn, tool call, checkpoint or answer whose presence
// tells them apart. Errors are the infrastructure's and are left out, as are
// trials that did not run; a timeout is a failing trial. What it says holds of
// all trials it was given, whatever their order. It says nothing rather than
// guess, and calls a difference chance that may be.
package parting

import "github.com/surefoot-dev/surefoot/pkg/eval"

// Trials is what is remembered of the trials of one case: which steps they
// took, and how many of them each. The zero value has none. It is used from
// one goroutine.
type Trials struct {
	failing, passing int32
	longest          int32 // turns
	unmet            string
	steps            map[step]taken
	horizon          int // steps of this rank and later ones are not known; 0 for none
}

// Add takes one trial of the case. It keeps nothing of the trial alive.
func (s *Trials) Add(t *eval.Trial) {
	switch t.Status {
	case eval.Passed:
		s.passing++
	case eval.Failed, eval.Timeout:
		s.failing++
		if found := unmet(t); s.failing == 1 {
			s.unmet = found
		} else if found != s.unmet {
			s.unmet = ""
		}
	default:
		return
	}
	s.walk(t)
}

// unmet names the first check that does not hold.
func unmet(t *eval.Trial) string {
	for i := range t.Checks {
		if c := &t.Checks[i]; c.Status == eval.Failed {
			return c.Assertion + " (" + c.Type + ")"
		}
	}
	return ""
}

// most is how many different steps are kept of a case.
const most = 4096

// take counts a step of the trial that was added last, once. The place is
// where it stands among its like in the turn.
func (s *Trials) take(at step, place int, failed bool, name func() string) {
	if s.horizon > 0 && at.rank >= s.horizon {
		return
	}
	serial := s.failing + s.passing
	t, known := s.steps[at]
	if t.serial == serial {
		return
	}
	if !known || int32(place) < t.place {
		t.place = int32(place)
	}
	if t.serial = serial; failed {
		t.failing++
	} else {
		t.passing++
	}
	// Two answers that are the same may be written in two ways.
	if text := name(); !known || text < t.name {
		t.name = text
	}
	if s.steps == nil {
		s.steps = map[step]taken{}
	}
	s.steps[at] = t
	if len(s.steps) > most {
		s.forget()
	}
}

// forget drops the steps of the last rank, for all trials alike, so that what
// is said of the others stays right and depends on no order.
func (s *Trials) forget() {
	s.horizon = 0
	for at := range s.steps {
		s.horizon = max(s.horizon, at.rank)
	}
	for at := range s.steps {
		if at.rank == s.horizon {
			delete(s.steps, at)
		}
	}
}
