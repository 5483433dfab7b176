package anthropic_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/anthropic"
	"github.com/surefoot-dev/surefoot/pkg/llm/internal/wiretest"
)

var anyConfig anthropic.Config

// roundTripBody is a client whose server always answers so.
func roundTripBody(body string) *anthropic.Client {
	client, err := anthropic.New(anthropic.Config{
		Host: "http://localhost", Model: "m", HTTP: &http.Client{Transport: wiretest.Repeating(body)},
	})
	if err != nil {
		panic(err)
	}
	return client
}

// BenchmarkStream is one small answer over loopback, the server's work
// included.
func BenchmarkStream(b *testing.B) {
	body := recorded(b, "text.sse")
	server := httptest.NewServer(wiretest.Stream(body))
	defer server.Close()
	client, err := anthropic.New(anthropic.Config{Host: server.URL, Model: "m"})
	if err != nil {
		b.Fatal(err)
	}
	model := llm.Retry(client, llm.Policy{})
	b.ReportAllocs()
	b.SetParallelism(8)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := model.Stream(context.Background(), hello, nil); err != nil {
				b.Error(err)
				return
			}
		}
	})
}

// BenchmarkBare is the same request and answer by the least that reads it:
// what a client of this API costs without any check.
func BenchmarkBare(b *testing.B) {
	server := httptest.NewServer(wiretest.Stream(recorded(b, "text.sse")))
	defer server.Close()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256}}
	const request = `{"model":"m","max_tokens":8192,"messages":[{"role":"user","content":[{"type":"text","text":"hi"}]}],"stream":true}`
	b.ReportAllocs()
	b.SetParallelism(8)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if bare(b, client, server.URL, request) == "" {
				b.Error("no answer")
				return
			}
		}
	})
}

func bare(b *testing.B, client *http.Client, url, request string) string {
	post, err := http.NewRequestWithContext(b.Context(), http.MethodPost, url, bytes.NewReader([]byte(request)))
	if err != nil {
		return ""
	}
	res, err := client.Do(post)
	if err != nil {
		return ""
	}
	defer res.Body.Close()
	text := ""
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		var event struct{ Delta struct{ Text string } }
		if ok && json.Unmarshal([]byte(data), &event) == nil {
			text += event.Delta.Text
		}
	}
	return text
}

// BenchmarkDecode is the same answer without a network: what is measured is this
// package and net/http's client above its transport.
func BenchmarkDecode(b *testing.B) {
	client := roundTripBody(recorded(b, "text.sse"))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := client.Stream(context.Background(), hello, nil); err != nil {
			b.Fatal(err)
		}
	}
}
