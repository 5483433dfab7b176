package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// abs is a path the user wrote, from the current folder.
func (p *Process) abs(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(p.Dir, path)
}

// name is a path as people see it: relative to the current folder where that
// is no longer, with slashes.
func (p *Process) name(path string) string {
	rel, err := filepath.Rel(p.Dir, path)
	if err != nil || len(rel) >= len(path) {
		return filepath.ToSlash(path)
	}
	return filepath.ToSlash(rel)
}

// named shows the files of problems as people see them.
func (p *Process) named(problems eval.Problems) eval.Problems {
	for i := range problems {
		if at := &problems[i].Pos; filepath.IsAbs(filepath.FromSlash(at.File)) {
			at.File = p.name(filepath.FromSlash(at.File))
		}
	}
	return problems
}

// foreign reports a case file that lies in another application.
func (p *Process) foreign(path, root string) *eval.Problem {
	other, _, err := app.Find(path)
	if err != nil || sameFolder(other, root) || within(root, path) {
		return nil
	}
	return &eval.Problem{
		Pos:     eval.Pos{File: p.name(path)},
		Message: fmt.Sprintf("the file belongs to the application %q, and the run to %q", p.name(other), p.name(root)),
		Hint:    "run each application on its own, or name one with -a",
	}
}

func sameFolder(a, b string) bool { return resolved(a) == resolved(b) }

func within(root, path string) bool {
	rel, err := filepath.Rel(resolved(root), resolved(path))
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

func resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// exists reports that something is there, be it of any use or not.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// literal is the part of a pattern before its first wildcard.
func literal(pattern string) string {
	for i, r := range pattern {
		switch r {
		case '*', '?', '[', '{':
			return filepath.Dir(pattern[:i] + "x")
		}
	}
	return pattern
}
