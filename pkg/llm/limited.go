package llm

import (
	"context"
	"errors"
	"time"
)

// Limited returns a model whose requests go through l, each one that is made:
// it belongs inside [Retry]. What a request waited stands in the response's or
// the [*Error]'s Queued. A request that could not go before the context's
// deadline fails at once, and one whose context ends leaves its place; both
// are an *Error that is Unsent.
func Limited(m Model, l *Limiter) Model { return &limited{model: m, limiter: l} }

type limited struct {
	model   Model
	limiter *Limiter
}

// Stream is the model's own, when its turn has come.
func (l *limited) Stream(ctx context.Context, req *Request, onDelta func(Delta) error) (*Response, error) {
	w, queued, err := l.limiter.enter(ctx, req)
	if err != nil {
		return nil, err
	}
	var came outcome
	defer func() { l.limiter.leave(w, came) }()
	stopped := false
	resp, err := l.model.Stream(ctx, req, func(d Delta) error {
		if onDelta == nil {
			return nil
		}
		err := onDelta(d)
		stopped = err != nil
		return err
	})
	if err == nil {
		came.used, came.answered = resp.Usage.TotalTokens, resp.Usage.CompletionTokens
		if queued > 0 {
			whole := *resp
			whole.Queued += queued
			resp = &whole
		}
		return resp, nil
	}
	var fault *Error
	if errors.As(err, &fault) {
		if fault.Retryable { // else the wait is of this request alone
			came.after = fault.RetryAfter
		}
		if fault.Rejected || fault.Unsent {
			came.used = new(int64)
		}
	}
	if queued == 0 || stopped {
		return nil, err
	}
	return nil, late(ctx, err, queued)
}

// late is an error that says how long its request had waited.
func late(ctx context.Context, err error, queued time.Duration) error {
	var fault *Error
	switch {
	case errors.As(err, &fault):
		whole := *fault
		whole.Queued += queued
		return &whole
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return &Error{Message: err.Error(), Queued: queued, Err: err}
	default:
		return err
	}
}
