package openai_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/internal/wiretest"
	"github.com/surefoot-dev/surefoot/pkg/llm/openai"
)

const fuzzKey = "sk-0123456789abcdef"

// decode gives what a client makes of a body.
func decode(t *testing.T, body io.Reader) (*llm.Response, error) {
	t.Helper()
	answer := wiretest.RoundTrip(func(r *http.Request) (*http.Response, error) {
		return &http.Response{
			StatusCode: 200,
			Header:     http.Header{"Content-Type": {"text/event-stream"}},
			Body:       io.NopCloser(body),
			Request:    r,
		}, nil
	})
	client := newClient(t, openai.Config{Host: "https://api.example", Key: fuzzKey, HTTP: &http.Client{Transport: answer}})
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
		resp, err := decode(t, strings.NewReader(string(body)))
		slow, slowErr := decode(t, iotest.OneByteReader(strings.NewReader(string(body))))
		if (err == nil) != (slowErr == nil) {
			t.Fatalf("in one piece %v, byte by byte %v", err, slowErr)
		}
		if diff := cmp.Diff(resp, slow); diff != "" {
			t.Fatalf("byte by byte it is another answer: %s", diff)
		}
		if err != nil {
			checkText(t, err)
			return
		}
		if !utf8.ValidString(resp.Content) || !utf8.ValidString(resp.Reasoning) {
			t.Error("the answer is not UTF-8")
		}
		ids := map[string]bool{}
		for _, c := range resp.ToolCalls {
			if c.Tool == "" || c.ID == "" || c.Arguments.Kind() != eval.Object || !json.Valid([]byte(c.Arguments.Raw())) {
				t.Errorf("a call came through as %+v", c)
			}
			ids[c.ID] = true
		}
		if o := resp.Opaque; !o.IsZero() && (o.Kind() != eval.Object || !json.Valid([]byte(o.Raw())) || !utf8.ValidString(o.Raw())) {
			t.Errorf("sent again would be %q", o.Raw())
		}
		if len(ids) != len(resp.ToolCalls) {
			t.Errorf("calls share an id: %+v", resp.ToolCalls)
		}
		if u := resp.Usage; resp.Truncated || u.TotalTokens != nil && u.PromptTokens != nil && *u.TotalTokens < *u.PromptTokens {
			t.Errorf("cut, or of a usage that cannot be: %+v", resp)
		}
		if resp.FinishReason == "" && resp.Content == "" && len(resp.ToolCalls) == 0 {
			t.Error("nothing passes for an answer")
		}
	})
}

func checkText(t *testing.T, err error) {
	t.Helper()
	var fault *llm.Error
	if !errors.As(err, &fault) {
		t.Fatalf("%T is not an *llm.Error", err)
	}
	text := fault.Message
	if strings.ContainsAny(text, "\r\n\x00\x1b") || !utf8.ValidString(text) || utf8.RuneCountInString(text) > 1500 {
		t.Errorf("not fit to be shown: %q", text)
	}
	if strings.Contains(text, fuzzKey) {
		t.Errorf("the key is in %q", text)
	}
}
