package agent

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent/binding"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/script"
	"github.com/surefoot-dev/surefoot/pkg/source"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// hook calls a hook of the agent, which may return nothing; there may be none
// of that name.
func (c *conversation) hook(ctx context.Context, name string, r *request, args ...eval.Value) (eval.Value, error) {
	if !c.agent.Hook(name) {
		return eval.Value{}, nil
	}
	if c.vm == nil {
		vm, err := c.agent.Hooks.Open(ctx, c.globals(r))
		if err != nil {
			return eval.Value{}, c.broken("", err)
		}
		c.vm = vm
	}
	known, err := c.context(r).Arg()
	if err != nil {
		return eval.Value{}, c.broken(name, err)
	}
	all := []script.Arg{known}
	for _, arg := range args {
		all = append(all, script.Arg{Value: arg})
	}
	result, err := c.vm.Call(ctx, name, all...)
	c.trial.ledger.said(c.vm.Logs())
	c.trial.ledger.left("the "+name+" hook of "+c.agent.ID, c.vm)
	var e *script.Error
	if errors.As(err, &e) && e.Kind == script.Missing {
		return eval.Value{}, nil // exported as the file runs, which nobody could know before
	}
	if err != nil {
		return eval.Value{}, c.broken(name, err)
	}
	return result, nil
}

// broken is the fault of a hook that failed, at its place in the user's file.
func (c *conversation) broken(name string, err error) error {
	c.trial.ledger.broke(err)
	what := "hooks of " + c.agent.ID
	if name != "" {
		what = name + " hook of " + c.agent.ID
	}
	f := &target.Fault{Message: what + ": " + err.Error(), Err: err}
	var e *script.Error
	if errors.As(err, &e) {
		f.Pos = e.Pos
	}
	return f
}

// wrong is the fault of a hook that returned something it may not.
func (c *conversation) wrong(name string, problems eval.Problems) error {
	problems.Sort() // some were met by chance
	p := problems.First()
	text := p.Message
	if p.Path != "" {
		text = p.Path + ": " + text
	}
	if p.Hint != "" {
		text += " (" + p.Hint + ")"
	}
	return &target.Fault{Pos: c.place(name), Message: name + " hook of " + c.agent.ID + " returned a wrong value: " + text}
}

// returned is what a hook returned, as the fields of an object; nil where it
// left everything as it is.
func (c *conversation) returned(name string, v eval.Value) (*source.Fields, *source.Faults, error) {
	if v.IsZero() || v.Kind() == eval.Null {
		return nil, nil, nil
	}
	faults := &source.Faults{}
	n, problems := source.ReadJSON(source.NewFile("", v.Raw()))
	if problems != nil {
		return nil, nil, c.wrong(name, problems)
	}
	if n.Kind() != eval.Object {
		faults.At(n.Pos, "", "want an object or null, got %s", source.Describe(n))
		return nil, nil, c.wrong(name, faults.List)
	}
	// What is null is not given, but for data, which may be anything.
	dropNulls(n)
	return source.Object(n, "", faults), faults, nil
}

func dropNulls(n *source.Node) {
	n.Fields = slices.DeleteFunc(n.Fields, func(m source.Member) bool { return m.Key != "data" && m.Node.Kind() == eval.Null })
}

// place is where a hook is written, or the agent that has none.
func (c *conversation) place(name string) eval.Pos {
	if c.agent.Hooks == nil {
		return c.agent.Pos
	}
	return c.agent.Hooks.Pos(name)
}

// context is what the agent's scripts know of the turn.
func (c *conversation) context(r *request) binding.Context {
	t := c.trial
	who := &t.target.opt.Identity
	user, team, tenant := t.target.persons(t.c)
	authorized := map[string]eval.Value{}
	for name, v := range who.Authorized.Members() {
		authorized[name] = v
	}
	for name, id := range map[string]string{"user_id": user, "team_id": team, "tenant_id": tenant} {
		if id != "" {
			authorized[name] = eval.StringValue(id)
		}
	}
	return binding.Context{Facts: binding.Facts{
		ChatID: t.target.chatID(t.c, t.scope.Run), AssistantID: c.agent.ID, Locale: r.locale, Theme: r.theme, Route: r.route,
		Accept: who.Accept, Referer: r.referer, Client: who.Client, Metadata: r.metadata, Authorized: authorized,
	}, Outbox: t.outbox, Memory: c.memory, Trace: t.trace, Agents: c.callAgent, Models: c.callModel, Servers: servers{c, r}}
}

// listed are names for a message.
func listed(names []string) string { return strings.Join(names, ", ") }

// chain names agents that call each other, for a message.
func chain(ids []string) string { return strings.Join(ids, " -> ") }
