//go:build unix && !linux

package proc

import "syscall"

func orphan(*syscall.SysProcAttr) {}
