package agent

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/agent/binding"
	"github.com/surefoot-dev/surefoot/pkg/agent/process"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/script"
)

// maxCalls is how deep scripts may call each other through Process.
const maxCalls = 32

type depthKey struct{}

// processes are what scripts of the agent may call by name.
func (c *conversation) processes(r *request) *process.Registry {
	if c.registry != nil {
		return c.registry
	}
	reg := process.New(c.trial.clock())
	reg.AddFamily("scripts.", func(ctx context.Context, name string, a process.Args) (any, error) {
		f, problems := c.trial.target.app.Script(c.agent, name)
		return c.called(ctx, f, problems, r, a)
	})
	reg.AddFamily("agents.", func(ctx context.Context, name string, a process.Args) (any, error) {
		return c.ofAgent(ctx, name, r, a)
	})
	reg.Add("agent.Call", func(ctx context.Context, a process.Args) (any, error) { return c.callByName(ctx, a) })
	reg.Add("llm.ChatCompletions", func(ctx context.Context, a process.Args) (any, error) {
		result, err := c.callModel(ctx, binding.Request{ID: a.Text(0), Messages: binding.Talk(a.Value(1)), Options: a.Value(2)}, nil)
		return c.thrown(result, err)
	})
	c.trial.session(reg)
	reg.AddFamily("stores.", func(_ context.Context, name string, a process.Args) (any, error) {
		return c.store(name, a)
	})
	for _, family := range laterFamilies {
		reg.AddFamily(family, func(context.Context, string, process.Args) (any, error) {
			return nil, &process.Unknown{Message: unavailable(family)}
		})
	}
	c.registry = reg
	return reg
}

// globals are the functions that scripts of the agent find in their world.
func (c *conversation) globals(r *request) script.Globals {
	return script.Globals{"Process": {Functions: []string{"**"}, Do: func(ctx context.Context, call *script.Call) (script.Arg, error) {
		name, ok := call.Arg(0).Str()
		if !ok {
			return script.Arg{}, errors.New("want the name of a process first")
		}
		depth, _ := ctx.Value(depthKey{}).(int)
		if depth == maxCalls {
			return script.Arg{}, fmt.Errorf("Process(%q): scripts call each other more than %d deep", eval.Clip(name), maxCalls)
		}
		v, err := c.processes(r).Call(context.WithValue(ctx, depthKey{}, depth+1), name, call.Args[1:])
		return script.Arg{Value: v}, err
	}}}
}

// run calls a function of a script, in a world of its own within the trial.
func (c *conversation) run(ctx context.Context, f app.Function, problems eval.Problems, r *request, args []eval.Value) (eval.Value, error) {
	return c.runWith(ctx, f, problems, r, args, false)
}

// runWith is run with the context as the last argument where that is wanted.
func (c *conversation) runWith(ctx context.Context, f app.Function, problems eval.Problems, r *request, args []eval.Value, context bool) (eval.Value, error) {
	if problems.Errors() > 0 {
		return eval.Value{}, errors.New(problems.First().String())
	}
	vm, err := c.borrow(ctx, f.Program, r)
	if err != nil {
		c.trial.ledger.broke(err)
		c.endedIn(ctx, f, err)
		return eval.Value{}, rethrown(err)
	}
	all := make([]script.Arg, len(args))
	for i, arg := range args {
		all[i] = script.Arg{Value: arg}
	}
	if context {
		known, err := c.context(r).Arg()
		if err != nil {
			return eval.Value{}, err
		}
		all = append(all, known)
	}
	v, err := vm.Call(ctx, f.Name, all...)
	c.trial.ledger.said(vm.Logs())
	c.trial.ledger.left(f.Name+" of "+f.Program.File(), vm)
	c.giveBack(f.Program, vm, err)
	c.endedIn(ctx, f, err)
	return v, rethrown(err)
}

// endedIn makes the turn an error when a script that was called was ended from
// outside, which no other one may make light of, as it could not itself.
func (c *conversation) endedIn(ctx context.Context, f app.Function, err error) {
	if ended(err) {
		c.trial.doom(ctx, hookFault(f.Name+" of "+f.Program.File(), f, err))
	}
}

// ended reports that a script was ended from outside.
func ended(err error) bool {
	var e *script.Error
	return errors.As(err, &e) && e.Kind != script.Thrown && e.Kind != script.Missing && e.Kind != script.Result && e.Kind != script.Unsettled
}

// rethrown is an exception of one script as another sees it: without the name
// of the class, which would stand there once more each time.
func rethrown(err error) error {
	var e *script.Error
	if errors.As(err, &e) && e.Kind == script.Thrown {
		if text, ok := strings.CutPrefix(e.Message, "Error: "); ok {
			plain := *e
			plain.Message = text
			return &plain
		}
	}
	return err
}

// ofAgent is agents.ID.Stream, or agents.ID.SCRIPT.FUNCTION.
func (c *conversation) ofAgent(ctx context.Context, name string, r *request, a process.Args) (any, error) {
	id, rest := c.trial.target.app.Split(name)
	if id == "" {
		p := c.trial.target.app.UnknownAgent(name)
		return nil, &process.Unknown{Message: p.String()}
	}
	if strings.EqualFold(rest, "Stream") {
		if isContext(a.Value(0)) {
			a = a.From(1)
		}
		result, err := c.callAgent(ctx, binding.Request{ID: id, Messages: binding.Talk(a.Value(0)), Options: a.Value(1)}, nil)
		return c.thrown(result, err)
	}
	agent, _ := c.trial.target.app.Agent(id)
	f, problems := c.trial.target.app.AgentScript(agent, rest)
	return c.called(ctx, f, problems, r, a)
}

// called is run for another script, which did not write what it is told of.
func (c *conversation) called(ctx context.Context, f app.Function, problems eval.Problems, r *request, a process.Args) (any, error) {
	v, err := c.run(ctx, f, problems, r, a.Values())
	var e *script.Error
	if !errors.As(err, &e) || e.Kind != script.Result && e.Pos.Line > 0 {
		return v, err
	}
	told := *e
	if told.Message = f.Program.File() + ": " + e.Message; e.Kind == script.Result {
		told.Message = "what " + f.Name + " of " + f.Program.File() + " returned: " + e.Message
	}
	return v, &told
}

// isContext recognises a ctx that a script passes on.
func isContext(v eval.Value) bool {
	members := v.Members()
	_, chat := members["chat_id"]
	_, assistant := members["assistant_id"]
	return chat && assistant
}

// callByName is agent.Call with everything in one object.
func (c *conversation) callByName(ctx context.Context, a process.Args) (any, error) {
	members := a.Value(0).Members()
	id, ok := members["assistant_id"].Str()
	if !ok {
		a.Fail(0, "an object with assistant_id and messages")
		return nil, nil
	}
	options := map[string]eval.Value{}
	for from, to := range map[string]string{"model": "connector", "metadata": "metadata", "skip": "skip", "mode": "mode"} {
		if v, ok := members[from]; ok {
			options[to] = v
		}
	}
	v, err := eval.ValueOf(options)
	if err != nil {
		return nil, err
	}
	result, err := c.callAgent(ctx, binding.Request{ID: id, Messages: binding.Talk(members["messages"]), Options: v}, nil)
	if err != nil {
		return nil, err
	}
	return result.Shown("agent_id", id), nil
}

// thrown is the result of a process that throws where a call failed.
func (c *conversation) thrown(result binding.Result, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	if result.Error != "" {
		return nil, errors.New(result.Error)
	}
	shown := map[string]any{"content": result.Content}
	for name, v := range result.Response.Members() {
		if _, ok := shown[name]; !ok {
			shown[name] = v
		}
	}
	return shown, nil
}

// borrow is a world for a script that nobody is in. Scripts that call each
// other in a circle are in several.
func (c *conversation) borrow(ctx context.Context, p *script.Program, r *request) (*script.VM, error) {
	if idle := c.idle[p]; len(idle) > 0 {
		vm := idle[len(idle)-1]
		c.idle[p] = idle[:len(idle)-1]
		return vm, nil
	}
	return p.Open(ctx, c.globals(r))
}

// giveBack keeps a world for the next call, unless a call failed in it.
func (c *conversation) giveBack(p *script.Program, vm *script.VM, err error) {
	if err != nil {
		vm.Close()
		return
	}
	if c.idle == nil {
		c.idle = map[*script.Program][]*script.VM{}
	}
	c.idle[p] = append(c.idle[p], vm)
}
