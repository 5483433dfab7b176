//go:build linux || darwin

package log

import (
	"errors"
	"os"
	"syscall"
)

// lock takes the file, or tells that another run has it. A file system without
// locks has nothing to tell.
func lock(f *os.File) error {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.EWOULDBLOCK):
			return errHeld
		default:
			return nil
		}
	}
}
