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
	return s, append(problems, append(s.advice(), p.unpassed(s)...)...)
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

// unpassed warns of variables that servers are to know and that nobody knows.
func (p *Process) unpassed(s *suite) eval.Problems {
	var warnings eval.Problems
	for _, name := range s.settings.PassEnv {
		if slices.ContainsFunc(p.given(), func(pair string) bool { return strings.HasPrefix(pair, name+"=") }) {
			continue
		}
		warning := eval.Problem{Message: "--pass-env " + name + " passes nothing: the variable is not set", Warning: true}
		if _, ok := s.app.Env(name); ok {
			warning.Hint = fmt.Sprintf(`of the environment file's, servers get what their env names: {"%s": "$ENV.%[1]s"}`, name)
		}
		warnings = append(warnings, warning)
	}
	return warnings
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
