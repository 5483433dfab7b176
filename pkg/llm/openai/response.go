package openai

import (
	"fmt"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/llm"
)

// response is the whole answer, or what is wrong with it as a whole.
func (a *answer) response(req *llm.Request) (*llm.Response, error) {
	if err := a.checkFinish(req.AllowTruncated); err != nil {
		return nil, err
	}
	toolCalls, err := a.calls.finish(req.Messages)
	if err != nil {
		return nil, err
	}
	resp := &llm.Response{
		Content:      strings.ToValidUTF8(a.content.String(), "\uFFFD"),
		Reasoning:    strings.ToValidUTF8(a.reasoning.String(), "\uFFFD"),
		Refusal:      strings.ToValidUTF8(a.refusal.String(), "\uFFFD"),
		ToolCalls:    toolCalls,
		FinishReason: a.finish,
		Model:        a.model,
		Usage:        a.usage,
	}
	if resp.Content == "" && len(toolCalls) == 0 {
		switch a.finish {
		case "":
			return nil, &broken{text: "ended the answer without a text, a tool call or a finish_reason", retryable: true}
		case "tool_calls", "function_call":
			return nil, &broken{text: "ended the answer for tool calls, but sent none"}
		}
	}
	u := &resp.Usage
	u.Calls, u.Attempts = 1, 1
	if u.TotalTokens == nil && u.PromptTokens != nil && u.CompletionTokens != nil {
		total := *u.PromptTokens + *u.CompletionTokens
		u.TotalTokens = &total
	}
	return resp, nil
}

// checkFinish refuses answers that the provider did not let come to their
// end, by OpenAI's words and those of servers that pass on their own.
func (a *answer) checkFinish(allowTruncated bool) error {
	switch strings.ToLower(a.finish) {
	case "length", "max_tokens", "max_output_tokens", "model_length":
		if allowTruncated {
			return nil
		}
		return &broken{text: fmt.Sprintf("cut the answer for its length (finish_reason %q: raise the token limit, or set allow_truncated)", a.finish)}
	case "content_filter", "safety", "recitation", "prohibited_content", "blocklist":
		return &broken{text: fmt.Sprintf("ended the answer by its content filter (finish_reason %q)", a.finish)}
	case "error", "abort", "cancelled", "insufficient_system_resource", "malformed_function_call":
		return &broken{text: fmt.Sprintf("broke off the answer (finish_reason %q)", a.finish)}
	default:
		return nil
	}
}
