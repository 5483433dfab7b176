package openai_test

import (
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
)

const vllm = "http://gpu-7:8000"

func TestVLLMAnswers(t *testing.T) {
	t.Parallel()
	const model = "Qwen/Qwen3-8B"
	thoughtful := llm.Response{
		Content: "By air.", Reasoning: "They ask of parcels.", FinishReason: "stop", Model: model, Usage: counted(14, 9, 23),
	}
	checkAnswers(t, vllm, map[string]answered{
		"with reasoning_content, null content and calls of none": {"vllm-reasoning-content.sse", thoughtful},
		"with reasoning, as it is called now":                    {"vllm-reasoning.sse", thoughtful},
		"with reasoning by both names":                           {"vllm-both-names.sse", thoughtful},
		"with calls in pieces, and an empty list at the end": {"vllm-tool-calls.sse", llm.Response{
			FinishReason: "tool_calls", Model: model, Usage: counted(14, 9, 23),
			ToolCalls: []eval.ToolCall{tool("chatcmpl-tool-1", "track", `{"parcel": 7}`), tool("chatcmpl-tool-2", "track", `{"parcel": 8}`)}}},
	})
}

func TestVLLMFailures(t *testing.T) {
	t.Parallel()
	tooLong := llm.Error{
		Status: 400, Rejected: true,
		Message: "gpu-7:8000 answered 400: This model's maximum context length is 4096 tokens. However, you requested 5021 tokens in the messages. Please reduce the length of the messages",
	}
	checkFailures(t, vllm, map[string]failed{
		"a context that is too long":                 {"vllm-context.json", tooLong},
		"a context that is too long, as it says now": {"vllm-context-newer.json", tooLong},
		"an engine that dies": {"vllm-engine-died.sse", llm.Error{
			Status: 500, Retryable: true, Message: "gpu-7:8000 sent an error instead of an answer: EngineCore encountered an issue. See stack trace for the root cause"}},
	})
}
