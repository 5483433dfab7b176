package agent

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/surefoot-dev/surefoot/pkg/agent/binding"
	"github.com/surefoot-dev/surefoot/pkg/agent/process"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// callTools runs the calls of one answer, and gives what came of each in their
// order, by the tools' own names and not by those that a model is offered. Servers outside are asked side by side. What scripts of the
// application do is done in order, since they share what the trial remembers:
// which comes first is not for chance to say. What goes wrong with a call is
// its error, which the model is told.
func (c *conversation) callTools(ctx context.Context, offers map[string]offer, calls []eval.ToolCall) []eval.ToolCall {
	run := slices.Clone(calls)
	branches := eval.BranchOf(ctx).Fork(len(run))
	var running sync.WaitGroup
	var inOrder []func()
	for i := range run {
		call := &run[i]
		o, ok := offers[call.Tool]
		if !ok {
			call.Unknown = true
			call.Error = fmt.Sprintf("there is no tool %q", eval.Clip(call.Tool))
			if hint := source.DidYouMean(call.Tool, slices.Sorted(maps.Keys(offers))); hint != "" {
				call.Error += " (" + hint + ")"
			}
			continue
		}
		call.Server, call.Tool = o.server.ID, o.server.Called(o.name)
		ctx := eval.WithBranch(ctx, branches[i])
		do := func() {
			defer c.trial.leave(ctx)
			v, mocked, err := c.callTool(ctx, o, call.Arguments)
			call.Result, call.Mocked = orNull(v), mocked
			if err != nil {
				call.Result, call.Error = eval.Value{}, binding.Failure(err)
			}
		}
		if o.process != nil {
			inOrder = append(inOrder, do)
			continue
		}
		running.Go(do)
	}
	for _, do := range inOrder {
		do()
	}
	running.Wait()
	return run
}

// callTool runs one tool, unless the case answers in its place, which is
// mocked. What calls it may call is the same then.
func (c *conversation) callTool(ctx context.Context, o offer, arguments eval.Value) (v eval.Value, mocked bool, err error) {
	defer func() {
		if x := recover(); x != nil {
			v, mocked, err = eval.Value{}, false, c.badTool(ctx, o, fmt.Sprintf("surefoot itself failed: %v", x))
		}
	}()
	if o.wrong != "" {
		return v, false, c.badTool(ctx, o, o.wrong)
	}
	if arguments.IsZero() {
		arguments = eval.Trusted("{}")
	}
	if arguments.Kind() != eval.Object {
		return v, false, fmt.Errorf("the arguments are no object: %s", eval.Clip(arguments.Raw()))
	}
	if why, err := o.arguments.Violation(arguments); err != nil {
		return v, false, c.badTool(ctx, o, "its schema cannot tell what arguments it takes: "+err.Error())
	} else if why != "" {
		return v, false, fmt.Errorf("the arguments are not as the tool's schema asks: %s", why)
	}
	if answer, ok := c.mock(o); ok {
		if text, failed := mockedError(answer); failed {
			return v, true, errors.New(text)
		}
		return answer, true, c.badMock(ctx, o, answer)
	}
	if o.process == nil {
		v, err = c.trial.callServer(ctx, o.server, o.name, arguments)
		return v, false, err
	}
	if v, err = c.callProcess(ctx, o, arguments); err != nil {
		return v, false, err
	}
	if why, err := o.process.Result.Violation(orNull(v)); err != nil {
		return v, false, c.badTool(ctx, o, "its schema cannot tell what results it has: "+err.Error())
	} else if why != "" {
		return v, false, fmt.Errorf("the result is not as the tool's schema says: %s", why)
	}
	return v, false, nil
}

// callProcess calls the process of a tool with what its schema takes of the
// arguments, in a conversation of its own: it shares what the trial remembers,
// and no script's world. A script is given the context too.
func (c *conversation) callProcess(ctx context.Context, o offer, arguments eval.Value) (eval.Value, error) {
	side := &conversation{trial: c.trial, agent: c.agent, asked: c.asked, above: c.above, memory: c.memory}
	if owner, ok := c.trial.target.app.Agent(o.server.Agent); ok {
		side.agent = owner
	}
	defer side.close()
	r, args := side.request(), toolArgs(o.process.Args, arguments)
	f, problems, ok := c.trial.target.app.ToolScript(side.agent, o.process.Process)
	if !ok {
		v, err := side.processes(r).Call(ctx, o.process.Process, args)
		if unknown := (*process.Unknown)(nil); errors.As(err, &unknown) {
			err = c.badTool(ctx, o, unknown.Message)
		}
		return v, err
	}
	if problems.Errors() > 0 {
		return eval.Value{}, c.badTool(ctx, o, problems.First().String())
	}
	return side.runWith(ctx, f, problems, r, args, true)
}

// badTool makes the turn an error when a tool is not what it says, such as one
// of the application's own whose function is missing: that is not for the
// model to know.
func (c *conversation) badTool(ctx context.Context, o offer, why string) error {
	fault := &target.Fault{Pos: o.server.Pos, Message: "MCP server " + o.server.ID + ": tool " + o.name + ": " + why}
	if o.process != nil {
		fault.Pos, fault.Message = o.process.Pos, "tool "+o.name+": "+why
	}
	c.trial.doom(ctx, fault)
	return fault
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
