package app

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent/prompt"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// environment is where $ENV looks: in the process's variables, then in the
// environment file's.
type environment struct {
	process, file map[string]string
	fileName      string // as shown
}

func newEnvironment(environ []string) environment {
	e := environment{process: make(map[string]string, len(environ))}
	for _, entry := range environ {
		if name, value, ok := strings.Cut(entry, "="); ok {
			e.process[name] = value
		}
	}
	return e
}

// loadEnvironment reads the environment file. One that was named must exist.
func (l *loader) loadEnvironment() {
	l.env = newEnvironment(l.opt.Environ)
	path := l.opt.EnvFile
	if path == "" {
		path = filepath.Join(l.root, ".env")
		if !there(path) {
			l.env.fileName = l.opt.Name(path)
			return
		}
	}
	l.env.fileName = l.opt.Name(path)
	f := l.open(everywhere, path)
	if f == nil {
		return
	}
	var faults source.Faults
	l.env.file = readDotenv(f, &faults)
	l.add(everywhere, faults.List)
}

// get is a variable's value, and false when it is unset. A variable of the
// process counts even when it is empty, as everywhere.
func (e *environment) get(name string) (string, bool) {
	if value, ok := e.process[name]; ok {
		return value, true
	}
	value, ok := e.file[name]
	return value, ok
}

// lookup is a variable's value, and false when it is unset or empty.
func (e *environment) lookup(name string) (string, bool) {
	value, _ := e.get(name)
	return value, value != ""
}

// lack reports each variable of a text that has no value, once a place.
func (e *environment) lack(text string, pos eval.Pos, path string, faults *source.Faults) {
	for _, name := range prompt.EnvNames(text) {
		if _, ok := e.lookup(name); ok {
			continue
		}
		message := "$ENV." + name + " is not set"
		if _, ok := e.get(name); ok {
			message = "$ENV." + name + " is empty"
		}
		said := func(p eval.Problem) bool { return p.Pos == pos && p.Message == message }
		if !slices.ContainsFunc(faults.List, said) {
			problem := faults.At(pos, path, "%s", message)
			problem.Hint, problem.Variable = "set it in the environment or in "+e.fileName, name
		}
	}
}

// expand is the node with the $ENV variables of all its texts replaced. Used
// takes the variables' names.
func (e *environment) expand(n *source.Node, path string, used func(name string), faults *source.Faults) *source.Node {
	switch n.Kind() {
	case eval.String:
		names := prompt.EnvNames(n.Text)
		if names == nil {
			return n
		}
		e.lack(n.Text, n.Pos, path, faults)
		for _, name := range names {
			used(name)
		}
		text := prompt.ReplaceEnv(n.Text, e.lookup)
		return &source.Node{Value: eval.StringValue(text), Text: text, Pos: n.Pos}
	case eval.Array:
		return e.expandItems(n, path, used, faults)
	case eval.Object:
		return e.expandFields(n, path, used, faults)
	default:
		return n
	}
}

func (e *environment) expandItems(n *source.Node, path string, used func(string), faults *source.Faults) *source.Node {
	items, raws, changed := make([]*source.Node, len(n.Items)), make([]string, len(n.Items)), false
	for i, item := range n.Items {
		items[i] = e.expand(item, fmt.Sprintf("%s[%d]", path, i), used, faults)
		raws[i] = items[i].Value.Raw()
		changed = changed || items[i] != item
	}
	if !changed {
		return n
	}
	return &source.Node{Value: eval.Trusted("[" + strings.Join(raws, ",") + "]"), Pos: n.Pos, Items: items}
}

func (e *environment) expandFields(n *source.Node, path string, used func(string), faults *source.Faults) *source.Node {
	fields, changed := make([]source.Member, len(n.Fields)), false
	for i, m := range n.Fields {
		at := m.Key
		if path != "" {
			at = path + "." + m.Key
		}
		fields[i] = source.Member{Key: m.Key, KeyPos: m.KeyPos, Node: e.expand(m.Node, at, used, faults)}
		changed = changed || fields[i].Node != m.Node
	}
	if !changed {
		return n
	}
	return objectOf(fields, n.Pos)
}

// Secret is a value that must not leave, and what to show in its place.
type Secret struct{ Name, Value string }

// secrets are the variables that connectors and servers use, what was written
// into these and looks like a key, and all variables whose names do. They are
// sorted by name; a name may have two values.
func (l *loader) secrets() []Secret {
	found := map[Secret]bool{}
	for name := range l.used {
		if value, ok := l.env.lookup(name); ok {
			found[Secret{name, value}] = true
		}
	}
	for _, vars := range []map[string]string{l.env.process, l.env.file} {
		for name, value := range vars {
			if value != "" && LooksSecret(name) {
				found[Secret{name, value}] = true
			}
		}
	}
	for name, value := range l.literals {
		found[Secret{name, value}] = true
	}
	return slices.SortedFunc(maps.Keys(found), func(a, b Secret) int {
		return strings.Compare(a.Name+"\x00"+a.Value, b.Name+"\x00"+b.Value)
	})
}

// secretWords end a part of a variable's name when its value is a secret.
var secretWords = [...]string{
	"KEY", "KEYS", "TOKEN", "TOKENS", "SECRET", "SECRETS", "PASSWORD", "PASSWD", "PASSPHRASE",
	"CREDENTIAL", "CREDENTIALS", "DSN", "COOKIE", "AUTHORIZATION",
}

// secretEnds are the same as the whole of a name's last part: PASS ends COMPASS
// too.
var secretEnds = []string{"AUTH", "PASS", "PWD", "PAT"}

// LooksSecret reports whether a variable is called as those are that hold keys.
func LooksSecret(name string) bool {
	parts := strings.Split(strings.ToUpper(name), "_")
	if len(parts) > 1 && slices.Contains(secretEnds, parts[len(parts)-1]) { // PWD alone is a folder
		return true
	}
	for _, part := range parts {
		for _, word := range secretWords {
			if strings.HasSuffix(part, word) {
				return true
			}
		}
	}
	return false
}
