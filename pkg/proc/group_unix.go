//go:build unix

package proc

import (
	"os/exec"
	"syscall"
)

// group gives the child a group of its own, which signals reach as a whole,
// and which those of the terminal do not.
func group(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	orphan(cmd.SysProcAttr)
}

func terminate(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }

func kill(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
