package openai_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/openai"
)

const (
	mistral  = "https://api.mistral.ai/v1"
	groq     = "https://api.groq.com/openai/v1"
	lmStudio = "http://127.0.0.1:1234/v1"
	llamaCPP = "http://127.0.0.1:8080"
)

func TestMistral(t *testing.T) {
	t.Parallel()
	const model = "magistral-medium-latest"
	checkAnswers(t, mistral, map[string]answered{
		"content in parts, of which some are thoughts": {"mistral-thinking.sse", llm.Response{
			Content: "By air.", Reasoning: "They ask of parcels.", FinishReason: "stop", Model: model, Usage: cached(counted(10, 21, 31), 0)}},
		"content with references": {"mistral-references.sse", llm.Response{
			Content: "By air since 1999.", FinishReason: "stop", Model: model, Usage: cached(counted(10, 21, 31), 0)}},
		"two calls with ids of nine characters": {"mistral-tool-call.sse", llm.Response{
			FinishReason: "tool_calls", Model: model, Usage: cached(counted(10, 21, 31), 0),
			ToolCalls: []eval.ToolCall{tool("D681PevKs", "track", `{"parcel": 7}`), tool("E792QfwLt", "track", `{"parcel": 8}`)}}},
	})
	checkFailures(t, mistral, map[string]failed{
		"a field it does not know": {"mistral-extra.json", llm.Error{
			Status: 422, Rejected: true, Message: "api.mistral.ai answered 422: body.top_k: Extra inputs are not permitted"}},
	})
}

func TestMistralOnTheWire(t *testing.T) {
	t.Parallel()
	v := newVariant(t, "mistral-references.sse")
	file := func(path, mime, body string) *eval.Attachment {
		return &eval.Attachment{Path: path, MIME: mime, Bytes: int64(len(body)), Body: []byte(body)}
	}
	client := newClient(t, openai.Config{Host: mistral, HTTP: v.client})
	req := &llm.Request{Messages: []eval.Message{{Role: "user", Content: eval.Content{Parts: []eval.Part{
		{Type: eval.PartFile, Attachment: file("docs/a.pdf", "application/pdf", "%PDF")},
		{Type: eval.PartAudio, Attachment: file("a.mp3", "audio/mpeg", "ID3")},
		{Type: eval.PartAudio, Format: "wav", Data: eval.StringValue("UklGRg==")},
		{Type: eval.PartImage, URL: "https://h/x.png"},
	}}}}}
	if _, err := client.Stream(t.Context(), req, nil); err != nil {
		t.Fatal(err)
	}
	want := `{"model":"m","messages":[{"role":"user","content":[` +
		`{"type":"document_url","document_name":"a.pdf","document_url":"data:application/pdf;base64,JVBERg=="},` +
		`{"type":"input_audio","input_audio":"SUQz"},` +
		`{"type":"input_audio","input_audio":"UklGRg=="},` +
		`{"type":"image_url","image_url":{"url":"https://h/x.png"}}]}],"stream":true}`
	if diff := cmp.Diff(want, v.asked[0].body); diff != "" {
		t.Error(diff)
	}
}

func TestGroq(t *testing.T) {
	t.Parallel()
	const model = "openai/gpt-oss-20b"
	checkAnswers(t, groq, map[string]answered{
		"usage in a member of its own": {"groq-chat.sse", llm.Response{
			Content: "By air.", Reasoning: "They ask of parcels.", FinishReason: "stop", Model: model, Usage: cached(counted(80, 12, 92), 64)}},
		"usage in both places": {"groq-usage-twice.sse", llm.Response{
			Content: "By air.", FinishReason: "stop", Model: model, Usage: cached(counted(80, 12, 92), 64)}},
	})
	checkFailures(t, groq, map[string]failed{
		"a call that failed, in an event of errors": {"groq-tool-failed.sse", llm.Error{
			Status: 400, Message: "api.groq.com sent an error instead of an answer: Failed to call a function. Please adjust your prompt"}},
		"a stream that stops early": {"groq-stopped.sse", llm.Error{
			Status: 200, Message: "api.groq.com sent an error instead of an answer: generation stopped: over capacity"}},
		"a limit": {"groq-busy.json", llm.Error{
			Status: 429, Rejected: true, Retryable: true, RetryAfter: 9 * time.Second,
			Message: "api.groq.com answered 429: Rate limit reached for model `openai/gpt-oss-20b` on tokens per minute (TPM): Limit 8000, Used 7900, Requested 1211. Please try again in 8.332499999s"}},
	})
	v := newVariant(t, "groq-chat.sse")
	client := newClient(t, openai.Config{Host: "https://api.groq.com", HTTP: v.client})
	if _, err := client.Stream(t.Context(), hello, nil); err != nil {
		t.Fatal(err)
	}
	if got := v.asked[0].url; got != groq+"/chat/completions" {
		t.Errorf("the URL is %s", got)
	}
}

func TestLMStudio(t *testing.T) {
	t.Parallel()
	checkAnswers(t, lmStudio, map[string]answered{
		"a call whose later pieces have an empty name": {"lmstudio-tool-call.sse", llm.Response{
			FinishReason: "tool_calls", Model: "qwen/qwen3-4b", Usage: unknown,
			ToolCalls: []eval.ToolCall{tool("365174485", "track", `{"parcel":7}`)}}},
	})
	checkFailures(t, lmStudio, map[string]failed{
		"an event of errors": {"lmstudio-error.sse", llm.Error{
			Status: 200, Message: "127.0.0.1:1234 sent an error instead of an answer: Compute error"}},
	})
}

func TestLlamaCPP(t *testing.T) {
	t.Parallel()
	checkAnswers(t, llamaCPP, map[string]answered{
		"timings beside the usage": {"llamacpp-chat.sse", llm.Response{
			Content: "By air.", Reasoning: "They ask of parcels.", FinishReason: "stop", Model: "gemma-3.gguf", Usage: cached(counted(17, 9, 26), 7)}},
	})
	checkFailures(t, llamaCPP, map[string]failed{
		"a context that is too long": {"llamacpp-context.json", llm.Error{
			Status: 400, Rejected: true, Message: "127.0.0.1:8080 answered 400: the request exceeds the available context size, try increasing it"}},
	})
}

func TestXAICountsReasoningBesideTheAnswer(t *testing.T) {
	t.Parallel()
	newVariant(t, "xai-reasoning.sse").ask(t, openai.Config{Host: "https://api.x.ai"}, hello,
		llm.Response{Content: "By air.", FinishReason: "stop", Model: "grok-4", Usage: cached(counted(32, 103, 135), 6)})
}

func TestOpenAI(t *testing.T) {
	t.Parallel()
	checkAnswers(t, "", map[string]answered{
		"audio has a price of its own": {"openai-audio.sse", llm.Response{
			Content: "By air.", FinishReason: "stop", Model: "gpt-4o-audio-preview", Usage: cached(counted(60, 5, 65), 0),
			Unpriced: "the usage counts tokens of audio, which have a price of their own"}},
	})
	checkFailures(t, "", map[string]failed{
		"a limit that only the message explains": {"openai-busy.json", llm.Error{
			Status: 429, Rejected: true, Retryable: true, RetryAfter: 1200 * time.Millisecond,
			Message: "api.openai.com answered 429: Rate limit reached for gpt-4o in organization org-x on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in 1.2s"}},
		"no quota, which waiting does not help": {"openai-no-quota.json", llm.Error{
			Status: 429, Rejected: true,
			Message: "api.openai.com answered 429: You exceeded your current quota, please check your plan and billing details"}},
	})
}

func TestKeysAreNotInErrors(t *testing.T) {
	t.Parallel()
	v := newVariant(t, "azure-no-deployment.json")
	client := newClient(t, openai.Config{Host: azure + "/openai/deployments/gpt?api-version=2024-10-21&api-key=s3cret-0123", HTTP: v.client})
	_, err := client.Stream(t.Context(), hello, nil)
	if err == nil || strings.Contains(err.Error(), "s3cret") || strings.Contains(err.Error(), "api-version") {
		t.Errorf("the error is %v", err)
	}
}
