package mcp_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"
)

func TestAServerThatHangsEndsWithWhoStartedIt(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "pid")
	starter := exec.Command(self)
	starter.Env = []string{"MCP_TEST_SERVER=opens", pidFile + "=" + path}
	if err := starter.Start(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	wait := func(what string, done func() bool) {
		for !done() {
			select {
			case <-ctx.Done():
				t.Fatal(what)
			case <-tick.C:
			}
		}
	}
	pid := 0
	wait("it does not start", func() bool {
		text, err := os.ReadFile(path)
		if err != nil {
			return false
		}
		pid, err = strconv.Atoi(string(text))
		return err == nil
	})
	_ = starter.Process.Kill()
	_ = starter.Wait()
	wait("it lives on", func() bool { return syscall.Kill(pid, 0) != nil || zombie(pid) })
}
