package llm

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// call is what has happened so far while one answer was asked for.
type call struct {
	role    eval.Role
	failed  []eval.Attempt
	last    *Error // of failed
	waited  time.Duration
	queued  time.Duration // for the connector's limits
	arrived bool          // a piece of the answer did
	stopped bool          // by the caller, with an error from onDelta
	taken   bool          // by the provider, which may have worked on a request
}

func (c *call) record(err error, elapsed time.Duration) {
	a := eval.Attempt{
		Role:    c.role,
		Number:  len(c.failed) + 1,
		Error:   err.Error(),
		Elapsed: eval.Millis(elapsed),
	}
	var fault *Error
	if errors.As(err, &fault) {
		a.Status = fault.Status
	}
	c.taken = c.taken || fault == nil || !fault.Rejected
	c.last = fault
	c.failed = append(c.failed, a)
}

// pause waits, or until the context ends.
func (c *call) pause(ctx context.Context, wait time.Duration) {
	start := time.Now()
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	waited := time.Since(start)
	c.waited += waited
	c.failed[len(c.failed)-1].Waited = eval.Millis(waited)
}

// succeed is the response with the failed requests counted in. Tokens are the
// answer's own.
func (c *call) succeed(resp *Response) *Response {
	if len(c.failed) == 0 && c.queued == resp.Queued {
		return resp
	}
	whole := *resp
	whole.Queued = c.queued
	whole.Attempts = append(c.failed, resp.Attempts...)
	whole.Usage.Attempts += len(c.failed)
	return &whole
}

// fail is the final error: the last one, with all attempts, and in its
// message how many there were and why there is no other.
func (c *call) fail(last *Error, why string) error {
	final := *last
	final.Attempts, final.Rejected, final.Queued = c.failed, !c.taken, c.queued
	final.Err, final.Late = last, why != ""
	if len(c.failed) == 1 && why == "" {
		return &final
	}
	head := "no answer"
	if last.Status >= 400 { // else a broken answer with a good status
		head = strconv.Itoa(last.Status)
	}
	head += " after " + c.count(len(c.failed), "attempt")
	if why != "" {
		head += "; " + why
	}
	final.Message = head + ": " + last.Message
	return &final
}

// unsent is the error of a request that was not made, after those that were.
func (c *call) unsent(fault *Error) error {
	if c.last != nil {
		return c.fail(c.last, fault.Message)
	}
	whole := *fault
	whole.Queued = c.queued
	return &whole
}

// end is the error of a context that ended, with what had failed by then.
func (c *call) end(ctx context.Context, unsent bool) error {
	err := ctx.Err()
	text := "cancelled"
	if errors.Is(err, context.DeadlineExceeded) {
		text = "the deadline passed"
	}
	n := len(c.failed)
	switch {
	case unsent:
		text += " while waiting for the connector's limits"
	case c.failed[n-1].Error == err.Error():
		text += " while waiting for an answer"
		n--
	}
	if n > 0 {
		text += " after " + c.count(n, "failed attempt") + ": " + c.failed[n-1].Error
	}
	return &Error{
		Message: text, Attempts: c.failed, Rejected: !c.taken, Queued: c.queued, Unsent: len(c.failed) == 0, Err: err,
	}
}

func (c *call) count(n int, noun string) string {
	text := strconv.Itoa(n) + " " + noun
	if n > 1 {
		text += "s"
	}
	if c.waited > 0 {
		text += " (waited " + span(c.waited) + ")"
	}
	return text
}

// span is a duration as precise as a reader cares for.
func span(d time.Duration) string {
	switch {
	case d >= 10*time.Second:
		return d.Round(time.Second).String()
	case d >= time.Second:
		return d.Round(100 * time.Millisecond).String()
	default:
		return d.Round(time.Millisecond).String()
	}
}
