package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/agent"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// runHooks are the hooks of a run that run once for each of its agents, around
// all trials.
type runHooks struct {
	limit time.Duration
	of    []*agentHooks
}

// agentHooks are those of one agent, at one revision.
type agentHooks struct {
	agent, before, after string
	base                 bool
	where                string // words for messages, empty for what is here
	target               *agent.Target
	cases                []*eval.Case
	template             *agent.Template // nil of one that did not begin
	at                   map[eval.Key]int
	results              []told
}

// told is what became of a trial, as hooks are told it.
type told struct {
	at, run int
	value   eval.Value
}

// hooks are the hooks of this run. One that is finished already has none.
func (s *suite) hooks() *runHooks {
	h := &runHooks{limit: s.settings.HookTimeout}
	if s.resumed != nil && s.resumed.Finished() {
		return h
	}
	h.add(s, s.target, s.plan.Cases, "")
	if s.against != nil {
		h.add(s, s.against.target, s.against.plan.Cases, s.against.name)
	}
	return h
}

// add adds the hooks of the agents that have cases, at the revision of that
// name; "" is none.
func (h *runHooks) add(s *suite, target *agent.Target, cases []*eval.Case, revision string) {
	for _, id := range runnable(cases) {
		a := &agentHooks{agent: id, before: hook(s.settings.BeforeAll, id), after: hook(s.settings.AfterAll, id), base: revision != "", target: target, at: map[eval.Key]int{}}
		if a.base {
			a.where = " at " + revision
		}
		if a.before == "" && a.after == "" {
			continue
		}
		for i, c := range cases {
			if c.Agent == id {
				a.cases = append(a.cases, c)
				a.at[c.Key()] = i
			}
		}
		h.of = append(h.of, a)
	}
}

// before runs the hooks before all trials, one agent after the other. One that
// fails makes the trials of its agent errors, and those only. Spend is told
// what models took.
func (h *runHooks) before(ctx context.Context, sink eval.Sink, spend func(map[eval.Role]eval.Usage)) error {
	var faults []error
	for _, a := range h.of {
		if ctx.Err() != nil {
			break
		}
		template, err := a.target.Template(a.agent)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		a.template = template
		if a.before == "" {
			continue
		}
		work := template.BeforeAll(ctx, h.limit, a.before, a.cases)
		work.Base = a.base
		spend(work.Usage)
		faults = append(faults, sink.Event(work))
	}
	return errors.Join(faults...)
}

// after runs the hooks after all trials where those before did not fail. The
// error names those that failed, since what they leave behind may spoil the
// next run.
func (h *runHooks) after(ctx context.Context, sink eval.Sink) error {
	var faults []error
	for _, a := range h.of {
		if a.template == nil {
			continue
		}
		if a.after != "" && !a.template.Failed() {
			work := a.template.AfterAll(ctx, h.limit, a.after, a.ordered())
			work.Base = a.base
			faults = append(faults, sink.Event(work))
			if line := work.Line(); line != "" {
				faults = append(faults, fmt.Errorf("after-all %s of %s%s: %s", a.after, a.agent, a.where, line))
			}
		}
		faults = append(faults, a.template.Close(ctx))
	}
	return errors.Join(faults...)
}

// ordered are the results in the order of the plan.
func (a *agentHooks) ordered() []eval.Value {
	slices.SortStableFunc(a.results, func(x, y told) int {
		if x.at != y.at {
			return x.at - y.at
		}
		return x.run - y.run
	})
	values := make([]eval.Value, len(a.results))
	for i, r := range a.results {
		values[i] = r.value
	}
	a.results = nil
	return values
}

// hear keeps what becomes of trials for the hooks after them, on its way to
// next.
func (h *runHooks) hear(next eval.Sink) eval.Sink {
	if !slices.ContainsFunc(h.of, func(a *agentHooks) bool { return a.after != "" }) {
		return next
	}
	return hearing{h, next}
}

type hearing struct {
	hooks *runHooks
	next  eval.Sink
}

func (h hearing) Event(ev eval.Event) error {
	err := h.next.Event(ev)
	if t, ok := ev.(*eval.Trial); ok {
		err = errors.Join(err, h.hooks.keep(t))
	}
	return err
}

func (h *runHooks) keep(t *eval.Trial) error {
	for _, a := range h.of {
		if a.agent != t.Agent || a.base != t.Base || a.after == "" {
			continue
		}
		v, err := agent.ResultOf(t)
		if err != nil {
			return fmt.Errorf("the result of case %q cannot be told to a hook: %w", eval.Clip(t.ID), err)
		}
		a.results = append(a.results, told{a.at[t.Key()], t.Run, v})
	}
	return nil
}

// outlasting is a context that ends some time after its parent does.
func outlasting(parent context.Context, by time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(parent))
	timers := make(chan *time.Timer, 1)
	stop := context.AfterFunc(parent, func() {
		timers <- time.AfterFunc(by, func() { cancel(context.Cause(parent)) })
	})
	return ctx, func() {
		cancel(nil)
		if !stop() {
			(<-timers).Stop()
		}
	}
}

// late is how long after an interrupt hooks of the whole run may still be at
// work, so that the report is there within 5 s.
const late = 3500 * time.Millisecond
