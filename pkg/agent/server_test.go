package agent_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/script"
)

// exchange is one request a server expects and its answer.
type exchange struct {
	want   string // the body, as JSON; "" for any
	status int    // 0 is 200
	answer string
}

// said is a streamed answer.
func said(text string) string {
	return chunk(fmt.Sprintf(`{"content":%q}`, text), "stop")
}

func chunk(delta, finish string) string {
	return fmt.Sprintf("data: {\"model\":\"m-2026\",\"choices\":[{\"index\":0,\"delta\":%s,\"finish_reason\":%q}]}\n\n", delta, finish) +
		"data: {\"choices\":[],\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5,\"total_tokens\":15}}\n\ndata: [DONE]\n\n"
}

// serve answers these requests in order, and fails the test on others and on
// those that never came. It returns the host.
func serve(t *testing.T, exchanges ...exchange) string {
	t.Helper()
	var mu sync.Mutex
	seen := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		if r.URL.Path != "/v1/chat/completions" || r.Method != http.MethodPost || seen >= len(exchanges) {
			t.Errorf("unexpected request: %s %s %s", r.Method, r.URL.Path, body)
			w.WriteHeader(http.StatusTeapot)
			return
		}
		x := exchanges[seen]
		seen++
		if x.want != "" && !eval.Trusted(string(body)).Equal(eval.Trusted(x.want)) {
			t.Errorf("request %d is\n%s\nwant\n%s", seen, body, x.want)
		}
		w.Header().Set("Content-Type", "text/event-stream")
		if x.status != 0 {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(x.status)
		}
		io.WriteString(w, x.answer)
	}))
	t.Cleanup(func() {
		server.Close()
		if seen < len(exchanges) {
			t.Errorf("%d requests came, want %d", seen, len(exchanges))
		}
	})
	return server.URL
}

// request is the body of a request with these messages.
func request(t *testing.T, extra string, messages ...string) string {
	t.Helper()
	list := make([]json.RawMessage, len(messages))
	for i, m := range messages {
		role, text, _ := strings.Cut(m, ": ")
		list[i] = json.RawMessage(fmt.Sprintf(`{"role":%q,"content":%q}`, role, text))
	}
	raw, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf(`{"model":"m","stream":true,"stream_options":{"include_usage":true},"messages":%s%s}`, raw, extra)
}

// files is an application; HOST in it stands for a server's address.
type files map[string]string

// load loads the application, which must have no faults unless they are
// wanted.
func (f files) load(t *testing.T, host string, faulty bool) *app.App {
	t.Helper()
	root := t.TempDir()
	for name, text := range f {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(strings.ReplaceAll(text, "HOST", host)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	engine, err := script.New(script.Options{Root: root})
	if err != nil {
		t.Fatal(err)
	}
	a, problems := app.Load(root, app.Options{Compile: engine.Compile, Name: func(path string) string {
		rel, err := filepath.Rel(root, path)
		if err != nil {
			t.Error(err)
		}
		return filepath.ToSlash(rel)
	}})
	if problems.Errors() > 0 && !faulty {
		t.Fatalf("problems: %v", problems)
	}
	return a
}

const (
	mainConnector = `{"type": "openai", "options": {"host": "HOST", "model": "m", "prices": {"prompt": 1, "completion": 2}}}`
	noHost        = "http://127.0.0.1:9"
)

// shop is a small application of one agent.
func shop() files {
	return files{
		"connectors/main.conn.yao":    mainConnector,
		"agent/prompts.yml":           "- role: system\n  content: global\n",
		"assistants/shop/package.yao": `{"name": "Shop", "connector": "main"}`,
		"assistants/shop/prompts.yml": "- role: system\n  content: agent\n",
	}
}

func userCase(text string) *eval.Case {
	return &eval.Case{
		Agent: "shop", ID: "a", Pos: eval.Pos{File: "cases.jsonl", Line: 3, Column: 1},
		Input:    eval.StringValue(text),
		Messages: []eval.Message{{Role: "user", Content: eval.Content{Text: text}}},
	}
}
