package parting

import (
	"fmt"
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// sentence says in words what tells the trials apart: first of those that did
// it more often.
func (s *Trials) sentence(p *parted, turns bool, when string) string {
	failing, passing := side{p.failing, "failing", ""}, side{p.passing, "passing", when}
	first, other := failing, passing
	if !p.more() {
		first, other = passing, failing
	}
	text := first.subject() + " " + p.did(turns) + "; " + other.rest()
	if p.at.kind() == eval.PartAtAnswer && s.unmet != "" {
		text += "; what fails is " + s.unmet
	}
	if p.corrected >= chance {
		text += "; that may be chance"
	}
	return text
}

// did is what the step is.
func (p *parted) did(turns bool) string {
	turn, name := strconv.Itoa(p.at.turn()), strconv.Quote(p.name)
	within := " in turn " + turn
	switch p.at.level() {
	case theTurn:
		return "went on to turn " + turn
	case aTool:
		return "called " + name + within
	case aCall:
		return "made the call " + name + within
	case aCheckpoint:
		return "reached checkpoint " + name + within
	}
	if !turns {
		within = ""
	}
	if p.at.level() == anOpening {
		return "began the answer with " + name + within
	}
	return "answered " + name + within
}

// side is the failing or the passing trials.
type side struct {
	eval.Share
	word, when string
}

// subject begins a sentence with those that did.
func (s side) subject() string {
	switch {
	case s.With < s.Of:
		return fmt.Sprintf("%d of %d %s trials%s", s.With, s.Of, s.word, s.when)
	case s.Of == 1:
		return "the " + s.word + " trial" + s.when
	case s.Of == 2:
		return "both " + s.word + " trials" + s.when
	default:
		return fmt.Sprintf("all %d %s trials%s", s.Of, s.word, s.when)
	}
}

// rest ends it with how many of the others did.
func (s side) rest() string {
	one, ones := s.word+" one"+s.when, s.word+" ones"+s.when+" did"
	switch {
	case s.Of == 1 && s.With == 0:
		return "the " + one + " did not"
	case s.Of == 1:
		return "the " + one + " did too"
	case s.With == 0 && s.Of == 2:
		return "neither " + one + " did"
	case s.With == 0:
		return fmt.Sprintf("none of the %d %s", s.Of, ones)
	case s.With == s.Of:
		return fmt.Sprintf("all %d %s", s.Of, ones)
	default:
		return fmt.Sprintf("%d of %d %s", s.With, s.Of, ones)
	}
}
