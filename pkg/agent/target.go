package agent

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/agent/outbox"
	"github.com/surefoot-dev/surefoot/pkg/agent/trace"
	"github.com/surefoot-dev/surefoot/pkg/cassette"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// Options are a run's settings for its agents.
type Options struct {
	Connector string // replaces every agent's and case's; "" leaves them
	Identity  eval.Identity
	// UserGiven and TeamGiven say that the identity's user and team are the
	// command line's, so that they win over those of cases. From anywhere else
	// they stand in for cases that name none.
	UserGiven, TeamGiven bool
	Seed                 int64              // of scripted models' random numbers
	Now                  func() time.Time   // what prompts take for now; time.Now
	HTTP                 *http.Client       // of all connectors; wire.NewHTTPClient()
	UserAgent            string             // sent to providers; Go's own
	Retry                llm.Policy         // of connectors that do not say how often
	Record               *cassette.Recorder // keeps what models answer; nil for none
	// JSONPath checks a value at a path, for script tests: what came of it, in
	// words.
	JSONPath   func(value eval.Value, path string, expected eval.Value) (eval.Status, string)
	Environ    []string         // of the process, of which children get what they may
	NoCommands bool             // servers that are commands are not started: ErrNoCommand
	PassEnv    []string         // more of its variables that they get
	Replay     *cassette.Player // answers in the models' place, which are not even made; nil for none
}

// Target evaluates the agents of one application. It is safe for concurrent
// use.
type Target struct {
	app *app.App
	opt Options

	mu       sync.Mutex
	clients  map[string]llm.Model    // of connectors whose model all trials share
	limiters map[string]*llm.Limiter // of all connectors

	templates map[string]*Template // by their agents' ids
}

var _ target.Target = (*Target)(nil)

// New makes a target of an application. It checks nothing: ask Problems and
// Check before Open.
func New(a *app.App, o Options) *Target {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.HTTP == nil && o.Replay == nil {
		o.HTTP = wire.NewHTTPClient()
	}
	return &Target{app: a, opt: o, clients: map[string]llm.Model{}, limiters: map[string]*llm.Limiter{}, templates: map[string]*Template{}}
}

// Open prepares a trial of a case that Check found nothing wrong with: its
// prompts and its model. An error is a *target.Fault.
func (t *Target) Open(ctx context.Context, c *eval.Case, run int) (target.Session, error) {
	agent, connector, problem := t.choose(c)
	if problem != nil {
		return nil, faultOf(*problem)
	}
	if problem := t.app.Fault(t.reach(c, agent)); problem != nil {
		return nil, faultOf(*problem)
	}
	scope := eval.Scope{Agent: c.Agent, Case: c.ID, Run: run, Turn: 1, Role: eval.RoleAgent}
	branch := &eval.Branch{}
	ctx = eval.WithBranch(eval.WithScope(ctx, scope), branch)
	now, err := t.clock(ctx)
	if err != nil {
		return nil, &target.Fault{Message: "replay: " + err.Error(), Err: err}
	}
	how, bad := t.asks(agent, c)
	if bad != nil {
		return nil, &target.Fault{Pos: c.Pos, Message: "metadata." + bad.key + ": " + bad.message}
	}
	remembered, stores, fault := t.beginning(agent.ID)
	if fault != nil {
		return nil, fault
	}
	trial := &trial{
		target: t, c: c, scope: scope, branch: branch, now: now, ledger: &ledger{}, stores: stores,
		outbox: outbox.New(how.skip.Output), trace: trace.New(how.skip.Trace),
	}
	if connector != nil && c.Test == nil {
		if _, err := trial.lease(ctx, connector, scope.Role); err != nil {
			return nil, connectorFault(connector, err)
		}
	}
	s := &session{trial: trial, side: &ledger{}, agent: &conversation{trial: trial, agent: agent, asked: how, memory: remembered}}
	if c.Test == nil {
		return s, nil
	}
	program, problems := t.app.TestModule(agent, c.Test.Module)
	if program == nil {
		return nil, faultOf(problems.First())
	}
	return &test{session: s, program: program}, nil
}

func skips(c *eval.Case) eval.Skips {
	if c.Options == nil {
		return eval.Skips{}
	}
	return c.Options.Skip
}

func faultOf(p eval.Problem) *target.Fault {
	pos := p.Pos
	p.Pos, p.Case, p.Agent = eval.Pos{}, "", ""
	return &target.Fault{Pos: pos, Message: p.String()}
}
