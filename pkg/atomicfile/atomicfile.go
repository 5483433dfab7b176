// Package atomicfile puts files in their place only when they are whole: the old
// content or the new is there at any time, also for a process that is killed.
// It imports only the vocabulary, and refuses to write over what is no regular
// file. What a killed process leaves beside the place, [Left] tells.
package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
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
	file, err := beside(place(path))
	if err != nil {
		return eval.Bare(err)
	}
	return eval.Bare(errors.Join(file.Close(), os.Remove(file.Name())))
}

// Write lets write fill a file beside path, brings it to the disk and then puts
// it at path. A link stays one to the file it names, an old file's mode stays,
// and a new one has what the process gives files that all may read. After an
// error the old file is as it was.
func Write(path string, write func(io.Writer) error) error {
	path = place(path)
	file, err := beside(path)
	if err != nil {
		return eval.Bare(err)
	}
	err = write(file)
	if old, fault := os.Stat(path); err == nil && fault == nil {
		err = file.Chmod(old.Mode().Perm())
	}
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(eval.Bare(err), eval.Bare(os.Remove(file.Name())))
	}
	return nil
}

// place is where the file at path lies, or would lie.
func place(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// beside makes a file that can be renamed to path. Its mode is that of any new
// file: os.CreateTemp would make it private, and nobody can tell afterwards what
// the process keeps from others.
func beside(path string) (*os.File, error) {
	for {
		name := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"-"+strconv.FormatUint(rand.Uint64(), 10))
		file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
		if !errors.Is(err, fs.ErrExist) {
			return file, err
		}
	}
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
