//go:build integration

package mcp_test

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/agent/mcp"
)

// example builds a server that the protocol's own library comes with.
func example(t *testing.T, name string) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), name)
	build := exec.CommandContext(t.Context(), "go", "build", "-o", bin, "github.com/modelcontextprotocol/go-sdk/examples/server/"+name)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return bin
}

// listening starts a server and waits until it takes connections.
func listening(t *testing.T, bin string, args func(host, port string) []string) string {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := free.Addr().String()
	_ = free.Close()
	host, port, _ := net.SplitHostPort(addr)
	cmd := exec.Command(bin, args(host, port)...)
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-ended
	})
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		if conn, err := net.Dial("tcp", addr); err == nil {
			_ = conn.Close()
			return addr
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("%s: %v: %s", filepath.Base(bin), err, said.String())
		case <-tick.C:
		}
	}
}

func TestIntegrationTheExamplesOfTheLibrary(t *testing.T) {
	t.Parallel()
	everything := example(t, "everything")
	streamable := listening(t, everything, func(host, port string) []string { return []string{"-http", host + ":" + port} })
	events := listening(t, example(t, "sse"), func(host, port string) []string { return []string{"-host", host, "-port", port} })
	env := []string{"PATH=" + os.Getenv("PATH")}
	for name, tt := range map[string]struct {
		config               mcp.Config
		tool, arguments, get string
	}{
		"hello on standard streams":      {mcp.Config{Command: example(t, "hello"), Env: env}, "greet", `{"name":"Ann"}`, `"Hi Ann"`},
		"everything on standard streams": {mcp.Config{Command: everything, Env: env}, "greet", `{"name":"Ann"}`, `"Hi Ann"`},
		"everything, structured":         {mcp.Config{Command: everything, Env: env}, "greet (structured)", `{"name":"Ann"}`, `{"message":"Hi Ann"}`},
		"everything over HTTP":           {mcp.Config{URL: "http://" + streamable}, "greet", `{"name":"Ann"}`, `"Hi Ann"`},
		"events":                         {mcp.Config{URL: "http://" + events + "/greeter1", Events: true}, "greet1", `{"name":"Ann"}`, `"Hi Ann"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.config.Name, tt.config.Dir = name, t.TempDir()
			s := open(t, tt.config)
			if tools, err := s.Tools(t.Context()); err != nil || len(tools) == 0 {
				t.Fatalf("%v, %v", tools, err)
			}
			if v, err := call(t, s, tt.tool, tt.arguments); err != nil || v.Canonical() != tt.get {
				t.Errorf("got %s, %v", v.Raw(), err)
			}
		})
	}
	// What servers ask of those who call them is refused, and said by the tool.
	s := open(t, mcp.Config{Name: "everything", Command: everything, Env: env, Dir: t.TempDir()})
	for _, tool := range []string{"sample", "elicit (form)", "roots"} {
		if v, err := call(t, s, tool, `{}`); err == nil {
			t.Errorf("%s: got %s", tool, v.Raw())
		}
	}
}
