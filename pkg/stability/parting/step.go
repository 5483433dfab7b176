package parting

import (
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/stability/answer"
)

// step is something that a trial does or does not do. Texts are kept as
// digests.
type step struct {
	rank   int // its turn, and its level within
	digest uint64
}

// taken is how many trials took a step.
type taken struct {
	failing, passing int32
	serial           int32 // the last trial that did
	place            int32 // the earliest it has among its like in a turn
	name             string
}

// level is what kind of step it is, in the order they come within a turn.
type level int

const (
	theTurn level = iota
	aTool
	aCall // of a tool, with its arguments
	aCheckpoint
	anOpening // of an answer
	anAnswer
	levels
)

func rank(turn int, l level) int { return turn*int(levels) + int(l) }

func (s step) turn() int { return s.rank / int(levels) }

func (s step) level() level { return level(s.rank % int(levels)) }

func (s step) kind() eval.PartingKind { return kinds[s.order()] }

// kinds are in the order in which they come within a turn.
var kinds = [...]eval.PartingKind{eval.PartAtTurn, eval.PartAtToolCall, eval.PartAtCheckpoint, eval.PartAtAnswer}

// order is where steps of its kind come within a turn.
func (s step) order() int {
	return [...]int{theTurn: 0, aTool: 1, aCall: 1, aCheckpoint: 2, anOpening: 3, anAnswer: 3}[s.level()]
}

// walk takes the steps of a trial.
func (s *Trials) walk(t *eval.Trial) {
	failed := t.Status != eval.Passed
	turns := t.Turns
	if len(turns) == 0 {
		turns = []eval.Turn{{Response: eval.Response{ToolCalls: t.ToolCalls}}}
	}
	s.longest = max(s.longest, int32(len(turns)))
	for i := range turns {
		at, turn := i+1, &turns[i]
		s.take(step{rank: rank(at, theTurn)}, 0, failed, func() string { return strconv.Itoa(at) })
		for place := range turn.Response.ToolCalls {
			s.call(at, place, &turn.Response.ToolCalls[place], failed)
		}
		for place, name := range turn.CheckpointsReached {
			s.take(step{rank(at, aCheckpoint), answer.Sum(name)}, place, failed, func() string { return clip(name) })
		}
		output := turn.Output
		if i == len(turns)-1 && answer.Given(t.Output) {
			output = t.Output
		}
		if answer.Given(output) {
			s.answer(at, output, failed)
		}
	}
}

// call takes the tool that was called, and what it was called with.
func (s *Trials) call(turn, place int, c *eval.ToolCall, failed bool) {
	name := c.Name()
	key := c.Server + "\x00" + c.Tool
	s.take(step{rank(turn, aTool), answer.Sum(key)}, place, failed, func() string { return clip(name) })
	if answer.Given(c.Arguments) {
		with := c.Arguments.Canonical()
		s.take(step{rank(turn, aCall), answer.Sum(key + "\x00" + with)}, place, failed, func() string { return clip(name + " " + with) })
	}
}

// opening is how many words an answer begins with.
const opening = 3

// answer takes what was answered and, of a longer text, how it began: no two
// long answers of a model need be the same.
func (s *Trials) answer(turn int, v eval.Value, failed bool) {
	s.take(step{rank(turn, anAnswer), answer.Digest(v)}, 0, failed, func() string { return clip(shown(v)) })
	text, isText := v.Str()
	if !isText {
		return
	}
	words := strings.Fields(text)
	if len(words) <= opening {
		return
	}
	began := strings.Join(words[:opening], " ")
	s.take(step{rank(turn, anOpening), answer.Sum(strings.ToLower(began))}, 0, failed, func() string { return clip(began) })
}

// shown is an answer as it was written, in one line.
func shown(v eval.Value) string {
	return strings.Join(strings.Fields(v.Text()), " ")
}

// clip is what is kept of a text, which must not keep the whole alive.
func clip(s string) string { return strings.Clone(eval.Clip(s)) }
