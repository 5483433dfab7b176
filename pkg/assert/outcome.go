package assert

import "github.com/surefoot-dev/surefoot/pkg/eval"

// state is what a check found.
type state int

const (
	fails state = iota
	holds
	void  // neither: there was nothing to look at, so it fails with negate too
	broke // could not be judged
)

// under is the state under negate, which changes nothing about what could not
// be looked at.
func (s state) under(negate bool) state {
	switch {
	case negate && s == fails:
		return holds
	case negate && s == holds:
		return fails
	default:
		return s
	}
}

// holdsIf is the state of a check that could be judged.
func holdsIf(yes bool) state {
	if yes {
		return holds
	}
	return fails
}

// outcome is what a check found, in words that fit behind "want" and "got".
type outcome struct {
	state  state
	want   string
	unwant string // what negate wants; "" is the opposite in plain words
	got    string // the whole message of a check that broke
	note   string
	actual eval.Value
	score  *float64
	checks []eval.Check
}

func broken(message string) outcome {
	return outcome{state: broke, got: message}
}

// status is a state as a check row has it.
func (s state) status() eval.Status {
	switch s {
	case broke:
		return eval.Error
	case holds:
		return eval.Passed
	default:
		return eval.Failed
	}
}

func (o *outcome) message(negate bool) string {
	if o.state == broke {
		return o.got
	}
	want := o.want
	if negate {
		if want = o.unwant; want == "" {
			want = "not " + o.want
		}
	}
	message := "want " + want + ", got " + o.got
	if o.note != "" {
		message += " (" + o.note + ")"
	}
	return message
}
