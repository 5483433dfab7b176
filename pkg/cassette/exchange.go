package cassette

import (
	"strconv"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// SchemaVersion is the version of the files this package writes, and the
// newest it reads.
const SchemaVersion = 1

// Kind says what was asked.
type Kind string

// The kinds of calls.
const (
	Model Kind = "model"
	Tool  Kind = "tool"
)

// Call is one thing that is asked of the outside. For which trial and role
// stands in the context.
type Call struct {
	Kind    Kind
	Name    string // of the connector or the server
	Request eval.Value
}

// Answer is what a call brought when it was recorded.
type Answer struct {
	Value eval.Value
	Took  time.Duration
}

// Redactor takes secrets out of what is kept and compared.
type Redactor interface {
	Text(text string) string
	Value(v eval.Value) eval.Value
}

// tape is what a file holds: a case's trials by run.
type tape struct {
	Agent  string
	Case   string
	Trials []*trial
}

// trial is what one run of the case exchanged, in the order of the calls.
type trial struct {
	Run       int
	Clock     time.Time // what its prompts took for now, to the second
	Exchanges []exchange
}

// exchange is a call and its answer, both without secrets.
type exchange struct {
	Role eval.Role
	Turn int
	Call
	Answer
}

// run is the trial of that number, nil when there is none.
func (t *tape) run(n int) *trial {
	for _, tr := range t.Trials {
		if tr.Run == n {
			return tr
		}
	}
	return nil
}

// place is a trial of a case.
type place struct {
	eval.Key
	run int
}

func placeOf(s eval.Scope) place { return place{eval.Key{Agent: s.Agent, ID: s.Case}, s.Run} }

// String is the call as messages name it.
func (c Call) String() string {
	if c.Kind == Tool {
		return "tool call of server " + strconv.Quote(c.Name)
	}
	return "model call of connector " + strconv.Quote(c.Name)
}
