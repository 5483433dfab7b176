package anthropic_test

import (
	"compress/gzip"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/anthropic"
	"github.com/surefoot-dev/surefoot/pkg/llm/internal/wiretest"
)

// recorded is an answer as a server sent it.
func recorded(t testing.TB, name string) string {
	t.Helper()
	body, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func n(n int64) *int64 { return &n }

// usage is what a call took of which only these are known.
func usage(prompt, completion *int64) eval.Usage {
	u := eval.Usage{PromptTokens: prompt, CompletionTokens: completion, Calls: 1, Attempts: 1}
	if prompt != nil && completion != nil {
		u.TotalTokens = n(*prompt + *completion)
	}
	return u
}

func cached(u eval.Usage, read, write int64) eval.Usage {
	u.CacheReadTokens, u.CacheWriteTokens = &read, &write
	return u
}

func call(id, tool, arguments string) eval.ToolCall {
	return eval.ToolCall{ID: id, Tool: tool, Arguments: eval.Trusted(arguments)}
}

const sonnet = "claude-sonnet-4-5-20250929"

const thinkingBlocks = `{"anthropic":[` +
	`{"signature":"EqQBCgIYAhIM","thinking":"The order is needed.","type":"thinking"},` +
	`{"data":"EmwKAhgBEgy3va3pzix","type":"redacted_thinking"},` +
	`{"text":"I look it up.","type":"text"},` +
	`{"id":"toolu_01T1x1fJ34qAmk2tNTrN7Up6","input":{"id": 17},"name":"find_order","type":"tool_use"},` +
	`{"id":"toolu_01Second","input":{},"name":"now","type":"tool_use"}]}`

// answers are recorded streams and what they say.
var answers = map[string]llm.Response{
	"text.sse": {
		Content: "Hello wörld", FinishReason: "end_turn", Model: sonnet, Usage: cached(usage(n(12), n(30)), 0, 0),
	},
	"thinking.sse": {
		Content: "I look it up.", Reasoning: "The order is needed.", FinishReason: "tool_use", Model: sonnet,
		ToolCalls: []eval.ToolCall{call("toolu_01T1x1fJ34qAmk2tNTrN7Up6", "find_order", `{"id": 17}`), call("toolu_01Second", "now", `{}`)},
		Opaque:    eval.Trusted(thinkingBlocks),
		Usage:     cached(usage(n(70), n(89)), 0, 0),
	},
	"search.sse": {
		Content: "I search. It rains.", FinishReason: "end_turn", Model: sonnet,
		Notes:    []string{`the provider ran its own tool "web_search"`},
		Unpriced: "the provider charges its own tools apart (web_search_requests)",
		Usage:    cached(usage(n(10682), n(510)), 0, 0),
		Opaque: eval.Trusted(`{"anthropic":[{"text":"I search. ","type":"text"},` +
			`{"id":"srvtoolu_01","input":{"query":"weather"},"name":"web_search","type":"server_tool_use"},` +
			`{"content":[{"type":"web_search_result","title":"Weather","url":"https://w.example","encrypted_content":"Er8BCioI","page_age":null}],"tool_use_id":"srvtoolu_01","type":"web_search_tool_result"},` +
			`{"citations":[{"type":"web_search_result_location","cited_text":"Rain.","url":"https://w.example","title":"Weather","encrypted_index":"Eo8B"}],"text":"It rains.","type":"text"}]}`),
	},
	"cached.sse": {
		Content: "Yes.", FinishReason: "stop_sequence", Model: "claude-opus-4-7",
		Unpriced: "part of the prompt was cached for an hour, which has a price of its own",
		Usage:    cached(usage(n(43232), n(4)), 1024, 42203),
	},
	"refusal.sse": {
		Content: "I cannot help with that.", Refusal: "I cannot help with that.", FinishReason: "refusal", Model: sonnet,
		Notes: []string{"the provider says of the refusal: The request was stopped by a safety check."},
		Usage: cached(usage(n(12), n(8)), 0, 0),
	},
	"refusal_silent.sse": {
		Content: "The request was stopped by a safety check.", Refusal: "The request was stopped by a safety check.",
		FinishReason: "refusal", Model: sonnet, Usage: cached(usage(n(12), n(1)), 0, 0),
	},
	"message.json": {
		Content: "Hello world", Reasoning: "Easy.", FinishReason: "end_turn", Model: sonnet, Usage: cached(usage(n(12), n(9)), 0, 0),
		Opaque: eval.Trusted(`{"anthropic":[{"signature":"EqQB","thinking":"Easy.","type":"thinking"},{"text":"Hello ","type":"text"},{"citations":null,"text":"world","type":"text"}]}`),
	},
}

func TestAnswersAsServersSendThem(t *testing.T) {
	t.Parallel()
	for name, want := range answers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kind := "text/event-stream; charset=utf-8"
			if strings.HasSuffix(name, ".json") {
				kind = "application/json"
			}
			checkAnswer(t, wiretest.Reply(200, kind, recorded(t, name)), hello, want)
		})
	}
}

// checkAnswer wants the response, and deltas that make it.
func checkAnswer(t *testing.T, handler http.HandlerFunc, req *llm.Request, want llm.Response) {
	t.Helper()
	server := wiretest.NewServer(t, handler)
	var deltas wiretest.Deltas
	got, err := newClient(t, anthropic.Config{Host: server.URL}).Stream(t.Context(), req, deltas.Add)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&want, got); diff != "" {
		t.Error(diff)
	}
	if want.Refusal == "" {
		deltas.Check(t, got)
	}
}

func TestHoweverAnAnswerIsPackedItIsTheSame(t *testing.T) {
	t.Parallel()
	for name, want := range answers {
		body := recorded(t, name)
		for form, text := range map[string]string{
			"as it is":         body,
			"with CR":          strings.ReplaceAll(body, "\n", "\r"),
			"with CRLF":        strings.ReplaceAll(body, "\n", "\r\n"),
			"behind a mark":    "\xef\xbb\xbf" + body,
			"without names":    eventLines.ReplaceAllString(body, ""),
			"without its end":  strings.TrimRight(strings.TrimSuffix(body, "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n"), " "),
			"with [DONE]":      strings.ReplaceAll(body, "event: message_stop\ndata: {\"type\":\"message_stop\"}", "data: [DONE]"),
			"with other types": strings.ReplaceAll(body, "event: ping\ndata: {\"type\":\"ping\"}\n\n", "event: news\ndata: {\"type\":\"news\",\"text\":\"x\"}\n\nevent: ping\ndata: \n\n: comment\n\n"),
		} {
			t.Run(name+" "+form, func(t *testing.T) {
				t.Parallel()
				whole, err := decode(t, strings.NewReader(text))
				if err != nil {
					t.Fatal(err)
				}
				slow, err := decode(t, iotest.OneByteReader(strings.NewReader(text)))
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(&want, whole); diff != "" {
					t.Error(diff)
				}
				if diff := cmp.Diff(whole, slow); diff != "" {
					t.Error(diff)
				}
			})
		}
	}
}

func TestACompressedAnswer(t *testing.T) {
	t.Parallel()
	body := recorded(t, "text.sse")
	checkAnswer(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		_, _ = z.Write([]byte(body))
		_ = z.Close()
	}, hello, answers["text.sse"])
}

func TestAllowTruncated(t *testing.T) {
	t.Parallel()
	for _, reason := range []string{"max_tokens", "model_context_window_exceeded"} {
		t.Run(reason, func(t *testing.T) {
			t.Parallel()
			req := *hello
			req.AllowTruncated = true
			checkAnswer(t, wiretest.Stream(told(`{"type":"text","text":"Hel"}`)+ending(reason)), &req,
				llm.Response{Content: "Hel", FinishReason: reason, Truncated: true, Model: "m-1", Usage: usage(n(3), n(2))})
		})
	}
}

func TestAnswersOfOtherShapes(t *testing.T) {
	t.Parallel()
	none := eval.Usage{Calls: 1, Attempts: 1}
	cases := map[string]struct {
		body string
		want llm.Response
	}{
		"an empty text is an answer": {
			told(`{"type":"text","text":""}`) + ending("end_turn"),
			llm.Response{FinishReason: "end_turn", Model: "m-1", Usage: usage(n(3), n(2))},
		},
		"nothing before a stop sequence is an answer": {
			told() + ending("stop_sequence"),
			llm.Response{FinishReason: "stop_sequence", Model: "m-1", Usage: usage(n(3), n(2))},
		},
		"a refusal of no words": {
			told() + ending("refusal"),
			llm.Response{Refusal: `the provider gave no words (stop_reason "refusal")`, FinishReason: "refusal", Model: "m-1", Usage: usage(n(3), n(2))},
		},
		"a stream without its beginning": {
			events(`{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"Hi"}}`) + ending("end_turn"),
			llm.Response{Content: "Hi", FinishReason: "end_turn", Usage: usage(nil, n(2))},
		},
		"a message in a stream": {
			events(`{"type":"message","content":[{"type":"text","text":"Hi"}],"stop_reason":"end_turn"}`),
			llm.Response{Content: "Hi", FinishReason: "end_turn", Usage: none},
		},
		"blocks in any order of their indexes": {
			told(`{"type":"text","text":"a"}`, `{"type":"text","text":"b"}`) + ending("end_turn"),
			llm.Response{Content: "ab", FinishReason: "end_turn", Model: "m-1", Usage: usage(n(3), n(2))},
		},
		"arguments that came at once": {
			told(`{"type":"tool_use","id":"a","name":"f","input":{"x":1}}`) + ending("tool_use"),
			llm.Response{ToolCalls: []eval.ToolCall{call("a", "f", `{"x":1}`)}, FinishReason: "tool_use", Model: "m-1", Usage: usage(n(3), n(2))},
		},
		"tool calls of a gateway that calls it the end of the turn": {
			told(`{"type":"tool_use","name":"f","input":{}}`, `{"type":"tool_use","name":"g"}`) + ending("end_turn"),
			llm.Response{ToolCalls: []eval.ToolCall{call("call_1", "f", `{}`), call("call_2", "g", `{}`)}, FinishReason: "end_turn", Model: "m-1", Usage: usage(n(3), n(2))},
		},
		"a block of an unknown type": {
			told(`{"type":"hologram","beam":1}`, `{"type":"text","text":"Hi"}`) + ending("end_turn"),
			llm.Response{
				Content: "Hi", FinishReason: "end_turn", Model: "m-1", Usage: usage(n(3), n(2)),
				Notes:  []string{`a block of the unknown type "hologram" was left out of the answer`},
				Opaque: eval.Trusted(`{"anthropic":[{"beam":1,"type":"hologram"},{"text":"Hi","type":"text"}]}`),
			},
		},
		"an unknown block in pieces cannot go back": {
			told(`{"type":"hologram"}`, `{"type":"text","text":"Hi"}`) +
				events(`{"type":"content_block_delta","index":0,"delta":{"type":"beam_delta","beam":1}}`) + ending("end_turn"),
			llm.Response{
				Content: "Hi", FinishReason: "end_turn", Model: "m-1", Usage: usage(n(3), n(2)),
				Notes: []string{`a block of the unknown type "hologram" was left out of the answer`},
			},
		},
		"half a character": {
			told(`{"type":"text","text":"a\ud83d"}`) + ending("end_turn"),
			llm.Response{
				Content: "a\uFFFD", FinishReason: "end_turn", Model: "m-1", Usage: usage(n(3), n(2)),
				Notes: []string{"the answer held what is not valid Unicode; U+FFFD stands for it"},
			},
		},
		"a character in two pieces": {
			told(`{"type":"text","text":"\ud83d\ude00"}`) + ending("end_turn"),
			llm.Response{Content: "😀", FinishReason: "end_turn", Model: "m-1", Usage: usage(n(3), n(2))},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkAnswer(t, wiretest.Stream(tc.body), hello, tc.want)
		})
	}
}
