package app

import (
	"path/filepath"

	"github.com/surefoot-dev/surefoot/pkg/agent/locale"
	"github.com/surefoot-dev/surefoot/pkg/agent/prompt"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/script"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// Agent is an agent as its folder defines it. Descriptive texts are as they
// were written; Label translates them.
type Agent struct {
	ID  string
	Dir string   // absolute
	Pos eval.Pos // its definition

	Name, Type, Avatar        string
	Description, Capabilities string
	Tags                      []string
	Sort                      *float64
	Placeholder               Placeholder
	Share                     string
	Public, Readonly, BuiltIn bool
	Mentionable, Automated    bool

	Connector  string   // the id of the one it uses, "" when it has none
	Optional   bool     // users may choose another
	Connectors []string // that they may choose from; any when empty
	Filters    []string // capabilities its connector must have

	Options              llm.Options
	Modes                []string // never empty
	DefaultMode          string
	DisableGlobalPrompts bool
	AllowTruncated       bool
	Prompts              []prompt.Prompt
	Presets              map[string][]prompt.Prompt
	Book                 *locale.Book
	Servers              []Use           // whose tools it is offered
	Wrappers             Uses            // what makes texts of what its model cannot take
	NoToolLoop           bool            // the model is not asked again with what its tools gave
	MaxToolTurns         int             // how often it is asked at most; 0 is 5
	Hooks                *script.Program // src/index.ts, nil where there is none or it does not compile

	written      string       // its connector, as its package says with variables replaced
	connectorPos eval.Pos     // where, or its definition
	role         string       // by which agent.yml gave it a connector
	unsure       bool         // its package could not be read as far as the connector
	hooks        bool         // it has a file of them
	modules      modules      // the scripts of src
	uses         *source.Node // the servers that its package names
	wraps        *source.Node // what wraps its model
}

// Placeholder is what a chat window shows before the first message.
type Placeholder struct {
	Title, Description string
	Prompts            []string
}

// Label is a descriptive text in a locale.
func (a *Agent) Label(name, text string) string { return a.Book.Label(name, text) }

// at places a problem with the agent's connector.
func (a *Agent) at(p eval.Problem) eval.Problem {
	p.Pos, p.Agent, p.Path = a.connectorPos, a.ID, "connector"
	return p
}

// agent reads an agent's folder, with its definition in file.
func (l *loader) agent(f folder, id, file string) {
	dir, path := f.dir, f.path(file)
	a := &Agent{
		ID: id, Dir: dir, Pos: eval.Pos{File: l.opt.Name(path)},
		Modes: []string{"chat"}, DefaultMode: "chat",
		Presets: map[string][]prompt.Prompt{}, modules: modules{},
		Book: &locale.Book{Local: &locale.Set{}, Own: locale.Table{}, Global: l.app.global},
	}
	a.connectorPos = a.Pos
	own := owner{ofAgent, id}
	if other, ok := l.app.agents[id]; ok {
		l.fail(own, eval.Problems{{Pos: a.Pos, Message: "the agent is defined twice", Hint: "the other is " + other.Pos.File}})
		return
	}
	l.app.agents[id], l.app.dirs[dir] = a, id
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		l.app.dirs[real] = id
	}
	a.Prompts = l.prompts(own, l.promptFile(own, f), f.path("assets"))
	l.presets(a, l.inner(own, f, "prompts"), "")
	l.locales(own, l.inner(own, f, "locales"), a.Book.Local)
	l.folders(own, f, ownFolders...)
	src := l.inner(own, f, "src")
	l.scripts(own, src, "", a.modules)
	l.hooks(a, src)
	l.servers(own, l.inner(own, f, "mcps"), "agents."+id+".", id)
	l.later(a, f)
	found := definitions(dir)
	l.misspelt(own, f, packageNames, len(found) > 0)
	if len(found) == 0 {
		a.unsure = true
		return
	}
	for _, other := range found {
		if other != path {
			l.faultAt(own, other, "the agent is defined twice: in "+file+" too")
		}
	}
	raw := l.object(own, path)
	if raw == nil {
		a.unsure = true
		return
	}
	faults := &source.Faults{Agent: id}
	n := l.env.expand(raw, "", func(string) {}, faults)
	a.Pos, a.connectorPos = n.Pos, n.Pos
	r := packageReader{l: l, a: a, f: source.Object(n, "", faults), faults: faults}
	r.read(n)
	for _, p := range faults.List {
		// A run with another connector never asks for this one.
		at := own
		if p.Path == "connector" {
			at.kind = ofChoice
		}
		l.add(at, eval.Problems{p})
	}
	l.untranslated(a)
}
