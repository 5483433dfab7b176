package agent

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/source"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// toolTurns is how often a model is asked in a turn, when its package does not
// say.
const toolTurns = 5

// errToolTurns is what a model came to that only calls tools.
type errToolTurns struct{ turns int }

func (e *errToolTurns) Error() string {
	return fmt.Sprintf("the model called tools %d times in a row and never answered (mcp.options.max_turn)", e.turns)
}

// worked is what a model and its tools came to.
type worked struct {
	completion *llm.Response
	calls      []eval.ToolCall // that were run, with what came of them
}

// loop asks the model, runs the tools that it calls, and asks it again with
// what they gave, until it calls none.
func (c *conversation) loop(ctx context.Context, talk []eval.Message, r *request) (worked, error) {
	offers, err := c.offers(ctx, r.servers)
	if err != nil {
		return worked{}, err
	}
	if err := c.unmocked(offers); err != nil {
		return worked{}, err
	}
	tools := offered(offers)
	most := c.agent.MaxToolTurns
	if most == 0 {
		most = toolTurns
	}
	var w worked
	for turn := 1; ; turn++ {
		completion, err := c.trial.ask(ctx, r.connector, &llm.Request{
			Messages: talk, Tools: tools, Options: r.options(c.agent), AllowTruncated: c.asked.allowTruncated || c.agent.AllowTruncated,
		}, c.hear)
		if err != nil {
			return w, err
		}
		w.completion = completion
		if len(completion.ToolCalls) == 0 {
			return w, nil
		}
		if len(offers) == 0 {
			return w, toolsFault(r.connector, completion)
		}
		run := c.callTools(ctx, offers, completion.ToolCalls)
		w.calls = append(w.calls, run...)
		if err := ctx.Err(); err != nil {
			return w, err
		}
		switch {
		case c.agent.NoToolLoop:
			return w, nil
		case turn == most:
			return w, &errToolTurns{most}
		}
		talk = append(slices.Clip(talk), eval.Message{
			Role: "assistant", Content: eval.Content{Text: completion.Content}, ToolCalls: completion.ToolCalls, Opaque: completion.Opaque,
		})
		for _, call := range run {
			talk = append(talk, eval.Message{Role: "tool", ToolCallID: call.ID, Name: call.Tool, Content: eval.Content{Text: toolText(call)}})
		}
	}
}

// toolText is what a model is told of a call.
func toolText(call eval.ToolCall) string {
	if call.Error != "" {
		return "Error: " + call.Error
	}
	return call.Result.Text()
}

// offer is a tool that a model may call.
type offer struct {
	server      *app.Server
	name        string // at the server
	description string
	in          eval.Value
	process     *app.ServerTool // of a process server; nil of one outside
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
				return nil, &target.Fault{Pos: u.Server.Pos, Message: fmt.Sprintf("MCP server %s has no tool %q, which the agent uses", u.Server.ID, eval.Clip(name))}
			}
		}
		for _, o := range tools {
			if u.Takes(o.name) {
				offers[strings.ReplaceAll(u.Server.ID, ".", "_")+"__"+o.name] = o
			}
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

// callTools runs the calls of one answer side by side, and gives what came of
// each in their order. What goes wrong with a call is its error, which the
// model is told.
func (c *conversation) callTools(ctx context.Context, offers map[string]offer, calls []eval.ToolCall) []eval.ToolCall {
	run := slices.Clone(calls)
	branches := eval.BranchOf(ctx).Fork(len(run))
	var running sync.WaitGroup
	for i := range run {
		call := &run[i]
		o, ok := offers[call.Tool]
		if !ok {
			call.Error = fmt.Sprintf("there is no tool %q", eval.Clip(call.Tool))
			if hint := source.DidYouMean(call.Tool, slices.Sorted(maps.Keys(offers))); hint != "" {
				call.Error += " (" + hint + ")"
			}
			continue
		}
		call.Server = o.server.ID
		if v, ok := c.mock(call.Tool, o); ok {
			call.Mocked, call.Result = true, v
			if text, failed := mockedError(v); failed {
				call.Result, call.Error = eval.Value{}, text
			}
			continue
		}
		ctx := eval.WithBranch(ctx, branches[i])
		running.Go(func() {
			defer c.trial.leave(ctx)
			v, err := c.callTool(ctx, o, call.Arguments)
			call.Result = orNull(v)
			if err != nil {
				call.Result, call.Error = eval.Value{}, err.Error()
			}
		})
	}
	running.Wait()
	return run
}

// mock is what the case says that a tool gives.
func (c *conversation) mock(tool string, o offer) (eval.Value, bool) {
	members := c.trial.c.Tools.Members()
	for _, name := range []string{tool, o.server.ID + "." + o.name, o.name} {
		if v, ok := members[name]; ok {
			return v, true
		}
	}
	return eval.Value{}, false
}

// mockedError is the error that a mock stands for: the only member of an
// object.
func mockedError(v eval.Value) (string, bool) {
	members := v.Members()
	text, ok := members["error"].Str()
	return text, ok && len(members) == 1
}

// unmocked says which tools the case answers for and that nobody offers.
func (c *conversation) unmocked(offers map[string]offer) error {
	for _, name := range slices.Sorted(maps.Keys(c.trial.c.Tools.Members())) {
		known := false
		var names []string
		for tool, o := range offers {
			names = append(names, o.name)
			known = known || name == tool || name == o.name || name == o.server.ID+"."+o.name
		}
		if !known && len(c.above) == 0 {
			message := fmt.Sprintf("tools: the agent is offered no tool %q", eval.Clip(name))
			if hint := source.DidYouMean(name, names); hint != "" {
				message += " (" + hint + ")"
			}
			return &target.Fault{Pos: c.trial.c.Pos, Message: message}
		}
	}
	return nil
}

// callTool runs one tool. One of a process server has a conversation of its
// own: it shares what the trial remembers, and no script's world.
func (c *conversation) callTool(ctx context.Context, o offer, arguments eval.Value) (v eval.Value, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("surefoot itself failed: %v", x)
		}
	}()
	if arguments.IsZero() {
		arguments = eval.Trusted("{}")
	}
	if arguments.Kind() != eval.Object {
		return v, fmt.Errorf("the arguments are no object: %s", eval.Clip(arguments.Raw()))
	}
	if why := app.Violation(o.in, arguments); why != "" {
		return v, fmt.Errorf("the arguments are not as the tool's schema asks: %s", why)
	}
	if o.process == nil {
		return c.trial.callServer(ctx, o.server, o.name, arguments)
	}
	side := &conversation{trial: c.trial, agent: c.agent, asked: c.asked, above: c.above, memory: c.memory}
	if owner, ok := c.trial.target.app.Agent(o.server.Agent); ok {
		side.agent = owner
	}
	defer side.close()
	v, err = side.process(ctx, *o.process, arguments)
	if err != nil {
		return v, err
	}
	if why := app.Violation(o.process.Out, orNull(v)); why != "" {
		return v, fmt.Errorf("the result is not as the tool's schema says: %s", why)
	}
	return v, nil
}

// process calls the process of a tool with what its schema takes of the
// arguments. A script is given the context too.
func (c *conversation) process(ctx context.Context, tool app.ServerTool, arguments eval.Value) (eval.Value, error) {
	r := c.request()
	args := toolArgs(tool.Args, arguments)
	if name, ok := strings.CutPrefix(tool.Process, "scripts."); ok {
		f, problems := c.trial.target.app.Script(c.agent, name)
		return c.runWith(ctx, f, problems, r, args, true)
	}
	if rest, ok := strings.CutPrefix(tool.Process, "agents."); ok {
		if id, module := c.trial.target.app.Split(rest); id != "" && !strings.EqualFold(module, "Stream") {
			agent, _ := c.trial.target.app.Agent(id)
			f, problems := c.trial.target.app.AgentScript(agent, module)
			return c.runWith(ctx, f, problems, r, args, true)
		}
	}
	return c.processes(r).Call(ctx, tool.Process, args)
}

// toolArgs are the arguments of a process: the whole object, a part of it by
// its path, or a constant.
func toolArgs(spec []string, arguments eval.Value) []eval.Value {
	if spec == nil {
		return []eval.Value{arguments}
	}
	list := make([]eval.Value, len(spec))
	for i, item := range spec {
		switch {
		case item == ":arguments":
			list[i] = arguments
		case strings.HasPrefix(item, "$"):
			v := arguments
			for _, name := range strings.Split(strings.TrimPrefix(strings.TrimPrefix(item, "$"), "args."), ".") {
				v = v.Members()[name]
			}
			list[i] = orNull(v)
		default:
			list[i] = eval.StringValue(item)
		}
	}
	return list
}

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
		In          eval.Value `json:"inputSchema"`
	}
	list := []tool{}
	for _, o := range tools {
		list = append(list, tool{o.name, o.description, o.in})
	}
	return eval.ValueOf(map[string]any{"tools": list})
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
		if o.name == tool {
			if v, ok := s.c.mock(tool, o); ok {
				if text, failed := mockedError(v); failed {
					return eval.Value{}, errors.New(text)
				}
				return v, nil
			}
			return s.c.callTool(ctx, o, arguments)
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
	v, err := t.exchange(ctx, server, request, func() (eval.Value, error) {
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
