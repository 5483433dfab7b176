package cassette

import (
	"crypto/sha256"
	"encoding/hex"
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
	Shared  bool // others of the trial take its answer too: it counts also where who asked lost
}

// Answer is what a call brought when it was recorded.
type Answer struct {
	Value    eval.Value
	Took     time.Duration
	Redacted bool // it held what redaction hides
	Lost     bool // nobody waited for it, since another call at its side was first; it has no Value
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
	Lost      []string // paths of the branches that lost, of which nothing is kept
}

// exchange is a call and its answer, both without secrets.
type exchange struct {
	Role   eval.Role
	Turn   int
	Branch string // where it was made, of calls that go on side by side; "" is the trial itself, or all of it
	Hidden string // tells apart what redaction hides of the request's settings
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

// clean is the call without secrets.
func (f *Folder) clean(call Call) (clean Call, hidden string) {
	clean = Call{call.Kind, f.Redactor.Text(call.Name), f.Redactor.Value(call.Request), call.Shared}
	if clean.Request == call.Request {
		return clean, ""
	}
	return clean, f.hidden(call.Request)
}

// settings are the members of a request that stand in a connector's file and
// not in the talk, perhaps by variables, which are secrets whatever they hold.
func settings() []string { return []string{"extra_body", "model"} }

// hidden is the trace of the settings where redaction hides some of them, so
// that one model does not pass for another.
func (f *Folder) hidden(request eval.Value) string {
	members, whole, any := request.Members(), "", false
	for _, name := range settings() {
		v := members[name]
		any = any || f.Redactor.Value(v) != v
		whole += v.Canonical() + "\n"
	}
	if !any {
		return ""
	}
	return trace(whole)
}

// trace is two bytes of a text's digest: enough to tell it from another one,
// and far too few to find out a secret by.
func trace(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:2])
}

// String is the call as messages name it.
func (c Call) String() string {
	if c.Kind == Tool {
		return "tool call of server " + strconv.Quote(c.Name)
	}
	return "model call of connector " + strconv.Quote(c.Name)
}
