package proc

import (
	"runtime"
	"syscall"
)

// orphan has the child asked to end when who started it is gone: one that hangs
// does not see the end of its input. Who started it is a thread.
func orphan(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGTERM }

// alone keeps the thread of the goroutine for it, until what is returned is
// called.
func alone() func() {
	runtime.LockOSThread()
	return runtime.UnlockOSThread
}
