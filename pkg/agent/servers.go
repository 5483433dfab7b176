package agent

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/agent/mcp"
	"github.com/surefoot-dev/surefoot/pkg/cassette"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/proc"
)

// reached is a server that the trial uses, opened with its first use. One that
// is replayed is never opened. What failed stays so, unless it was only the
// caller that gave up.
type reached struct {
	opening sync.Mutex
	open    *mcp.Server
	fault   error

	listing sync.Mutex
	listed  bool
	tools   []offer
	failed  error
}

// gaveUp reports that it was the caller who did not wait.
func gaveUp(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// ErrNoCommand is the cause of a trial that would have started a command where
// none may be.
var ErrNoCommand = errors.New("no command may be started here")

// reach is what the trial has of a server.
func (t *trial) reach(s *app.Server) *reached {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.servers == nil {
		t.servers = map[string]*reached{}
	}
	r := t.servers[s.ID]
	if r == nil {
		r = &reached{}
		t.servers[s.ID] = r
	}
	return r
}

// connect opens the server when it is not open yet.
func (t *trial) connect(ctx context.Context, s *app.Server) (*mcp.Server, error) {
	if s.Transport == app.ByStdio && t.target.opt.NoCommands {
		return nil, fmt.Errorf("MCP server %s: %w", s.ID, ErrNoCommand)
	}
	r := t.reach(s)
	r.opening.Lock()
	defer r.opening.Unlock()
	if r.open != nil || r.fault != nil {
		return r.open, r.fault
	}
	open, err := mcp.Open(ctx, t.target.server(s))
	if err != nil && gaveUp(err) {
		return nil, err
	}
	r.open, r.fault = open, err
	return open, err
}

// server is how to reach a server.
func (t *Target) server(s *app.Server) mcp.Config {
	c := mcp.Config{
		Name: s.ID, Command: s.Command, Args: s.Args, Dir: t.app.Root, URL: s.URL, Events: s.Transport == app.BySSE,
		HTTP: t.opt.HTTP, Timeout: s.Timeout, Header: http.Header{}, Version: t.opt.UserAgent,
	}
	for name, value := range s.Header {
		c.Header.Set(name, value)
	}
	if s.Transport == app.ByStdio {
		c.Env = proc.Environ(t.opt.Environ, t.opt.PassEnv, s.Env)
		c.Held = proc.Withheld(t.opt.Environ, c.Env)
	}
	return c
}

// tools are the tools of a server, asked for once in a trial.
func (t *trial) tools(ctx context.Context, s *app.Server) ([]offer, error) {
	if s.Transport == app.ByProcess {
		list := make([]offer, len(s.Tools))
		for i := range s.Tools {
			tool := &s.Tools[i]
			list[i] = offer{server: s, name: tool.Name, description: tool.Description, in: tool.In, process: tool}
		}
		return list, nil
	}
	r := t.reach(s)
	r.listing.Lock()
	defer r.listing.Unlock()
	if r.listed {
		return r.tools, r.failed
	}
	tools, err := t.list(ctx, s)
	if err != nil && gaveUp(err) {
		return nil, err
	}
	r.listed, r.tools, r.failed = true, tools, err
	t.broken(ctx, err)
	return tools, err
}

// listing is a tool as a cassette keeps it.
type listing struct {
	Name        string     `json:"name"`
	Description string     `json:"description,omitempty"`
	In          eval.Value `json:"inputSchema"`
}

func (t *trial) list(ctx context.Context, s *app.Server) ([]offer, error) {
	v, err := t.exchange(ctx, s, map[string]any{"method": "tools/list"}, func() (eval.Value, error) {
		session, err := t.connect(ctx, s)
		if err != nil {
			return eval.Value{}, err
		}
		tools, err := session.Tools(ctx)
		if err != nil {
			return eval.Value{}, err
		}
		list := make([]listing, len(tools))
		for i, tool := range tools {
			list[i] = listing{tool.Name, tool.Description, tool.In}
		}
		slices.SortFunc(list, func(a, b listing) int { return strings.Compare(a.Name, b.Name) })
		return eval.ValueOf(list)
	})
	if err != nil {
		return nil, err
	}
	var list []listing
	if err := v.Decode(&list); err != nil {
		return nil, fmt.Errorf("MCP server %s: %w", s.ID, err)
	}
	offers := make([]offer, len(list))
	for i, l := range list {
		if problem := app.SchemaFault(l.In); problem != "" {
			return nil, fmt.Errorf("MCP server %s: tool %s: its schema is %s", s.ID, l.Name, problem)
		}
		offers[i] = offer{server: s, name: l.Name, description: l.Description, in: l.In}
	}
	return offers, nil
}

// callServer calls a tool of a server outside. What the tool says went wrong
// is for the model to know; a server that broke makes the turn an error.
func (t *trial) callServer(ctx context.Context, s *app.Server, tool string, arguments eval.Value) (eval.Value, error) {
	v, err := t.exchange(ctx, s, map[string]any{"method": "tools/call", "tool": tool, "arguments": arguments}, func() (eval.Value, error) {
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
// its place.
func (t *trial) exchange(ctx context.Context, s *app.Server, request any, do func() (eval.Value, error)) (eval.Value, error) {
	asked, err := eval.ValueOf(request)
	if err != nil {
		return eval.Value{}, err
	}
	call := cassette.Call{Kind: cassette.Tool, Name: s.ID, Request: asked}
	if t.target.opt.Replay != nil {
		answer, err := t.target.opt.Replay.Replay(ctx, call)
		if err != nil {
			return eval.Value{}, err
		}
		return replayed(answer.Value)
	}
	if t.target.opt.Record == nil {
		return do()
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
