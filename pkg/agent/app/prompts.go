package app

import (
	"path/filepath"

	"github.com/surefoot-dev/surefoot/pkg/agent/prompt"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// yamlFile is the path of the YAML file of that name, "" when there is none.
// Having it with both endings is a fault.
func (l *loader) yamlFile(o owner, f folder, s spelling) string {
	found := l.find(o, f, s)
	switch len(found) {
	case 0:
		return ""
	case 1:
	default:
		l.fail(o, eval.Problems{{Pos: eval.Pos{File: l.opt.Name(found[1])}, Message: "the file stands twice", Hint: "the other is " + filepath.Base(found[0])}})
	}
	return found[0]
}

func (l *loader) promptFile(o owner, f folder) *source.Node {
	path := l.yamlFile(o, f, promptsNames)
	if path == "" {
		return nil
	}
	return l.document(o, path)
}

// prompts reads a list of prompts. A nil node has none.
func (l *loader) prompts(o owner, n *source.Node, assets string) []prompt.Prompt {
	if n == nil {
		return nil
	}
	faults := l.faultsOf(o)
	list := l.readPrompts(o, n, "", assets, faults)
	l.add(o, faults.List)
	return list
}

// readPrompts reads prompts, puts in the assets they name and checks their
// variables.
func (l *loader) readPrompts(o owner, n *source.Node, path, assets string, faults *source.Faults) []prompt.Prompt {
	list := prompt.Read(n, path, faults)
	for i := range list {
		p := &list[i]
		l.include(o, p, assets, faults)
		l.env.lack(p.Content, p.Pos, p.Path, faults)
		doubt(p.Content, p.Pos, p.Path, faults)
	}
	return list
}

// presets reads the prompt files below a folder into presets: the key is the
// path without the ending, with dots for slashes.
func (l *loader) presets(a *Agent, f folder, prefix string) {
	own := owner{ofAgent, a.ID}
	for _, entry := range f.entries {
		path := f.path(entry.Name())
		if l.into(own, entry, path) {
			l.presets(a, l.list(own, path), prefix+entry.Name()+".")
			continue
		}
		name, ok := cutYAML(entry.Name())
		if !ok {
			l.almostYAML(own, f, entry)
			continue
		}
		key := prefix + name
		if _, ok := a.Presets[key]; ok {
			l.fail(own, eval.Problems{{Pos: eval.Pos{File: l.opt.Name(path)}, Message: "the preset \"" + key + "\" is defined twice"}})
			continue
		}
		a.Presets[key] = l.prompts(own, l.document(own, path), filepath.Join(a.Dir, "assets"))
	}
}
