package cli_test

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

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
	tape, err := os.ReadFile(filepath.Join(h.dir, "tapes", "leak", "hi.json"))
	if err != nil {
		t.Fatal(err)
	}
	left["the cassette"] = string(tape)
	if len(left) != 13 {
		t.Errorf("%d places", len(left))
	}
	for where, text := range left {
		for _, form := range []string{"qwertzuiop987654", base64.StdEncoding.EncodeToString([]byte("user:" + secret))[8:24], githubtest.Token} {
			for line := range strings.Lines(text) {
				if strings.Contains(line, form) && !strings.HasPrefix(line, "::add-mask::") {
					t.Errorf("%s holds a secret: %.200q", where, line)
				}
			}
		}
	}
	if !strings.Contains(left["the comment"], "redacted API") || strings.Contains(stdout, "\n::set-output") {
		t.Errorf("the comment: %s", left["the comment"])
	}
}
