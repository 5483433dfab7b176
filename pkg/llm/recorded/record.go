package recorded

import (
	"context"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/cassette"
	"github.com/surefoot-dev/surefoot/pkg/llm"
)

// Record returns a model that is m and keeps each of its answers, also of one
// that its caller stops. A call that brings none is kept as one that cannot be
// replayed.
func Record(m llm.Model, c Connector, r *cassette.Recorder) llm.Model {
	return &recording{model: m, connector: c, recorder: r}
}

type recording struct {
	model     llm.Model
	connector Connector
	recorder  *cassette.Recorder
}

// Stream is the model's own.
func (m *recording) Stream(ctx context.Context, req *llm.Request, onDelta func(llm.Delta) error) (*llm.Response, error) {
	call, unfit := m.connector.call(req)
	take := m.recorder.Take(ctx, call)
	began := time.Now()
	var heard []piece
	var halted error // the caller's
	resp, err := m.model.Stream(ctx, req, listening(onDelta, &heard, &halted))
	if err != nil && halted != nil && unfit == nil {
		if value, unkept := encodeStopped(heard); unkept == nil {
			take.Keep(value, time.Since(began), usable)
			return nil, err
		}
	}
	if err != nil {
		take.Fail(err)
		return nil, err
	}
	value, unkept := encode(resp)
	switch {
	case unfit != nil:
		take.Fail(unfit)
	case unkept != nil:
		take.Fail(unkept)
	default:
		take.Keep(value, took(resp, time.Since(began)), usable)
	}
	return resp, nil
}

// listening notes what a caller hears, and the error with which it hears no
// more.
func listening(onDelta func(llm.Delta) error, heard *[]piece, halted *error) func(llm.Delta) error {
	if onDelta == nil {
		return nil
	}
	return func(d llm.Delta) error {
		if d.Content+d.Reasoning != "" {
			*heard = append(*heard, piece{d.Content, d.Reasoning})
		}
		*halted = onDelta(d)
		return *halted
	}
}

// took is what an answer took without the waits that the next one may not
// have, as the duration of a trial leaves them out.
func took(resp *llm.Response, elapsed time.Duration) time.Duration {
	elapsed -= resp.Queued
	for _, a := range resp.Attempts {
		elapsed -= a.Waited.Duration()
	}
	return max(0, elapsed)
}
