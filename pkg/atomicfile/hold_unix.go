//go:build linux || darwin

package atomicfile

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// again is how long to wait before asking once more.
const again = 10 * time.Millisecond

// Hold keeps other processes that hold a file of the same folder from going on
// until release is called. It is the folder that is locked, since the file is
// another one each time it is written, and nothing is left behind. It waits as
// long as the context lasts. A file system without locks, and a system other
// than Linux and macOS, keeps nobody out.
func Hold(ctx context.Context, path string) (release func(), err error) {
	dir, err := os.Open(filepath.Dir(place(path)))
	if err != nil {
		return func() {}, nil //nolint:nilerr // a folder that cannot be listed can be written to all the same
	}
	for {
		err := syscall.Flock(int(dir.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			return func() { _ = dir.Close() }, nil
		}
		select {
		case <-ctx.Done():
			_ = dir.Close() // it was only read
			return nil, errors.New("another process holds it")
		case <-time.After(again):
		}
	}
}
