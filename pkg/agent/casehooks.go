package agent

import (
	"context"
	"errors"
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/script"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

var _ target.Hooked = (*session)(nil)

// Before runs the case's hook before its first turn. What it returns is for
// After.
func (s *session) Before(ctx context.Context) error {
	h := s.trial.c.Hooks
	if h == nil || h.Before == "" {
		return nil
	}
	v, err := s.caseHook(ctx, "before", h.Before, testCase(s.trial.c))
	s.leaveOut("before")
	if err != nil {
		return err
	}
	s.data = dataOf(v)
	return nil
}

// After runs the case's hook when the trial has ended, however it did.
func (s *session) After(ctx context.Context, t *eval.Trial) error {
	h := s.trial.c.Hooks
	if h == nil || h.After == "" {
		return nil
	}
	result, err := ResultOf(t)
	if err != nil {
		return err
	}
	_, err = s.caseHook(ctx, "after", h.After, testCase(s.trial.c), result, s.data)
	s.leaveOut("after")
	return err
}

// leaveOut takes what a hook sent out of the talk, which is of the agent and its
// user.
func (s *session) leaveOut(when string) {
	if sent := s.trial.outbox.Take(); len(sent) > 0 {
		s.side.note("the hook " + when + " sent " + eval.Plural(len(sent), "message") + ", which the talk leaves out")
	}
}

// Aside is what the scripts of the case noted and wrote, and what models took
// that they asked.
func (s *session) Aside() *target.Reply {
	sums := s.side.sums()
	s.side = &ledger{}
	return &target.Reply{Logs: sums.Logs, Notes: sums.Notes, Attempts: sums.Attempts, Usage: sums.Usage}
}

// Script calls a function of a script for an assertion of the case.
func (s *session) Script(ctx context.Context, reference string, args ...eval.Value) (eval.Value, error) {
	s.begin()
	ctx = s.trial.within(ctx)
	f, problems := s.trial.target.app.Script(s.agent.agent, reference)
	v, err := s.agent.run(ctx, f, problems, s.agent.request(), args)
	if doomed := s.trial.fate(); doomed != nil && err == nil {
		err = doomed
	}
	var e *script.Error
	if errors.As(err, &e) && !e.Pos.IsZero() {
		err = fmt.Errorf("%s: %w", e.Pos, err)
	}
	return v, err
}

// begin turns to the scripts of the case: they answer for what breaks in them,
// and not for what broke before.
func (s *session) begin() {
	s.trial.ledger = s.side
	s.trial.pardon()
}

// caseHook calls a function of the agent's test scripts with the context of
// the trial.
func (s *session) caseHook(ctx context.Context, when, reference string, args ...eval.Value) (eval.Value, error) {
	f, problems := s.trial.target.app.CaseHook(s.agent.agent, reference)
	if problems.Errors() > 0 {
		return eval.Value{}, faultOf(problems.First())
	}
	s.begin()
	ctx = s.trial.within(ctx)
	if s.agent.heard == nil {
		s.agent.heard = s.trial.c.Messages
	}
	r := s.agent.request()
	known, err := s.agent.context(r).Arg()
	if err != nil {
		return eval.Value{}, err
	}
	vm, err := s.agent.borrow(ctx, f.Program, r)
	if err != nil {
		return eval.Value{}, hookFault(when, f, err)
	}
	all := []script.Arg{known}
	for _, arg := range args {
		all = append(all, script.Arg{Value: arg})
	}
	v, err := vm.Call(ctx, f.Name, all...)
	s.side.said(vm.Logs())
	s.side.broke(err)
	s.side.left("the hook "+when, vm)
	s.agent.giveBack(f.Program, vm, err)
	if doomed := s.trial.fate(); doomed != nil && err == nil {
		err = doomed
	}
	if err != nil {
		return eval.Value{}, hookFault(when, f, err)
	}
	return v, nil
}

func hookFault(when string, f app.Function, err error) error {
	fault := &target.Fault{Message: err.Error(), Err: err}
	if when != "" {
		fault.Message = when + ": " + fault.Message
	}
	if f.Program != nil {
		fault.Pos = f.Pos()
	}
	var e *script.Error
	if errors.As(err, &e) && !e.Pos.IsZero() {
		fault.Pos = e.Pos
	}
	return fault
}

// dataOf is what a hook hands to the one after: the member data of an object
// that has one, else all it returned. Nothing and null are nothing.
func dataOf(v eval.Value) eval.Value {
	if data, ok := v.Members()["data"]; ok {
		v = data
	}
	if v.Kind() == eval.Null {
		return eval.Value{}
	}
	return v
}

// testCase is a case as hooks see it: as it was written, with its id a text.
func testCase(c *eval.Case) eval.Value {
	members := c.Raw.Members()
	if members == nil {
		members = map[string]eval.Value{"input": c.Input}
	}
	members["id"] = eval.StringValue(c.ID)
	v, err := eval.ValueOf(members)
	if err != nil {
		panic("agent: JSON values always encode: " + err.Error())
	}
	return v
}

// ResultOf is a trial as hooks see it.
func ResultOf(t *eval.Trial) (eval.Value, error) {
	reason := t.Error
	if reason == "" {
		reason = t.Reason
	}
	return eval.ValueOf(struct {
		ID         string       `json:"id"`
		Run        int          `json:"run"`
		Status     eval.Status  `json:"status"`
		Input      eval.Value   `json:"input"`
		Output     eval.Value   `json:"output"`
		Expected   eval.Value   `json:"expected,omitzero"`
		Error      string       `json:"error,omitempty"`
		DurationMS eval.Millis  `json:"duration_ms"`
		Assertions []eval.Check `json:"assertions,omitempty"`
	}{t.ID, t.Run, t.Status, t.Input, t.Output, t.Expected, reason, t.DurationMS, t.Checks})
}

// hooks reports hooks of a case that cannot be called.
func (k *checker) hooks(a *app.App) {
	h := k.c.Hooks
	if h == nil {
		return
	}
	for _, hook := range []struct {
		name, reference string
		pos             eval.Pos
	}{{"before", h.Before, h.BeforePos}, {"after", h.After, h.AfterPos}} {
		if hook.reference == "" {
			continue
		}
		_, problems := a.CaseHook(k.agent, hook.reference)
		k.script(hook.pos, hook.name, problems)
	}
}

// script reports what is wrong with a script that the case names at a place. A
// problem that has no place of its own in the script is said there.
func (k *checker) script(at eval.Pos, path string, problems eval.Problems) {
	for _, p := range problems {
		if p.Pos.Line == 0 {
			text := p.Message
			if p.Pos.File != "" {
				text = p.Pos.File + ": " + text
			}
			k.fault(at, path, text, p.Hint)
			continue
		}
		p.Agent, p.Case = k.agent.ID, k.c.ID
		k.problems = append(k.problems, p)
	}
}

// CheckScript reports a function of a script that an assertion of a case calls
// and that cannot be called.
func (t *Target) CheckScript(c *eval.Case, reference string, a eval.Assertion) eval.Problems {
	agent, ok := t.app.Agent(c.Agent)
	if !ok {
		return nil // Check says so
	}
	check := checker{c: c, agent: agent}
	_, problems := t.app.Script(agent, reference)
	check.script(a.Pos, a.Path, problems)
	return check.problems
}
