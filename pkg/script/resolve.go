package script

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// maxData bounds a file of JSON; one of code has maxCode.
const maxData = 4 << 20

// fault is why a path cannot be used.
type fault struct {
	message, hint string
	pos           eval.Pos // in the file itself, where that is what is wrong
}

// module is a file of a program.
type module struct {
	path string // on this machine, links resolved
	text string
}

// extensions are tried in this order when an import names none.
var extensions = [...]string{".ts", ".js", ".mts", ".mjs", ".json"}

// locate finds the entry file.
func (b *bundle) locate(name string) (string, *fault) {
	if !b.engine.inside(name) {
		return "", &fault{message: "the script lies outside the application"}
	}
	switch ext := filepath.Ext(name); ext {
	case ".ts", ".js", ".mts", ".mjs":
	default:
		return "", &fault{message: "a script must be a .ts or .js file, not " + strconv.Quote(ext)}
	}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", &fault{message: "the script does not exist", hint: suggest(name, "")}
	case err != nil:
		return "", &fault{message: "the script cannot be read: " + eval.Bare(err).Error()}
	case !info.Mode().IsRegular():
		return "", &fault{message: "the script is not a regular file"}
	}
	return b.contain(name)
}

// resolve finds what an import means, seen from a file of the program.
func (b *bundle) resolve(specifier, importer string) (string, *fault) {
	quoted := strconv.Quote(specifier)
	switch {
	case path.IsAbs(specifier) || filepath.IsAbs(specifier) || filepath.VolumeName(specifier) != "":
		return "", &fault{message: "cannot import " + quoted + ": absolute paths are refused", hint: "use a path that begins with ./ or ../"}
	case strings.HasPrefix(specifier, "node:"):
		return "", &fault{message: "cannot import " + quoted + ": scripts do not run on Node", hint: "use relative files and @yao/runtime only"}
	case strings.Contains(specifier, "://") || strings.HasPrefix(specifier, "data:"):
		return "", &fault{message: "cannot import " + quoted + ": scripts have no network", hint: "use relative files and @yao/runtime only"}
	case specifier != "." && specifier != ".." && !strings.HasPrefix(specifier, "./") && !strings.HasPrefix(specifier, "../"):
		return "", &fault{message: "cannot import " + quoted + ": packages are not supported", hint: "use relative files and @yao/runtime only"}
	}
	target := filepath.Join(filepath.Dir(b.module(importer).path), filepath.FromSlash(specifier))
	if !b.engine.inside(target) {
		return "", &fault{message: "cannot import " + quoted + ": it lies outside the application"}
	}
	found := ""
	for _, candidate := range candidates(target) {
		info, err := os.Stat(candidate)
		if err != nil || info.IsDir() {
			continue
		}
		if !info.Mode().IsRegular() {
			return "", &fault{message: "cannot import " + quoted + ": it is not a regular file"}
		}
		found = candidate
		break
	}
	if found == "" {
		return "", &fault{message: "cannot import " + quoted + ": there is no such file", hint: suggest(target, specifier)}
	}
	if loaderOf(found) == 0 {
		return "", &fault{message: "cannot import " + quoted + ": only .ts, .js and .json files can be imported"}
	}
	name, f := b.contain(found)
	if f != nil && f.pos.IsZero() {
		f.message = "cannot import " + quoted + ": " + f.message
	}
	return name, f
}

// candidates are the files an import may mean. TypeScript's authors write .js
// for the file that their compiler would make of the .ts.
func candidates(target string) []string {
	list := []string{target}
	if stem, ok := strings.CutSuffix(target, ".js"); ok {
		list = append(list, stem+".ts")
	}
	if stem, ok := strings.CutSuffix(target, ".mjs"); ok {
		list = append(list, stem+".mts")
	}
	for _, ext := range extensions {
		list = append(list, target+ext)
	}
	for _, ext := range extensions[:2] {
		list = append(list, filepath.Join(target, "index"+ext))
	}
	return list
}

// contain resolves links, takes the file into the program and gives its name
// there, which is the path as it is shown.
func (b *bundle) contain(name string) (string, *fault) {
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return "", &fault{message: "the file cannot be read: " + eval.Bare(err).Error()}
	}
	if !within(b.engine.root, real) {
		return "", &fault{message: "it is a link to a file outside the application"}
	}
	shown := b.engine.display(real)
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, ok := b.modules[shown]; ok {
		return shown, nil
	}
	info, err := os.Stat(real)
	limit := int64(maxCode)
	if loaderOf(real) == api.LoaderJSON {
		limit = maxData
	}
	if err == nil && info.Size() > limit {
		return "", &fault{message: "the file is larger than " + strconv.FormatInt(limit>>20, 10) + " MiB"}
	}
	data, err := os.ReadFile(real)
	if err != nil {
		return "", &fault{message: "the file cannot be read: " + eval.Bare(err).Error()}
	}
	decoded, problems := source.Decode(shown, data)
	if decoded == nil {
		p := problems[0]
		if p.Pos.Line == 0 {
			p.Pos = eval.Pos{}
		}
		return "", &fault{message: p.Message, hint: p.Hint, pos: p.Pos}
	}
	text := decoded.Text
	if t := untangle(text); t != nil {
		return "", &fault{
			message: t.message,
			hint:    "split it into smaller parts",
			pos:     position(shown, text, t.offset),
		}
	}
	b.modules[shown] = module{path: real, text: text}
	return shown, nil
}

func (b *bundle) module(name string) module {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.modules[name]
}

// position is a place in a text.
func position(name, text string, offset int) eval.Pos {
	before := text[:offset]
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return eval.Pos{File: name, Line: 1 + strings.Count(before, "\n"), Column: 1 + utf8.RuneCountInString(line)}
}

// inside reports whether a path lies in the application as it is written.
// The folder may be named by a link.
func (e *Engine) inside(name string) bool {
	return within(e.given, name) || within(e.root, name)
}

func within(folder, name string) bool {
	rel, err := filepath.Rel(folder, name)
	return err == nil && filepath.IsLocal(rel)
}

// suggest names the file nearest to one that does not exist. With a specifier
// the hint is one, without the ending.
func suggest(missing, specifier string) string {
	entries, err := os.ReadDir(filepath.Dir(missing))
	if err != nil {
		return ""
	}
	var known []string
	for _, entry := range entries {
		name := entry.Name()
		if loaderOf(name) == 0 && !entry.IsDir() {
			continue
		}
		if specifier != "" && filepath.Ext(missing) == "" {
			name = strings.TrimSuffix(name, filepath.Ext(name))
		}
		known = append(known, name)
	}
	near := source.Nearest(filepath.Base(missing), known)
	if near == "" || near == filepath.Base(missing) { // a link to nothing is there
		return ""
	}
	if at := strings.LastIndexByte(specifier, '/'); at >= 0 {
		near = specifier[:at+1] + near
	}
	return "did you mean " + strconv.Quote(near) + "?"
}
