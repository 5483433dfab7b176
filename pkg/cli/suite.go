package cli

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent"
	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/assert"
	"github.com/surefoot-dev/surefoot/pkg/config"
	"github.com/surefoot-dev/surefoot/pkg/dataset"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
	"github.com/surefoot-dev/surefoot/pkg/plan"
	"github.com/surefoot-dev/surefoot/pkg/report/beside"
	"github.com/surefoot-dev/surefoot/pkg/script"
)

// suite is what a request evaluates, loaded and checked: everything a run
// needs but its readers.
type suite struct {
	request
	app        *app.App
	abandoned  func() int    // calls of scripts that could not be stopped
	all        eval.Problems // every fault of the application, for lint
	target     *agent.Target
	assertions *assert.Compiler
	identity   eval.Identity
	inputs     []string            // the case files, as shown to people
	files      map[string]string   // their paths, by these names
	affected   map[eval.Key]string // by what, in words; of --affected only
	plan       *plan.Plan
	digest     string // of what trials are made of
	generated  []eval.Work
	direct     bool // one message, whose answer is all the user wants
	resumed    *resumption
	memory     *memory
	compared   *compared
	base       *beside.Base // the run of --baseline, by which a dry run forecasts; also of a shard
	against    *against
	cassettes
}

// load reads the application and the cases and checks all that the selected
// ones can reach. The suite is usable only when the problems hold no error.
func (p *Process) load(ctx context.Context, r request) (*suite, eval.Problems) {
	s, problems := p.application(r)
	if s.app == nil {
		return s, problems
	}
	cases, more := p.cases(ctx, s)
	problems = append(problems, more...)
	s.plan, more = selectCases(cases, r.settings)
	if problems.Errors() == 0 {
		problems = append(problems, more...)
	}
	if problems.Errors() == 0 {
		problems = append(problems, p.affect(s)...)
		problems = append(problems, p.recollect(s, cases)...)
	}
	problems = append(problems, s.plan.Check(s.target.Check, s.scripts)...)
	problems = append(problems, s.checkHooks()...)
	problems = append(problems, gate.Check(s.settings.Policy(), s.memory.gated(s.plan.Cases), s.plan.RunsOf)...)
	problems = append(problems, s.github.outside(s.plan.Cases)...)
	switch {
	case s.player == nil:
	case s.github.restricted() != "": // what was not recorded is for a maintainer
		problems = append(problems, s.player.Damaged(s.plan.Cases, s.plan.LeastOf)...)
	default:
		problems = append(problems, s.player.Check(s.plan.Cases, s.plan.LeastOf)...)
	}
	return s, append(problems, s.advice()...)
}

// application reads the application and makes a target of it. Without one there is no
// application either.
func (p *Process) application(r request) (*suite, eval.Problems) {
	s := &suite{request: r, assertions: assert.NewCompiler(remembered)}
	engine, err := script.New(script.Options{Root: r.root, Base: p.Dir})
	if err != nil {
		return s, eval.Problems{{Message: "the application's folder: " + err.Error()}}
	}
	o := p.loading(r)
	o.Compile, s.abandoned = engine.Compile, engine.Abandoned
	s.app, s.all = app.Load(r.root, o)
	var problems eval.Problems
	s.identity, problems = p.identity(r.settings)
	s.cassettes = p.cassettes(s)
	s.target = p.targetOf(s, s.app)
	return s, problems
}

// loading says how the application is read.
func (p *Process) loading(r request) app.Options {
	o := app.Options{Environ: p.given(), Name: p.name, Offline: r.settings.Replay != ""}
	if r.settings.Env != "" {
		o.EnvFile = p.abs(r.settings.Env)
	}
	if r.settings.Prices != "" {
		o.Prices = p.abs(r.settings.Prices)
	}
	return o
}

// targetOf makes the agents of an application what is evaluated.
func (p *Process) targetOf(s *suite, of *app.App) *agent.Target {
	return agent.New(of, agent.Options{
		Connector: s.settings.Connector, Identity: s.identity, UserGiven: s.settings.Asked("user"), TeamGiven: s.settings.Asked("team"),
		Seed: s.settings.Seed, Now: p.Now, UserAgent: "surefoot/" + version(),
		JSONPath: jsonPath(s.assertions), Environ: p.given(), PassEnv: s.settings.PassEnv, NoCommands: s.github.restricted() != "", Record: s.recorder, Replay: s.player,
	})
}

// reached are the faults of the application that the selected cases can meet,
// and one warning that counts the others.
func (s *suite) reached() eval.Problems {
	if s.plan == nil {
		return nil
	}
	return s.target.Problems(s.plan.Cases)
}

// advice warns of settings that are allowed and rarely meant.
func (s *suite) advice() eval.Problems {
	set := s.settings
	var warnings eval.Problems
	warn := func(message, hint string) {
		warnings = append(warnings, eval.Problem{Message: message, Hint: hint, Warning: true})
	}
	if set.Run != nil && strings.Trim(set.Run.String(), "0123456789") == "" {
		warn("--run "+set.Run.String()+" selects the cases whose id holds this number", "--runs sets the number of trials")
	}
	if set.Asked("seed") && set.Replay != "" {
		warn("--seed changes nothing in a replay: scripted connectors do not run", "")
	}
	if set.MinStability != "" && set.Runs == 1 && (!s.direct || set.Asked("min-stability")) {
		warn("--min-stability says little about one trial a case", "give --runs 5 or more")
	}
	return warnings
}

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

// digested finds the digest of what trials are made of, which all shards of a
// plan have in common.
func (s *suite) digested() eval.Problems {
	whole := s.plan
	if whole.Whole != nil {
		whole = whole.Whole
	}
	var problems eval.Problems
	s.digest, problems = s.target.Digest(whole.Cases)
	return problems
}

// agents are the ids of the agents of the selected cases, sorted.
func (s *suite) agents() []string {
	ids := map[string]bool{}
	for _, c := range s.plan.Cases {
		ids[c.Agent] = true
	}
	return slices.Sorted(maps.Keys(ids))
}
