package llm

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Policy says how often Retry asks for one answer and how long it waits in
// between. The zero Policy is three requests with waits of up to 1 s and 2 s.
type Policy struct {
	MaxAttempts int            // requests for one answer, the first included; 0 is 3
	Base        time.Duration  // the longest first wait; it doubles with each; 0 is 1 s
	Max         time.Duration  // the longest wait of our own choice; 0 is 30 s
	Jitter      func() float64 // in [0, 1), safe for concurrent use; nil is random
}

const (
	defaultAttempts = 3
	defaultBase     = time.Second
	defaultMax      = 30 * time.Second
)

// Retry returns a model that repeats requests of m which failed for a passing
// reason, as long as nothing of the answer has arrived.
//
// Before the n-th repetition it waits a random part of Base·2ⁿ⁻¹ (full
// jitter), on top of what the provider asked for. A wait that does not fit
// the context's deadline is not begun: the call fails at once and says so.
//
// What requests waited for the connector's limits is summed in Queued, and is
// in no attempt's time.
//
// The requests that failed stand in the response's Attempts, or in those of
// the [*Error], whose message says how many there were. When the context
// ends, the error is an *Error that wraps the context's: test for that with
// errors.Is before looking at it as an *Error.
func Retry(m Model, p Policy) Model {
	if p.MaxAttempts <= 0 {
		p.MaxAttempts = defaultAttempts
	}
	if p.Base <= 0 {
		p.Base = defaultBase
	}
	if p.Max <= 0 {
		p.Max = defaultMax
	}
	if p.Jitter == nil {
		p.Jitter = rand.Float64
	}
	return &retrier{model: m, policy: p}
}

type retrier struct {
	model  Model
	policy Policy
}

// Stream asks until an answer comes, or a failure that repeating does not
// help.
func (r *retrier) Stream(ctx context.Context, req *Request, onDelta func(Delta) error) (*Response, error) {
	c := call{role: eval.ScopeOf(ctx).Role}
	for {
		resp, err := r.attempt(ctx, &c, req, onDelta)
		if err == nil {
			return c.succeed(resp), nil
		}
		var fault *Error
		known := errors.As(err, &fault)
		if !c.stopped && isContext(ctx, err) {
			return nil, c.end(ctx, known && fault.Unsent)
		}
		if c.stopped || !known {
			return nil, err
		}
		if fault.Unsent {
			return nil, c.unsent(fault)
		}
		if !fault.Retryable || c.arrived || len(c.failed) >= r.policy.MaxAttempts {
			return nil, c.fail(fault, "")
		}
		wait, why := r.wait(ctx, len(c.failed), fault.RetryAfter)
		if why != "" {
			return nil, c.fail(fault, why)
		}
		c.pause(ctx, wait)
		if ctx.Err() != nil {
			return nil, c.end(ctx, false)
		}
	}
}

// attempt makes one request and records it when it fails. One that the
// connector's limits held back was none.
func (r *retrier) attempt(ctx context.Context, c *call, req *Request, onDelta func(Delta) error) (*Response, error) {
	numbered := *req
	numbered.Attempt = len(c.failed) + 1
	start := time.Now()
	resp, err := r.model.Stream(ctx, &numbered, func(d Delta) error {
		c.arrived = true
		if onDelta == nil {
			return nil
		}
		err := onDelta(d)
		c.stopped = err != nil
		return err
	})
	took := time.Since(start)
	if err == nil {
		c.queued += resp.Queued
		return resp, nil
	}
	var fault *Error
	if errors.As(err, &fault) {
		c.queued += fault.Queued
		took -= fault.Queued
	}
	if fault == nil || !fault.Unsent {
		c.record(err, took)
	}
	return nil, err
}

// wait is how long to wait after the n-th failure, or why that cannot be.
func (r *retrier) wait(ctx context.Context, n int, asked time.Duration) (wait time.Duration, why string) {
	ceiling := r.policy.Base
	for i := 1; i < n && ceiling < r.policy.Max; i++ {
		ceiling *= 2
	}
	own := time.Duration(r.policy.Jitter() * float64(min(ceiling, r.policy.Max)))
	// A provider may ask for any span, so the sum is kept from overflowing.
	wait = asked + min(own, math.MaxInt64-asked)
	deadline, ok := ctx.Deadline()
	if !ok {
		return wait, ""
	}
	left := max(0, time.Until(deadline))
	if asked > 0 && wait >= left {
		wait = asked
	}
	if wait < left {
		return wait, ""
	}
	if asked > 0 {
		return 0, "asked to wait " + span(asked) + ", but the deadline leaves " + span(left)
	}
	return 0, "the next wait would be " + span(wait) + ", but the deadline leaves " + span(left)
}

// isContext reports whether the call ended because its context did: by the
// error, or by a failure that would have been repeated had there been time.
func isContext(ctx context.Context, err error) bool {
	if ctx.Err() == nil {
		return false
	}
	var fault *Error
	if errors.As(err, &fault) {
		return fault.Retryable || errors.Is(err, ctx.Err())
	}
	return errors.Is(err, ctx.Err())
}
