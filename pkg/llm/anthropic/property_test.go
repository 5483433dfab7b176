package anthropic_test

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/internal/wiretest"
)

// TestSplitAtEveryByteItIsTheSameAnswer sends each recorded answer in two
// packets, for each place where it can be parted.
func TestSplitAtEveryByteItIsTheSameAnswer(t *testing.T) {
	t.Parallel()
	for name, want := range answers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body, ask := recorded(t, name), newDecoder(t)
			for at := range body {
				got, err := ask(io.MultiReader(strings.NewReader(body[:at]), strings.NewReader(body[at:])))
				if err != nil {
					t.Fatalf("parted at %d: %v", at, err)
				}
				if diff := cmp.Diff(&want, got); diff != "" {
					t.Fatalf("parted at %d: %s", at, diff)
				}
			}
		})
	}
}

// TestCutAtEveryByteItIsNoAnswer cuts each recorded stream short: until the
// event with its stop_reason is whole, that is an error.
func TestCutAtEveryByteItIsNoAnswer(t *testing.T) {
	t.Parallel()
	for name := range answers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body, ask := recorded(t, name), newDecoder(t)
			whole := len(body) // of a message at once
			if at := strings.Index(body, "event: message_stop"); at >= 0 {
				whole = at - len("\n\n")
			}
			for at := range whole {
				if got, err := ask(strings.NewReader(body[:at])); err == nil {
					t.Fatalf("cut at %d it passes for %+v", at, got)
				}
			}
		})
	}
}

// TestHoweverAnAnswerIsCutIntoPiecesItIsTheSame draws blocks, cuts their
// texts and arguments anywhere and mixes the pieces of different blocks.
func TestHoweverAnAnswerIsCutIntoPiecesItIsTheSame(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		want := &llm.Response{FinishReason: "end_turn", Model: "m-1", Usage: usage(n(3), n(2))}
		opening, queues := told(), [][]string{}
		for i := range rapid.IntRange(1, 4).Draw(rt, "blocks") {
			kind, start := "text_delta", `{"type":"text","text":""}`
			text, member := rapid.String().Draw(rt, "text"), "text"
			if rapid.Bool().Draw(rt, "call") {
				raw, _ := json.Marshal(map[string]string{"q": text})
				id := fmt.Sprintf("toolu_%d", i)
				want.ToolCalls = append(want.ToolCalls, call(id, "f", string(raw)))
				kind, text, member = "input_json_delta", string(raw), "partial_json"
				start = fmt.Sprintf(`{"type":"tool_use","id":%q,"name":"f","input":{}}`, id)
			} else {
				want.Content += text
			}
			opening += events(fmt.Sprintf(`{"type":"content_block_start","index":%d,"content_block":%s}`, i, start))
			var queue []string
			for _, piece := range wiretest.Pieces(rt, text) {
				quoted, _ := json.Marshal(piece)
				queue = append(queue, fmt.Sprintf(`{"type":"content_block_delta","index":%d,"delta":{"type":%q,%q:%s}}`, i, kind, member, quoted))
			}
			queues = append(queues, append(queue, fmt.Sprintf(`{"type":"content_block_stop","index":%d}`, i)))
		}
		for len(queues) > 0 {
			i := rapid.IntRange(0, len(queues)-1).Draw(rt, "next")
			opening += events(queues[i][0])
			if queues[i] = queues[i][1:]; len(queues[i]) == 0 {
				queues = append(queues[:i], queues[i+1:]...)
			}
		}
		server := roundTripBody(opening + ending("end_turn"))
		got, err := server.Stream(rt.Context(), hello, nil)
		if err != nil {
			rt.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			rt.Fatal(diff)
		}
	})
}

// TestAnAnswerGoesBackAsItCame asks once more after recorded answers, and wants
// their blocks in the request.
func TestAnAnswerGoesBackAsItCame(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"thinking.sse", "search.sse", "message.json"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			resp, err := decode(t, strings.NewReader(recorded(t, name)))
			if err != nil {
				t.Fatal(err)
			}
			echo := eval.Message{Role: "assistant", Content: eval.Content{Text: resp.Content}, ToolCalls: resp.ToolCalls, Opaque: resp.Opaque}
			body, _ := sent(t, anyConfig, &llm.Request{Messages: []eval.Message{say("user", "go"), echo}})
			inner := strings.TrimSuffix(strings.TrimPrefix(resp.Opaque.Raw(), `{"anthropic":`), "}")
			if !strings.Contains(body, `{"role":"assistant","content":`+inner+`}`) {
				t.Errorf("%s does not hold %s", body, inner)
			}
		})
	}
}
