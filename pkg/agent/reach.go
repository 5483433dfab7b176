package agent

import (
	"context"
	"errors"
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// servers are those that a script of the agent can reach: all that it can name.
type servers struct {
	c *conversation
	r *request
}

func (s servers) find(name string) (*app.Server, error) {
	found, ok := s.c.trial.target.app.Server(s.c.agent, name)
	if !ok {
		p := s.c.trial.target.app.UnknownServer(s.c.agent, name)
		return nil, errors.New(p.String())
	}
	return found, nil
}

// ListTools are the tools of a server in the form of the protocol.
func (s servers) ListTools(ctx context.Context, name string) (eval.Value, error) {
	server, err := s.find(name)
	if err != nil {
		return eval.Value{}, err
	}
	tools, err := s.c.trial.tools(ctx, server)
	if err != nil {
		return eval.Value{}, err
	}
	type tool struct {
		Name        string     `json:"name"`
		Description string     `json:"description,omitempty"`
		In          eval.Value `json:"inputSchema,omitzero"`
	}
	list := []tool{}
	for _, o := range tools {
		list = append(list, tool{o.name, o.description, o.in})
	}
	return eval.ValueOf(map[string]any{"tools": list})
}

// InOrder reports whether tools of the server are functions of the application.
func (s servers) InOrder(name string) bool {
	server, err := s.find(name)
	return err == nil && server.Transport == app.ByProcess
}

// CallTool calls a tool of a server.
func (s servers) CallTool(ctx context.Context, name, tool string, arguments eval.Value) (eval.Value, error) {
	server, err := s.find(name)
	if err != nil {
		return eval.Value{}, err
	}
	tools, err := s.c.trial.tools(ctx, server)
	if err != nil {
		return eval.Value{}, err
	}
	var known []string
	for _, o := range tools {
		s.c.trial.met(o)
		if o.name == tool {
			v, mocked, err := s.c.callTool(ctx, o, arguments)
			if mocked {
				s.c.trial.ledger.note("a call of " + server.ID + "." + tool + " by a script was answered by the case (tools)")
			}
			return v, err
		}
		known = append(known, o.name)
	}
	message := fmt.Sprintf("server %s has no tool %q", server.ID, eval.Clip(tool))
	if hint := source.DidYouMean(tool, known); hint != "" {
		message += " (" + hint + ")"
	}
	return eval.Value{}, errors.New(message)
}

// Ask is a request of resources or prompts, which servers outside have.
func (s servers) Ask(ctx context.Context, name, method, what string, arguments map[string]string) (eval.Value, error) {
	server, err := s.find(name)
	if err != nil {
		return eval.Value{}, err
	}
	if server.Transport == app.ByProcess {
		return eval.Value{}, fmt.Errorf("%s: a process server has tools only", server.ID)
	}
	t := s.c.trial
	request := map[string]any{"method": method, "name": what, "arguments": arguments}
	v, err := t.exchange(ctx, server, request, false, func() (eval.Value, error) {
		session, err := t.connect(ctx, server)
		if err != nil {
			return eval.Value{}, err
		}
		switch method {
		case "resources/list":
			return session.Resources(ctx, what)
		case "resources/read":
			return session.Resource(ctx, what)
		case "prompts/list":
			return session.Prompts(ctx, what)
		default:
			return session.Prompt(ctx, what, arguments)
		}
	})
	t.broken(ctx, err)
	return v, err
}
