package affected

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/dataset"
)

// caseEndings are the ends of names of files that hold cases and nothing that
// assertions read.
var caseEndings = []string{".jsonl"}

// reportEndings are the ends of names that reports of earlier runs may have.
var reportEndings = []string{".jsonl", ".json", ".xml", ".sarif"}

// scriptEndings are the ends of names that a script may import without them:
// one that is gone may have been read in place of one that is there.
var scriptEndings = []string{".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json"}

// place says whom a changed file reaches by where it lies, whether it is read
// or not.
func (r *Reach) place(file string, read bool) {
	if r.gone(file) && slices.Contains(scriptEndings, strings.ToLower(filepath.Ext(file))) {
		r.calls(r.has(file))
		for _, c := range r.suite.App.Connectors() {
			if c.Program != nil {
				r.note(r.connectors, c.ID, r.has(file))
			}
		}
	}
	rel, err := filepath.Rel(r.root, file)
	if err != nil || r.idle(file, filepath.ToSlash(rel), read) {
		return
	}
	id, ok := r.suite.App.AgentAt(file)
	switch {
	case ok:
		if agent, known := r.suite.App.Agent(id); known && !r.ofTests(agent, file) {
			r.note(r.agents, id, r.has(file))
		}
	case read: // its readers are known
	default:
		r.every(r.has(file))
	}
}

// idle reports a file that nothing reads for being there: a hidden one, a
// report, a page for people, and case files, whose cases are asked one by one.
func (r *Reach) idle(file, rel string, read bool) bool {
	if read {
		return false
	}
	folders := strings.Split(rel, "/")
	switch {
	case slices.ContainsFunc(folders, func(part string) bool { return strings.HasPrefix(part, ".") }):
		return rel != ".env"
	case r.isCaseFile(file), slices.ContainsFunc(r.suite.Outputs, func(path string) bool { return resolved(path) == file }):
		return true
	case slices.Contains(reportEndings, strings.ToLower(filepath.Ext(file))) && dataset.IsReport(file):
		return true
	case strings.EqualFold(filepath.Ext(file), ".md"):
		return r.suite.App.Kind != app.LoneAgent && !slices.Contains([]string{"agent", "assistants", "connectors"}, folders[0])
	default:
		return false
	}
}

func (r *Reach) isCaseFile(file string) bool {
	for _, path := range r.suite.Files {
		if resolved(path) == file {
			return true
		}
	}
	return false
}

// ofTests reports a file in the folder of an agent's cases: what is not read
// there is there for the cases that name it.
func (r *Reach) ofTests(agent *app.Agent, file string) bool {
	return within(filepath.Join(resolved(agent.Dir), "tests"), file)
}

func (r *Reach) gone(file string) bool {
	_, err := os.Lstat(file)
	return errors.Is(err, fs.ErrNotExist)
}

func resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}
