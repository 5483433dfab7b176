package agent

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/agent/memory"
	"github.com/surefoot-dev/surefoot/pkg/agent/outbox"
	"github.com/surefoot-dev/surefoot/pkg/agent/trace"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// errHookTimeout is the cause with which its own deadline ends a hook.
var errHookTimeout = errors.New("timeout")

// Template is what the trials of an agent begin with: what the hook before
// them all put into the memory and the stores. Each trial has a copy; the
// template is what the hook after them all sees again. It is used from one
// goroutine, and no trial is opened while a hook of it runs.
type Template struct {
	*session
	fault *target.Fault // of the hook before all; no trial can be opened then
}

// Template begins the template of an agent, which holds nothing. Trials that
// are opened from now on begin with it.
func (t *Target) Template(id string) (*Template, error) {
	s, err := t.outside(id, "template")
	if err != nil {
		return nil, err
	}
	tp := &Template{session: s}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.templates[id] = tp
	return tp, nil
}

// outside is a session for scripts of an agent that are in no trial.
func (t *Target) outside(id, name string) (*session, error) {
	agent, ok := t.app.Agent(id)
	if !ok {
		return nil, errors.New(t.app.UnknownAgent(id).Message)
	}
	c := &eval.Case{Agent: id, ID: name}
	how, bad := t.asks(agent, c)
	if bad != nil {
		return nil, fmt.Errorf("metadata.%s: %s", bad.key, bad.message)
	}
	trial := &trial{
		target: t, c: c, scope: eval.Scope{Agent: id, Run: 1, Turn: 1, Role: eval.RoleAgent}, now: t.opt.Now(), ledger: &ledger{},
		outbox: outbox.New(false), trace: trace.New(false), outside: true, branch: &eval.Branch{},
	}
	return &session{trial: trial, side: &ledger{}, agent: &conversation{trial: trial, agent: agent, asked: how, memory: memory.New(time.Now)}}, nil
}

// CheckHook reports a hook of a whole run that cannot be called. Setting is the
// word it was given with.
func (t *Target) CheckHook(agent, setting, use string) eval.Problems {
	a, ok := t.app.Agent(agent)
	if !ok {
		return nil // the cases say so
	}
	_, problems := t.app.CaseHook(a, use)
	for i := range problems {
		p := &problems[i]
		if p.Pos.Line == 0 {
			if p.Pos.File != "" {
				p.Message = p.Pos.File + ": " + p.Message
			}
			p.Pos, p.Message = eval.Pos{}, "--"+setting+" "+use+": "+p.Message
		}
	}
	return problems
}

// BeforeAll runs the hook before all trials, which is given their cases. What
// it returns is for AfterAll. It may take as long as limit.
func (tp *Template) BeforeAll(ctx context.Context, limit time.Duration, use string, cases []*eval.Case) *eval.Work {
	list := make([]eval.Value, 0, len(cases))
	for _, c := range cases {
		if c.Skip == "" {
			list = append(list, testCase(c))
		}
	}
	w, v := tp.work(ctx, limit, eval.WorkBeforeAll, use, func() ([]eval.Value, error) {
		all, err := eval.ValueOf(list)
		return []eval.Value{all}, err
	})
	if w.Status == eval.Passed {
		tp.data = dataOf(v)
		return w
	}
	tp.fault = &target.Fault{Message: hookName(w.Kind) + " " + use + ": " + w.Error}
	if w.ErrorPos != nil {
		tp.fault.Pos = *w.ErrorPos
	}
	return w
}

// Failed reports whether BeforeAll did not end well, so that there is nothing
// for AfterAll to clean up.
func (tp *Template) Failed() bool { return tp.fault != nil }

// AfterAll runs the hook after all trials, which is given what became of them,
// as [ResultOf] tells it.
func (tp *Template) AfterAll(ctx context.Context, limit time.Duration, use string, results []eval.Value) *eval.Work {
	w, _ := tp.work(ctx, limit, eval.WorkAfterAll, use, func() ([]eval.Value, error) {
		if results == nil {
			results = []eval.Value{}
		}
		all, err := eval.ValueOf(results)
		return []eval.Value{all, tp.data}, err
	})
	return w
}

// Close ends the template's models. No trial may be opened any more.
func (tp *Template) Close(ctx context.Context) error { return tp.session.Close(ctx) }

// work calls a hook of the whole run, and says what became of it.
func (tp *Template) work(ctx context.Context, limit time.Duration, kind eval.WorkKind, use string, args func() ([]eval.Value, error)) (*eval.Work, eval.Value) {
	t := tp.trial
	w := &eval.Work{Kind: kind, Agent: t.c.Agent, Use: use, Started: t.target.opt.Now().UTC(), Status: eval.Passed}
	ctx, cancel := context.WithTimeoutCause(eval.WithScope(ctx, t.scope), limit, errHookTimeout)
	defer cancel()
	defer tp.agent.close() // the world of a hook ends with it: what it wants kept, it returns or remembers
	began := time.Now()
	values, err := args()
	var v eval.Value
	if err == nil {
		v, err = tp.caseHook(ctx, hookName(kind), use, values...)
	}
	w.DurationMS = eval.Millis(time.Since(began))
	tell(ctx, w, limit, err)
	sums := tp.side.sums()
	tp.side = &ledger{}
	w.Logs, w.Usage, w.Attempts, w.Notes = sums.Logs, sums.Usage, sums.Attempts, sums.Notes
	if n := len(t.outbox.Take()); n > 0 {
		w.Notes = append(w.Notes, eval.Plural(n, "message")+" that the hook sent went to nobody: it runs in no turn")
	}
	return w, v
}

// hookName is what messages call a hook of the whole run.
func hookName(kind eval.WorkKind) string {
	if kind == eval.WorkAfterAll {
		return "after-all"
	}
	return "before-all"
}

// tell says how a work ended: by its own deadline, with the run, or with an
// error.
func tell(ctx context.Context, w *eval.Work, limit time.Duration, err error) {
	var fault *target.Fault
	if errors.As(err, &fault) && !fault.Pos.IsZero() {
		w.ErrorPos = &fault.Pos
	}
	switch {
	case err == nil:
	case ctx.Err() == nil:
		w.Status, w.Error = eval.Error, strings.TrimPrefix(err.Error(), hookName(w.Kind)+": ")
	case errors.Is(context.Cause(ctx), errHookTimeout):
		w.Status, w.Error = eval.Timeout, "timeout after "+eval.Span(limit)
	default:
		w.Status, w.Error = eval.Skipped, context.Cause(ctx).Error()
	}
}

// beginning is what a trial of the agent begins with.
func (t *Target) beginning(agent string) (*memory.Memory, map[string]*memory.Space, *target.Fault) {
	t.mu.Lock()
	tp := t.templates[agent]
	t.mu.Unlock()
	if tp == nil {
		return memory.New(time.Now), nil, nil
	}
	return tp.agent.memory.Copy(), tp.trial.copies(), tp.fault
}

// copies are copies of the trial's stores.
func (t *trial) copies() map[string]*memory.Space {
	t.mu.Lock()
	defer t.mu.Unlock()
	stores := make(map[string]*memory.Space, len(t.stores))
	for name, s := range t.stores {
		stores[name] = s.Copy()
	}
	return stores
}
