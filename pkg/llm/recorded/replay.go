package recorded

import (
	"context"
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/cassette"
	"github.com/surefoot-dev/surefoot/pkg/llm"
)

// Replay returns a model that answers as the connector did when it was
// recorded, without asking anybody. Its error for a request that was not
// recorded is an [*llm.Error] that wraps a [*cassette.Miss].
func Replay(c Connector, p *cassette.Player) llm.Model {
	return &replaying{connector: c, player: p}
}

type replaying struct {
	connector Connector
	player    *cassette.Player
}

// Stream gives the whole recorded answer as one piece.
func (m *replaying) Stream(ctx context.Context, req *llm.Request, onDelta func(llm.Delta) error) (*llm.Response, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	call, err := m.connector.call(req)
	if err != nil {
		return nil, &llm.Error{Message: "the request cannot be looked up: " + err.Error(), Err: err}
	}
	answer, err := m.player.Replay(ctx, call)
	if err != nil {
		return nil, &llm.Error{Message: err.Error(), Err: err}
	}
	if answer.Lost {
		<-ctx.Done() // when the call that was first is first again
		return nil, ctx.Err()
	}
	resp, heard, err := decode(answer.Value)
	if err != nil {
		return nil, &llm.Error{Message: "the recorded answer is damaged: " + err.Error(), Err: err}
	}
	if heard != nil {
		return nil, stop(heard, onDelta)
	}
	if resp.Truncated && !req.AllowTruncated {
		return nil, &llm.Error{Message: fmt.Sprintf(
			"the recorded answer was cut for its length (finish_reason %q: raise the token limit and record again, or set allow_truncated)", resp.FinishReason)}
	}
	resp.Replayed, resp.Recorded = true, answer.Took
	if answer.Redacted {
		resp.Notes = append(resp.Notes, "the recording hides something of this answer, so assertions see the marks in its place")
	}
	if onDelta != nil && resp.Content+resp.Reasoning != "" {
		if err := onDelta(llm.Delta{Content: resp.Content, Reasoning: resp.Reasoning}); err != nil {
			return nil, err
		}
	}
	return resp, nil
}

// stop tells what was heard until the caller has heard enough, as it had then.
func stop(heard []piece, onDelta func(llm.Delta) error) error {
	for _, p := range heard {
		if onDelta == nil {
			break
		}
		if err := onDelta(llm.Delta{Content: p.Content, Reasoning: p.Reasoning}); err != nil {
			return err
		}
	}
	return &llm.Error{Message: "the recorded answer was stopped by its caller, which wants more of it now (record again)"}
}
