package openai_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/internal/wiretest"
)

// TestHoweverAnAnswerIsCutIntoPiecesItIsTheSame draws an answer, cuts its
// text and its tool calls anywhere, mixes the pieces of different calls, and
// writes them as events in any of the legal ways.
func TestHoweverAnAnswerIsCutIntoPiecesItIsTheSame(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		content := rapid.String().Draw(rt, "content")
		chunks := []string{`{"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}`}
		for _, piece := range wiretest.Pieces(rt, content) {
			chunks = append(chunks, fmt.Sprintf(`{"choices":[{"index":0,"delta":{"content":%s}}]}`, quote(piece)))
		}
		want := &llm.Response{Content: content, FinishReason: "stop", Usage: unknown}
		queues := drawCalls(rt, &want.ToolCalls)
		for len(queues) > 0 {
			i := rapid.IntRange(0, len(queues)-1).Draw(rt, "next")
			chunks = append(chunks, fmt.Sprintf(`{"choices":[{"index":0,"delta":{"tool_calls":[%s]}}]}`, queues[i][0]))
			if queues[i] = queues[i][1:]; len(queues[i]) == 0 {
				queues = append(queues[:i], queues[i+1:]...)
			}
		}
		chunks = append(chunks, `{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`, "[DONE]")
		got, err := decode(t, strings.NewReader(frame(rt, chunks)))
		if content == "" && len(want.ToolCalls) == 0 {
			if err == nil {
				rt.Fatalf("nothing passes for the answer %+v", got)
			}
			return
		}
		if err != nil {
			rt.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			rt.Fatal(diff)
		}
	})
}

// drawCalls gives the fragments of each call, in order.
func drawCalls(rt *rapid.T, want *[]eval.ToolCall) [][]string {
	var queues [][]string
	for i := range rapid.IntRange(0, 3).Draw(rt, "calls") {
		arguments, _ := json.Marshal(map[string]string{"q": rapid.String().Draw(rt, "argument")})
		id, name := fmt.Sprintf("id_%d", i), rapid.SampledFrom([]string{"f", "g"}).Draw(rt, "name")
		*want = append(*want, call(id, name, string(arguments)))
		queue := []string{fmt.Sprintf(`{"index":%d,"id":%q,"type":"function","function":{"name":%q,"arguments":""}}`, i, id, name)}
		for _, piece := range wiretest.Pieces(rt, string(arguments)) {
			queue = append(queue, fmt.Sprintf(`{"index":%d,"function":{"arguments":%s}}`, i, quote(piece)))
		}
		queues = append(queues, queue)
	}
	return queues
}

func quote(text string) string {
	b, _ := json.Marshal(text)
	return string(b)
}

// frame writes events with any line ends, comments and other fields.
func frame(rt *rapid.T, chunks []string) string {
	end := rapid.SampledFrom([]string{"\n", "\r\n", "\r"}).Draw(rt, "line end")
	var b strings.Builder
	for _, chunk := range chunks {
		b.WriteString(rapid.SampledFrom([]string{"", ": ping" + end, ":" + end + end, "id: 1" + end, "event: message" + end}).Draw(rt, "before"))
		b.WriteString(rapid.SampledFrom([]string{"data: ", "data:"}).Draw(rt, "field") + chunk + end + end)
	}
	return b.String()
}
