package openai_test

import (
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/openai"
)

const deepSeek = "https://api.deepseek.com"

func TestDeepSeekAnswers(t *testing.T) {
	t.Parallel()
	const model = "deepseek-reasoner"
	counts := cached(counted(300, 40, 340), 256)
	checkAnswers(t, deepSeek, map[string]answered{
		"between comments, with its reasoning apart": {"deepseek-chat.sse", llm.Response{
			Content: "By air.", Reasoning: "They ask of parcels.", FinishReason: "stop", Model: model, Usage: counts}},
		"with its own names for the cache": {"deepseek-cache-only.sse", llm.Response{
			Content: "By air.", FinishReason: "stop", Model: model, Usage: counts}},
		"behind blank lines, not streamed": {"deepseek-blank-lines.json", llm.Response{
			Content: "By air.", FinishReason: "stop", Model: "deepseek-chat", Usage: counts}},
	})
}

func TestDeepSeekFailures(t *testing.T) {
	t.Parallel()
	checkFailures(t, deepSeek, map[string]failed{
		"no resources": {"deepseek-no-resources.sse", llm.Error{
			Status: 200, Message: `api.deepseek.com broke off the answer (finish_reason "insufficient_system_resource")`}},
		"no balance": {"deepseek-no-balance.json", llm.Error{
			Status: 402, Rejected: true, Message: "api.deepseek.com answered 402: Insufficient Balance"}},
		"reasoning it wants to see again": {"deepseek-reasoning-missing.json", llm.Error{
			Status: 400, Rejected: true, Message: "api.deepseek.com answered 400: The `reasoning_content` in the thinking mode must be passed back to the API"}},
	})
}

func TestDeepSeekSeesItsReasoningAgainWhereToolsAreCalled(t *testing.T) {
	t.Parallel()
	const model = "deepseek-reasoner"
	v := newVariant(t, "deepseek-tool-call.sse", "deepseek-chat.sse", "deepseek-chat.sse", "deepseek-chat.sse")
	cfg := openai.Config{Host: deepSeek}
	called := v.ask(t, cfg, hello, llm.Response{
		Reasoning: "Look it up.", FinishReason: "tool_calls", Model: model, Usage: cached(counted(300, 40, 340), 256),
		ToolCalls: []eval.ToolCall{tool("call_00_track", "track", `{"parcel": 7}`)},
		Opaque:    eval.Trusted(`{"openai":{"reasoning_content":"Look it up."}}`),
	})
	withTools := func(messages []eval.Message) *llm.Request {
		return &llm.Request{Messages: messages, Tools: []llm.Tool{{Name: "track"}}}
	}
	plain := llm.Response{
		Content: "By air.", Reasoning: "They ask of parcels.", FinishReason: "stop", Model: model, Usage: cached(counted(300, 40, 340), 256),
		Opaque: eval.Trusted(`{"openai":{"reasoning_content":"They ask of parcels."}}`),
	}
	said := func(r *llm.Response) eval.Message {
		return eval.Message{Role: "assistant", Content: eval.Content{Text: r.Content}, Opaque: r.Opaque}
	}
	first := v.ask(t, cfg, withTools(talk(called)), plain)
	next := talk(called, said(first), textMessage("user", "thanks"))
	second := v.ask(t, cfg, withTools(next), plain)
	v.ask(t, cfg, withTools(append(next, said(second), textMessage("user", "bye"))), plain)

	const call = `"tool_calls":[{"id":"call_00_track","type":"function","function":{"name":"track","arguments":"{\"parcel\": 7}"}}],"reasoning_content":"Look it up."}`
	const answer = `{"role":"assistant","content":"By air.","reasoning_content":"They ask of parcels."}`
	for i, want := range []struct {
		calls, answers int // with their reasoning
		bare           int // answers without
	}{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 1, 1}} {
		body := v.asked[i].body
		if n := strings.Count(body, call); n != want.calls {
			t.Errorf("request %d holds %d calls with their reasoning: %s", i+1, n, body)
		}
		if n := strings.Count(body, answer); n != want.answers {
			t.Errorf("request %d holds %d answers with their reasoning: %s", i+1, n, body)
		}
		if n := strings.Count(body, `"content":"By air."}`); n != want.bare {
			t.Errorf("request %d holds %d answers without their reasoning: %s", i+1, n, body)
		}
	}
}

func TestReasoningWithoutToolsIsNotSentAgain(t *testing.T) {
	t.Parallel()
	v := newVariant(t, "deepseek-chat.sse", "deepseek-chat.sse")
	client := newClient(t, openai.Config{Host: deepSeek, HTTP: v.client})
	answer, err := client.Stream(t.Context(), hello, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !answer.Opaque.IsZero() {
		t.Errorf("the answer wants to be sent with %s", answer.Opaque.Raw())
	}
	next := &llm.Request{Messages: []eval.Message{
		textMessage("user", "hi"),
		{Role: "assistant", Content: eval.Content{Text: answer.Content}, Opaque: eval.Trusted(`{"openai":{"reasoning_content":"They ask."}}`)},
		textMessage("user", "and by sea?"),
	}}
	if _, err := client.Stream(t.Context(), next, nil); err != nil {
		t.Fatal(err)
	}
	if body := v.asked[1].body; strings.Contains(body, "reasoning") {
		t.Errorf("the request is %s", body)
	}
}
