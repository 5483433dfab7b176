package openai_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/internal/wiretest"
	"github.com/surefoot-dev/surefoot/pkg/llm/openai"
)

// exchange is a request as a server saw it.
type exchange struct {
	url    string
	header http.Header
	body   string
}

// variant is a server that answers for any host, over TLS or not, with files
// of testdata/wire in their order: FILE is the body, and the file beside it
// that ends in .headers, if there is one, its status and headers.
type variant struct {
	client *http.Client
	mu     sync.Mutex
	files  []string
	asked  []exchange
}

func newVariant(t *testing.T, files ...string) *variant {
	t.Helper()
	v := &variant{files: files}
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { v.serve(t, w, r) })
	plain, secure := httptest.NewServer(handler), httptest.NewTLSServer(handler)
	dial := func(server *httptest.Server) func(context.Context, string, string) (net.Conn, error) {
		return func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, server.Listener.Addr().String())
		}
	}
	trusted := secure.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	transport := &http.Transport{
		DialContext: dial(plain),
		DialTLSContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := dial(secure)(ctx, network, address)
			if err != nil {
				return nil, err
			}
			return tls.Client(conn, &tls.Config{RootCAs: trusted, ServerName: "example.com"}), nil
		},
	}
	v.client = &http.Client{Transport: transport}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		plain.Close()
		secure.Close()
		if len(v.asked) < len(files) {
			t.Errorf("%d of %d answers were asked for", len(v.asked), len(files))
		}
	})
	return v
}

func (v *variant) serve(t *testing.T, w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	scheme := "http"
	if r.TLS != nil {
		scheme = "https"
	}
	v.mu.Lock()
	n := len(v.asked)
	v.asked = append(v.asked, exchange{scheme + "://" + r.Host + r.RequestURI, r.Header, string(body)})
	v.mu.Unlock()
	if n >= len(v.files) {
		t.Errorf("request %d to %s was not expected", n+1, r.URL)
		w.WriteHeader(http.StatusTeapot)
		return
	}
	path := filepath.Join("testdata", "wire", v.files[n])
	answer, err := os.ReadFile(path)
	if err != nil {
		t.Error(err)
	}
	w.Header().Set("Content-Type", "text/event-stream")
	status := http.StatusOK
	if head, err := os.ReadFile(strings.TrimSuffix(path, filepath.Ext(path)) + ".headers"); err == nil {
		status = setHead(t, w.Header(), head)
	}
	w.WriteHeader(status)
	_, _ = io.Copy(w, bytes.NewReader(answer))
}

// setHead takes the first line for the status and each further one for a
// header.
func setHead(t *testing.T, h http.Header, head []byte) int {
	first, rest, _ := strings.Cut(string(head), "\n")
	status, err := strconv.Atoi(first)
	if err != nil {
		t.Error(err)
	}
	for line := range strings.Lines(rest) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		h.Set(name, value)
	}
	return status
}

// ask sends a request to a host and wants the response.
func (v *variant) ask(t *testing.T, cfg openai.Config, req *llm.Request, want llm.Response) *llm.Response {
	t.Helper()
	cfg.HTTP = v.client
	var deltas wiretest.Deltas
	resp, err := newClient(t, cfg).Stream(t.Context(), req, deltas.Add)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&want, resp, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Error(diff)
	}
	deltas.Check(t, resp)
	return resp
}

// fail sends a request to a host and wants it to fail.
func (v *variant) fail(t *testing.T, cfg openai.Config, want *llm.Error) {
	t.Helper()
	cfg.HTTP = v.client
	cfg.Now = func() time.Time { return time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC) }
	_, err := newClient(t, cfg).Stream(t.Context(), hello, nil)
	wiretest.CheckFault(t, err, want)
}

// answered is a table row: a file, and what is read in it.
type answered struct {
	file string
	want llm.Response
}

func checkAnswers(t *testing.T, host string, rows map[string]answered) {
	t.Helper()
	for name, row := range rows {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			newVariant(t, row.file).ask(t, openai.Config{Host: host}, hello, row.want)
		})
	}
}

// failed is a table row: a file, and what is wrong with it.
type failed struct {
	file string
	want llm.Error
}

func checkFailures(t *testing.T, host string, rows map[string]failed) {
	t.Helper()
	for name, row := range rows {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			newVariant(t, row.file).fail(t, openai.Config{Host: host, Key: "sk-test-0123456789"}, &row.want)
		})
	}
}

// counted are all figures of a usage.
func counted(prompt, completion, total int64) eval.Usage { return usage(&prompt, &completion, &total) }

// cached is a usage with what a cache read.
func cached(u eval.Usage, read int64) eval.Usage {
	u.CacheReadTokens = &read
	return u
}

// tool is a call of a tool.
func tool(id, name, arguments string) eval.ToolCall {
	return eval.ToolCall{ID: id, Tool: name, Arguments: eval.Trusted(arguments)}
}

// talk is a turn in which a tool was called, and what the user said next.
func talk(answer *llm.Response, more ...eval.Message) []eval.Message {
	list := []eval.Message{
		textMessage("user", "where is 7?"),
		{Role: "assistant", Content: eval.Content{Text: answer.Content}, ToolCalls: answer.ToolCalls, Opaque: answer.Opaque},
	}
	for _, call := range answer.ToolCalls {
		list = append(list, eval.Message{Role: "tool", ToolCallID: call.ID, Content: eval.Content{Text: "at sea"}})
	}
	return append(list, more...)
}
