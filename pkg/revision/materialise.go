package revision

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/go-git/go-git/v5/plumbing"
)

// Materialise writes a folder of the working tree as it was in a commit below
// an empty folder, under its path from the top of the repository, which is
// returned, and what its links lead to. Nothing is written outside of the empty
// folder, whatever the commit holds; nothing may be executed. Links out of the
// repository, submodules whose commit is not here, and names that this system
// cannot keep apart are errors. Files of Git LFS that are not here are written
// as the pointers they are, and named.
func (r *Repository) Materialise(ctx context.Context, of Commit, dir, empty string) (written string, pointers []string, err error) {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", nil, err
	}
	rel, err := filepath.Rel(r.top, real)
	if err != nil || !filepath.IsLocal(rel) {
		return "", nil, ErrOutside
	}
	s, err := r.snapshot(of)
	if err != nil {
		return "", nil, err
	}
	root, err := os.OpenRoot(empty)
	if err != nil {
		return "", nil, err
	}
	defer root.Close()
	w := writing{ctx: ctx, repo: r, from: s, root: root, done: map[string]bool{}}
	at := filepath.ToSlash(rel)
	if !w.has(at) {
		return "", nil, fmt.Errorf("there is no folder %s at %s", strconv.Quote(at), of.Short())
	}
	if err := w.all(at); err != nil {
		return "", nil, fmt.Errorf("at %s: %w", of.Short(), err)
	}
	slices.Sort(w.pointers)
	return filepath.Join(empty, rel), w.pointers, nil
}

// writing is a commit on its way to a folder.
type writing struct {
	ctx      context.Context
	repo     *Repository
	from     snapshot
	root     *os.Root
	done     map[string]bool // files, by their paths
	links    []link          // still to be written, after all files
	pointers []string        // absolute
}

// has reports whether the commit has a file, a submodule or a folder there.
func (w *writing) has(name string) bool {
	for range w.from.under(name) {
		return true
	}
	return false
}

// all writes a path, what is below it, and at last what the links of that lead
// to, which may hold more of them.
func (w *writing) all(name string) error {
	if err := w.below(name); err != nil {
		return err
	}
	for len(w.links) > 0 {
		links := w.links
		w.links = nil
		for _, l := range links {
			if err := w.link(l); err != nil {
				return fmt.Errorf("%s: %w", strconv.Quote(l.name), err)
			}
		}
	}
	return nil
}

// below writes a path and what is below it, but links, which are written when
// no file is left to be: none can lead a file astray.
func (w *writing) below(name string) error {
	if module, _ := w.from.module(name); module != "" {
		name = module
	}
	for file, e := range w.from.under(name) {
		if w.done[file] {
			continue
		}
		if err := w.ctx.Err(); err != nil {
			return err
		}
		w.done[file] = true
		if err := w.file(file, e); err != nil {
			return fmt.Errorf("%s: %w", strconv.Quote(file), err)
		}
	}
	return nil
}

func (w *writing) file(name string, e entry) error {
	if !sound(name) {
		return errors.New("no file may have this name")
	}
	if e.module {
		return w.module(name, e.hash)
	}
	text, err := w.repo.blob(e.hash)
	if err != nil {
		return err
	}
	if e.link {
		w.links = append(w.links, link{name, string(text)})
		return nil
	}
	if oid, ok := pointer(text); ok {
		full, err := w.repo.large(name, oid)
		switch {
		case err != nil:
			return err
		case full == nil:
			w.pointers = append(w.pointers, filepath.Join(w.root.Name(), filepath.FromSlash(name)))
		default:
			text = full
		}
	}
	return w.create(name, text)
}

// create writes a file that is not there yet.
func (w *writing) create(name string, text []byte) error {
	local := filepath.FromSlash(name)
	if err := w.root.MkdirAll(filepath.Dir(local), 0o700); err != nil {
		return err
	}
	f, err := w.root.OpenFile(local, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return errors.New("this system takes its name for that of another file")
	}
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}

// module writes a submodule from its own repository.
func (w *writing) module(name string, at plumbing.Hash) error {
	top := filepath.Join(w.repo.top, filepath.FromSlash(name))
	sub, err := open(top)
	if err == nil {
		var s snapshot
		if s, err = sub.snapshot(Commit(at.String())); err == nil {
			return w.inner(name, sub, s)
		}
	}
	return fmt.Errorf("the submodule does not have commit %s: %w (git submodule update --init, or fetch in it)", Commit(at.String()).Short(), err)
}

// inner writes the files of a submodule, whose links stay within it.
func (w *writing) inner(name string, sub *Repository, s snapshot) error {
	local := filepath.FromSlash(name)
	if err := w.root.MkdirAll(local, 0o700); err != nil {
		return err
	}
	root, err := w.root.OpenRoot(local)
	if err != nil {
		return err
	}
	defer root.Close()
	in := writing{ctx: w.ctx, repo: sub, from: s, root: root, done: map[string]bool{}}
	if err := in.all("."); err != nil {
		return err
	}
	w.pointers = append(w.pointers, in.pointers...)
	return nil
}

// large is a file that Git LFS keeps: of its store, or of the working tree
// where that has the very same; nil where it is not here.
func (r *Repository) large(name, oid string) ([]byte, error) {
	for _, file := range []string{
		filepath.Join(r.common, "lfs", "objects", oid[:2], oid[2:4], oid), filepath.Join(r.top, filepath.FromSlash(name)),
	} {
		sum, err := sha256Of(file)
		if err != nil || sum != oid {
			continue
		}
		return os.ReadFile(file)
	}
	return nil, nil
}
