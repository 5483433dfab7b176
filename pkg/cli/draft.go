package cli

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// draft is a report that takes its place only when it is whole, so that a run
// that dies leaves an earlier report as it was.
type draft struct {
	path string
	file *os.File
}

// newDraft opens a draft beside the report's place, which must be writable.
func newDraft(path string) (draft, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return draft{}, errors.New("it is not a regular file")
	}
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return draft{}, eval.Bare(err)
	}
	return draft{path, file}, nil
}

// publish writes the report and puts it into its place.
func (d draft) publish(write func(io.Writer) error) error {
	if err := write(d.file); err != nil {
		return err
	}
	if err := errors.Join(d.file.Chmod(0o644), d.file.Sync(), d.file.Close()); err != nil {
		return eval.Bare(err)
	}
	return eval.Bare(os.Rename(d.file.Name(), d.path))
}

// discard takes the draft away, if it was not published.
func (d draft) discard() {
	_ = d.file.Close()
	_ = os.Remove(d.file.Name())
}
