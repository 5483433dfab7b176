package llm

import (
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Error is an answer that did not come, or is broken. Its message names the
// connector's host or script and what to do, and never holds a key.
type Error struct {
	Status     int           // HTTP, or what an answer with a good one states instead; 0 when none arrived
	Rejected   bool          // HTTP itself turned the request down, and each one of Attempts
	Message    string        // one line, lower case
	Pos        eval.Pos      // in a script, where one failed
	Stack      string        // of a script
	Logs       []string      // console output of a script until then
	Retryable  bool          // the same request may succeed later
	RetryAfter time.Duration // what the provider asked for, of one that is Retryable; 0 when it did not
	Unsent     bool          // no request was made
	Late       bool          // the next request, or the only one, would come after the context's deadline
	Attempts   []eval.Attempt
	Queued     time.Duration // spent waiting for the connector's limits
	Err        error         // the cause, where there is one
}

// Error is the message alone; the status stands in it where it helps.
func (e *Error) Error() string { return e.Message }

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }
