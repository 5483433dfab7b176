package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/config"
	"github.com/surefoot-dev/surefoot/pkg/dataset"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/plan"
)

// cases reads the message, the case files that were named, or all there are.
func (p *Process) cases(ctx context.Context, s *suite) ([]*eval.Case, eval.Problems) {
	if id := s.selection.agent; id != "" {
		if _, ok := s.app.Agent(id); !ok {
			return nil, eval.Problems{s.app.UnknownAgent(id)}
		}
	}
	if s.selection.message != nil {
		return p.messageCase(s)
	}
	tests, problems := s.tests()
	if len(s.selection.tests)+len(s.settings.Scripts) > 0 && len(s.selection.patterns)+len(s.selection.generators) == 0 {
		return tests, problems
	}
	problems = append(problems, p.checkGenerators(s)...)
	var files []string
	if len(s.selection.generators) == 0 || len(s.selection.patterns) > 0 {
		var more eval.Problems
		files, more = p.files(s)
		problems = append(problems, more...)
	}
	if problems.Errors() > 0 {
		return nil, problems
	}
	inputs := make([]dataset.Input, 0, len(files))
	s.files = make(map[string]string, len(files))
	for _, path := range files {
		if problem := p.foreign(path, s.root); problem != nil {
			problems = append(problems, *problem)
			continue
		}
		id, ok := s.app.AgentAt(path)
		if !ok {
			id = s.selection.fallback
		}
		inputs = append(inputs, dataset.Input{Path: path, Name: p.name(path), Agent: id})
		s.inputs = append(s.inputs, p.name(path))
		s.files[p.name(path)] = path
	}
	read := func() ([]*eval.Case, eval.Problems) {
		return dataset.Read(inputs, dataset.Options{Agent: s.selection.agent, Check: p.checkAssertion(s.assertions)})
	}
	cases, more := read()
	if len(s.selection.generators) > 0 && !s.lookOnly {
		// What is wrong with the files is said before a generator takes anything.
		if problems = append(problems, more...); problems.Errors() > 0 {
			return nil, problems
		}
		made, faults := p.generate(ctx, s)
		if len(faults) > 0 {
			return nil, append(problems, faults...)
		}
		inputs = append(inputs, made...)
		if cases, more = read(); more.Errors() == 0 {
			more = append(more, s.beyond(cases)...)
		}
	}
	return slices.Concat(cases, tests), append(problems, more...)
}

// tests are the script tests that were named.
func (s *suite) tests() ([]*eval.Case, eval.Problems) {
	var cases []*eval.Case
	var problems eval.Problems
	seen := map[eval.Key]*eval.Case{}
	take := func(agent *app.Agent, module string) {
		found, more := s.target.Tests(agent, module)
		problems = append(problems, more...)
		for _, c := range found {
			if other := seen[c.Key()]; other != nil {
				c.ID = module + "." + c.ID
			}
			seen[c.Key()] = c
			cases = append(cases, c)
		}
	}
	for _, name := range s.selection.tests {
		agent, module, problem := s.target.TestAt(name)
		if problem != nil {
			problems = append(problems, *problem)
			continue
		}
		s.inputs = append(s.inputs, "scripts."+name)
		take(agent, module)
	}
	for _, module := range s.settings.Scripts {
		id := s.selection.agent
		if id == "" {
			id = s.selection.fallback
		}
		agent, ok := s.app.Agent(id)
		if !ok {
			problems = append(problems, eval.Problem{Message: "--scripts " + quote(module) + " is of an agent, and none is named", Hint: "name it with -n"})
			continue
		}
		s.inputs = append(s.inputs, "scripts."+id+"."+module)
		take(agent, strings.TrimPrefix(module, "scripts."))
	}
	return cases, problems
}

// files are the case files that were named, or else all of the application, or
// of the one agent that was named.
func (p *Process) files(s *suite) ([]string, eval.Problems) {
	if len(s.selection.patterns) > 0 {
		files, problems := dataset.Expand(s.selection.patterns, p.Dir)
		if len(files) == 0 && problems.Errors() == 0 {
			problems = append(problems, eval.Problem{Message: "no case files: all that match are reports of earlier runs"})
		}
		return files, p.named(problems)
	}
	files, problems := dataset.Discover(s.root)
	problems = p.named(problems)
	whose := "the application has"
	if id := s.selection.agent; id != "" {
		whose = "the agent " + quote(id) + " has"
		files = slices.DeleteFunc(files, func(path string) bool {
			at, _ := s.app.AgentAt(path)
			return at != id
		})
	}
	if len(files) == 0 && problems.Errors() == 0 {
		problems = append(problems, eval.Problem{
			Message: whose + " no case files: no tests/*.jsonl in its folder", Hint: "name a file with -i, or give a message",
		})
	}
	return files, problems
}

func (p *Process) messageCase(s *suite) ([]*eval.Case, eval.Problems) {
	id := s.selection.agent
	if id == "" {
		id, _ = s.app.AgentAt(p.Dir)
	}
	if id == "" {
		id = s.selection.fallback
	}
	if id == "" {
		if agents := s.app.Agents(); s.app.Kind == app.LoneAgent && len(agents) == 1 {
			id = agents[0].ID
		}
	}
	if id == "" {
		return nil, eval.Problems{{Message: "no agent for the message", Hint: "name one with -n, or run in an agent's folder"}}
	}
	if _, isAgent := s.app.Agent(*s.selection.message); isAgent && s.selection.lone {
		return nil, eval.Problems{{
			Message: quote(*s.selection.message) + " is an agent, and would be sent as a message",
			Hint:    "run its own cases with -n " + *s.selection.message + ", or add a message or @FILE",
		}}
	}
	s.settings.OneMessage()
	s.direct = s.settings.Runs == 1
	return []*eval.Case{dataset.FromMessage(*s.selection.message, id)}, nil
}

// selectCases applies the filters. One that selects nothing is a problem, as
// is a case id that does not exist.
func selectCases(cases []*eval.Case, s *config.Settings) (*plan.Plan, eval.Problems) {
	filter := plan.Filter{Run: s.Run, IDs: s.Case, Tags: s.Tag}
	selected := plan.New(cases, filter, s.Runs)
	selected.MinRuns = s.MinRuns
	var problems eval.Problems
	for _, id := range filter.UnknownIDs(cases) {
		problems = append(problems, eval.Problem{
			Message: "--case " + quote(id) + ": there is no such case", Hint: nearestCase(id, cases),
		})
	}
	for _, tag := range filter.UnknownTags(cases) {
		problems = append(problems, eval.Problem{
			Message: "--tag " + quote(tag) + ": no case has this tag", Hint: nearestTag(tag, cases),
		})
	}
	if len(problems) == 0 {
		for _, id := range filter.UnknownIDs(selected.Cases) {
			problems = append(problems, eval.Problem{Message: "--case " + quote(id) + " is left out by " + filterText(s)})
		}
	}
	if len(problems) == 0 && len(cases) > 0 && len(selected.Cases) == 0 {
		problems = append(problems, eval.Problem{
			Message: fmt.Sprintf("none of %s matches %s", eval.Plural(len(cases), "case"), filterText(s)),
		})
	}
	return selected, problems
}

func filterText(s *config.Settings) string {
	var words []string
	if s.Run != nil {
		words = append(words, "--run "+quote(s.Run.String()))
	}
	for _, tag := range s.Tag {
		words = append(words, "--tag "+quote(tag))
	}
	return strings.Join(words, " ")
}
