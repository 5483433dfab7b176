//go:build integration

package mcp_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/agent/mcp"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// published is a server that npm has, as users start it.
func published(t *testing.T, name string, args ...string) *mcp.Server {
	t.Helper()
	bin, err := filepath.Abs("../../../tools/npm/node_modules/.bin/mcp-server-" + name)
	if err != nil {
		t.Fatal(err)
	}
	return open(t, mcp.Config{
		Name: name, Command: bin, Args: args, Dir: t.TempDir(), Env: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}, Timeout: time.Minute,
	})
}

func call(t *testing.T, s *mcp.Server, tool, arguments string) (eval.Value, error) {
	t.Helper()
	return s.Call(t.Context(), tool, eval.Trusted(arguments))
}

func TestIntegrationServerEverything(t *testing.T) {
	t.Parallel()
	s := published(t, "everything")
	tools, err := s.Tools(t.Context())
	if err != nil || len(tools) < 5 {
		t.Fatalf("%d tools, %v", len(tools), err)
	}
	v, err := call(t, s, "echo", `{"message":"grüß dich"}`)
	if err != nil || !strings.Contains(v.Text(), "grüß dich") {
		t.Errorf("got %s, %v", v.Raw(), err)
	}
	if v, err = s.Resources(t.Context(), ""); err != nil || len(v.Members()["resources"].Items()) == 0 {
		t.Errorf("resources: %.200s, %v", v.Raw(), err)
	}
	if v, err = s.Prompts(t.Context(), ""); err != nil || len(v.Members()["prompts"].Items()) == 0 {
		t.Errorf("prompts: %.200s, %v", v.Raw(), err)
	}
}

func TestIntegrationServerFilesystem(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := published(t, "filesystem", dir)
	file := eval.StringValue(filepath.Join(dir, "a.txt")).Raw()
	if _, err := call(t, s, "write_file", `{"path":`+file+`,"content":"kept"}`); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "a.txt")); err != nil || string(text) != "kept" {
		t.Errorf("%q, %v", text, err)
	}
	v, err := call(t, s, "read_text_file", `{"path":`+file+`}`)
	if err != nil || !strings.Contains(v.Raw(), "kept") {
		t.Errorf("got %s, %v", v.Raw(), err)
	}
	if _, err := call(t, s, "read_text_file", `{"path":"/etc/passwd"}`); err == nil || !strings.Contains(strings.ToLower(err.Error()), "denied") {
		t.Errorf("outside its folder: %v", err)
	}
}

func TestIntegrationServerMemory(t *testing.T) {
	t.Parallel()
	s := published(t, "memory")
	if _, err := call(t, s, "create_entities", `{"entities":[{"name":"Ann","entityType":"person","observations":["travels"]}]}`); err != nil {
		t.Fatal(err)
	}
	v, err := call(t, s, "search_nodes", `{"query":"Ann"}`)
	if err != nil || !strings.Contains(v.Raw(), "travels") {
		t.Errorf("got %s, %v", v.Raw(), err)
	}
}
