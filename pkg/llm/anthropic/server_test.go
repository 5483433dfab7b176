package anthropic_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/anthropic"
)

// newServer answers requests with the handlers in order. A request too many
// and a handler that was not used fail the test.
func newServer(t *testing.T, handlers ...http.HandlerFunc) *httptest.Server {
	t.Helper()
	var mu sync.Mutex
	used := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		n := used
		used++
		mu.Unlock()
		if n >= len(handlers) {
			t.Errorf("request %d to %s was not expected", n+1, r.URL)
			w.WriteHeader(http.StatusTeapot)
			return
		}
		if r.Method != http.MethodPost {
			t.Errorf("the method is %s", r.Method)
		}
		handlers[n](w, r)
	}))
	t.Cleanup(func() {
		server.Close()
		mu.Lock()
		defer mu.Unlock()
		if used < len(handlers) {
			t.Errorf("%d of %d answers were asked for", used, len(handlers))
		}
	})
	return server
}

func stream(body string) http.HandlerFunc { return reply(200, "text/event-stream", body) }

func reply(status int, contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

// cutAfter sends a part of an answer and tears the connection.
func cutAfter(contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", contentType)
		io.WriteString(w, body)
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
}

func newClient(t *testing.T, cfg anthropic.Config) *anthropic.Client {
	t.Helper()
	if cfg.Model == "" {
		cfg.Model = "m"
	}
	client, err := anthropic.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

var hello = &llm.Request{Messages: []eval.Message{{Role: "user", Content: eval.Content{Text: "hi"}}}}

// joined collects deltas.
type joined struct{ content, reasoning strings.Builder }

func (j *joined) add(d llm.Delta) error {
	j.content.WriteString(d.Content)
	j.reasoning.WriteString(d.Reasoning)
	return nil
}

// check wants the deltas to make the response, but for broken characters.
func (j *joined) check(t *testing.T, resp *llm.Response) {
	t.Helper()
	if got := strings.ToValidUTF8(j.content.String(), "\uFFFD"); got != resp.Content {
		t.Errorf("the deltas say %q, the response %q", got, resp.Content)
	}
	if got := strings.ToValidUTF8(j.reasoning.String(), "\uFFFD"); got != resp.Reasoning {
		t.Errorf("the deltas reason %q, the response %q", got, resp.Reasoning)
	}
}
