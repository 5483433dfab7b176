package binding

import (
	"context"
	"fmt"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/script"
)

// Servers are the MCP servers that a script can reach. Their errors are
// exceptions in the script.
type Servers interface {
	ListTools(ctx context.Context, server string) (eval.Value, error)
	CallTool(ctx context.Context, server, tool string, arguments eval.Value) (eval.Value, error)
	// Ask is any other request of the protocol: resources/list, resources/read,
	// prompts/list, prompts/get.
	Ask(ctx context.Context, server, method, name string, arguments map[string]string) (eval.Value, error)
	Samples(ctx context.Context, server, tool string) ([]eval.Value, error)
	// InOrder reports that calls of the server, asked for side by side, are made
	// one after the other where all of them count: they share what the trial
	// remembers.
	InOrder(server string) bool
}

// reaching is ctx.mcp.
func reaching(s Servers) script.Arg {
	method := func(name string, do func(ctx context.Context, p *params) (any, error)) script.Method {
		return script.Method{Do: func(ctx context.Context, call *script.Call) (script.Arg, error) {
			p := &params{call: call, name: "ctx.mcp." + name}
			return p.result(do(ctx, p))
		}}
	}
	server := func(p *params) string { return p.text(0, "the id of a server") }
	methods := map[string]script.Method{
		"ListTools": method("ListTools", func(ctx context.Context, p *params) (any, error) {
			id := server(p)
			if p.err != nil {
				return nil, p.err
			}
			return s.ListTools(ctx, id)
		}),
		"CallTool": method("CallTool", func(ctx context.Context, p *params) (any, error) {
			id, tool := server(p), p.text(1, "the name of a tool")
			if p.err != nil {
				return nil, p.err
			}
			return s.CallTool(ctx, id, tool, p.call.Arg(2))
		}),
		"CallTools": method("CallTools", func(ctx context.Context, p *params) (any, error) {
			id, calls := server(p), toolList(p)
			var results []eval.Value
			for _, c := range calls {
				if p.err != nil {
					break
				}
				v, err := s.CallTool(ctx, id, c.tool, c.arguments)
				if err != nil {
					return nil, err
				}
				results = append(results, orNull(v))
			}
			return list(results, p.err)
		}),
	}
	together := func(name string, over func(Result) bool, requests func(p *params) []Request, shown func(Request, Result) any) {
		g := group{call: calledTool(s), as: shown, each: name == "CallToolsParallel"}
		if name == "All" || g.each {
			g.inOrder = func(r Request) bool { return s.InOrder(r.ID) }
		}
		methods[name] = script.Method{Do: func(ctx context.Context, call *script.Call) (script.Arg, error) {
			p := &params{call: call, name: "ctx.mcp." + name}
			all := requests(p)
			if p.err != nil {
				return script.Arg{}, p.err
			}
			return p.result(g.together(ctx, call, all, over))
		}}
	}
	whole := func(r Request, result Result) any {
		members := map[string]any{"mcp": r.ID, "tool": r.Tool}
		if result.Error != "" {
			members["error"] = result.Error
		} else {
			members["result"] = orNull(result.Response)
		}
		return members
	}
	never := func(Result) bool { return false }
	together("All", never, serverCalls, whole)
	together("Any", func(r Result) bool { return r.Error == "" }, serverCalls, whole)
	together("Race", func(Result) bool { return true }, serverCalls, whole)
	together("CallToolsParallel", never, func(p *params) []Request {
		id := server(p)
		var all []Request
		for _, c := range toolList(p) {
			all = append(all, Request{ID: id, Tool: c.tool, Messages: c.arguments})
		}
		return all
	}, func(_ Request, result Result) any { return orNull(result.Response) })
	for name, request := range map[string]struct{ method, what string }{
		"ListResources": {"resources/list", ""}, "ListPrompts": {"prompts/list", ""},
		"ReadResource": {"resources/read", "the URI of a resource"}, "GetPrompt": {"prompts/get", "the name of a prompt"},
	} {
		methods[name] = method(name, func(ctx context.Context, p *params) (any, error) {
			id, what := server(p), p.maybe(1, "a cursor")
			if request.what != "" {
				what = p.text(1, request.what)
			}
			arguments := map[string]string{}
			for key, v := range p.call.Arg(2).Members() {
				arguments[key] = v.Text()
			}
			if p.err != nil {
				return nil, p.err
			}
			return s.Ask(ctx, id, request.method, what, arguments)
		})
	}
	samples := func(ctx context.Context, p *params) ([]eval.Value, error) {
		id, kind, tool := server(p), p.text(1, "\"tool\""), p.text(2, "the name of a tool")
		switch {
		case p.err != nil:
			return nil, p.err
		case kind != "tool":
			return nil, fmt.Errorf("samples are of a \"tool\", got %q", eval.Clip(kind))
		}
		return s.Samples(ctx, id, tool)
	}
	methods["ListSamples"] = method("ListSamples", func(ctx context.Context, p *params) (any, error) {
		list, err := samples(ctx, p)
		return map[string]any{"samples": list, "total": len(list)}, err
	})
	methods["GetSample"] = method("GetSample", func(ctx context.Context, p *params) (any, error) {
		list, err := samples(ctx, p)
		i := p.whole(3, "the index of a sample")
		switch {
		case err != nil:
			return nil, err
		case p.err != nil:
			return nil, p.err
		case i < 0 || i >= len(list):
			return nil, fmt.Errorf("there is no sample %d, there are %d", i, len(list))
		}
		return list[i], nil
	})
	return script.Arg{Methods: methods}
}

// toolRequest is a call of a list.
type toolRequest struct {
	tool      string
	arguments eval.Value
}

func toolList(p *params) []toolRequest {
	v := p.call.Arg(1)
	if v.Kind() != eval.Array {
		p.fail(1, "a list of {name, arguments}")
		return nil
	}
	var calls []toolRequest
	for i, item := range v.Items() {
		name, ok := item.Members()["name"].Str()
		if !ok && p.err == nil {
			p.err = fmt.Errorf("%s: call %d names no tool", p.name, i+1)
		}
		calls = append(calls, toolRequest{name, item.Members()["arguments"]})
	}
	return calls
}

// serverCalls are calls of a list that name their servers.
func serverCalls(p *params) []Request {
	v := p.call.Arg(0)
	if v.Kind() != eval.Array {
		p.fail(0, "a list of {mcp, tool, arguments}")
		return nil
	}
	var calls []Request
	for i, item := range v.Items() {
		members := item.Members()
		id, isID := members["mcp"].Str()
		tool, isTool := members["tool"].Str()
		if (!isID || !isTool) && p.err == nil {
			p.err = fmt.Errorf("%s: call %d names no mcp and tool", p.name, i+1)
		}
		calls = append(calls, Request{ID: id, Tool: tool, Messages: members["arguments"], Beside: true})
	}
	return calls
}

// Failure is the text of an error of a tool. No text would be no error.
func Failure(err error) string {
	if text := err.Error(); strings.TrimSpace(text) != "" {
		return text
	}
	return "the tool failed, and did not say why"
}

// calledTool makes a call of a tool one that can run beside others.
func calledTool(s Servers) Caller {
	return func(ctx context.Context, r Request, _ func(Chunk) error) (Result, error) {
		v, err := s.CallTool(ctx, r.ID, r.Tool, r.Messages)
		if err != nil {
			return Result{Error: Failure(err)}, nil
		}
		return Result{Response: v}, nil
	}
}
