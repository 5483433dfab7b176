package openai_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/internal/wiretest"
)

func call(id, tool, arguments string) eval.ToolCall {
	return eval.ToolCall{ID: id, Tool: tool, Arguments: eval.Trusted(arguments)}
}

// manyCalls is a list of n calls.
func manyCalls(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(`{"index":%d,"id":"call_%d","function":{"name":"f"}}`, i, i)
	}
	return "[" + strings.Join(list, ",") + "]"
}

// toolEvents streams each list of fragments as one chunk.
func toolEvents(lists ...string) string {
	chunks := make([]string, 0, len(lists)+2)
	for _, list := range lists {
		chunks = append(chunks, fmt.Sprintf(`{"choices":[{"index":0,"delta":{"content":null,"tool_calls":%s}}]}`, list))
	}
	return events(append(chunks, `{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`, "[DONE]")...)
}

func TestToolCalls(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		body string
		want []eval.ToolCall
	}{
		"as OpenAI streams them": {
			toolEvents(
				`[{"index":0,"id":"call_a","type":"function","function":{"name":"find","arguments":""}}]`,
				`[{"index":0,"function":{"arguments":"{\"q\":"}}]`,
				`[{"index":0,"function":{"arguments":"\"é\"}"}}]`,
				`[{"index":1,"id":"call_b","type":"function","function":{"name":"now","arguments":""}}]`,
				`[{"index":1,"function":{"arguments":"{}"}}]`),
			[]eval.ToolCall{call("call_a", "find", `{"q":"é"}`), call("call_b", "now", `{}`)},
		},
		"whole in one chunk, without type and index, as Ollama sends them": {
			toolEvents(`[{"id":"call_1","function":{"name":"find","arguments":"{\"q\":1}"}},{"id":"call_2","function":{"name":"find","arguments":"{\"q\":2}"}}]`),
			[]eval.ToolCall{call("call_1", "find", `{"q":1}`), call("call_2", "find", `{"q":2}`)},
		},
		"with empty lists on every chunk": {
			toolEvents(`[]`, `[{"index":0,"id":"c","type":"function","function":{"name":"f","arguments":"{\"a\":"}}]`, `[]`, `[{"index":0,"function":{"arguments":"1}"}}]`, `[]`),
			[]eval.ToolCall{call("c", "f", `{"a":1}`)},
		},
		"with no arguments": {
			toolEvents(`[{"index":0,"id":"a","function":{"name":"f","arguments":""}},{"index":1,"id":"b","function":{"name":"g","arguments":null}},{"index":2,"id":"c","function":{"name":"h"}},{"index":3,"id":"d","function":{"name":"i","arguments":" \n"}}]`),
			[]eval.ToolCall{call("a", "f", `{}`), call("b", "g", `{}`), call("c", "h", `{}`), call("d", "i", `{}`)},
		},
		"with arguments that are no text but the object": {
			toolEvents(`[{"id":"c","function":{"name":"f","arguments":{"a":9007199254740993}}}]`),
			[]eval.ToolCall{call("c", "f", `{"a":9007199254740993}`)},
		},
		"with one index for several calls": {
			toolEvents(
				`[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":"}}]`, `[{"index":0,"function":{"arguments":"1}"}}]`,
				`[{"index":0,"id":"b","function":{"name":"f","arguments":"{\"x\":"}}]`, `[{"index":0,"function":{"arguments":"2}"}}]`),
			[]eval.ToolCall{call("a", "f", `{"x":1}`), call("b", "f", `{"x":2}`)},
		},
		"without indexes, in pieces": {
			toolEvents(
				`[{"id":"a","function":{"name":"f","arguments":"{\"x\":"}}]`, `[{"function":{"arguments":"1}"}}]`,
				`[{"id":"b","function":{"name":"f","arguments":"{\"x\":"}}]`, `[{"id":"","function":{"arguments":"2}"}}]`),
			[]eval.ToolCall{call("a", "f", `{"x":1}`), call("b", "f", `{"x":2}`)},
		},
		"with id and name on every piece": {
			toolEvents(
				`[{"index":0,"id":"a","type":"function","function":{"name":"f","arguments":"{\"x\":"}}]`,
				`[{"index":0,"id":"a","type":"function","function":{"name":"f","arguments":"1}"}}]`),
			[]eval.ToolCall{call("a", "f", `{"x":1}`)},
		},
		"interleaved": {
			toolEvents(
				`[{"index":0,"id":"a","function":{"name":"f","arguments":"{"}},{"index":1,"id":"b","function":{"name":"g","arguments":"{"}}]`,
				`[{"index":1,"function":{"arguments":"\"y\":2"}}]`, `[{"index":0,"function":{"arguments":"\"x\":1"}}]`,
				`[{"index":0,"function":{"arguments":"}"}},{"index":1,"function":{"arguments":"}"}}]`),
			[]eval.ToolCall{call("a", "f", `{"x":1}`), call("b", "g", `{"y":2}`)},
		},
		"interleaved by id alone": {
			toolEvents(
				`[{"id":"a","function":{"name":"f","arguments":"{"}}]`, `[{"id":"b","function":{"name":"g","arguments":"{"}}]`,
				`[{"id":"a","function":{"arguments":"}"}}]`, `[{"id":"b","function":{"arguments":"}"}}]`),
			[]eval.ToolCall{call("a", "f", `{}`), call("b", "g", `{}`)},
		},
		"in the order of their indexes": {
			toolEvents(
				`[{"index":1,"id":"b","function":{"name":"g","arguments":"{}"}}]`,
				`[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]`),
			[]eval.ToolCall{call("a", "f", `{}`), call("b", "g", `{}`)},
		},
		"without ids, told apart by index": {
			toolEvents(
				`[{"index":0,"function":{"name":"f","arguments":"{}"}}]`,
				`[{"index":1,"function":{"name":"f","arguments":"{"}}]`, `[{"index":1,"function":{"arguments":"}"}}]`),
			[]eval.ToolCall{call("call_3", "f", `{}`), call("call_4", "f", `{}`)},
		},
		"without ids and indexes, told apart by their whole arguments": {
			toolEvents(`[{"function":{"name":"f","arguments":"{\"x\":1}"}}]`, `[{"function":{"name":"f","arguments":"{\"x\":2}"}}]`),
			[]eval.ToolCall{call("call_3", "f", `{"x":1}`), call("call_4", "f", `{"x":2}`)},
		},
		"without ids and of one index, told apart by their whole arguments": {
			toolEvents(`[{"index":0,"function":{"name":"f","arguments":"{\"x\":1}"}}]`, `[{"index":0,"function":{"name":"g","arguments":"{\"x\":2}"}}]`),
			[]eval.ToolCall{call("call_3", "f", `{"x":1}`), call("call_4", "g", `{"x":2}`)},
		},
		"with one id for several calls, and one that we would give": {
			toolEvents(`[{"index":0,"id":"call_3","function":{"name":"f","arguments":"{}"}},{"index":1,"id":"call_3","function":{"name":"g","arguments":"{}"}},{"index":2,"function":{"name":"h","arguments":"{}"}}]`),
			[]eval.ToolCall{call("call_3", "f", `{}`), call("call_4", "g", `{}`), call("call_5", "h", `{}`)},
		},
		"with a name in pieces and a late id": {
			toolEvents(`[{"index":0,"function":{"name":"get_"}}]`, `[{"index":0,"function":{"name":"weather"}}]`, `[{"index":0,"id":"a","function":{"arguments":"{}"}}]`),
			[]eval.ToolCall{call("a", "get_weather", `{}`)},
		},
		"with an index that comes late": {
			toolEvents(`[{"id":"a","function":{"name":"f","arguments":"{"}}]`, `[{"index":0,"function":{"arguments":"}"}}]`),
			[]eval.ToolCall{call("a", "f", `{}`)},
		},
		"in an answer that is not streamed": {
			`{"choices":[{"message":{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{\"x\": 1}"}}]},"finish_reason":"tool_calls"}]}`,
			[]eval.ToolCall{call("a", "f", `{"x": 1}`)},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			// Two calls were made before, so that the ids we give begin with the third.
			req := &llm.Request{Messages: []eval.Message{
				textMessage("user", "hi"),
				{Role: "assistant", ToolCalls: []eval.ToolCall{call("call_1", "f", "{}"), call("call_2", "f", "{}")}},
			}}
			handler := wiretest.Stream(tc.body)
			if strings.HasPrefix(tc.body, "{") {
				handler = wiretest.Reply(200, "application/json", tc.body)
			}
			checkAnswer(t, handler, req, llm.Response{ToolCalls: tc.want, FinishReason: "tool_calls", Usage: unknown})
		})
	}
}
