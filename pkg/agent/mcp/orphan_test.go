package mcp_test

import (
	"context"
	"os"
	"strconv"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/agent/mcp"
)

// pidFile names the file in which a server that hangs says who it is.
const pidFile = "MCP_TEST_PID"

// hangs is a server that does not look at its input, so that it does not see
// when that ends.
func hangs() {
	path := os.Getenv(pidFile)
	if os.WriteFile(path+".new", []byte(strconv.Itoa(os.Getpid())), 0o666) == nil {
		_ = os.Rename(path+".new", path)
	}
	<-time.After(time.Hour) // for as long as nobody ends it
}

// opens starts a server that hangs, and waits for it.
func opens() {
	self, err := os.Executable()
	if err != nil {
		os.Exit(4)
	}
	_, _ = mcp.Open(context.Background(), mcp.Config{
		Name: "test", Command: self, Env: []string{"MCP_TEST_SERVER=hangs", pidFile + "=" + os.Getenv(pidFile)}, Timeout: time.Hour,
	})
}
