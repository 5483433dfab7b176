package app

import (
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// loader fills an App.
type loader struct {
	root     string
	opt      Options
	app      *App
	env      environment
	roles    roles
	used     map[string]bool   // variables that connectors and servers use
	literals map[string]string // keys written into these, by what to call them
}

func (l *loader) add(o owner, problems eval.Problems) {
	for _, p := range problems {
		l.app.faults = append(l.app.faults, fault{owner: o, problem: p})
	}
}

// load reads everything. Connectors come before agents name them.
func (l *loader) load() {
	l.loadEnvironment()
	l.app.env = l.env
	if l.app.Kind == "" {
		l.add(everywhere, eval.Problems{{
			Pos:     eval.Pos{File: l.opt.Name(l.root)},
			Message: "the folder is no application",
			Hint:    "want app.yao, a folder \"assistants\", or an agent's " + packageFile,
		}})
		return
	}
	root := l.list(everywhere, l.root)
	l.declaration(root)
	l.connectorsIn(l.inner(everywhere, root, "connectors"), "")
	l.prices()
	if l.app.Kind != LoneAgent {
		l.scripts(everywhere, l.inner(everywhere, root, "scripts"), "", l.app.modules)
		l.servers(everywhere, l.inner(everywhere, root, "mcps"), "", "")
	}
	global := l.inner(everywhere, root, "agent")
	l.roles = l.readRoles(global)
	if n := l.roles.defaultAgent; n != nil {
		l.app.leader = n.Text
	}
	l.app.Prompts = l.prompts(everywhere, l.promptFile(everywhere, global), global.path("assets"))
	l.locales(everywhere, l.inner(everywhere, global, "locales"), l.app.global)
	l.folders(everywhere, global, "locales", "assets")
	if l.app.Kind == LoneAgent {
		l.define(root, loneID(l.root), false)
	} else {
		l.folders(everywhere, root, assistantsDir)
	}
	l.folders(everywhere, root, "connectors")
	for _, entry := range root.entries {
		// With a slip only in its case: "agents" is a name of its own.
		if entry.IsDir() && strings.EqualFold(entry.Name(), "agent") && !root.has("agent") {
			l.unread(everywhere, root, entry, "agent", true)
		}
	}
	l.agentsIn(l.inner(everywhere, root, assistantsDir), "", false, false)
	l.untranslatedGlobals()
	for _, agent := range l.app.Agents() {
		l.choose(agent)
		l.uses(agent)
	}
	l.app.secrets = l.secrets()
}

// declaration checks the application's own file. What it says is for later
// versions, but a broken one is a broken application.
func (l *loader) declaration(root folder) {
	found := ""
	for _, name := range appFiles {
		if !root.has(name) {
			continue
		}
		path := root.path(name)
		if found != "" {
			l.add(everywhere, eval.Problems{{Pos: eval.Pos{File: l.opt.Name(path)}, Message: "the application is declared twice", Hint: "the other is " + found}})
			continue
		}
		found = name
		l.object(everywhere, path)
	}
}

// object reads a file that holds one object, strict JSON when it ends in
// .json, with comments else. It is nil when that is not what the file holds.
func (l *loader) object(o owner, path string) *source.Node {
	f := l.read(o, path)
	if f == nil {
		return nil
	}
	read := source.ReadJSONC
	if strings.HasSuffix(path, ".json") {
		read = source.ReadJSON
	}
	n, problems := read(f)
	if n == nil {
		l.fail(o, problems)
		return nil
	}
	if n.Kind() != eval.Object {
		l.fail(o, eval.Problems{{Pos: n.Pos, Message: "want an object, got " + source.Describe(n)}})
		return nil
	}
	return n
}

// document reads a YAML file of one document, nil when it is not one.
func (l *loader) document(o owner, path string) *source.Node {
	f := l.read(o, path)
	if f == nil {
		return nil
	}
	docs, problems := source.ReadYAML(quoteAssets(f))
	if problems != nil {
		l.fail(o, problems)
		return nil
	}
	if len(docs) != 1 {
		message := "the file is empty"
		if len(docs) > 1 {
			message = "the file holds " + strconv.Itoa(len(docs)) + " documents, want one"
		}
		l.fail(o, eval.Problems{{Pos: eval.Pos{File: f.Name}, Message: message}})
		return nil
	}
	return docs[0]
}

// fail adds problems of a whole file, and says whose they are when they are
// an agent's.
func (l *loader) fail(o owner, problems eval.Problems) {
	if o.kind == ofAgent {
		for i := range problems {
			problems[i].Agent = o.id
		}
	}
	l.add(o, problems)
}

func (l *loader) faultsOf(o owner) *source.Faults {
	if o.kind == ofAgent {
		return &source.Faults{Agent: o.id}
	}
	return &source.Faults{}
}

// quoted joins names for a message.
func quoted(names []string) string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = strconv.Quote(name)
	}
	return strings.Join(list, ", ")
}
