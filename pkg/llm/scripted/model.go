package scripted

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/script"
)

// Function is what a script must export.
const Function = "Complete"

// Options say for whom a script answers.
type Options struct {
	Seed  int64      // of request.random
	Scope eval.Scope // the trial and the role; the turn comes with each request's context
	Model string     // the connector's model, as the script is told

	Branch string // the path of the calls among others at their side; "" for none
}

// Model is the script of one connector in one trial and role: what the script
// keeps in its globals lasts over the turns. It is used from one goroutine at
// a time.
type Model struct {
	program *script.Program
	vm      *script.VM
	opt     Options
	random  script.Func
}

// Open runs the script to its first call. An error is an [*llm.Error].
func Open(ctx context.Context, program *script.Program, o Options) (*Model, error) {
	vm, err := program.Open(ctx, nil)
	if err != nil {
		return nil, fault(err, nil)
	}
	if o.Scope.Role == "" {
		o.Scope.Role = eval.RoleAgent
	}
	return &Model{program: program, vm: vm, opt: o, random: random(o.Seed, o.Scope, o.Branch)}, nil
}

// Close ends the script. It may be called more than once.
func (m *Model) Close() { m.vm.Close() }

// Stream asks the script for one answer.
func (m *Model) Stream(ctx context.Context, req *llm.Request, onDelta func(llm.Delta) error) (*llm.Response, error) {
	request, err := m.request(ctx, req)
	if err != nil {
		return nil, &llm.Error{Message: m.program.File() + ": " + err.Error()}
	}
	value, err := m.vm.Call(ctx, Function, request)
	logs := m.vm.Logs()
	if err != nil {
		return nil, fault(err, logs)
	}
	a, err := readAnswer(value)
	if err != nil {
		return nil, &llm.Error{Message: Function + " returned " + err.Error(), Pos: m.program.Pos(Function), Logs: logs}
	}
	if err := wait(ctx, a.delay); err != nil {
		text := "cancelled"
		if errors.Is(err, context.DeadlineExceeded) {
			text = "the deadline passed"
		}
		text += fmt.Sprintf(" within the delay_ms of the answer (%v)", a.delay)
		return nil, &llm.Error{Message: text, Pos: m.program.Pos(Function), Logs: logs, Err: err}
	}
	resp, failed := a.response(req, m.program.File())
	if failed != nil {
		failed.Logs = logs
		return nil, failed
	}
	if err := a.send(onDelta); err != nil {
		return nil, err
	}
	resp.Model, resp.Logs = m.opt.Model, logs
	return resp, nil
}

// fault is an error of the script's.
func fault(err error, logs []string) *llm.Error {
	e := &llm.Error{Message: err.Error(), Logs: logs, Err: err}
	var failed *script.Error
	if errors.As(err, &failed) {
		e.Pos, e.Stack = failed.Pos, failed.Stack
		e.Logs = append(e.Logs, failed.Logs...)
	}
	return e
}

// wait waits under the context's deadline.
func wait(ctx context.Context, d time.Duration) error {
	if d == 0 {
		return nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
