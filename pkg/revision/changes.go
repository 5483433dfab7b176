package revision

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
)

// ErrOutside is of a path that lies outside of the repository.
var ErrOutside = errors.New("it lies outside of the git repository")

// Changes is the working tree, committed or not, beside one or more commits. A
// file that differs from any of them has changed. It is not safe for concurrent
// use.
type Changes struct {
	repo  *Repository
	bases []snapshot
	known map[string]bool // whether a path has changed
}

// Since compares the working tree with commits.
func (r *Repository) Since(commits ...Commit) (*Changes, error) {
	c := &Changes{repo: r, known: map[string]bool{}}
	for _, commit := range commits {
		s, err := r.snapshot(commit)
		if err != nil {
			return nil, err
		}
		c.bases = append(c.bases, s)
	}
	return c, nil
}

// Changed reports whether a file was changed, added, removed, or reached by
// another way: links on the way to it count, and what they lead to. The error
// is ErrOutside where the repository cannot know.
func (c *Changes) Changed(file string) (bool, error) {
	steps, err := trace(file)
	if err != nil {
		return false, err
	}
	for _, step := range steps {
		name, ok := c.within(step)
		if !ok {
			return false, ErrOutside
		}
		if changed, err := c.changed(name); changed || err != nil {
			return changed, err
		}
	}
	return false, nil
}

// within is a path from the top of the repository, with slashes.
func (c *Changes) within(file string) (string, bool) {
	rel, err := filepath.Rel(c.repo.top, file)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

func (c *Changes) changed(name string) (bool, error) {
	if changed, ok := c.known[name]; ok {
		return changed, nil
	}
	for _, base := range c.bases {
		if module, at := base.module(name); module != "" {
			sub, err := c.submodule(module, at)
			if err != nil || sub == nil {
				return true, err
			}
			return sub.Changed(filepath.Join(c.repo.top, filepath.FromSlash(name)))
		}
		same, err := c.repo.same(base, name)
		if err != nil {
			return false, fmt.Errorf("%s: %w", strconv.Quote(name), err)
		}
		if !same {
			c.known[name] = true
			return true, nil
		}
	}
	c.known[name] = false
	return false, nil
}

// submodule compares a submodule with the commit it was at. It is nil where
// that cannot be, since the submodule or the commit is not here.
func (c *Changes) submodule(name string, at plumbing.Hash) (*Changes, error) {
	top := filepath.Join(c.repo.top, filepath.FromSlash(name))
	if _, err := os.Lstat(filepath.Join(top, ".git")); err != nil {
		return nil, nil
	}
	repo, err := open(top)
	if err != nil {
		return nil, fmt.Errorf("the submodule %s: %w", strconv.Quote(name), err)
	}
	changes, err := repo.Since(Commit(at.String()))
	if err != nil {
		return nil, nil
	}
	return changes, nil
}

// Below are the files in a folder that have changed, as absolute paths, sorted:
// those of the commits, those that git would take up or ignore alike are said
// by kind: what it ignores is left out unless it is or was kept all the same.
func (c *Changes) Below(dir string) ([]string, error) {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, err
	}
	at, ok := c.within(real)
	if !ok {
		return nil, ErrOutside
	}
	candidates := map[string]bool{}
	add := func(name string) {
		// What is in a submodule, that says itself.
		inner := slices.ContainsFunc(c.bases, func(s snapshot) bool { m, _ := s.module(name); return m != "" && m != name })
		if !inner && (at == "." || strings.HasPrefix(name, at+"/")) {
			candidates[name] = true
		}
	}
	for _, base := range c.bases {
		for name := range base.files {
			add(name)
		}
		for name := range base.modules {
			add(name)
		}
	}
	for name := range c.repo.index {
		add(name)
	}
	if err := c.repo.eachUnignored(at, add); err != nil {
		return nil, err
	}
	var list []string
	for _, name := range slices.Sorted(maps.Keys(candidates)) {
		changed, err := c.moved(name)
		if err != nil {
			return nil, err
		}
		list = append(list, changed...)
	}
	return list, nil
}

// moved are the paths that a candidate says have changed: itself, or those in
// a submodule.
func (c *Changes) moved(name string) ([]string, error) {
	full := filepath.Join(c.repo.top, filepath.FromSlash(name))
	for _, base := range c.bases {
		hash, ok := base.modules[name]
		if !ok {
			continue
		}
		sub, err := c.submodule(name, hash)
		if err != nil {
			return nil, err
		}
		if sub == nil {
			if e := c.repo.index[name]; e != nil && e.Hash == hash && empty(full) {
				continue // it was not fetched, and is not read
			}
			return []string{full}, nil
		}
		below, err := sub.Below(full)
		if len(below) > 0 || err != nil {
			return below, err
		}
	}
	if slices.ContainsFunc(c.bases, func(s snapshot) bool { m, _ := s.module(name); return m == name }) {
		return nil, nil
	}
	changed, err := c.changed(name)
	if err != nil || !changed {
		return nil, err
	}
	return []string{full}, nil
}

func empty(dir string) bool {
	entries, err := os.ReadDir(dir)
	return err == nil && len(entries) == 0 || errors.Is(err, fs.ErrNotExist)
}

// Was is what a file of the working tree held in each of the commits; a nil
// one did not have it. What is kept elsewhere, as in Git LFS, is no text that
// was there.
func (c *Changes) Was(file string) ([][]byte, error) {
	real, err := filepath.EvalSymlinks(file)
	if err != nil {
		return nil, err
	}
	name, ok := c.within(real)
	if !ok {
		return nil, ErrOutside
	}
	texts := make([][]byte, len(c.bases))
	for i, base := range c.bases {
		e, ok := base.files[name]
		if !ok || e.link {
			continue
		}
		if texts[i], err = c.repo.blob(e.hash); err != nil {
			return nil, err
		}
	}
	return texts, nil
}
