package anthropic_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
)

// FuzzAnswer feeds any bytes to what puts answers together: they end in an
// answer that keeps its promises or in an error of one line, whatever packets
// they come in.
func FuzzAnswer(f *testing.F) {
	for name := range answers {
		f.Add([]byte(recorded(f, name)))
	}
	for _, seed := range []string{
		recorded(f, "overloaded.sse"),
		told(`{"type":"tool_use","name":"f","input":{}}`, `{"type":"tool_use","name":"f","id":"call_1"}`) + ending("tool_use"),
		told(`{"type":"text","text":"\ud83d"}`, `{"type":"x_tool_result"}`) + ending("refusal"),
		told(`{"type":"thinking","thinking":"`+fuzzKey+`"}`) + ending(fuzzKey),
		`{"type":"message","content":[{"type":"text","text":"Hi"}],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":1}}`,
		`{"type":"error","error":{"type":"api_error","message":"` + fuzzKey + `"}}`,
		"data: {\"type\":\"message\",\"content\":[],\"stop_reason\":\"stop_sequence\"}",
		"event: error\ndata: " + fuzzKey[:12],
		"<html>",
	} {
		f.Add([]byte(seed))
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
		checkPromises(t, resp)
	})
}

func checkPromises(t *testing.T, resp *llm.Response) {
	t.Helper()
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
	if len(ids) != len(resp.ToolCalls) {
		t.Errorf("calls share an id: %+v", resp.ToolCalls)
	}
	if u := resp.Usage; resp.Truncated || u.TotalTokens != nil && *u.TotalTokens < *u.PromptTokens {
		t.Errorf("cut, or of a usage that cannot be: %+v", resp)
	}
	if raw := resp.Opaque.Raw(); raw != "" && !json.Valid([]byte(raw)) {
		t.Errorf("what goes back is no JSON: %s", raw)
	}
	switch resp.FinishReason {
	case "end_turn", "stop_sequence", "tool_use", "refusal":
	default:
		t.Errorf("an answer that ended with %q passes for whole", resp.FinishReason)
	}
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
