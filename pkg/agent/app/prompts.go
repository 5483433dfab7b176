package app

import (
	"path/filepath"
	"regexp"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent/prompt"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// yamlFile is the path of NAME.yml or NAME.yaml in dir, "" when there is
// none. Having both is a fault.
func (l *loader) yamlFile(o owner, dir, name string) string {
	short, long := filepath.Join(dir, name+".yml"), filepath.Join(dir, name+".yaml")
	switch {
	case isFile(short) && isFile(long):
		l.fail(o, eval.Problems{{Pos: eval.Pos{File: l.opt.Name(long)}, Message: "the file stands twice", Hint: "the other is " + name + ".yml"}})
		return short
	case isFile(short):
		return short
	case isFile(long):
		return long
	default:
		return ""
	}
}

func (l *loader) promptFile(o owner, dir, name string) *source.Node {
	path := l.yamlFile(o, dir, name)
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
	list := l.readPrompts(n, "", assets, faults)
	l.add(o, faults.List)
	return list
}

// readPrompts reads prompts, puts in the assets they name and checks their
// variables.
func (l *loader) readPrompts(n *source.Node, path, assets string, faults *source.Faults) []prompt.Prompt {
	list := prompt.Read(n, path, faults)
	for i := range list {
		p := &list[i]
		l.include(p, assets, faults)
		l.env.lack(p.Content, p.Pos, p.Path, faults)
	}
	return list
}

// presets reads the prompt files below dir into presets: the key is the path
// without the ending, with dots for slashes.
func (l *loader) presets(a *Agent, dir, prefix string) {
	own := owner{ofAgent, a.ID}
	for _, entry := range l.entries(own, dir) {
		path := filepath.Join(dir, entry.Name())
		if l.folder(own, entry, path) {
			l.presets(a, path, prefix+entry.Name()+".")
			continue
		}
		name, ok := cutYAML(entry.Name())
		if !ok {
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

// assetValue matches a YAML value that is an asset and nothing else, which
// YAML itself refuses: a plain value cannot begin with @.
var assetValue = regexp.MustCompile(`(?m)^([ \t]*(?:- +)?(?:[\w.-]+:[ \t]+)?)(@assets/[\w./-]+)([ \t]*(?:#.*)?\r?)$`)

// blockHead matches a line that begins a block of text.
var blockHead = regexp.MustCompile(`(?m)^([ \t]*)(?:- +)?[\w.-]+:[ \t]+[|>][0-9+-]*[ \t]*(?:#.*)?\r?$`)

// quoteAssets puts quotes around such values. Lines inside a block of text
// are text already.
func quoteAssets(f *source.File) *source.File {
	if !strings.Contains(f.Text, "@assets/") {
		return f
	}
	lines := strings.SplitAfter(f.Text, "\n")
	block := -1 // the indentation of the key whose block this is
	for i, line := range lines {
		body := strings.TrimRight(line, "\r\n")
		indent := len(body) - len(strings.TrimLeft(body, " "))
		if block >= 0 && (strings.TrimSpace(body) == "" || indent > block) {
			continue
		}
		block = -1
		if blockHead.MatchString(body) {
			block = indent
			continue
		}
		if m := assetValue.FindStringSubmatch(body); m != nil {
			lines[i] = m[1] + `"` + m[2] + `"` + m[3] + line[len(body):]
		}
	}
	return source.NewFile(f.Name, strings.Join(lines, ""))
}

// asset matches an asset at the beginning of a text or behind a blank.
var asset = regexp.MustCompile(`(^|\s)@assets/([\w./-]*\w\.(?:md|yml|yaml|json|txt))\b`)

// include replaces the assets that a prompt names by their content, as it is.
func (l *loader) include(p *prompt.Prompt, assets string, faults *source.Faults) {
	if !strings.Contains(p.Content, "@assets/") {
		return
	}
	p.Content = asset.ReplaceAllStringFunc(p.Content, func(whole string) string {
		m := asset.FindStringSubmatch(whole)
		path := filepath.Join(assets, filepath.FromSlash(m[2]))
		switch {
		case !isFile(path):
			faults.At(p.Pos, p.Path, "the asset %q does not exist", "@assets/"+m[2]).Hint = "it would be " + l.opt.Name(path)
			return whole
		case !contains(assets, path):
			faults.At(p.Pos, p.Path, "the asset %q lies outside %s", "@assets/"+m[2], l.opt.Name(assets))
			return whole
		}
		f, problems := source.ReadFile(path, l.opt.Name(path))
		if f == nil {
			faults.List = append(faults.List, problems...)
			return whole
		}
		return m[1] + strings.TrimRight(f.Text, "\r\n")
	})
}

// contains reports whether a file lies in a folder after all links.
func contains(folder, path string) bool {
	realFolder, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return false
	}
	realPath, err := filepath.EvalSymlinks(path)
	return err == nil && within(realFolder, realPath)
}
