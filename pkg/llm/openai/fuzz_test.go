package openai_test

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/internal/wiretest"
	"github.com/surefoot-dev/surefoot/pkg/llm/openai"
)

const fuzzKey = "sk-0123456789abcdef"

// decode gives what a client makes of a body.
func decode(t *testing.T, body io.Reader) (*llm.Response, error) {
	t.Helper()
	client := newClient(t, openai.Config{Host: "https://api.example", Key: fuzzKey, HTTP: &http.Client{Transport: wiretest.Answering(body)}})
	var deltas wiretest.Deltas
	resp, err := client.Stream(t.Context(), hello, deltas.Add)
	if err == nil {
		deltas.Check(t, resp)
	}
	return resp, err
}

// FuzzAnswer feeds any bytes to the reader of events and to what puts answers
// together: they end in an answer that keeps its promises or in an error of
// one line, whatever packets they come in.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{
		tinyAnswer,
		strings.ReplaceAll(tinyAnswer, "\n", "\r"),
		strings.ReplaceAll(tinyAnswer, "\n", "\r\n"),
		"\xef\xbb\xbf: hi\n\n" + tinyAnswer,
		toolEvents(`[{"index":0,"id":"a","function":{"name":"f","arguments":"{"}}]`, `[{"index":0,"function":{"arguments":"}"}}]`),
		toolEvents(`[{"function":{"name":"f","arguments":{"a":1}}},{"id":"b","function":{"name":"g"}}]`),
		events(`{"error":{"message":"` + fuzzKey + `","code":429}}`),
		events(`{"choices":[{"delta":{"content":[{"type":"text","text":"x"}],"refusal":"no"}}]}`),
		`{"choices":[{"message":{"content":"Hi"},"finish_reason":"stop"}]}`,
		`[{"error":{"message":"x"}}]`,
		`{"choices":[{"index":0,"message":{"content":"\ud83d\u0041\ude00","reasoning":"\ud83d\ude00\\ud83d"},"finish_reason":"eos"}]}`,
		events(`{"type":"error","message":"boom"}`, `{"choices":[{"text":"x","finish_reason":1}]}`),
		`{"choices":[{"message":{"content":[]},"finish_reason":"MAX_TOKENS"}],"usage":{"prompt_tokens":-1,"completion_tokens":9,"total_tokens":2}}`,
		"event: error\ndata: " + fuzzKey[:12],
		"data: {\"choices\":[{\"delta\":\ndata: {\"content\":\"\xc3\"}}]}\n\ndata: [DONE]",
		events(`{"choices":[{"delta":{"content":"Hi"}}]}`) + "error: {\"code\":500,\"message\":\"" + fuzzKey + "\"}\n\ndata: [DONE]\n\n",
		events(`{"choices":[],"message":"busy"}`) + "{\r\n\"error\":\r\n1}\r\n\r\n",
		"<html>",
	} {
		f.Add([]byte(seed))
	}
	files, err := filepath.Glob("testdata/wire/*.[sj]s*")
	if err != nil || len(files) == 0 {
		f.Fatalf("%d files: %v", len(files), err)
	}
	for _, file := range files {
		body, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		resp := wiretest.CheckBody(t, body, fuzzKey, decode)
		if resp != nil && resp.FinishReason == "" && resp.Content == "" && len(resp.ToolCalls) == 0 {
			t.Error("nothing passes for an answer")
		}
	})
}
