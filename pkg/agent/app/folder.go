package app

import (
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// scripts refuses what an agent's folder holds for later versions. Script
// tests and helpers without hooks change nothing in a run.
func (l *loader) scripts(a *Agent) {
	own := owner{ofAgent, a.ID}
	refuse := func(path, what string) {
		l.fail(own, eval.Problems{{Pos: eval.Pos{File: l.opt.Name(path)}, Message: what + " not supported in this version"}})
	}
	for _, name := range []string{"index.ts", "index.js"} {
		if path := filepath.Join(a.Dir, "src", name); isFile(path) {
			a.hooks = true
			refuse(path, "hooks are")
		}
	}
	if path := l.first(own, filepath.Join(a.Dir, "mcps"), ".mcp."); path != "" {
		refuse(path, "MCP servers are")
	}
	if path := l.first(own, filepath.Join(a.Dir, "models"), ".mod."); path != "" {
		refuse(path, "database models are")
	}
	if path := filepath.Join(a.Dir, "sandbox.yao"); isFile(path) {
		refuse(path, "a sandbox is")
	}
}

// first is the first file below dir with a word in its name, "" if none has.
func (l *loader) first(o owner, dir, word string) string {
	for _, entry := range l.entries(o, dir) {
		path := filepath.Join(dir, entry.Name())
		if entry.IsDir() {
			if found := l.first(o, path, word); found != "" {
				return found
			}
		} else if strings.Contains(entry.Name(), word) {
			return path
		}
	}
	return ""
}

// folder reports whether an entry is a folder to go into. A link to one is
// not followed, and said.
func (l *loader) folder(o owner, entry fs.DirEntry, path string) bool {
	if entry.IsDir() {
		return true
	}
	if entry.Type()&fs.ModeSymlink != 0 && isDir(path) {
		l.fail(o, eval.Problems{{Pos: eval.Pos{File: l.opt.Name(path)}, Message: "a link to a folder is not followed", Warning: true}})
	}
	return false
}
