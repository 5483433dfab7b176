package starter

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

//go:embed all:template
var template embed.FS

// Agent is the id of the starter's agent, unless another is asked for. Its
// folder is Home and the id.
const (
	Agent = "shop"
	Home  = "assistants/"
)

// shared are files that a folder may have of its own before it holds an
// application. They are kept.
var shared = []string{".gitignore", ".env.example", ".github/workflows/evals.yml"}

// Workflow is where the starter's GitHub workflow stands.
const Workflow = ".github/workflows/evals.yml"

// file is one file of the starter, at its path from the folder.
type file struct{ path, text string }

// files are the starter's files by their paths, with the agent called name.
func files(name string) ([]file, error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	root, err := fs.Sub(template, "template")
	if err != nil {
		return nil, err
	}
	var list []file
	err = fs.WalkDir(root, ".", func(at string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(root, at)
		if rest, ok := strings.CutPrefix(at, Home+Agent+"/"); ok {
			at = path.Join(Home, name, rest)
		}
		list = append(list, file{at, string(text)})
		return err
	})
	return list, err
}

var names = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`)

// CheckName says why an agent cannot be called name, nil when it can.
func CheckName(name string) error {
	if !names.MatchString(name) || name == "node_modules" {
		return fmt.Errorf("want letters, digits, - and _, got %q", eval.Clip(name))
	}
	return nil
}

// Result is what Write did, as paths from the folder.
type Result struct {
	Written []string
	Kept    []string // files that were there, and are as they were
}

// Taken is the error of a folder that has files which the starter would have
// to overwrite.
type Taken struct{ Paths []string }

// Error names the files.
func (t *Taken) Error() string {
	return "already there: " + strings.Join(t.Paths, ", ")
}

// Write writes the starter into the folder dir, which is made when it is not
// there. Shared files that are there are kept; any other is a *[Taken] error.
// After an error the folder is as it was.
func Write(dir, name string) (Result, error) {
	list, err := files(name)
	if err != nil {
		return Result{}, err
	}
	w, err := open(dir)
	if err != nil {
		return Result{}, err
	}
	result, err := w.all(list)
	if err != nil {
		err = errors.Join(err, w.undo())
		result = Result{}
	}
	return result, errors.Join(err, w.close())
}

func (w *writer) all(list []file) (Result, error) {
	var result Result
	taken := &Taken{}
	for _, f := range list {
		switch there := w.has(f.path); {
		case there && slices.Contains(shared, f.path):
			result.Kept = append(result.Kept, f.path)
		case there:
			taken.Paths = append(taken.Paths, f.path)
		default:
			result.Written = append(result.Written, f.path)
		}
	}
	if len(taken.Paths) > 0 {
		return result, taken
	}
	for _, f := range list {
		if slices.Contains(result.Kept, f.path) {
			continue
		}
		if err := w.write(f); err != nil {
			return result, fmt.Errorf("cannot write %q: %w", f.path, eval.Bare(err))
		}
	}
	return result, nil
}
