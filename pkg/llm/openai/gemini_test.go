package openai_test

import (
	"strings"
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/openai"
)

const gemini = "https://generativelanguage.googleapis.com/v1beta/openai/"

// signed is the opaque value of a call that Gemini signed.
func signed(id string) eval.Value {
	return eval.Trusted(`{"openai":{"extra_content":{"` + id + `":{"google":{"thought_signature":"RWpRS01nRU1PZGJI"}}}}}`)
}

func TestGeminiAnswers(t *testing.T) {
	t.Parallel()
	const model = "gemini-3-flash"
	prompt, total := int64(30), int64(61)
	checkAnswers(t, gemini, map[string]answered{
		"with usage that grows": {"gemini-chat.sse", llm.Response{
			Content: "Parcels go by air.", FinishReason: "stop", Model: model, Usage: counted(9, 5, 14)}},
		"with thoughts between tags, which only the total counts": {"gemini-thoughts.sse", llm.Response{
			Content: "By air.", Reasoning: "They ask of parcels.", FinishReason: "stop", Model: model, Usage: counted(9, 31, 40)}},
		"with whole calls without index or id, and half of the usage": {"gemini-tool-calls.sse", llm.Response{
			FinishReason: "tool_calls", Model: model, Usage: usage(&prompt, nil, &total),
			ToolCalls: []eval.ToolCall{tool("function-call-1", "track", `{"parcel":7}`), tool("call_1", "track", `{"parcel":8}`)},
			Opaque:    signed("function-call-1")}},
		"with calls that end in stop": {"gemini-tool-calls-stop.sse", llm.Response{
			FinishReason: "stop", Model: model, Usage: unknown,
			ToolCalls: []eval.ToolCall{tool("function-call-1", "track", `{"parcel":7}`), tool("function-call-2", "weigh", `{"parcel":7}`)},
			Opaque:    signed("function-call-1")}},
	})
}

func TestGeminiFailures(t *testing.T) {
	t.Parallel()
	const host = "generativelanguage.googleapis.com"
	const quota = "You exceeded your current quota, please check your plan. * Quota exceeded for metric: generate_content_free_tier_requests, limit: 20 Please retry in 34.074824224s"
	checkFailures(t, gemini, map[string]failed{
		"an answer that was filtered": {"gemini-filtered.sse", llm.Error{
			Status: 200, Message: host + ` ended the answer by its content filter (finish_reason "content_filter: PROHIBITED_CONTENT")`}},
		"an answer that was not safe": {"gemini-safety.sse", llm.Error{
			Status: 200, Message: host + ` ended the answer by its content filter (finish_reason "safety")`}},
		"a quota, with its delay": {"gemini-quota.json", llm.Error{
			Status: 429, Rejected: true, Retryable: true, RetryAfter: 34 * time.Second, Message: host + " answered 429: " + quota}},
		"a quota, with its delay in words": {"gemini-quota-text.json", llm.Error{
			Status: 429, Rejected: true, Retryable: true, RetryAfter: 34074824224, Message: host + " answered 429: " + quota}},
		"a key that is not valid": {"gemini-bad-key.json", llm.Error{
			Status: 400, Rejected: true, Message: host + " answered 400: API key not valid. Please pass a valid API key"}},
		"an error in a list with a good status": {"gemini-overloaded-ok.json", llm.Error{
			Status: 503, Retryable: true, Message: host + " sent an error instead of an answer: The model is overloaded. Please try again later"}},
	})
}

func TestGeminiSeesItsSignaturesAgain(t *testing.T) {
	t.Parallel()
	v := newVariant(t, "gemini-tool-calls.sse", "gemini-chat.sse", "gemini-chat.sse")
	client := newClient(t, openai.Config{Host: gemini, HTTP: v.client})
	answer, err := client.Stream(t.Context(), hello, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, more := range [][]eval.Message{nil, {textMessage("assistant", "at sea"), textMessage("user", "thanks")}} {
		if _, err := client.Stream(t.Context(), &llm.Request{Messages: talk(answer, more...)}, nil); err != nil {
			t.Fatal(err)
		}
	}
	const want = `"tool_calls":[{"id":"function-call-1","type":"function","function":{"name":"track","arguments":"{\"parcel\":7}"},` +
		`"extra_content":{"google":{"thought_signature":"RWpRS01nRU1PZGJI"}}},` +
		`{"id":"call_1","type":"function","function":{"name":"track","arguments":"{\"parcel\":8}"}}]}`
	for _, got := range v.asked[1:] {
		if !strings.Contains(got.body, want) {
			t.Errorf("the request is %s", got.body)
		}
	}
}

func TestGeminiIsAskedWhereItAnswers(t *testing.T) {
	t.Parallel()
	for _, host := range []string{gemini, "https://generativelanguage.googleapis.com"} {
		v := newVariant(t, "gemini-chat.sse")
		v.ask(t, openai.Config{Host: host, Key: "AIza0123456789"}, hello,
			llm.Response{Content: "Parcels go by air.", FinishReason: "stop", Model: "gemini-3-flash", Usage: counted(9, 5, 14)})
		if got := v.asked[0]; got.url != gemini+"chat/completions" || got.header.Get("Authorization") != "Bearer AIza0123456789" {
			t.Errorf("%s was asked with %q", got.url, got.header.Get("Authorization"))
		}
	}
}
