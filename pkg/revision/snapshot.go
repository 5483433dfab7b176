package revision

import (
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/object"
)

// snapshot is all files of a commit, by their paths from the top with slashes.
type snapshot struct {
	files   map[string]entry
	modules map[string]plumbing.Hash // submodules, with the commits they are at
}

type entry struct {
	hash         plumbing.Hash
	link, module bool
}

func (r *Repository) snapshot(of Commit) (snapshot, error) {
	s := snapshot{files: map[string]entry{}, modules: map[string]plumbing.Hash{}}
	c, err := r.commit(of.hash())
	if err != nil {
		return s, err
	}
	return s, r.list(&s, c.TreeHash, "", 0)
}

// list adds the files of a folder. Its object must be there, since a file that
// is not listed would count as new.
func (r *Repository) list(s *snapshot, folder plumbing.Hash, at string, depth int) error {
	const deepest = 1000
	tree, err := object.GetTree(r.store, folder)
	switch {
	case errors.Is(err, plumbing.ErrObjectNotFound):
		return errPartial
	case err != nil:
		return fmt.Errorf("folder %s: %w", strconv.Quote(at), err)
	case depth > deepest:
		return errors.New("the folders of the commit are nested too deeply")
	}
	for _, e := range tree.Entries {
		name := path.Join(at, e.Name)
		switch e.Mode {
		case filemode.Dir:
			if err := r.list(s, e.Hash, name, depth+1); err != nil {
				return err
			}
		case filemode.Submodule:
			s.modules[name] = e.Hash
		default:
			s.files[name] = entry{hash: e.Hash, link: e.Mode == filemode.Symlink}
		}
	}
	return nil
}

// module is the submodule that a path lies in, "" for none.
func (s snapshot) module(name string) (string, plumbing.Hash) {
	for module, hash := range s.modules {
		if name == module || strings.HasPrefix(name, module+"/") {
			return module, hash
		}
	}
	return "", plumbing.ZeroHash
}

// under are the files and submodules that are a path or lie below it.
func (s snapshot) under(name string) func(yield func(string, entry) bool) {
	within := func(file string) bool { return name == "." || file == name || strings.HasPrefix(file, name+"/") }
	return func(yield func(string, entry) bool) {
		for file, e := range s.files {
			if within(file) && !yield(file, e) {
				return
			}
		}
		for module, hash := range s.modules {
			if within(module) && !yield(module, entry{hash: hash, module: true}) {
				return
			}
		}
	}
}
