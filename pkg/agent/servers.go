package agent

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/agent/mcp"
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
	// One that no package names was not looked at before the run.
	if p := t.target.app.Fault(app.Reach{Servers: []string{s.ID}}); p != nil {
		return nil, fmt.Errorf("MCP server %s: %s", s.ID, p.String())
	}
	r := t.reach(s)
	r.opening.Lock()
	defer r.opening.Unlock()
	if r.open != nil || r.fault != nil {
		return r.open, r.fault
	}
	open, err := mcp.Open(ctx, t.target.server(s))
	if err != nil && ctx.Err() != nil { // it was the caller who did not wait
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
