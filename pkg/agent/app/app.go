package app

import (
	"maps"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/agent/locale"
	"github.com/surefoot-dev/surefoot/pkg/agent/prompt"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/script"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// Options say how an application is loaded.
type Options struct {
	// Environ is the process environment, as os.Environ gives it.
	Environ []string
	// EnvFile is the environment file. A named one must exist; when empty it
	// is .env in the application's folder, if there is one.
	EnvFile string
	// Prices is a file with prices of connectors and models; "" is none.
	Prices string
	// Name is how a path is shown to people; nil leaves paths as they are.
	Name func(path string) string
	// Offline says that connectors will not be asked: variables of their keys
	// and addresses may be unset.
	Offline bool
	// Compile compiles a script of the application, as a script.Engine does.
	// Nil refuses scripts.
	Compile func(path string) (*script.Program, eval.Problems)
}

// App is a loaded application. It is immutable and safe for concurrent use.
type App struct {
	Root    string // absolute
	Kind    Kind
	Prompts []prompt.Prompt // global, before each agent's own

	agents     map[string]*Agent
	connectors map[string]*Connector
	modules    modules // of the folder scripts
	servers    map[string]*Server
	unread     map[string]bool // ids of servers whose files could not be read
	compiler   func(string) (*script.Program, eval.Problems)
	dirs       map[string]string // agent ids by their folders, with and without links
	global     *locale.Set
	leader     string // the agent whose connector others may have, "" if there is none
	env        environment
	faults     []fault
	secrets    []Secret
	files      map[string]*kept // that it was read from, by their paths within it
}

// Load reads the application in the folder root. The problems are all its
// faults, sorted by place, as lint shows them; App.Problems are those of a
// run. The application is never nil, and holds what could be read.
func Load(root string, o Options) (*App, eval.Problems) {
	if o.Name == nil {
		o.Name = filepath.ToSlash
	}
	if o.Compile == nil {
		o.Compile = noScripts
	}
	if abs, err := filepath.Abs(root); err == nil {
		root = abs
	}
	l := &loader{
		root: root, opt: o,
		used:     map[string]bool{},
		literals: map[string]string{},
		app: &App{
			Root:       root,
			Kind:       kindOf(root),
			agents:     map[string]*Agent{},
			connectors: map[string]*Connector{},
			modules:    modules{},
			servers:    map[string]*Server{},
			unread:     map[string]bool{},
			compiler:   o.Compile,
			dirs:       map[string]string{},
			global:     &locale.Set{},
			files:      map[string]*kept{},
		},
	}
	l.load()
	return l.app, l.app.lint()
}

func noScripts(string) (*script.Program, eval.Problems) {
	return nil, eval.Problems{{Message: "scripts cannot run here"}}
}

// Agent is the agent of that id, also when it has faults.
func (a *App) Agent(id string) (*Agent, bool) {
	agent, ok := a.agents[id]
	return agent, ok
}

// Agents are all agents by their ids.
func (a *App) Agents() []*Agent { return sorted(a.agents) }

// Connector is the connector of that id, also when it has faults.
func (a *App) Connector(id string) (*Connector, bool) {
	c, ok := a.connectors[id]
	return c, ok
}

// Connectors are all connectors by their ids.
func (a *App) Connectors() []*Connector { return sorted(a.connectors) }

func sorted[T any](m map[string]T) []T {
	list := make([]T, 0, len(m))
	for _, id := range sortedKeys(m) {
		list = append(list, m[id])
	}
	return list
}

func sortedKeys[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }

// AgentAt is the id of the agent in whose folder a file or folder lies. A
// folder with a definition that was not loaded, as those in hidden folders and
// behind links are not, belongs to no agent, also within the folder of one.
func (a *App) AgentAt(path string) (id string, ok bool) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", false
	}
	if id, ok := a.above(path); ok {
		return id, true
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", false
	}
	return a.above(real)
}

func (a *App) above(path string) (id string, ok bool) {
	for dir := path; ; dir = filepath.Dir(dir) {
		if id, ok := a.dirs[dir]; ok {
			return id, true
		}
		if dir == filepath.Dir(dir) || defines(dir) {
			return "", false
		}
	}
}

// UnknownAgent is the problem of naming an agent that does not exist, without
// its place.
func (a *App) UnknownAgent(id string) eval.Problem {
	return unknown("agent", id, sortedKeys(a.agents))
}

// UnknownConnector is the problem of naming a connector that does not exist,
// without its place.
func (a *App) UnknownConnector(id string) eval.Problem {
	return unknown("connector", id, sortedKeys(a.connectors))
}

// Env is the value of an $ENV variable, and false when it is unset or empty.
func (a *App) Env(name string) (string, bool) { return a.env.lookup(name) }

// Secrets are the values that must not leave: of variables that connectors and
// servers use, of keys written into these, and of variables with telling names.
func (a *App) Secrets() []Secret { return slices.Clone(a.secrets) }

// unknown words a name that nothing has, with the nearest one or, when there
// are few, all there are.
func unknown(noun, name string, known []string) eval.Problem {
	p := eval.Problem{Message: "unknown " + noun + " " + strconv.Quote(eval.Clip(name))}
	p.Hint = source.DidYouMean(name, known)
	switch {
	case p.Hint != "":
	case len(known) == 0:
		p.Hint = "the application has no " + noun + "s"
	case len(known) == 1:
		p.Hint = "want " + quoted(known)
	case len(known) <= 12:
		p.Hint = "want one of " + quoted(known)
	}
	return p
}
