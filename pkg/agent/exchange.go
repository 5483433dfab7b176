package agent

import (
	"context"
	"errors"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/agent/mcp"
	"github.com/surefoot-dev/surefoot/pkg/cassette"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// callServer calls a tool of a server outside. What the tool says went wrong
// is for the model to know; a server that broke makes the turn an error.
func (t *trial) callServer(ctx context.Context, s *app.Server, tool string, arguments eval.Value) (eval.Value, error) {
	v, err := t.exchange(ctx, s, map[string]any{"method": "tools/call", "tool": tool, "arguments": arguments}, false, func() (eval.Value, error) {
		session, err := t.connect(ctx, s)
		if err != nil {
			return eval.Value{}, err
		}
		return session.Call(ctx, tool, arguments)
	})
	t.broken(ctx, err)
	return v, err
}

// broken makes the turn an error when a server broke, not when it refused.
func (t *trial) broken(ctx context.Context, err error) {
	var said *mcp.ErrTool
	if err != nil && !errors.As(err, &said) {
		t.doom(ctx, err)
	}
}

// kept is what came of an exchange with a server, as a cassette keeps it.
type kept struct {
	Result eval.Value `json:"result,omitzero"`
	Error  string     `json:"error,omitempty"`
}

// exchange asks a server, and keeps what came of it, or takes what was kept in
// its place. What is shared is asked once for all of the trial.
func (t *trial) exchange(ctx context.Context, s *app.Server, request any, shared bool, do func() (eval.Value, error)) (eval.Value, error) {
	switch {
	case t.untaped():
		return eval.Value{}, errUntaped
	case t.target.opt.Record == nil && t.target.opt.Replay == nil:
		return do()
	}
	asked, err := eval.ValueOf(request)
	if err != nil {
		return eval.Value{}, err
	}
	call := cassette.Call{Kind: cassette.Tool, Name: s.ID, Request: asked, Shared: shared}
	if t.target.opt.Replay != nil {
		return t.replay(ctx, call)
	}
	take := t.target.opt.Record.Take(ctx, call)
	began := time.Now()
	v, err := do()
	k := kept{Result: v}
	var said *mcp.ErrTool
	if errors.As(err, &said) {
		k = kept{Error: said.Text}
	} else if err != nil {
		take.Fail(err)
		return v, err
	}
	value, unkept := eval.ValueOf(k)
	if unkept != nil {
		take.Fail(unkept)
		return v, err
	}
	take.Keep(value, time.Since(began), func(v eval.Value) error {
		_, err := replayed(v)
		if errors.As(err, &said) {
			return nil
		}
		return err
	})
	return v, err
}

// replay is what came of an exchange when it was recorded.
func (t *trial) replay(ctx context.Context, call cassette.Call) (eval.Value, error) {
	answer, err := t.target.opt.Replay.Replay(ctx, call)
	if err != nil {
		return eval.Value{}, err
	}
	if answer.Lost {
		<-ctx.Done() // when the call that was first is first again
		return eval.Value{}, ctx.Err()
	}
	if answer.Redacted {
		t.ledger.note("the recording hides something of what server " + call.Name + " answered, so assertions see the marks in its place")
	}
	return replayed(answer.Value)
}

// replayed is what was kept of an exchange.
func replayed(v eval.Value) (eval.Value, error) {
	members := v.Members()
	text, failed := members["error"].Str()
	result, ok := members["result"]
	switch {
	case len(members) != 1 || !failed && !ok:
		return eval.Value{}, errors.New("the answer of a server in the cassette is damaged")
	case failed:
		return eval.Value{}, &mcp.ErrTool{Text: text}
	default:
		return result, nil
	}
}
