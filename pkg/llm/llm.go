// Package llm is how Surefoot talks to language models: one interface, and
// decorators that hold back, retry and count around it. The providers' wire
// formats live in its subpackages; this room knows none of them. It
// refuses to guess: an answer that is broken, cut or empty of any answer is
// an [*Error], never a short success.
package llm

import (
	"context"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Model answers chat requests. Implementations are safe for concurrent use
// unless they say otherwise.
type Model interface {
	// Stream asks for one answer and calls onDelta for each piece of it as it
	// arrives, in order and from one goroutine. onDelta may be nil; an error
	// it returns ends the answer and comes back as it is. The request is not
	// changed. An error is an *Error, or the context's.
	Stream(ctx context.Context, req *Request, onDelta func(Delta) error) (*Response, error)
}

// Request is one call of a model. For whom it is made stands in the context
// ([eval.ScopeOf]).
type Request struct {
	Messages []eval.Message
	Tools    []Tool
	Options  Options
	// AllowTruncated takes an answer that the provider ended for length; the
	// response's Truncated says so.
	AllowTruncated bool
	// Attempt counts the requests made for this answer, from 1. Retry sets it.
	Attempt int
}

// Tool is a function the model may call.
type Tool struct {
	Name        string
	Description string
	Parameters  eval.Value // a JSON Schema of type object
}

// Options are generation options by the names of the chat completions API,
// such as temperature and response_format, checked where they were read.
type Options map[string]eval.Value

// Delta is one piece of a streamed answer.
type Delta struct {
	Content   string
	Reasoning string
}

// Response is one whole answer.
type Response struct {
	Content      string
	Reasoning    string // kept out of the output
	Refusal      string // the model declined in these words, which Content repeats, or in none, which these then say
	ToolCalls    []eval.ToolCall
	Opaque       eval.Value // for [eval.Message.Opaque] of the message that repeats this answer
	FinishReason string     // stop, tool_calls, length, ... as the provider says it
	Truncated    bool       // cut for its length, whatever the provider calls that
	Model        string     // as the provider names it
	Usage        eval.Usage
	Unpriced     string         // why tokens and prices make no cost, "" when they do
	Queued       time.Duration  // spent waiting for the connector's limits
	Replayed     bool           // the answer comes from a cassette
	Recorded     time.Duration  // what a replayed answer took
	Attempts     []eval.Attempt // the requests that failed before this answer
	Notes        []string       // what a reader should know of how it was read
	Logs         []string       // console output of a scripted model
}
