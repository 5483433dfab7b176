package agent

import (
	"context"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/anthropic"
	"github.com/surefoot-dev/surefoot/pkg/llm/openai"
	"github.com/surefoot-dev/surefoot/pkg/llm/recorded"
	"github.com/surefoot-dev/surefoot/pkg/llm/scripted"
)

// model makes the model of one trial, which repeats and prices its requests,
// each of which goes through the connector's limits, and records them or is
// replayed. A script gets a world of its own, which end closes.
func (t *Target) model(ctx context.Context, c *app.Connector, scope eval.Scope) (model llm.Model, end func(), err error) {
	end = func() {}
	if t.opt.Replay != nil {
		return llm.Priced(recorded.Replay(taped(c), t.opt.Replay), c.Prices), end, nil
	}
	if c.Type == app.Script {
		m, err := scripted.Open(ctx, c.Program, scripted.Options{Seed: t.opt.Seed, Scope: scope, Model: c.Model, Branch: eval.BranchOf(ctx).Path()})
		if err != nil {
			return nil, nil, err
		}
		model, end = m, m.Close
	} else if model, err = t.client(c); err != nil {
		return nil, nil, err
	}
	policy := t.opt.Retry
	if c.MaxAttempts > 0 {
		policy.MaxAttempts = c.MaxAttempts
	}
	model = llm.Retry(llm.Limited(model, t.limiter(c)), policy)
	if t.opt.Record != nil {
		model = recorded.Record(model, taped(c), t.opt.Record)
	}
	return llm.Priced(model, c.Prices), end, nil
}

// taped is what of a connector decides its answers.
func taped(c *app.Connector) recorded.Connector {
	return recorded.Connector{ID: c.ID, Model: c.Model, Extra: c.Adds()}
}

// clock is what the prompts of the context's trial take for now: when it was
// recorded, where it is replayed.
func (t *Target) clock(ctx context.Context) (time.Time, error) {
	if t.opt.Replay != nil {
		return t.opt.Replay.Open(ctx)
	}
	now := t.opt.Now()
	if t.opt.Record != nil {
		t.opt.Record.Open(ctx, now)
	}
	return now, nil
}

// limiter is what all trials' requests to a connector go through. One without
// limits holds back what a provider asked to wait for.
func (t *Target) limiter(c *app.Connector) *llm.Limiter {
	t.mu.Lock()
	defer t.mu.Unlock()
	limiter, ok := t.limiters[c.ID]
	if !ok {
		limiter = llm.NewLimiter(c.Limits)
		t.limiters[c.ID] = limiter
	}
	return limiter
}

// client is the model of a connector that all trials share.
func (t *Target) client(c *app.Connector) (llm.Model, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if model, ok := t.clients[c.ID]; ok {
		return model, nil
	}
	model, err := t.newClient(c)
	if err != nil {
		return nil, err
	}
	t.clients[c.ID] = model
	return model, nil
}

func (t *Target) newClient(c *app.Connector) (llm.Model, error) {
	if c.Type == app.Anthropic {
		cfg := c.Anthropic
		cfg.HTTP, cfg.UserAgent, cfg.Now = t.opt.HTTP, t.opt.UserAgent, t.opt.Now
		return anthropic.New(cfg)
	}
	cfg := c.OpenAI
	cfg.HTTP, cfg.UserAgent, cfg.Now = t.opt.HTTP, t.opt.UserAgent, t.opt.Now
	return openai.New(cfg)
}
