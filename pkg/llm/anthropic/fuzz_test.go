package anthropic_test

import (
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/llm/internal/wiretest"
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
		resp := wiretest.CheckBody(t, body, fuzzKey, decode)
		if resp == nil {
			return
		}
		if u := resp.Usage; u.TotalTokens != nil && u.PromptTokens == nil {
			t.Errorf("a total of what is not known: %+v", resp)
		}
		switch resp.FinishReason {
		case "end_turn", "stop_sequence", "tool_use", "refusal":
		default:
			t.Errorf("an answer that ended with %q passes for whole", resp.FinishReason)
		}
	})
}
