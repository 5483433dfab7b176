package cli

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report"
)

// draft is a report that takes its place only when it is whole, so that a run
// that dies leaves an earlier report as it was, and nothing beside it.
type draft struct {
	path   string
	format report.Format
}

// newDraft makes sure that a report can be written at path.
func newDraft(path string, format report.Format) (draft, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return draft{}, errors.New("it is not a regular file")
	}
	file, err := beside(path)
	if err != nil {
		return draft{}, eval.Bare(err)
	}
	return draft{path, format}, eval.Bare(errors.Join(file.Close(), os.Remove(file.Name())))
}

// beside makes a file in the report's folder that can be renamed to it.
func beside(path string) (*os.File, error) {
	return os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
}

// publish writes the report beside its place and then puts it there.
func (d draft) publish(write func(io.Writer) error) error {
	file, err := beside(d.path)
	if err != nil {
		return eval.Bare(err)
	}
	err = write(file)
	if err == nil {
		err = errors.Join(file.Chmod(0o644), file.Sync())
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), d.path)
	}
	if err != nil {
		return errors.Join(eval.Bare(err), os.Remove(file.Name()))
	}
	return nil
}
