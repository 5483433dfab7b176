// Package atomicfile puts files in their place only when they are whole: the old
// content or the new is there at any time, also for a process that is killed.
// It imports only the vocabulary, and refuses to write over what is no regular
// file. What a killed process leaves beside the place, [Left] tells.
package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Check makes sure that a file can be written at path, and leaves nothing
// there. Its error does not name the path, which callers know as people see
// it.
func Check(path string) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return errors.New("it is not a regular file")
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return eval.Bare(err)
	}
	file, err := beside(path)
	if err != nil {
		return eval.Bare(err)
	}
	return eval.Bare(errors.Join(file.Close(), os.Remove(file.Name())))
}

// Write lets write fill a file beside path, brings it to the disk and then puts
// it at path, with the mode 0644. After an error the old file is as it was.
func Write(path string, write func(io.Writer) error) error {
	file, err := beside(path)
	if err != nil {
		return eval.Bare(err)
	}
	err = write(file)
	if err == nil {
		err = errors.Join(file.Chmod(0o644), file.Sync())
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(eval.Bare(err), eval.Bare(os.Remove(file.Name())))
	}
	return nil
}

// beside makes a file that can be renamed to path.
func beside(path string) (*os.File, error) {
	return os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
}

// Left reports whether a file of this name and extension is one that a killed
// process left beside the place it was for.
func Left(name, ext string) bool {
	at := strings.LastIndexByte(name, '-')
	if at < 0 || !strings.HasPrefix(name, ".") {
		return false
	}
	stem, ok := strings.CutSuffix(name[1:at], ext)
	return ok && stem != "" && name[at+1:] != "" && strings.Trim(name[at+1:], "0123456789") == ""
}
