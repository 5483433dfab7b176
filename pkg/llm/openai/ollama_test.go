package openai_test

import (
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/openai"
)

const ollama = "http://localhost:11434"

func TestOllamaAnswers(t *testing.T) {
	t.Parallel()
	const model = "qwen3:8b"
	checkAnswers(t, ollama, map[string]answered{
		"with reasoning, and usage after the end": {"ollama-chat.sse", llm.Response{
			Content: "By air.", Reasoning: "They ask of parcels.", FinishReason: "stop", Model: model, Usage: counted(26, 7, 33)}},
		"without an end mark": {"ollama-no-done.sse", llm.Response{
			Content: "By air.", FinishReason: "stop", Model: model, Usage: counted(26, 3, 29)}},
		"with a whole call in one chunk": {"ollama-tool-call.sse", llm.Response{
			FinishReason: "tool_calls", Model: model, Usage: counted(26, 7, 33),
			ToolCalls: []eval.ToolCall{tool("call_ejieksiz", "track", `{"parcel":7}`)}}},
		"with two calls of one index, ended by stop": {"ollama-two-tool-calls.sse", llm.Response{
			FinishReason: "stop", Model: model, Usage: counted(26, 7, 33),
			ToolCalls: []eval.ToolCall{tool("call_a1", "track", `{"parcel":7}`), tool("call_b2", "track", `{"parcel":8}`)}}},
	})
}

func TestOllamaFailures(t *testing.T) {
	t.Parallel()
	checkFailures(t, ollama, map[string]failed{
		"a model that was not pulled": {"ollama-no-model.json", llm.Error{
			Status: 404, Rejected: true,
			Message: `localhost:11434 answered 404: model "llama9" not found, try pulling it first (check the model "m" and the URL http://localhost:11434/v1/chat/completions)`}},
		"a model that dies": {"ollama-runner-died.sse", llm.Error{
			Status: 500, Message: "localhost:11434 sent an error instead of an answer: an error was encountered while running the model: unexpected EOF"}},
	})
}

func TestOllamaIsAskedWithoutAKeyAndMayBeToldToThink(t *testing.T) {
	t.Parallel()
	v := newVariant(t, "ollama-no-done.sse")
	v.ask(t, openai.Config{Host: ollama, Model: "qwen3:8b", Extra: eval.Trusted(`{"think":false,"keep_alive":"5m"}`)}, hello,
		llm.Response{Content: "By air.", FinishReason: "stop", Model: "qwen3:8b", Usage: counted(26, 3, 29)})
	got := v.asked[0]
	if got.url != ollama+"/v1/chat/completions" {
		t.Errorf("the URL is %s", got.url)
	}
	if auth, ok := got.header["Authorization"]; ok {
		t.Errorf("the authorization is %q", auth)
	}
	if !strings.Contains(got.body, `,"keep_alive":"5m","think":false,`) {
		t.Errorf("the body is %s", got.body)
	}
}
