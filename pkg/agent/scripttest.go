package agent

import (
	"context"
	"errors"
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/agent/binding"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/script"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// testPrefix begins the names of functions that are tests.
const testPrefix = "Test"

// Tests are the script tests of a module of an agent as cases, in the order in
// which they are written.
func (t *Target) Tests(agent *app.Agent, module string) ([]*eval.Case, eval.Problems) {
	program, problems := t.app.TestModule(agent, module)
	if program == nil {
		return nil, problems
	}
	var cases []*eval.Case
	for _, name := range program.Functions(testPrefix) {
		test := eval.ScriptTest{Module: module, Function: name}
		raw, err := eval.ValueOf(map[string]string{"id": name, "input": name, "script": "scripts." + agent.ID + "." + module})
		if err != nil {
			panic("agent: texts always encode: " + err.Error())
		}
		cases = append(cases, &eval.Case{Agent: agent.ID, ID: name, Pos: program.Pos(name), Raw: raw, Input: eval.StringValue(name), Test: &test})
	}
	for _, name := range program.MaybeFunctions(testPrefix) {
		problems = append(problems, eval.Problem{Pos: eval.Pos{File: program.File()}, Warning: true,
			Message: name + " is not run: that it is a function does not show before it runs", Hint: "write export function " + name + "(t, ctx)"})
	}
	if len(cases) == 0 {
		problems = append(problems, eval.Problem{Pos: eval.Pos{File: program.File()}, Message: "there is no test in it", Hint: "write function " + testPrefix + "Something(t, ctx)"})
	}
	return cases, problems
}

// TestAt takes the assistant off the name of a script test, scripts.X.Y with or
// without its leading word: the agent, and the module of it.
func (t *Target) TestAt(name string) (*app.Agent, string, *eval.Problem) {
	id, module := t.app.Split(name)
	if id == "" {
		p := t.app.UnknownAgent(name)
		p.Message = fmt.Sprintf("scripts.%s names no agent and test script", eval.Clip(name))
		return nil, "", &p
	}
	agent, _ := t.app.Agent(id)
	return agent, module, nil
}

// test reports a script test that cannot be called, as one of another revision
// may be.
func (k *checker) test(a *app.App) {
	test := k.c.Test
	if test == nil {
		return
	}
	program, problems := a.TestModule(k.agent, test.Module)
	if program != nil {
		problems = program.Require(test.Function)
	}
	k.script(k.c.Pos, "", problems)
}

// test is one trial of a script test.
type test struct {
	*session
	program *script.Program
}

// Send runs the test. What it asserts are the checks of the reply; what it
// throws is an error, unless something that it asserted does not hold already.
func (s *test) Send(ctx context.Context, _ []eval.Message) (*target.Reply, error) {
	c := s.trial.c
	s.trial.ledger = &ledger{}
	ctx = s.trial.within(ctx)
	t := &binding.Test{Name: c.Test.Function, JSONPath: s.trial.target.opt.JSONPath}
	err := s.run(ctx, t)
	reply := s.trial.ledger.sums()
	reply.Output = eval.Trusted("null")
	reply.Checks, reply.Logs = t.Checks, append(t.Logs(), reply.Logs...)
	reply.Notes = append(reply.Notes, t.Notes()...)
	reply.Sent, reply.Trace = s.trial.outbox.Take(), s.trial.trace.Take()
	if t.Skipped {
		reply.Excused = t.Reason
	}
	switch doomed := s.trial.fate(); {
	case doomed != nil:
		return &reply, doomed
	case err == nil || binding.Stopped(err):
		return &reply, nil
	case t.Failed() && ctx.Err() == nil && thrownByTest(err):
		reply.Notes = append(reply.Notes, "the test threw after that: "+err.Error())
		return &reply, nil
	}
	fault := &target.Fault{Pos: c.Pos, Message: err.Error(), Err: err}
	var e *script.Error
	if errors.As(err, &e) && !e.Pos.IsZero() {
		fault.Pos = e.Pos
	}
	return &reply, fault
}

func thrownByTest(err error) bool {
	var e *script.Error
	return errors.As(err, &e) && e.Kind == script.Thrown
}

func (s *test) run(ctx context.Context, t *binding.Test) error {
	r := s.agent.request()
	known, err := s.agent.context(r).Arg()
	if err != nil {
		return err
	}
	vm, err := s.program.Open(ctx, s.agent.globals(r))
	if err != nil {
		s.trial.ledger.broke(err)
		return err
	}
	defer vm.Close()
	_, err = vm.Call(ctx, s.trial.c.Test.Function, t.Arg(), known)
	s.trial.ledger.said(vm.Logs())
	var e *script.Error
	if errors.As(err, &e) && e.Kind == script.Result {
		err = nil // what a test returns is nobody's business
	}
	if n := vm.Left(); n > 0 && err == nil {
		t.Left(n, s.trial.c.Pos)
	}
	if err != nil && !binding.Stopped(err) {
		s.trial.ledger.broke(err)
	}
	return err
}
