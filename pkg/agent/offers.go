package agent

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/source"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// offer is a tool that a model may call.
type offer struct {
	server      *app.Server
	name        string // at the server
	description string
	in          eval.Value      // the JSON Schema of its arguments, as models are told it
	arguments   *app.Schema     // the same, to hold them to
	process     *app.ServerTool // of a process server; nil of one outside
	wrong       string          // why nobody can call it
}

// offers are the tools of servers, by the names that a model knows them by.
func (c *conversation) offers(ctx context.Context, uses []app.Use) (map[string]offer, error) {
	offers := map[string]offer{}
	for _, u := range uses {
		tools, err := c.trial.tools(ctx, u.Server)
		if err != nil {
			return nil, &target.Fault{Pos: u.Server.Pos, Message: err.Error(), Err: err}
		}
		for _, name := range u.Tools {
			if !slices.ContainsFunc(tools, func(o offer) bool { return o.name == name }) {
				return nil, &target.Fault{Pos: u.Server.Pos, Message: fmt.Sprintf("MCP server %s has no tool %q, which the agent uses%s", u.Server.ID, eval.Clip(name), meant(name, tools))}
			}
		}
		for _, o := range tools {
			if !u.Takes(o.name) {
				continue
			}
			if o.wrong != "" {
				return nil, &target.Fault{Pos: u.Server.Pos, Message: fmt.Sprintf("MCP server %s: tool %q: %s (an agent that does not need it names in mcp.servers the tools that it does)", u.Server.ID, eval.Clip(o.name), o.wrong)}
			}
			name := u.Server.Offered(o.name)
			if other, taken := offers[name]; taken && other.server != o.server {
				return nil, &target.Fault{Pos: u.Server.Pos, Message: fmt.Sprintf("a model cannot tell servers %s and %s apart: a tool of both is %q (rename one of them)", other.server.ID, o.server.ID, name)}
			} else if taken && other.name != o.name {
				return nil, &target.Fault{Pos: u.Server.Pos, Message: fmt.Sprintf("a model cannot tell tools %q and %q of server %s apart: both are %q to it (name those that the agent uses in tools)", eval.Clip(other.name), eval.Clip(o.name), o.server.ID, name)}
			}
			offers[name] = o
			c.trial.met(o)
		}
	}
	return offers, nil
}

// offered are the tools in the form of the model, by their names.
func offered(offers map[string]offer) []llm.Tool {
	var tools []llm.Tool
	for _, name := range slices.Sorted(maps.Keys(offers)) {
		o := offers[name]
		tools = append(tools, llm.Tool{Name: name, Description: o.description, Parameters: o.in})
	}
	return tools
}

// meant says, in parentheses, which tool a name that none has may mean, or
// which there are.
func meant(name string, tools []offer) string {
	names := make([]string, len(tools))
	for i, o := range tools {
		names[i] = o.name
	}
	if hint := source.DidYouMean(name, names); hint != "" {
		return " (" + hint + ")"
	}
	if len(names) == 0 {
		return " (it has none)"
	}
	return " (want one of " + eval.Clip(listed(names)) + ")"
}
