//go:build !unix

package proc

import "os/exec"

// Elsewhere a child is ended by itself: what it started is its own to end.
func group(*exec.Cmd) {}

func terminate(cmd *exec.Cmd) { kill(cmd) }

func kill(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
