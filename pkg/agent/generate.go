package agent

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/agent/generator"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// CheckGenerator reports a generator of cases for an agent that cannot be
// asked.
func (t *Target) CheckGenerator(use *generator.Use, agent string) eval.Problems {
	tested, ok := t.app.Agent(agent)
	if !ok {
		return eval.Problems{t.app.UnknownAgent(agent)}
	}
	if use.Script != "" {
		_, problems := t.app.Script(tested, use.Script)
		return placed(problems, use)
	}
	if t.opt.Record != nil || t.opt.Replay != nil {
		return eval.Problems{{Message: "-i " + use.Text + ": no cassette keeps what makes cases", Hint: "write the cases to a file first: --dry-run -o cases.jsonl"}}
	}
	if _, ok := t.app.Agent(use.Agent); !ok {
		p := t.app.UnknownAgent(use.Agent)
		if use.Agent == builtInGenerator {
			p = eval.Problem{Message: "the built-in agent " + builtInGenerator + " is not in this version", Hint: "write an agent of your own that makes cases, or a script: -i scripts:MODULE.FUNCTION"}
		}
		return placed(eval.Problems{p}, use)
	}
	alone := t.alone()
	problems := alone.Check(asking(use, eval.Trusted("null")))
	if p := alone.app.Fault(app.Reach{Agents: []string{use.Agent}, Own: []string{use.Agent}}); p != nil {
		problems = append(problems, *p)
	}
	return placed(problems, use)
}

// builtInGenerator is the agent that others have for this.
const builtInGenerator = "tests.generator-agent"

// placed puts the generator before problems that have no place.
func placed(problems eval.Problems, use *generator.Use) eval.Problems {
	for i := range problems {
		if p := &problems[i]; p.Pos.Line == 0 {
			if p.Pos.File != "" {
				p.Message = p.Pos.File + ": " + p.Message
			}
			p.Pos, p.Message = eval.Pos{}, "-i "+use.Text+": "+p.Message
		}
		problems[i].Case, problems[i].Agent = "", ""
	}
	return problems
}

// Generate has cases made for an agent, as the text of a case file, within the
// limit. Without any, the work says why.
func (t *Target) Generate(ctx context.Context, limit time.Duration, use *generator.Use, agent string) (string, *eval.Work) {
	w := &eval.Work{Kind: eval.WorkGenerator, Agent: agent, Use: use.Text, Started: t.opt.Now().UTC(), Status: eval.Passed}
	ctx, cancel := context.WithTimeoutCause(ctx, limit, errHookTimeout)
	defer cancel()
	began := time.Now()
	call := t.byScript
	if use.Agent != "" {
		call = t.byAgent
	}
	answer, err := call(ctx, use, agent, w)
	text, notes := "", []string(nil)
	if err == nil {
		text, notes, err = generator.Cases(answer)
	}
	w.Notes = append(w.Notes, notes...)
	w.DurationMS = eval.Millis(time.Since(began))
	tell(ctx, w, limit, err)
	return text, w
}

// tested is what generators are told of an agent.
func (t *Target) tested(agent *app.Agent) generator.Tested {
	locale := t.opt.Identity.Locale
	return generator.Tested{ID: agent.ID, Name: agent.Label(locale, agent.Name), Description: agent.Label(locale, agent.Description), Tools: []string{}}
}

func (t *Target) byScript(ctx context.Context, use *generator.Use, agent string, w *eval.Work) (eval.Value, error) {
	s, err := t.outside(agent, "generator")
	if err != nil {
		return eval.Value{}, err
	}
	args, err := use.Arguments(t.tested(s.agent.agent))
	if err != nil {
		return eval.Value{}, err
	}
	f, problems := t.app.Script(s.agent.agent, use.Script)
	v, err := s.agent.run(s.trial.within(eval.WithScope(ctx, s.trial.scope)), f, problems, s.agent.request(), args)
	if doomed := s.trial.fate(); doomed != nil && err == nil {
		err = doomed
	}
	sums := s.trial.ledger.sums()
	w.Logs, w.Attempts, w.Notes, w.Usage = sums.Logs, sums.Attempts, sums.Notes, ofJudge(sums.Usage)
	if err != nil {
		err = hookFault("", f, err)
	}
	return v, errors.Join(err, s.Close(ctx))
}

// alone are the agents without what is of the agent under test only.
func (t *Target) alone() *Target {
	opt := t.opt
	opt.Connector, opt.Record, opt.Replay = "", nil, nil
	return New(t.app, opt)
}

// asking is a case that asks an agent for cases.
func asking(use *generator.Use, request eval.Value) *eval.Case {
	return &eval.Case{
		Agent: use.Agent, ID: "generator", Input: request, Messages: []eval.Message{{Role: "user", Content: eval.Content{Text: request.Raw()}}},
		Options: &eval.Options{Metadata: eval.Trusted(`{"test_mode":"generator"}`), Skip: eval.Skips{History: true, Trace: true, Output: true}},
	}
}

func (t *Target) byAgent(ctx context.Context, use *generator.Use, agent string, w *eval.Work) (eval.Value, error) {
	tested, ok := t.app.Agent(agent)
	if !ok {
		return eval.Value{}, fmt.Errorf("there is no agent %s", agent)
	}
	request, err := use.Request(t.tested(tested))
	if err != nil {
		return eval.Value{}, err
	}
	s, err := t.alone().Open(ctx, asking(use, request), 1)
	if err != nil {
		return eval.Value{}, err
	}
	reply, err := s.Send(ctx, asking(use, request).Messages)
	w.Logs, w.Attempts, w.Notes, w.Usage = reply.Logs, reply.Attempts, reply.Notes, ofJudge(reply.Usage)
	return reply.Output, errors.Join(err, s.Close(ctx))
}

// ofJudge are amounts that were not the agent's under test.
func ofJudge(usage map[eval.Role]eval.Usage) map[eval.Role]eval.Usage {
	var sum eval.Usage
	for _, u := range usage {
		sum = sum.Add(u)
	}
	if sum.Calls == 0 && sum.Attempts == 0 {
		return nil
	}
	return map[eval.Role]eval.Usage{eval.RoleJudge: sum}
}
