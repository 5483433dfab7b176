package agent

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Problems are the faults of the application that these cases can meet, and
// what is wrong with the run's own connector. Skipped cases meet nothing.
func (t *Target) Problems(cases []*eval.Case) eval.Problems {
	agents, own, named := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, c := range cases {
		if c.Skip != "" {
			continue
		}
		agents[c.Agent] = true
		switch {
		case t.opt.Connector != "":
		case namesConnector(c):
			named[c.Options.Connector] = true
		default:
			own[c.Agent] = true
		}
	}
	var problems eval.Problems
	if t.opt.Connector != "" {
		named[t.opt.Connector] = true
		problems = t.checkOverride(sortedKeys(agents))
	}
	problems = append(problems, t.app.Problems(app.Reach{
		Agents: sortedKeys(agents), Own: sortedKeys(own), Connectors: sortedKeys(named),
	})...)
	return append(problems, t.CheckAll(cases)...)
}

// Lint is CheckAll, and the faults of connectors that only the cases or the run
// name: no agent of the application uses them.
func (t *Target) Lint(cases []*eval.Case) eval.Problems {
	agents, named := map[string]bool{}, map[string]bool{}
	for _, c := range cases {
		agents[c.Agent] = true
		if namesConnector(c) {
			named[c.Options.Connector] = true
		}
	}
	var problems eval.Problems
	if t.opt.Connector != "" {
		named[t.opt.Connector] = true
		problems = t.checkOverride(sortedKeys(agents))
	}
	problems = append(problems, t.app.Reached(app.Reach{Connectors: sortedKeys(named)})...)
	return append(problems, t.CheckAll(cases)...)
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// checkOverride reports a connector of the run that does not exist or does
// not suit an agent.
func (t *Target) checkOverride(agents []string) eval.Problems {
	connector, ok := t.app.Connector(t.opt.Connector)
	if !ok {
		p := t.app.UnknownConnector(t.opt.Connector)
		p.Path = "--connector"
		return eval.Problems{p}
	}
	var problems eval.Problems
	for _, id := range agents {
		if agent, ok := t.app.Agent(id); ok {
			for _, p := range agent.Suits(connector) {
				p.Path = "--connector"
				problems = append(problems, p)
			}
		}
	}
	return problems
}

// Check reports what in a case its agent cannot do, with the place in the
// case. What is wrong with the agent itself is in Problems, and what many
// cases share in CheckAll.
func (t *Target) Check(c *eval.Case) eval.Problems {
	agent, ok := t.app.Agent(c.Agent)
	if !ok {
		return eval.Problems{t.unknownAgent(c)}
	}
	check := checker{c: c, agent: agent}
	if o := c.Options; o != nil {
		if o.Mode != "" && !slices.Contains(agent.Modes, o.Mode) {
			check.fault(check.place("mode"), "options.mode", fmt.Sprintf("unknown mode %q", eval.Clip(o.Mode)),
				"agent "+agent.ID+" has "+strings.Join(agent.Modes, ", "))
		}
		if t.opt.Connector == "" && o.Connector != "" {
			t.checkConnector(&check)
		}
	}
	if _, err := t.settings(agent, c); err != nil && !t.contextual(c, err.key) {
		check.fault(check.place("metadata"), "metadata."+err.key, err.message, err.hint)
	}
	check.hooks(t.app)
	check.mocks(t.app)
	check.forbidden(t.app)
	check.test(t.app)
	// A connector that is missing is reported once, with the agent or the run.
	if _, connector, problem := t.choose(c); problem == nil && connector != nil {
		check.parts(connector)
	}
	return check.problems
}

// checker collects what is wrong with a case.
type checker struct {
	c        *eval.Case
	agent    *app.Agent
	problems eval.Problems
}

func (k *checker) fault(pos eval.Pos, path, message, hint string) {
	k.problems = append(k.problems, eval.Problem{Pos: pos, Agent: k.agent.ID, Case: k.c.ID, Path: path, Message: message, Hint: hint})
}

// place is where an option of the case stands, or the case.
func (k *checker) place(option string) eval.Pos {
	if k.c.Options != nil {
		if pos, ok := k.c.Options.Places[option]; ok {
			return pos
		}
	}
	return k.c.Pos
}

func (t *Target) checkConnector(k *checker) {
	id, pos := k.c.Options.Connector, k.place("connector")
	connector, ok := t.app.Connector(id)
	if !ok {
		p := t.app.UnknownConnector(id)
		k.fault(pos, "options.connector", p.Message, p.Hint)
		return
	}
	for _, p := range k.agent.Suits(connector) {
		p.Pos, p.Case, p.Path = pos, k.c.ID, "options.connector"
		k.problems = append(k.problems, p)
	}
}

// needs are the capabilities that parts of a message need of a model.
var needs = map[string]string{eval.PartImage: app.Vision, eval.PartAudio: app.Audio}

// parts reports content that the connector's model cannot take.
func (k *checker) parts(connector *app.Connector) {
	parsed := !skips(k.c).ContentParsing
	for i := range k.c.Messages {
		for j := range k.c.Messages[i].Content.Parts {
			p := &k.c.Messages[i].Content.Parts[j]
			pos, what := k.c.Pos, "the "+p.Type
			if p.Attachment != nil {
				pos, what = p.Attachment.Pos, fmt.Sprintf("attachment %q", eval.Clip(p.Attachment.Path))
			}
			kind := p.Type
			if parsed {
				kind = kindOf(p)
			}
			if message := mismatch(p); message != "" {
				k.fault(pos, "input", what+" "+message, "write \"type\": \"file\" for any other file")
			} else if need := needs[kind]; need != "" && !connector.Capabilities.Allows(need) && k.agent.Wrappers[need] == nil && !k.agent.Hook(app.CreateHook) {
				k.fault(pos, "input", fmt.Sprintf("%s needs the capability %q, which %s lacks", what, need, connectorName(connector)), "choose another connector, or what makes a text of it in uses."+need+" of the package")
			}
		}
	}
}
