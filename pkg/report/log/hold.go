package log

import (
	"errors"
	"os"
)

var (
	errHeld     = errors.New("another run is writing it")
	errReplaced = errors.New("another run has just replaced it")
)

// hold keeps other runs from writing the file at path, until it is closed: two
// that write one report would leave none. Pipes and devices are nobody's.
func hold(path string, f *os.File) error {
	mine, err := f.Stat()
	if err != nil || !mine.Mode().IsRegular() {
		return err
	}
	if err := lock(f); err != nil {
		return err
	}
	named, err := os.Stat(path)
	if err != nil {
		return err
	}
	if !os.SameFile(mine, named) {
		return errReplaced
	}
	return nil
}
