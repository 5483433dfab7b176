package app

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent/locale"
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
	used     map[string]bool   // variables that connectors use
	literals map[string]string // keys written into connectors, by what to call them
}

func (l *loader) add(o owner, problems eval.Problems) {
	for _, p := range problems {
		l.app.faults = append(l.app.faults, fault{o, p})
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
	l.declaration()
	l.connectorsIn(filepath.Join(l.root, "connectors"), "")
	global := filepath.Join(l.root, "agent")
	l.roles = l.readRoles(global)
	l.app.Prompts = l.prompts(everywhere, l.promptFile(everywhere, global, "prompts"), filepath.Join(global, "assets"))
	l.locales(everywhere, filepath.Join(global, "locales"), l.app.global)
	if l.app.Kind == LoneAgent {
		l.agent(l.root, loneID(l.root))
	} else {
		l.agentsIn(filepath.Join(l.root, assistantsDir), "")
	}
	for _, agent := range l.app.Agents() {
		l.choose(agent)
	}
	l.app.secrets = l.secrets()
}

// declaration checks the application's own file. What it says is for later
// versions, but a broken one is a broken application.
func (l *loader) declaration() {
	found := ""
	for _, name := range appFiles {
		path := filepath.Join(l.root, name)
		if !isFile(path) {
			continue
		}
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
	f, problems := source.ReadFile(path, l.opt.Name(path))
	if f == nil {
		l.fail(o, problems)
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
	f, problems := source.ReadFile(path, l.opt.Name(path))
	if f == nil {
		l.fail(o, problems)
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

// entries lists a folder in order of names, without hidden ones. A folder
// that does not exist has none.
func (l *loader) entries(o owner, dir string) []fs.DirEntry {
	all, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		var pathErr *fs.PathError
		if errors.As(err, &pathErr) {
			err = pathErr.Err
		}
		l.fail(o, eval.Problems{{Pos: eval.Pos{File: l.opt.Name(dir)}, Message: "cannot read the folder: " + err.Error()}})
	}
	var seen []fs.DirEntry
	for _, entry := range all {
		if !strings.HasPrefix(entry.Name(), ".") {
			seen = append(seen, entry)
		}
	}
	return seen
}

// connectorEndings are the ends of a connector file's name.
var connectorEndings = []string{".conn.yao", ".conn.jsonc", ".conn.json"}

// connectorsIn reads the connector files below dir. An id is the path without
// the ending, with dots for slashes; dots in a folder's name become _.
func (l *loader) connectorsIn(dir, prefix string) {
	for _, entry := range l.entries(everywhere, dir) {
		path := filepath.Join(dir, entry.Name())
		if l.folder(everywhere, entry, path) {
			l.connectorsIn(path, prefix+strings.ReplaceAll(entry.Name(), ".", "_")+".")
			continue
		}
		for _, ending := range connectorEndings {
			if id, ok := strings.CutSuffix(entry.Name(), ending); ok && id != "" {
				l.connector(path, prefix+id)
				break
			}
		}
	}
}

// agentsIn reads the agents below dir, which may lie in each other.
func (l *loader) agentsIn(dir, prefix string) {
	for _, entry := range l.entries(everywhere, dir) {
		path := filepath.Join(dir, entry.Name())
		if entry.Name() == "node_modules" || !l.folder(everywhere, entry, path) {
			continue
		}
		id := prefix + entry.Name()
		if isFile(filepath.Join(path, packageFile)) {
			l.agent(path, id)
		}
		l.agentsIn(path, id+".")
	}
}

// locales reads the locale files of a folder into a set.
func (l *loader) locales(o owner, dir string, set *locale.Set) {
	for _, entry := range l.entries(o, dir) {
		path := filepath.Join(dir, entry.Name())
		name, ok := cutYAML(entry.Name())
		if !ok || isDir(path) {
			continue
		}
		n := l.document(o, path)
		if n == nil {
			continue
		}
		faults := l.faultsOf(o)
		table := locale.Flatten(n, "", faults)
		for _, key := range slices.Sorted(maps.Keys(table)) {
			l.env.lack(table[key], n.Pos, key, faults)
		}
		if !set.Add(name, table) {
			faults.At(eval.Pos{File: l.opt.Name(path)}, "", "the locale %q is defined twice", locale.Normal(name))
		}
		l.add(o, faults.List)
	}
}

func (l *loader) faultsOf(o owner) *source.Faults {
	if o.kind == ofAgent {
		return &source.Faults{Agent: o.id}
	}
	return &source.Faults{}
}

// cutYAML is a file's name without the ending of YAML files.
func cutYAML(name string) (string, bool) {
	for _, ending := range []string{".yml", ".yaml"} {
		if stem, ok := strings.CutSuffix(name, ending); ok && stem != "" {
			return stem, true
		}
	}
	return "", false
}

// quoted joins names for a message.
func quoted(names []string) string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = strconv.Quote(name)
	}
	return strings.Join(list, ", ")
}
