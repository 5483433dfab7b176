package starter

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// writer makes files in one folder, never through a link that leads out of it,
// and remembers what it made.
type writer struct {
	root *os.Root
	dirs []string // that were made for the folder itself, outermost first
	made []string // in the folder, in order
}

// open makes the folder when it is not there.
func open(dir string) (*writer, error) {
	w := &writer{}
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(at); err == nil || at == filepath.Dir(at) {
			break
		}
		w.dirs = append([]string{at}, w.dirs...)
	}
	err := os.MkdirAll(dir, 0o755)
	if err == nil {
		w.root, err = os.OpenRoot(dir)
	}
	if err != nil {
		return nil, errors.Join(err, w.undo())
	}
	return w, nil
}

// has reports whether anything stands at a path, be it a link to nothing.
// Where that cannot be known, writing will fail and say why.
func (w *writer) has(name string) bool {
	_, err := w.root.Lstat(filepath.FromSlash(name))
	return err == nil
}

func (w *writer) write(f file) error {
	if err := w.folder(path.Dir(f.path)); err != nil {
		return err
	}
	out, err := w.root.OpenFile(filepath.FromSlash(f.path), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	w.made = append(w.made, f.path)
	_, err = out.WriteString(f.text)
	return errors.Join(err, out.Close())
}

// folder makes a folder and those above it.
func (w *writer) folder(name string) error {
	if name == "." {
		return nil
	}
	if err := w.folder(path.Dir(name)); err != nil {
		return err
	}
	err := w.root.Mkdir(filepath.FromSlash(name), 0o755)
	switch {
	case err == nil:
		w.made = append(w.made, name)
	case errors.Is(err, fs.ErrExist):
		return nil // a file in its place is said by what is written below it
	}
	return err
}

// undo removes what was made, the last first.
func (w *writer) undo() error {
	var errs []error
	for _, name := range slices.Backward(w.made) {
		errs = append(errs, w.root.Remove(filepath.FromSlash(name)))
	}
	for _, dir := range slices.Backward(w.dirs) {
		if _, err := os.Lstat(dir); err == nil {
			errs = append(errs, os.Remove(dir))
		}
	}
	return errors.Join(errs...)
}

func (w *writer) close() error { return w.root.Close() }
