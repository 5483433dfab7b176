package cli_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/surefoot-dev/surefoot/pkg/internal/evaltest/githubtest"
)

// TestNoSecretGetsIntoWhatIsPublished runs an agent whose provider says its key
// back, in the forms that texts have, and looks into all that is left of it.
func TestNoSecretGetsIntoWhatIsPublished(t *testing.T) {
	t.Parallel()
	const secret = "sk-live-qwertzuiop987654"
	echo := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		said := key + " " + base64.StdEncoding.EncodeToString([]byte("user:"+key)) + " ::set-output name=verdict::" + key
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, chunk(`{"content":`+strconv.Quote(said)+`}`, "stop")+"data: [DONE]\n\n")
	}))
	t.Cleanup(echo.Close)
	h := newHub(t, "INPUT_INPUT=cases.jsonl", "INPUT_OUTPUT=r.jsonl\nr.md\nr.xml\nr.json\nr.sarif\nr.ctrf.json", "INPUT_CHECK=true", "INPUT_RECORD=tapes", "INPUT_RUNS=2",
		"API_KEY="+secret, "INPUT_VERBOSE=true")
	h.dir = t.TempDir()
	h.set("GITHUB_WORKSPACE", h.dir)
	for name, text := range map[string]string{
		"app.yao":                     `{"name": "leak"}`,
		"connectors/leak.conn.yao":    `{"type": "openai", "options": {"model": "m", "key": "$ENV.API_KEY", "host": "` + echo.URL + `"}}`,
		"assistants/leak/package.yao": `{"name": "leak", "connector": "leak"}`,
		"assistants/leak/prompts.yml": "- role: system\n  content: Be short.\n",
		"cases.jsonl":                 `{"id": "hi", "target": "leak", "input": "hi", "assert": {"type": "contains", "value": "something else"}}` + "\n",
	} {
		put(t, filepath.Join(h.dir, filepath.FromSlash(name)), text)
	}
	code, stdout, stderr := h.action(t)
	if code != 1 || len(h.Comments) != 1 || len(h.Checks) != 1 {
		t.Fatalf("exit code %d, %d comments: %s%s", code, len(h.Comments), stdout, stderr)
	}
	left := h.left(t, stdout, stderr, "leak")
	if len(left) != 13 {
		t.Errorf("%d places", len(left))
	}
	holdNone(t, left, "qwertzuiop987654", base64.StdEncoding.EncodeToString([]byte("user:" + secret))[8:24], githubtest.Token)
	if !strings.Contains(left["the comment"], "redacted API") || strings.Contains(stdout, "\n::set-output") {
		t.Errorf("the comment: %s", left["the comment"])
	}
}

// left is all that a run of the action leaves, by where.
func (h *hub) left(t *testing.T, stdout, stderr, agent string) map[string]string {
	t.Helper()
	left := map[string]string{
		"the log": stdout, "what is beside it": stderr, "the summary": h.summary(t), "the outputs": fmt.Sprint(h.outputs(t)),
		"the comment": h.Comments[0].Body, "the check run": fmt.Sprint(h.Checks[0]),
	}
	archive, err := zip.NewReader(bytes.NewReader(h.blob.Bytes()), int64(h.blob.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		left["the artifact's "+f.Name] = string(text)
	}
	tapes, err := filepath.Glob(filepath.Join(h.dir, "tapes", agent, "*.json"))
	if err != nil || len(tapes) == 0 {
		t.Fatalf("%d cassettes, %v", len(tapes), err)
	}
	for _, path := range tapes {
		tape, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		left["the cassette "+filepath.Base(path)] = string(tape)
	}
	return left
}

// holdNone fails the test where one of these is.
func holdNone(t *testing.T, left map[string]string, secrets ...string) {
	t.Helper()
	for where, text := range left {
		for _, form := range secrets {
			for line := range strings.Lines(text) {
				if strings.Contains(line, form) && !strings.HasPrefix(line, "::add-mask::") {
					t.Errorf("%s holds %q: %.300q", where, form, line)
				}
			}
		}
	}
}

// TestNothingThatServersAreToldIsPublished: a server says back all that it was
// told, as a tool's result, as its error, and as the reason why it is shut.
func TestNothingThatServersAreToldIsPublished(t *testing.T) {
	t.Parallel()
	var told atomic.Value
	s := sdk.NewServer(&sdk.Implementation{Name: "till", Version: "1"}, nil)
	type in struct{}
	sdk.AddTool(s, &sdk.Tool{Name: "say"}, func(context.Context, *sdk.CallToolRequest, in) (*sdk.CallToolResult, any, error) {
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: told.Load().(string)}}}, nil, nil
	})
	sdk.AddTool(s, &sdk.Tool{Name: "fail"}, func(context.Context, *sdk.CallToolRequest, in) (*sdk.CallToolResult, any, error) {
		return nil, nil, errors.New(told.Load().(string))
	})
	sdk.AddTool(s, &sdk.Tool{Name: "shut"}, func(context.Context, *sdk.CallToolRequest, in) (*sdk.CallToolResult, any, error) {
		return nil, nil, nil
	})
	handler := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil)
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		_, password, _ := r.BasicAuth()
		told.Store(strings.Join([]string{r.Header.Get("X-Key"), r.Header.Get("X-Part"), password, r.URL.String()}, " "))
		if bytes.Contains(body, []byte(`"shut"`)) {
			http.Error(w, told.Load().(string), http.StatusServiceUnavailable)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(host.Close)
	h := newHub(t, "INPUT_INPUT=cases.jsonl", "INPUT_OUTPUT=r.jsonl\nr.md\nr.xml\nr.json\nr.html\nr.sarif\nr.ctrf.json", "INPUT_CHECK=true", "INPUT_RECORD=tapes",
		"PART=variable-part-9", "INPUT_VERBOSE=true")
	h.dir = t.TempDir()
	h.set("GITHUB_WORKSPACE", h.dir)
	url := strings.Replace(host.URL, "http://", "http://me:password-in-url@", 1) + "/path1path2path3path4path5?token=query-of-the-url"
	for name, text := range map[string]string{
		"app.yao":                     `{"name": "leak"}`,
		"connectors/leak.conn.yao":    `{"type": "script", "script": "leak.ts"}`,
		"connectors/leak.ts":          `export function Complete(r) { const said = r.messages.at(-1); return said.role === "tool" ? said.content : { tool_calls: [{ name: "till__" + said.content, arguments: {} }] } }`,
		"mcps/till.mcp.yao":           `{"transport": "http", "url": "` + url + `", "headers": {"X-Key": "literal-in-header", "X-Part": "it is $ENV.PART"}}`,
		"assistants/leak/package.yao": `{"name": "leak", "connector": "leak", "mcp": {"servers": ["till"]}}`,
		"cases.jsonl": `{"id": "say", "target": "leak", "input": "say", "assert": [{"type": "contains", "value": "something else"}, {"type": "tool_result", "value": {"tool": "say", "result": "x"}}, {"type": "tool_not_called", "value": "say"}]}
{"id": "fail", "target": "leak", "input": "fail", "assert": {"type": "tool_result", "value": "fail"}}
{"id": "shut", "target": "leak", "input": "shut"}
`,
	} {
		put(t, filepath.Join(h.dir, filepath.FromSlash(name)), text)
	}
	code, stdout, stderr := h.action(t)
	if code != 1 || len(h.Comments) != 1 || len(h.Checks) != 1 {
		t.Fatalf("exit code %d, %d comments: %s%s", code, len(h.Comments), stdout, stderr)
	}
	left := h.left(t, stdout, stderr, "leak")
	if !strings.Contains(stdout, "it answered 503 Service Unavailable: [redacted") {
		t.Errorf("nobody was shut out: %s", stdout)
	}
	holdNone(t, left, "literal-in-header", "variable-part-9", "password-in-url", "path1path2path3path4path5", "query-of-the-url")
	if !strings.Contains(left["the comment"], "redacted header X-Key of MCP server till") {
		t.Errorf("the comment: %s", left["the comment"])
	}
}
