package agent

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/agent/locale"
	"github.com/surefoot-dev/surefoot/pkg/agent/prompt"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// CheckAll reports what cases share, each thing once however many they are:
// faults of the context's metadata, and in the prompts that are sent, $CTX
// variables that nothing fills and {{ keys }} that the run's locale lacks.
// Skipped cases share nothing. Problems includes it.
func (t *Target) CheckAll(cases []*eval.Case) eval.Problems {
	s := survey{target: t, agents: map[string]bool{}, tooled: map[string]bool{}, texts: map[origin]*sent{}}
	for _, c := range cases {
		if agent, ok := t.app.Agent(c.Agent); ok && c.Skip == "" {
			s.tools(agent)
			s.visit(agent, c)
		}
	}
	for _, text := range s.order {
		s.report(text)
	}
	return s.problems
}

// survey goes through cases and looks at the prompts they send.
type survey struct {
	target   *Target
	problems eval.Problems
	agents   map[string]bool // whose fault of the context's metadata is said
	tooled   map[string]bool // whose tools were looked at
	texts    map[origin]*sent
	order    []*sent
}

// origin is where a prompt stands.
type origin struct {
	pos  eval.Pos
	path string
}

// sent is a prompt that cases send.
type sent struct {
	origin
	agent string // "" of the application's own
	cases int
	names map[string][]string // of its $CTX variables, by the agent that translates it
	order []string            // all of them
	empty map[string]int      // cases that do not fill a variable
	known map[string]bool     // what variables such cases could have
}

func (s *survey) visit(agent *app.Agent, c *eval.Case) {
	set, bad := s.target.settings(agent, c)
	if bad != nil {
		if s.target.contextual(c, bad.key) && !s.agents[agent.ID] {
			s.agents[agent.ID] = true
			s.problems = append(s.problems, eval.Problem{
				Agent: agent.ID, Path: "--ctx: metadata." + bad.key, Message: bad.message, Hint: bad.hint,
			})
		}
		return
	}
	if agent.Hook(app.CreateHook) {
		return // which prompts are sent, and filled with what, is for the hook to say
	}
	how, _ := s.target.asks(agent, c)
	first := conversation{agent: agent, asked: how}
	vars := s.target.vars(agent, c, 1, s.target.opt.Now(), first.request())
	for _, p := range set.prompts {
		s.count(agent, p, agent.ID, &vars)
	}
	if set.global {
		for _, p := range s.target.app.Prompts {
			s.count(agent, p, "", &vars)
		}
	}
}

func (s *survey) count(agent *app.Agent, p prompt.Prompt, whose string, vars *prompt.Vars) {
	at := origin{p.Pos, p.Path}
	t := s.texts[at]
	if t == nil {
		t = &sent{origin: at, agent: whose, names: map[string][]string{}, empty: map[string]int{}, known: map[string]bool{}}
		s.texts[at] = t
		s.order = append(s.order, t)
	}
	names, seen := t.names[agent.ID]
	if !seen {
		names = prompt.ContextNames(agent.Book.Prompt(s.target.opt.Identity.Locale, p.Content))
		t.names[agent.ID] = names
		s.translations(t, agent, p)
	}
	t.cases++
	for _, name := range names {
		if vars.Has(name) {
			continue
		}
		if t.empty[name]++; t.empty[name] == 1 {
			t.order = append(t.order, name)
		}
		for _, keys := range []map[string]string{vars.Context, vars.Metadata} {
			for key := range keys {
				t.known[key] = true
			}
		}
	}
}

// translations warns of {{ keys }} that other locales have. Those that none
// has are the application's faults.
func (s *survey) translations(t *sent, agent *app.Agent, p prompt.Prompt) {
	name := s.target.opt.Identity.Locale
	for _, key := range locale.TemplateKeys(p.Content) {
		if _, ok := agent.Book.Lookup(name, key); !ok && agent.Book.Has(key) {
			s.warn(t, fmt.Sprintf("{{ %s }} is not translated to %q, so it stays as it is", eval.Clip(key), name),
				"add it to that locale, or to "+locale.Fallback)
		}
	}
}

// unfilled are variables that the reference knows and that stand for nothing
// here: no trial has what they name.
var unfilled = []string{"WORKSPACE_ID", "THEME", "ROUTE"}

func (s *survey) report(t *sent) {
	for _, name := range t.order {
		message := "$CTX." + name + " is empty: it is not built in, and no metadata have it"
		if n := t.empty[name]; n < t.cases {
			message = fmt.Sprintf("$CTX.%s is empty in %d of %d cases, whose metadata do not have it", name, n, t.cases)
		}
		hint := "put it into the metadata of the cases or of the context"
		if near := source.Nearest(name, sortedKeys(t.known)); near != "" && !slices.Contains(unfilled, name) {
			hint = "did you mean " + strconv.Quote("$CTX."+near) + "?"
		}
		s.warn(t, message, hint)
	}
}

// warn adds a warning of a prompt, once for all agents that send it.
func (s *survey) warn(t *sent, message, hint string) {
	p := eval.Problem{Pos: t.pos, Agent: t.agent, Path: t.path, Message: message, Hint: hint, Warning: true}
	if !slices.Contains(s.problems, p) {
		s.problems = append(s.problems, p)
	}
}
