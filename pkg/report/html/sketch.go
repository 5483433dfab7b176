package html

import (
	"cmp"
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/evidence"
	"github.com/surefoot-dev/surefoot/pkg/report/figure"
)

// Sketch is what the row of a case says of its trials, in a few bytes of each.
// The zero value is of none. It is used from one goroutine.
type Sketch struct {
	trials    []sketched // in no order
	first     int        // the run that tags and asked are of
	tags      []string
	asked     string
	unchecked bool
}

type sketched struct {
	run    int32
	letter byte
}

// Add takes note of a trial of the case. They may come in any order.
func (s *Sketch) Add(t *eval.Trial) {
	if len(s.trials) == 0 || t.Run < s.first {
		s.first, s.tags, s.asked = t.Run, t.Tags, ""
		if !evidence.Nothing(t.Input) {
			s.asked = evidence.Said(t.Input, askedLimit)
		}
	}
	s.unchecked = s.unchecked || t.Unchecked
	s.trials = append(s.trials, sketched{int32(t.Run), letter(t)[0]})
}

// toComeLimit is up to how many trials a strip has a place for each.
const toComeLimit = 20

// strip is a letter for each trial by run, with a . for each that is still to
// come of so many.
func (s *Sketch) strip(planned int) string {
	slices.SortStableFunc(s.trials, func(a, b sketched) int { return cmp.Compare(a.run, b.run) })
	strip := make([]byte, 0, len(s.trials))
	if planned > toComeLimit {
		planned = 0
	}
	toCome := func(before int) {
		for len(strip) < min(before, planned) {
			strip = append(strip, '.')
		}
	}
	for _, t := range s.trials {
		toCome(int(t.run) - 1)
		strip = append(strip, t.letter)
	}
	toCome(planned)
	return string(strip)
}

// Sums are what a head says of all trials beyond what their report does. The
// zero value is of none.
type Sums struct {
	spent    figure.Spent
	replayed int // trials
}

// Add takes note of a trial.
func (s *Sums) Add(t *eval.Trial) {
	s.spent.Add(t)
	if t.Replayed {
		s.replayed++
	}
}
