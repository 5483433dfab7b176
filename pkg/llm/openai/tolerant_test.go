package openai_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/internal/wiretest"
	"github.com/surefoot-dev/surefoot/pkg/llm/openai"
)

func usage(prompt, completion, total *int64) eval.Usage {
	return eval.Usage{PromptTokens: prompt, CompletionTokens: completion, TotalTokens: total, Calls: 1, Attempts: 1}
}

var (
	unknown    = usage(nil, nil, nil)
	unfinished = []string{"the provider named no finish reason"}
)

// events are chunks as a server streams them.
func events(chunks ...string) string {
	return "data: " + strings.Join(chunks, "\n\ndata: ") + "\n\n"
}

func TestTextAnswers(t *testing.T) {
	t.Parallel()
	const stop = `{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`
	hi := llm.Response{Content: "Hi", FinishReason: "stop", Usage: unknown}
	cases := map[string]struct {
		body string
		want llm.Response
	}{
		"as OpenAI streams it": {
			tinyAnswer,
			llm.Response{Content: "Hello world", FinishReason: "stop", Model: "m", Usage: usage(new(int64(9)), new(int64(2)), new(int64(11)))},
		},
		"with usage on the last chunk": {
			events(`{"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":2}}`, "[DONE]"),
			llm.Response{Content: "Hi", FinishReason: "stop", Usage: usage(new(int64(1)), new(int64(2)), new(int64(3)))},
		},
		"with usage that grows, and is null between": {
			events(`{"choices":[{"delta":{"content":"Hi"}}],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}`,
				`{"choices":[{"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3}}`,
				`{"choices":[],"usage":null}`, "[DONE]"),
			llm.Response{Content: "Hi", FinishReason: "stop", Usage: usage(new(int64(1)), new(int64(2)), new(int64(3)))},
		},
		"with half of the usage": {
			events(`{"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":null,"total_tokens":"many"}}`),
			llm.Response{Content: "Hi", FinishReason: "stop", Usage: usage(new(int64(1)), nil, nil)},
		},
		"with CRLF":              {strings.ReplaceAll(events(`{"choices":[{"delta":{"content":"Hi"}}]}`, stop, "[DONE]"), "\n", "\r\n"), hi},
		"with CR":                {strings.ReplaceAll(events(`{"choices":[{"delta":{"content":"Hi"}}]}`, stop, "[DONE]"), "\n", "\r"), hi},
		"with a byte order mark": {"\xef\xbb\xbf" + events(`{"choices":[{"delta":{"content":"Hi"}}]}`, stop, "[DONE]"), hi},
		"with comments, ids, names and retry": {
			": OPENROUTER PROCESSING\n\n:\n\nretry: 10\nid: 1\nevent: message\n" + events(`{"choices":[{"delta":{"content":"Hi"}}]}`) +
				": still here\n" + events(stop, "[DONE]"),
			hi,
		},
		"without a blank behind the colon": {"data:{\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\ndata:" + stop + "\n\ndata:[DONE]\n\n", hi},
		"with data over several lines":     {"data: {\"choices\":[{\"delta\":\ndata: {\"content\":\"Hi\"}}]}\n\n" + events(stop, "[DONE]"), hi},
		"with empty data":                  {"data:\n\ndata: \n\n" + events(`{"choices":[{"delta":{"content":"Hi"}}]}`, stop, "[DONE]"), hi},
		"without an end mark":              {events(`{"choices":[{"delta":{"content":"Hi"}}]}`, stop), hi},
		"without the last blank line":      {strings.TrimRight(events(`{"choices":[{"delta":{"content":"Hi"}}]}`, stop), "\n"), hi},
		"without a finish reason":          {events(`{"choices":[{"delta":{"content":"Hi"},"finish_reason":""}]}`, "[DONE]"), llm.Response{Content: "Hi", Usage: unknown, Notes: unfinished}},
		"with empty and missing choices":   {events(`{"choices":[],"prompt_filter_results":[]}`, `{"choices":null}`, `{"type":"ping"}`, `{"choices":[{"delta":{"content":"Hi"}}]}`, stop, "[DONE]"), hi},
		"with a choice that says nothing":  {events(`{"choices":[{"delta":{"content":"Hi"}}]}`, `{"choices":[{"index":0,"content_filter_results":{}}]}`, `{"choices":[{"delta":null,"finish_reason":"stop"}]}`), hi},
		"with the role alone first":        {events(`{"choices":[{"delta":{"role":"assistant"}}]}`, `{"choices":[{"delta":{"content":"Hi"}}]}`, stop), hi},
		"with null content":                {events(`{"choices":[{"delta":{"role":"assistant","content":null,"tool_calls":null,"function_call":null,"refusal":null,"audio":null}}]}`, `{"choices":[{"delta":{"content":"Hi"}}]}`, stop), hi},
		"with members that are all blank": {events(`{"error":{},"choices":[{"delta":{"role":"assistant","content":"Hi","function_call":{},"audio":{},"tool_calls":{}},"error":{}}]}`,
			`{"error":{"code":null,"message":""},"choices":[{"delta":{"function_call":{"name":"","arguments":""},"images":[ ]},"error":{"message":" "}}]}`, `{"error":[],"choices":[]}`, `{"error":0}`, stop, "[DONE]"), hi},
		"with pings that are no JSON":       {"event: ping\ndata: ping\n\n" + events(`{"choices":[{"delta":{"content":"Hi"}}]}`) + "event: keep-alive\ndata: 12:30\n\nerror: null\nerror: {}\n\n" + events(stop, "[DONE]"), hi},
		"with no error":                     {events(`{"error":null,"choices":[{"delta":{"content":"Hi"}}]}`, `{"error":"","choices":[]}`, stop), hi},
		"with content in parts":             {events(`{"choices":[{"delta":{"content":[{"type":"text","text":"H"},"i"]}}]}`, stop), hi},
		"with what was said before, again":  {events(`{"choices":[{"delta":{"content":"H"},"message":{"content":"H"}}]}`, `{"choices":[{"delta":{"content":"i"}}]}`, `{"choices":[{"message":{"content":"Hi"},"finish_reason":"stop"}]}`), hi},
		"as a whole message in one event":   {events(`{"object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"Hi"},"finish_reason":"stop"}]}`, "[DONE]"), hi},
		"with the newest word on the model": {events(`{"model":"gpt","choices":[{"delta":{"content":"Hi"}}]}`, `{"model":"gpt-2026","choices":[]}`, `{"model":"","choices":[]}`, stop), llm.Response{Content: "Hi", FinishReason: "stop", Model: "gpt-2026", Usage: unknown}},
		"with a character in two deltas":    {events("{\"choices\":[{\"delta\":{\"content\":\"caf\xc3\"}}]}", "{\"choices\":[{\"delta\":{\"content\":\"\xa9\"}}]}", stop), llm.Response{Content: "café", FinishReason: "stop", Usage: unknown}},
		"with bytes that are no text":       {events("{\"choices\":[{\"delta\":{\"content\":\"a\xff\"}}]}", stop), llm.Response{Content: "a\uFFFD", FinishReason: "stop", Usage: unknown, Notes: []string{"the answer held what is not valid Unicode; U+FFFD stands for it"}}},
		"with reasoning, as DeepSeek has it": {
			events(`{"choices":[{"delta":{"content":null,"reasoning_content":"Let me"}}]}`, `{"choices":[{"delta":{"reasoning_content":" think"}}]}`, `{"choices":[{"delta":{"content":"Hi","reasoning_content":null}}]}`, stop),
			llm.Response{Content: "Hi", Reasoning: "Let me think", FinishReason: "stop", Usage: unknown},
		},
		"with reasoning, as OpenRouter has it": {
			events(`{"choices":[{"delta":{"content":"","reasoning":"Hm","reasoning_details":[{"text":"Hm"}]}}]}`, `{"choices":[{"delta":{"content":"Hi"}}]}`, stop),
			llm.Response{Content: "Hi", Reasoning: "Hm", FinishReason: "stop", Usage: unknown},
		},
		"with reasoning under both names": {
			events(`{"choices":[{"delta":{"reasoning_content":"Hm","reasoning":"Hm"}}]}`, `{"choices":[{"delta":{"content":"Hi"}}]}`, stop),
			llm.Response{Content: "Hi", Reasoning: "Hm", FinishReason: "stop", Usage: unknown},
		},
		"with reasoning, as Mistral has it": {
			events(`{"choices":[{"delta":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"Hm"}]}]}}]}`, `{"choices":[{"delta":{"content":"Hi"}}]}`, stop),
			llm.Response{Content: "Hi", Reasoning: "Hm", FinishReason: "stop", Usage: unknown},
		},
		"of a model that declines": {
			events(`{"choices":[{"delta":{"role":"assistant","content":null,"refusal":""}}]}`, `{"choices":[{"delta":{"refusal":"I can't"}}]}`, `{"choices":[{"delta":{"refusal":" do that"}}]}`, stop),
			llm.Response{Content: "I can't do that", Refusal: "I can't do that", FinishReason: "stop", Usage: unknown},
		},
		"of a model that declines in parts": {
			events(`{"choices":[{"delta":{"content":[{"type":"refusal","refusal":"No"}]}}]}`, stop),
			llm.Response{Content: "No", Refusal: "No", FinishReason: "stop", Usage: unknown},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkAnswer(t, wiretest.Stream(tc.body), hello, tc.want)
		})
	}
}

// checkAnswer asks once, and wants the deltas to make the response.
func checkAnswer(t *testing.T, handler http.HandlerFunc, req *llm.Request, want llm.Response) {
	t.Helper()
	client := newClient(t, openai.Config{Host: wiretest.NewServer(t, handler).URL})
	var deltas wiretest.Deltas
	resp, err := client.Stream(t.Context(), req, deltas.Add)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&want, resp); diff != "" {
		t.Error(diff)
	}
	deltas.Check(t, resp)
}

func TestAnswersThatAreNotStreamed(t *testing.T) {
	t.Parallel()
	body := "\xef\xbb\xbf" + ` {"id":"x","object":"chat.completion","model":"m-1","choices":[{"index":0,"message":{"role":"assistant","content":"Hi",` +
		`"reasoning_content":"Hm","tool_calls":[]},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":1,"total_tokens":4}}` + "\n"
	want := llm.Response{Content: "Hi", Reasoning: "Hm", FinishReason: "stop", Model: "m-1", Usage: usage(new(int64(3)), new(int64(1)), new(int64(4)))}
	for _, kind := range []string{"application/json", "application/json; charset=utf-8", "text/event-stream", "application/vnd.api+json"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			checkAnswer(t, wiretest.Reply(200, kind, body), hello, want)
		})
	}
	t.Run("201 is a success too", func(t *testing.T) {
		t.Parallel()
		checkAnswer(t, wiretest.Reply(201, "application/json", body), hello, want)
	})
	t.Run("no finish_reason", func(t *testing.T) {
		t.Parallel()
		checkAnswer(t, wiretest.Reply(200, "application/json", `{"choices":[{"message":{"content":"Hi"}}]}`), hello,
			llm.Response{Content: "Hi", Usage: unknown, Notes: unfinished})
	})
}

func TestStreamsOfUnusualMedia(t *testing.T) {
	t.Parallel()
	want := llm.Response{Content: "Hello world", FinishReason: "stop", Model: "m", Usage: usage(new(int64(9)), new(int64(2)), new(int64(11)))}
	t.Run("events that are said to be JSON", func(t *testing.T) {
		t.Parallel()
		checkAnswer(t, wiretest.Reply(200, "application/json", tinyAnswer), hello, want)
	})
	t.Run("no content type at all", func(t *testing.T) {
		t.Parallel()
		checkAnswer(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header()["Content-Type"] = nil
			io.WriteString(w, tinyAnswer)
		}, hello, want)
	})
	t.Run("gzip", func(t *testing.T) {
		t.Parallel()
		checkAnswer(t, func(w http.ResponseWriter, r *http.Request) {
			if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
				t.Error("gzip was not asked for")
			}
			sendGzip(w)
		}, hello, want)
	})
	t.Run("gzip that was not asked for", func(t *testing.T) {
		t.Parallel()
		server := wiretest.NewServer(t, func(w http.ResponseWriter, _ *http.Request) { sendGzip(w) })
		plain := &http.Client{Transport: &http.Transport{DisableCompression: true}}
		t.Cleanup(plain.CloseIdleConnections)
		resp, err := newClient(t, openai.Config{Host: server.URL, HTTP: plain}).Stream(t.Context(), hello, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(&want, resp); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("every byte in a packet of its own", func(t *testing.T) {
		t.Parallel()
		body := strings.Replace(tinyAnswer, "Hello", "日本 ☃", 1)
		want := want
		want.Content = "日本 ☃ world"
		checkAnswer(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			for i := range len(body) {
				io.WriteString(w, body[i:i+1])
				w.(http.Flusher).Flush()
			}
		}, hello, want)
	})
}

func sendGzip(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Content-Encoding", "gzip")
	z := gzip.NewWriter(w)
	for _, line := range strings.SplitAfter(tinyAnswer, "\n\n") {
		io.WriteString(z, line)
		z.Flush()
		w.(http.Flusher).Flush()
	}
	z.Close()
}

func TestAllowTruncated(t *testing.T) {
	t.Parallel()
	req := *hello
	req.AllowTruncated = true
	checkAnswer(t, wiretest.Stream(events(`{"choices":[{"delta":{"content":"Hi th"},"finish_reason":"length"}]}`, "[DONE]")), &req,
		llm.Response{Content: "Hi th", FinishReason: "length", Truncated: true, Usage: unknown})
}

func TestLongAnswers(t *testing.T) {
	t.Parallel()
	const stop = `{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`
	long := strings.Repeat("All work and no play. ", 50_000)
	t.Run("in one chunk", func(t *testing.T) {
		t.Parallel()
		checkAnswer(t, wiretest.Stream(events(`{"choices":[{"delta":{"content":"`+long+`"}}]}`, stop, "[DONE]")), hello,
			llm.Response{Content: long, FinishReason: "stop", Usage: unknown})
	})
	t.Run("in many chunks", func(t *testing.T) {
		t.Parallel()
		var chunks []string
		for part := range strings.SplitAfterSeq(strings.TrimSuffix(long, " "), " ") {
			chunks = append(chunks, `{"choices":[{"delta":{"content":"`+part+`"}}]}`)
		}
		checkAnswer(t, wiretest.Stream(events(append(chunks, stop, "[DONE]")...)), hello,
			llm.Response{Content: strings.TrimSuffix(long, " "), FinishReason: "stop", Usage: unknown})
	})
	t.Run("not streamed", func(t *testing.T) {
		t.Parallel()
		checkAnswer(t, wiretest.Reply(200, "application/json", `{"choices":[{"message":{"content":"`+long+`"},"finish_reason":"stop"}]}`), hello,
			llm.Response{Content: long, FinishReason: "stop", Usage: unknown})
	})
}

func TestAConnectionMayTearBehindTheLastPiece(t *testing.T) {
	t.Parallel()
	const hi = `{"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}`
	want := llm.Response{Content: "Hi", FinishReason: "stop", Usage: unknown}
	for name, body := range map[string]string{
		"the end mark": events(hi, "[DONE]"),
		"the usage":    events(hi, `{"choices":[],"usage":{"prompt_tokens":null}}`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkAnswer(t, wiretest.CutAfter("text/event-stream", body), hello, want)
		})
	}
}
