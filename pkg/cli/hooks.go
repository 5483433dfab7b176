package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// hook is the function that --before-all or --after-all names for an agent, ""
// for none: the one for this agent, else the one for all.
func hook(entries []string, agent string) string {
	general := ""
	for _, entry := range entries {
		id, use, own := splitHook(entry)
		switch {
		case own && id == agent:
			return use
		case !own:
			general = use
		}
	}
	return general
}

// splitHook takes the agent off AGENT:FUNCTION. The word that says that the
// function is a script's may stand before it.
func splitHook(entry string) (id, use string, own bool) {
	entry = strings.TrimPrefix(entry, "scripts:")
	id, use, own = strings.Cut(entry, ":")
	if !own {
		return "", entry, false
	}
	return id, strings.TrimPrefix(use, "scripts:"), true
}

// checkHooks reports hooks of the whole run that cannot be called for an agent
// of it, and entries that contradict each other.
func (s *suite) checkHooks() eval.Problems {
	var problems eval.Problems
	for _, setting := range []struct {
		name    string
		entries []string
	}{{"before-all", s.settings.BeforeAll}, {"after-all", s.settings.AfterAll}} {
		pos := eval.Pos{}
		if origin, given := s.settings.Given(setting.name); given {
			pos = origin.Pos
		}
		var whose []string
		for _, entry := range setting.entries {
			id, use, own := splitHook(entry)
			switch _, known := s.app.Agent(id); {
			case use == "" || own && id == "":
				problems = append(problems, eval.Problem{Pos: pos, Message: fmt.Sprintf("--%s %q: want FUNCTION, FILE.FUNCTION or AGENT:FILE.FUNCTION", setting.name, eval.Clip(entry))})
			case own && !known:
				p := s.app.UnknownAgent(id)
				p.Pos, p.Message = pos, fmt.Sprintf("--%s %q: %s", setting.name, eval.Clip(entry), p.Message)
				problems = append(problems, p)
			case slices.Contains(whose, id) && own:
				problems = append(problems, eval.Problem{Pos: pos, Message: fmt.Sprintf("--%s has two functions for agent %s", setting.name, id), Hint: "keep one of them, which may call the other"})
			case slices.Contains(whose, id):
				problems = append(problems, eval.Problem{Pos: pos, Message: fmt.Sprintf("--%s has two functions for all agents", setting.name), Hint: "write AGENT:FUNCTION where agents differ"})
			}
			whose = append(whose, id)
		}
		problems = append(problems, s.missing(setting.name, setting.entries, pos)...)
	}
	return problems
}

// missing reports the hooks of a setting that an agent of the run does not
// have.
func (s *suite) missing(setting string, entries []string, pos eval.Pos) eval.Problems {
	var problems eval.Problems
	agents := runnable(s.plan.Cases)
	for _, id := range agents {
		use := hook(entries, id)
		if use == "" {
			continue
		}
		for _, p := range s.target.CheckHook(id, setting, use) {
			if p.Pos.IsZero() {
				p.Pos = pos
				if len(agents) > 1 && slices.Contains(entries, use) && !strings.HasPrefix(p.Hint, "did you mean") {
					p.Hint = "every agent of the run must have it; write AGENT:FUNCTION where only some have"
				}
			}
			problems = append(problems, p)
		}
	}
	return problems
}

// runnable are the agents that have a case to run, sorted.
func runnable(cases []*eval.Case) []string {
	var ids []string
	for _, c := range cases {
		if c.Skip == "" {
			ids = append(ids, c.Agent)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
