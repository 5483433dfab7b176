package scripted

import (
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
)

func FuzzReadAnswer(f *testing.F) {
	for _, seed := range []string{
		`"text"`, `{"content":"x","chunks":["x"],"usage":{"prompt_tokens":1},"delay_ms":1e2}`, `{"error":{"status":429,"retry_after_ms":5}}`,
		`{"tool_calls":[{"name":"a","arguments":"{}"},{"id":"b","type":"function","function":{"name":"b","arguments":{}}}]}`, `{"refusal":"no"}`, `{"a":1}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := eval.Parse(text)
		if err != nil {
			return // not JSON, and so no answer
		}
		a, err := readAnswer(v)
		if err != nil {
			if a != nil || strings.ContainsRune(err.Error(), '\n') {
				t.Errorf("an answer beside %q, or more than a line", err)
			}
			return
		}
		resp, failed := a.response(&llm.Request{}, "model.ts")
		if (resp == nil) == (failed == nil) {
			t.Fatal("neither an answer nor an error, or both")
		}
		if resp == nil {
			return
		}
		streamed := ""
		if err := a.send(func(d llm.Delta) error { streamed += d.Content; return nil }); err != nil || streamed != resp.Content {
			t.Errorf("streamed %q of %q, %v", streamed, resp.Content, err)
		}
		for _, c := range resp.ToolCalls {
			if c.ID == "" || c.Tool == "" || c.Arguments.Kind() != eval.Object {
				t.Errorf("tool call %+v", c)
			}
		}
	})
}
