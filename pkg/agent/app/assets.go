package app

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent/prompt"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

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
func (l *loader) include(o owner, p *prompt.Prompt, assets string, faults *source.Faults) {
	if !strings.Contains(p.Content, "@assets/") {
		return
	}
	p.Content = asset.ReplaceAllStringFunc(p.Content, func(whole string) string {
		m := asset.FindStringSubmatch(whole)
		path := filepath.Join(assets, filepath.FromSlash(m[2]))
		_, err := os.Stat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist) && there(path):
			faults.At(p.Pos, p.Path, "the asset %q is a link to nothing", "@assets/"+m[2])
			return whole
		case errors.Is(err, fs.ErrNotExist):
			faults.At(p.Pos, p.Path, "the asset %q does not exist", "@assets/"+m[2]).Hint = "it would be " + l.opt.Name(path)
			return whole
		case err != nil:
			faults.At(p.Pos, p.Path, "the asset %q cannot be read: %s", "@assets/"+m[2], eval.Bare(err).Error())
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
		l.keep(o, path, f.Text) // the ends of its lines reach the model
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
