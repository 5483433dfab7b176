package parting

import (
	"cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/stability/fisher"
)

// chance is the probability from which on a difference may be chance.
const chance = 0.05

// Part is where the failing trials part from the passing ones. It is the first
// step that all of one side took and none of the other, or that the exact test
// finds more often on one side, corrected by Bonferroni for all steps that
// could have told them apart. It is nil where there is none such, or nothing
// on one of the sides.
func (s *Trials) Part() *eval.Parting { return s.from(s, "") }

// PartFrom is the same between the failing trials and the passing ones of an
// earlier run: of a case that does not pass any more.
func (s *Trials) PartFrom(base *Trials) *eval.Parting { return s.from(base, " before") }

// parted is a step, and which trials took it.
type parted struct {
	at               step
	name             string
	place            int32
	failing, passing eval.Share
	p, corrected     float64
}

func (s *Trials) from(base *Trials, when string) *eval.Parting {
	if s.failing == 0 || base.passing == 0 {
		return nil
	}
	found := s.differing(base)
	var first *parted
	for i := range found {
		p := &found[i]
		p.p = fisher.TwoSided(p.failing.With, p.failing.Of, p.passing.With, p.passing.Of)
		p.corrected = min(p.p*float64(len(found)), 1)
		if !p.tells() || first != nil && compare(first, p) <= 0 {
			continue
		}
		first = p
	}
	if first == nil {
		return nil
	}
	return &eval.Parting{
		Kind: first.at.kind(), Name: first.name, Turn: first.at.turn(), Failing: first.failing, Passing: first.passing,
		P: first.p, PCorrected: first.corrected, Sentence: s.sentence(first, max(s.longest, base.longest) > 1, when),
	}
}

// differing are the steps that could tell the trials apart, whichever of them
// failed: those that some took and others did not.
func (s *Trials) differing(base *Trials) []parted {
	var found []parted
	add := func(at step, failing, passing taken) {
		with, of := failing.failing+passing.passing, s.failing+base.passing
		switch {
		case with == 0 || with == of:
			return
		case with == 1 && at.free():
			return // two texts are seldom the same, and one says nothing of the others
		case beyond(at, s.horizon) || beyond(at, base.horizon):
			return
		}
		p := parted{
			at: at, name: failing.name, place: failing.place,
			failing: eval.Share{With: int(failing.failing), Of: int(s.failing)},
			passing: eval.Share{With: int(passing.passing), Of: int(base.passing)},
		}
		if failing.failing == 0 {
			p.name, p.place = passing.name, passing.place
		}
		found = append(found, p)
	}
	for at, t := range s.steps {
		add(at, t, base.steps[at])
	}
	for at, t := range base.steps {
		if _, both := s.steps[at]; !both {
			add(at, taken{}, t)
		}
	}
	return found
}

func beyond(at step, horizon int) bool { return horizon > 0 && at.rank >= horizon }

// free reports whether a model words the step freely.
func (s step) free() bool {
	l := s.level()
	return l == aCall || l == anOpening || l == anAnswer
}

// tells reports whether the step tells failing trials from passing ones.
func (p *parted) tells() bool {
	f, q := p.failing, p.passing
	if f.Of+q.Of == 2 {
		return false // anything tells two trials apart
	}
	apart := f.With == f.Of && q.With == 0 || f.With == 0 && q.With == q.Of
	return apart || p.corrected < chance
}

// more reports whether failing trials took the step more often.
func (p *parted) more() bool {
	return p.failing.With*p.passing.Of >= p.passing.With*p.failing.Of
}

// compare orders steps by when they were taken. Of those at one place the
// sharpest is first, and what failing trials did is before what they did not.
func compare(a, b *parted) int {
	return cmp.Or(
		cmp.Compare(a.at.turn(), b.at.turn()),
		cmp.Compare(a.at.order(), b.at.order()),
		cmp.Compare(a.place, b.place),
		cmp.Compare(a.p, b.p),
		after(!a.more(), !b.more()),
		after(a.at.level() == anOpening, b.at.level() == anOpening), // the whole answer says more
		cmp.Compare(a.at.level(), b.at.level()),
		cmp.Compare(a.name, b.name),
		cmp.Compare(a.at.digest, b.at.digest),
	)
}

// after puts what is so behind what is not.
func after(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	default:
		return -1
	}
}
