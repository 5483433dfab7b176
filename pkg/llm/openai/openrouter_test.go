package openai_test

import (
	"strings"
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/openai"
)

const openRouter = "https://openrouter.ai/api/v1"

func routed(cost *float64) eval.Usage {
	u := cached(counted(194, 12, 206), 128)
	u.CacheWriteTokens, u.CostUSD = new(int64), cost
	return u
}

func TestOpenRouterAnswers(t *testing.T) {
	t.Parallel()
	answer := func(cost *float64, reasoning string) llm.Response {
		return llm.Response{Content: "By air.", Reasoning: reasoning, FinishReason: "stop", Model: "deepseek/deepseek-r1", Usage: routed(cost)}
	}
	checkAnswers(t, openRouter, map[string]answered{
		"between comments, with reasoning and its cost": {"openrouter-chat.sse", answer(new(0.00014), "They ask of parcels.")},
		"of a free model": {"openrouter-free.sse", answer(new(0.0), "")},
		"with a key at the provider, which bills too": {"openrouter-byok.sse", answer(new(0.00021), "")},
		"with such a key and a bill that is not told": {"openrouter-byok-untold.sse", answer(nil, "")},
		"with a cost that cannot be one":              {"openrouter-absurd-cost.sse", answer(nil, "")},
	})
}

func TestOnlyOpenRoutersCostIsInDollars(t *testing.T) {
	t.Parallel()
	want := llm.Response{Content: "By air.", Reasoning: "They ask of parcels.", FinishReason: "stop", Model: "deepseek/deepseek-r1", Usage: routed(nil)}
	for _, host := range []string{"https://gateway.example/v1", "https://notopenrouter.ai/v1"} {
		newVariant(t, "openrouter-chat.sse").ask(t, openai.Config{Host: host}, hello, want)
	}
	want.Usage = routed(new(0.00014))
	newVariant(t, "openrouter-chat.sse").ask(t, openai.Config{Host: "https://eu.openrouter.ai/api/v1"}, hello, want)
}

func TestOpenRouterFailures(t *testing.T) {
	t.Parallel()
	const inside = "openrouter.ai sent an error instead of an answer: "
	checkFailures(t, openRouter, map[string]failed{
		"an error beside the choices": {"openrouter-error-in-stream.sse", llm.Error{
			Status: 500, Message: inside + "Provider disconnected unexpectedly"}},
		"an error in a choice": {"openrouter-error-in-choice.sse", llm.Error{
			Status: 502, Retryable: true, Message: inside + "Upstream error: DeepInfra says engine overloaded"}},
		"an error before the first piece": {"openrouter-error-before-stream.sse", llm.Error{
			Status: 429, Retryable: true, RetryAfter: 4 * time.Second,
			Message: inside + "Provider returned error: Chutes says deepseek-r1 is temporarily rate-limited upstream"}},
		"an end that only the provider can explain": {"openrouter-native-finish.sse", llm.Error{
			Status: 200, Message: `openrouter.ai broke off the answer (finish_reason "error", at the provider "MALFORMED_FUNCTION_CALL")`}},
		"no credits": {"openrouter-no-credits.json", llm.Error{
			Status: 402, Rejected: true, Message: "openrouter.ai answered 402: Insufficient credits. This account never purchased credits"}},
		"a limit that stands in the body": {"openrouter-free-limit.json", llm.Error{
			Status: 429, Rejected: true, Retryable: true, RetryAfter: 30 * time.Second,
			Message: "openrouter.ai answered 429: Rate limit exceeded: free-models-per-min"}},
		"an input that was flagged": {"openrouter-moderated.json", llm.Error{
			Status: 403, Rejected: true,
			Message: "openrouter.ai answered 403: Your input was flagged: filtered for violence (check the connector's key and what it is allowed to use)"}},
	})
}

func TestOpenRouterIsAskedWhereItAnswers(t *testing.T) {
	t.Parallel()
	v := newVariant(t, "openrouter-free.sse")
	cfg := openai.Config{Host: "https://openrouter.ai", Key: "sk-or-0123456789", HTTP: v.client, Headers: map[string]string{"HTTP-Referer": "https://acme.example", "X-Title": "evals"}}
	if _, err := newClient(t, cfg).Stream(t.Context(), hello, nil); err != nil {
		t.Fatal(err)
	}
	got := v.asked[0]
	if got.url != openRouter+"/chat/completions" {
		t.Errorf("the URL is %s", got.url)
	}
	for name, want := range map[string]string{"Authorization": "Bearer sk-or-0123456789", "HTTP-Referer": "https://acme.example", "X-Title": "evals"} {
		if got.header.Get(name) != want {
			t.Errorf("%s is %q", name, got.header.Get(name))
		}
	}
}

func TestOpenRouterSeesItsReasoningAgainInAToolLoop(t *testing.T) {
	t.Parallel()
	details := `[{"format":"anthropic-claude-v1","index":0,"signature":"c2ln","text":"Look it up.","type":"reasoning.text"},` +
		`{"data":"b3BhcXVl","format":"openai-responses-v1","id":"rs_1","index":1,"type":"reasoning.encrypted"}]`
	v := newVariant(t, "openrouter-tool-call.sse", "openrouter-free.sse")
	cfg := openai.Config{Host: openRouter}
	answer := v.ask(t, cfg, hello, llm.Response{
		Reasoning: "Look it up.", FinishReason: "tool_calls", Model: "deepseek/deepseek-r1",
		ToolCalls: []eval.ToolCall{tool("toolu_1", "track", `{"parcel":7}`)},
		Opaque:    eval.Trusted(`{"openai":{"reasoning_details":` + details + `}}`),
		Usage:     routed(new(0.00014)),
	})
	cfg.HTTP = v.client
	if _, err := newClient(t, cfg).Stream(t.Context(), &llm.Request{Messages: talk(answer)}, nil); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(v.asked[1].body, `}],"reasoning_details":`+details+`},{"role":"tool"`) {
		t.Errorf("the second request is %s", v.asked[1].body)
	}
}
