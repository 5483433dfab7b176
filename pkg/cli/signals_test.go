package cli_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/cli"
)

// hanging is an application whose only agent never gets an answer, and a
// channel that says when it was asked.
func hanging(t *testing.T) (dir string, asked <-chan struct{}) {
	t.Helper()
	requests := make(chan struct{}, 8)
	srv := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		// Only a server that read the request notices that its client left.
		_, _ = io.Copy(io.Discard, r.Body)
		requests <- struct{}{}
		<-r.Context().Done()
	}))
	t.Cleanup(srv.Close)
	dir = t.TempDir()
	for name, text := range map[string]string{
		"app.yao":                      `{"name": "hang"}`,
		"assistants/hang/package.yao":  `{"name": "hang", "connector": "hang"}`,
		"connectors/hang.conn.yao":     `{"type": "openai", "options": {"host": "` + srv.URL + `", "model": "m"}}`,
		"assistants/hang/tests/a.json": `[{"id": "a", "input": "x"}, {"id": "b", "input": "y"}]`,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir, requests
}

func TestEverySignalEndsTheRunWithItsReport(t *testing.T) {
	t.Parallel()
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		t.Run(sig.String(), func(t *testing.T) {
			t.Parallel()
			dir, asked := hanging(t)
			signals := make(chan os.Signal)
			var out, errs bytes.Buffer
			p := &cli.Process{
				Args: []string{"eval", "-i", "assistants/hang/tests/a.json", "-o", "r.jsonl", "-o", "r.json"},
				Dir:  dir, TempDir: dir, Out: &out, Err: &errs, Now: time.Now, Signals: signals,
				Width: func() int { return 100 }, Exit: func(int) { t.Error("ended at once") },
			}
			go func() {
				<-asked
				signals <- sig
			}()
			if code := p.Run(t.Context()); code != 130 {
				t.Errorf("exit code %d: %s%s", code, out.String(), errs.String())
			}
			for _, name := range []string{"r.jsonl", "r.json"} {
				data, err := os.ReadFile(filepath.Join(dir, name))
				if err != nil || !strings.Contains(string(data), `"interrupted"`) {
					t.Errorf("%s: %v: %.300s", name, err, data)
				}
			}
		})
	}
}

func TestAReportThatWasTakenAwayIsSaid(t *testing.T) {
	t.Parallel()
	dir, asked := hanging(t)
	signals := make(chan os.Signal)
	var out, errs bytes.Buffer
	p := &cli.Process{
		Args: []string{"eval", "-i", "assistants/hang/tests/a.json", "-o", "r.jsonl"},
		Dir:  dir, TempDir: dir, Out: &out, Err: &errs, Now: time.Now, Signals: signals,
		Width: func() int { return 100 }, Exit: func(int) { t.Error("ended at once") },
	}
	go func() {
		<-asked
		if err := os.Remove(filepath.Join(dir, "r.jsonl")); err != nil {
			t.Error(err)
		}
		signals <- os.Interrupt
	}()
	p.Run(t.Context())
	if !strings.Contains(errs.String(), "r.jsonl\" was taken away during the run") {
		t.Errorf("got %s%s", out.String(), errs.String())
	}
}
