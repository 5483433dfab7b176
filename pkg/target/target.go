// Package target says what can be evaluated. It holds interfaces and the
// values that cross them, no behaviour: the agent wing implements them today,
// terminal and remote agents will, and runner drives whatever it is given.
package target

import (
	"context"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Target opens one session per trial. It is safe for concurrent use.
type Target interface {
	// Open makes everything mutable the trial owns. The context is the
	// trial's, with its deadline and scope. An error ends the trial as error.
	Open(ctx context.Context, c *eval.Case, run int) (Session, error)
}

// Session is one trial's conversation. It is used from one goroutine.
type Session interface {
	// Send gives the agent the new messages of a turn and waits for its whole
	// answer. With an error the reply may still tell what was known by then;
	// it is never nil.
	Send(ctx context.Context, messages []eval.Message) (*Reply, error)
	// Close ends all the session started, also after a failed Send. It is
	// called exactly once, with a context that outlives the trial's.
	Close(ctx context.Context) error
}

// Reply is what an agent did in one turn.
type Reply struct {
	Output    eval.Value   // what assertions look at
	Checks    []eval.Check // that the target made itself, as a script test does
	Excused   string       // why the trial takes itself out, "" when it does not
	Response  eval.Response
	ToolCalls []eval.ToolCall // that were run in the turn, with what came of them
	Sent      []eval.Sent     // messages that scripts sent meanwhile
	Trace     eval.Trace      // what scripts noted
	Input     []eval.Message  // the new messages as they were sent, attachments described
	Usage     map[eval.Role]eval.Usage
	Unpriced  string // why the agent's cost is unknown, "" when it is known or no call says
	Attempts  []eval.Attempt
	Queued    eval.Millis // spent waiting for a connector's limits
	Replayed  bool        // answers came from a cassette
	Recorded  eval.Millis // what replayed answers took when they were recorded
	Connector string
	Model     string
	Truncated string // the finish reason that allow_truncated let pass
	Refusal   string
	Notes     []string
	Logs      []string
}

// Fault is an error that knows its place in a user's file.
type Fault struct {
	Pos     eval.Pos
	Message string
	Late    bool // its turn, or the next attempt, comes after the trial's deadline
	Err     error
}

// Error is the message without the place.
func (f *Fault) Error() string { return f.Message }

// Unwrap gives the cause.
func (f *Fault) Unwrap() error { return f.Err }
