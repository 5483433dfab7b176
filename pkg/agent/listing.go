package agent

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// tools are the tools of a server, asked for once in a trial.
func (t *trial) tools(ctx context.Context, s *app.Server) ([]offer, error) {
	if s.Transport == app.ByProcess {
		list := make([]offer, len(s.Tools))
		for i := range s.Tools {
			tool := &s.Tools[i]
			list[i] = offer{server: s, name: tool.Name, description: tool.Description, in: tool.In, arguments: tool.Arguments, process: tool}
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
	if err != nil && ctx.Err() != nil {
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
	v, err := t.exchange(ctx, s, map[string]any{"method": "tools/list"}, true, func() (eval.Value, error) {
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
		schema, wrong := app.Compile(l.In)
		wrong = listingFault(l, wrong)
		if i > 0 && list[i-1].Name == l.Name || i+1 < len(list) && list[i+1].Name == l.Name {
			wrong = "it is listed twice"
		}
		offers[i] = offer{server: s, name: l.Name, description: l.Description, in: ofObject(l.In), arguments: schema, wrong: wrong}
	}
	return offers, nil
}

// ofObject is a schema of arguments that says that they are an object, which
// the APIs of models want said.
func ofObject(in eval.Value) eval.Value {
	members := in.Members()
	if _, said := members["type"]; said || in.Kind() != eval.Object {
		return in
	}
	members["type"] = eval.Trusted(`"object"`)
	whole, err := eval.ValueOf(members)
	if err != nil {
		panic("agent: what was JSON always encodes: " + err.Error())
	}
	return whole
}

// listingFault says what is wrong with a tool as its server lists it, "" when
// a model can be offered it. The problem is that of its schema.
func listingFault(l listing, problem string) string {
	kind, known := l.In.Members()["type"].Str()
	switch {
	case strings.TrimSpace(l.Name) == "":
		return "it has no name"
	case l.In.IsZero() || l.In.Kind() == eval.Null:
		return "it has no inputSchema"
	case problem == "" && l.In.Kind() != eval.Object:
		return "its inputSchema is " + eval.Clip(l.In.Raw()) + ", and no object"
	case problem != "":
		return "its inputSchema is " + problem
	case known && kind != "object":
		return fmt.Sprintf("its inputSchema is of type %q, and arguments are an object", eval.Clip(kind))
	default:
		return ""
	}
}
