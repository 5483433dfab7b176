package importer

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Write puts files into a folder, which it makes where it is missing. It
// writes all of them or none, and never over a file that is there; a shared
// one that holds the same already is left as it is. It gives back the paths
// of those it wrote.
func Write(dir string, files []File) ([]string, error) {
	var missing []File
	var faults []error
	for _, f := range files {
		full := filepath.Join(dir, filepath.FromSlash(f.Path))
		held, err := os.ReadFile(full)
		switch {
		case errors.Is(err, os.ErrNotExist):
			missing = append(missing, f)
		case err == nil && f.Shared && string(held) == f.Body:
		case unreachable(full):
			faults = append(faults, fmt.Errorf("cannot write %q: %w", f.Path, eval.Bare(err)))
		default:
			faults = append(faults, fmt.Errorf("%q is there already", f.Path))
		}
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	var w writing
	for _, f := range missing {
		if err := w.file(filepath.Join(dir, filepath.FromSlash(f.Path)), f.Body); err != nil {
			return nil, errors.Join(fmt.Errorf("cannot write %q: %w", f.Path, eval.Bare(err)), w.undo())
		}
	}
	return w.files, nil
}

// unreachable reports that nobody can say what is at path.
func unreachable(path string) bool {
	_, err := os.Lstat(path)
	return err != nil
}

// writing remembers what it made, to take it back.
type writing struct{ files, folders []string }

func (w *writing) file(path, body string) error {
	if err := w.folder(filepath.Dir(path)); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	w.files = append(w.files, path)
	_, err = f.WriteString(body)
	return errors.Join(err, f.Close())
}

func (w *writing) folder(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil
	}
	if parent := filepath.Dir(path); parent != path {
		if err := w.folder(parent); err != nil {
			return err
		}
	}
	err := os.Mkdir(path, 0o755)
	if err == nil {
		w.folders = append(w.folders, path)
	}
	return err
}

func (w *writing) undo() error {
	var faults []error
	for _, path := range w.files {
		faults = append(faults, os.Remove(path))
	}
	for i := range w.folders {
		faults = append(faults, os.Remove(w.folders[len(w.folders)-1-i]))
	}
	return errors.Join(faults...)
}
