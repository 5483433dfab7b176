package artifact

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// File is one file to upload.
type File struct {
	Name string // its place in the archive, with forward slashes
	Size int64  // what Open gives, exactly
	Open func() (io.ReadCloser, error)
}

// OnDisk is the file at path. It must be a regular file, now and when it is
// opened: a link could name anything.
func OnDisk(name, path string) (File, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return File{}, fmt.Errorf("%s: %w", path, eval.Bare(err))
	}
	if !info.Mode().IsRegular() {
		return File{}, fmt.Errorf("%s: it is not a regular file", path)
	}
	return File{Name: name, Size: info.Size(), Open: func() (io.ReadCloser, error) {
		file, err := os.Open(path)
		if err != nil {
			return nil, eval.Bare(err)
		}
		if now, err := file.Stat(); err != nil || !os.SameFile(info, now) {
			return nil, errors.Join(errors.New("it was replaced by another file"), file.Close())
		}
		return file, nil
	}}, nil
}

// copyTo writes the whole file to w.
func (f File) copyTo(w io.Writer) error {
	in, err := f.Open()
	if err != nil {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	n, err := io.Copy(w, io.LimitReader(in, f.Size+1))
	if err = errors.Join(err, in.Close()); err != nil {
		return fmt.Errorf("%s: %w", f.Name, eval.Bare(err))
	}
	if n != f.Size {
		return fmt.Errorf("%s: its size is not the %d bytes it had; was it still being written?", f.Name, f.Size)
	}
	return nil
}
