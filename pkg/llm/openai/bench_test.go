package openai_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/internal/wiretest"
	"github.com/surefoot-dev/surefoot/pkg/llm/openai"
)

const tinyAnswer = `data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}

data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"Hello"},"finish_reason":null}]}

data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":" world"},"finish_reason":null}]}

data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m","choices":[],"usage":{"prompt_tokens":9,"completion_tokens":2,"total_tokens":11}}

data: [DONE]

`

// BenchmarkStream is one tiny answer over loopback, the server's work
// included.
func BenchmarkStream(b *testing.B) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, tinyAnswer)
	}))
	defer server.Close()
	client, err := openai.New(openai.Config{Host: server.URL, Model: "m"})
	if err != nil {
		b.Fatal(err)
	}
	model := llm.Retry(client, llm.Policy{})
	req := &llm.Request{Messages: []eval.Message{
		{Role: "system", Content: eval.Content{Text: "You are terse."}},
		{Role: "user", Content: eval.Content{Text: "Say hello to the world."}},
	}}
	b.ReportAllocs()
	b.SetParallelism(8)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := model.Stream(context.Background(), req, nil); err != nil {
				b.Error(err)
				return
			}
		}
	})
}

// BenchmarkDecode is the same answer without a network: what is measured is this
// package and net/http's client above its transport.
func BenchmarkDecode(b *testing.B) {
	client, err := openai.New(openai.Config{
		Host: "http://localhost", Model: "m",
		HTTP: &http.Client{Transport: wiretest.Repeating(tinyAnswer)},
	})
	if err != nil {
		b.Fatal(err)
	}
	req := &llm.Request{Messages: []eval.Message{{Role: "user", Content: eval.Content{Text: "Say hello."}}}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := client.Stream(context.Background(), req, nil); err != nil {
			b.Fatal(err)
		}
	}
}
