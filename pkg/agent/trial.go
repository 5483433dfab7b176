package agent

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/agent/memory"
	"github.com/surefoot-dev/surefoot/pkg/agent/outbox"
	"github.com/surefoot-dev/surefoot/pkg/agent/trace"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
)

// trial is one attempt at a case: what all agents that are at work in it
// share. Its models are safe for concurrent use.
type trial struct {
	target *Target
	c      *eval.Case
	scope  eval.Scope
	now    time.Time
	ledger *ledger // of the turn
	outbox *outbox.Outbox
	trace  *trace.Trace
	branch *eval.Branch // of all that goes on one after the other

	outside bool // it is none: a hook of the whole run is at work, which no cassette knows

	mu      sync.Mutex
	models  map[leased]*lease
	doomed  []breakage
	servers map[string]*reached
	stores  map[string]*memory.Space
	mocks   map[string]bool // of the case: whether a tool of that name was met
}

// store is a store of the trial by its name.
func (t *trial) store(name string) *memory.Space {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stores == nil {
		t.stores = map[string]*memory.Space{}
	}
	s := t.stores[name]
	if s == nil {
		s = memory.NewSpace(time.Now)
		t.stores[name] = s
	}
	return s
}

// breakage is what broke, and where it was asked for.
type breakage struct {
	branch *eval.Branch
	err    error
}

// doom makes the turn an error, whatever a script makes of it: what broke is
// no answer of the agent's.
func (t *trial) doom(ctx context.Context, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	// A trial that has ended needs no fault.
	if ctx.Err() == nil {
		t.doomed = append(t.doomed, breakage{eval.BranchOf(ctx), err})
	}
}

// pardon forgets what broke, once it was said.
func (t *trial) pardon() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.doomed = nil
}

// clock is what scripts take for now: in a replay the time goes on from when the
// trial was recorded, as prompts have it.
func (t *trial) clock() func() time.Time {
	if t.target.opt.Replay == nil {
		return t.target.opt.Now
	}
	began := time.Now()
	return func() time.Time { return t.now.Add(time.Since(began)) }
}

// within is a context of what goes on one after the other in the trial.
func (t *trial) within(ctx context.Context) context.Context { return eval.WithBranch(ctx, t.branch) }

// fate is why the turn is an error already, nil when it is not. Whatever
// became of a call that lost to another is no fault, be it that it was cut or
// that it broke just before.
func (t *trial) fate() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, b := range t.doomed {
		if !b.branch.Lost() {
			return b.err
		}
	}
	return nil
}

// leased is what a model of the trial is for.
type leased struct {
	connector string
	role      eval.Role
	branch    string // whose script it is; calls side by side have worlds of their own
}

// lease is a model that belongs to the trial.
type lease struct {
	model llm.Model
	end   func()
}

// ask asks the connector's model in the name of the context's role.
func (t *trial) ask(ctx context.Context, c *app.Connector, req *llm.Request, onDelta func(llm.Delta) error) (*llm.Response, error) {
	role := eval.ScopeOf(ctx).Role
	l, err := t.lease(ctx, c, role)
	if err != nil {
		return nil, connectorFault(c, err)
	}
	heard, stopped := onDelta, false
	if onDelta != nil {
		heard = func(d llm.Delta) error {
			err := onDelta(d)
			stopped = err != nil
			return err
		}
	}
	answer, err := l.model.Stream(ctx, req, heard)
	if err != nil {
		if stopped {
			t.ledger.cut(role)
		} else {
			t.ledger.failed(role, err)
		}
		return nil, connectorFault(c, err)
	}
	t.ledger.answered(c, role, answer)
	return answer, nil
}

// untaped reports that nobody could replay what is asked now.
func (t *trial) untaped() bool {
	opt := &t.target.opt
	return t.outside && (opt.Record != nil || opt.Replay != nil)
}

// errUntaped refuses to ask where nobody could replay the answer.
var errUntaped = errors.New("no cassette keeps what is asked outside of trials (ask in a hook of the case, or leave --record and --replay out)")

// lease is the trial's model of a connector.
func (t *trial) lease(ctx context.Context, c *app.Connector, role eval.Role) (*lease, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	key := leased{connector: c.ID, role: role}
	if c.Type == app.Script {
		key.branch = eval.BranchOf(ctx).Path()
	}
	if l := t.models[key]; l != nil {
		return l, nil
	}
	if t.untaped() {
		return nil, errUntaped
	}
	scope := t.scope
	scope.Role = role
	model, end, err := t.target.model(ctx, c, scope)
	if err != nil {
		return nil, err
	}
	if t.models == nil {
		t.models = map[leased]*lease{}
	}
	l := &lease{model: model, end: end}
	t.models[key] = l
	return l, nil
}

// leave ends the models of the context's branch, which nobody goes back to.
func (t *trial) leave(ctx context.Context) {
	path := eval.BranchOf(ctx).Path()
	t.mu.Lock()
	defer t.mu.Unlock()
	for key, l := range t.models {
		if path != "" && key.branch == path {
			l.end()
			delete(t.models, key)
		}
	}
}

// close ends the models and the servers.
func (t *trial) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	var ending sync.WaitGroup
	for _, r := range t.servers {
		if r.open != nil {
			ending.Go(r.open.Close)
		}
	}
	ending.Wait()
	for _, l := range t.models {
		l.end()
	}
}
