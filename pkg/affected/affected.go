package affected

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/revision"
)

// Changes is the working tree beside what it is compared with. Paths are
// absolute.
type Changes interface {
	// Changed reports whether a file is another one, or revision.ErrOutside.
	Changed(file string) (bool, error)
	// Below are the changed files in a folder, with links resolved.
	Below(dir string) ([]string, error)
	// Was is what a file held before, once for each that it is compared with;
	// nil where it was not there.
	Was(file string) ([][]byte, error)
}

// Suite is what is to be evaluated.
type Suite struct {
	App *app.App
	// Files are the case files, by the names that cases have them by.
	Files map[string]string
	// Own are files and folders of the run that any trial depends on: settings,
	// context, prices, variables, cassettes. What git ignores of them, and what
	// lies outside of the repository, is the run's alone.
	Own []string
	// Outputs are files that the run writes.
	Outputs []string
	// Connector is the id of the connector that a case's agent uses.
	Connector func(*eval.Case) string
	// Scripted reports whether scripts of agents run in trials of a case: hooks,
	// those of the case, script tests, scripts that judge. They may call any agent,
	// connector and script by a name that is known only then.
	Scripted func(*eval.Case) bool
	// Name is how a path is shown to people.
	Name func(path string) string
}

// Reach is what a change can reach. The reasons name the first file of each.
type Reach struct {
	suite      Suite
	changes    Changes
	root       string // of the application, without links
	all        string // why every case is affected, "" if it is not so
	agents     map[string]string
	connectors map[string]string
	called     string // why what a script may call is another, "" if it is not
	below      []string
	was        map[string][]map[string]bool // the cases of a file as they were, by their text
}

// Find follows a change through the application.
func Find(changes Changes, s Suite) *Reach {
	r := &Reach{
		suite: s, changes: changes, root: s.App.Root,
		agents: map[string]string{}, connectors: map[string]string{}, was: map[string][]map[string]bool{},
	}
	if real, err := filepath.EvalSymlinks(r.root); err == nil {
		r.root = real
	}
	r.own()
	read := r.sources()
	below, err := changes.Below(r.root)
	if err != nil {
		r.every("the application's folder cannot be compared: " + err.Error())
		return r
	}
	r.below = below
	for _, file := range below {
		r.place(file, read[file])
	}
	return r
}

func (r *Reach) every(reason string) {
	if r.all == "" {
		r.all = reason
	}
}

// note keeps why an agent or a connector is another. Scripts may call it.
func (r *Reach) note(reasons map[string]string, id, reason string) {
	if _, ok := reasons[id]; !ok {
		reasons[id] = reason
	}
	r.calls(reason)
}

func (r *Reach) calls(reason string) {
	if r.called == "" {
		r.called = reason
	}
}

// own looks at the files of the run itself.
func (r *Reach) own() {
	for _, file := range r.suite.Own {
		ways := []string{resolved(file), filepath.Join(resolved(filepath.Dir(file)), filepath.Base(file))}
		for _, way := range ways {
			below, err := r.changes.Below(filepath.Dir(way))
			switch {
			case errors.Is(err, revision.ErrOutside), errors.Is(err, fs.ErrNotExist):
			case err != nil:
				r.every(r.suite.Name(file) + " cannot be compared: " + err.Error())
			case slices.ContainsFunc(below, func(changed string) bool { return within(way, changed) }):
				r.every(r.has(file))
			}
		}
	}
}

// sources looks at the files that the application was read from. They are
// returned with their links resolved.
func (r *Reach) sources() map[string]bool {
	read := map[string]bool{}
	for _, s := range r.suite.App.Sources() {
		if real, err := filepath.EvalSymlinks(s.Path); err == nil {
			read[real] = true
		}
		reason := r.differs(s.Path)
		if reason == "" {
			continue
		}
		if s.All {
			r.every(reason)
		}
		for _, id := range s.Agents {
			r.note(r.agents, id, reason)
		}
		for _, id := range s.Connectors {
			r.note(r.connectors, id, reason)
		}
	}
	return read
}

// differs is why a file that is read counts as changed, "" if it does not.
func (r *Reach) differs(file string) string {
	changed, err := r.changes.Changed(file)
	switch {
	case err != nil:
		return r.suite.Name(file) + ": " + err.Error()
	case changed:
		return r.has(file)
	default:
		return ""
	}
}

func (r *Reach) has(file string) string { return r.suite.Name(file) + " has changed" }

// Why is why a case is affected, and false if it is not.
func (r *Reach) Why(c *eval.Case) (reason string, affected bool) {
	for _, why := range []func(*eval.Case) string{
		func(*eval.Case) string { return r.all },
		func(c *eval.Case) string { return r.agents[c.Agent] },
		func(c *eval.Case) string { return r.connectors[r.suite.Connector(c)] },
		r.scripted, r.text, r.attached, r.beside,
	} {
		if reason := why(c); reason != "" {
			return reason, true
		}
	}
	return "", false
}

// scripted looks at what scripts of a case may call.
func (r *Reach) scripted(c *eval.Case) string {
	if r.called == "" || !r.suite.Scripted(c) {
		return ""
	}
	return r.called
}

// attached looks at the files that a case attaches.
func (r *Reach) attached(c *eval.Case) string {
	for _, m := range c.Messages {
		for i := range m.Content.Parts {
			if a := m.Content.Parts[i].Attachment; a != nil {
				if reason := r.differs(a.File); reason != "" {
					return reason
				}
			}
		}
	}
	return ""
}

// beside looks at the files that assertions of a case can refer to, which lie
// below the folder of its file. Which of them they are is known to nobody but
// the assertion; one of them is enough.
func (r *Reach) beside(c *eval.Case) string {
	if !slices.ContainsFunc(c.Assertions, func(a eval.Assertion) bool { return strings.Contains(a.Raw.Canonical(), "file:") }) {
		return ""
	}
	dir := filepath.Dir(r.suite.Files[c.Pos.File])
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	changed := r.below
	if !within(r.root, dir) {
		var err error
		if changed, err = r.changes.Below(dir); err != nil {
			return r.suite.Name(dir) + ": " + err.Error()
		}
	}
	for _, file := range changed {
		if within(dir, file) && !slices.Contains(caseEndings, strings.ToLower(filepath.Ext(file))) {
			return r.has(file)
		}
	}
	return ""
}

func within(dir, file string) bool {
	rel, err := filepath.Rel(dir, file)
	return err == nil && filepath.IsLocal(rel)
}
