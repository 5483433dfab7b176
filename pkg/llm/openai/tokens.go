package openai

import (
	"github.com/tidwall/gjson"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

// tokens are the counts of an answer as they stand at the time: each chunk
// may bring newer ones. What is no count makes one unknown, as null does not.
type tokens struct {
	prompt, completion, total figure
	read, written             figure // of the prompt: by a cache, and into it
	reasoning                 figure // of the completion, or beside it
	audioIn, audioOut         figure
	bill                      bill
	thoughts                  bool // what only the total counts are thoughts
}

type figure struct {
	n    *int64
	said bool
}

func (f *figure) take(v gjson.Result) {
	if v.Type != gjson.Null {
		*f = figure{wire.Count(v), true}
	}
}

func (t *tokens) count(usage gjson.Result) {
	if !usage.IsObject() {
		return
	}
	usage.ForEach(func(key, value gjson.Result) bool {
		switch key.Str {
		case "prompt_tokens":
			t.prompt.take(value)
		case "completion_tokens":
			t.completion.take(value)
		case "total_tokens":
			t.total.take(value)
		case "prompt_tokens_details":
			t.read.take(value.Get("cached_tokens"))
			t.written.take(value.Get("cache_write_tokens")) // OpenRouter
			t.audioIn.take(value.Get("audio_tokens"))
		case "completion_tokens_details":
			t.reasoning.take(value.Get("reasoning_tokens"))
			t.audioOut.take(value.Get("audio_tokens"))
		case "prompt_cache_hit_tokens", "cached_tokens": // DeepSeek; Moonshot
			if !t.read.said {
				t.read.take(value)
			}
		case "cost", "is_byok", "cost_details":
			t.bill.take(key.Str, value)
		}
		return true
	})
}

// usage is what the call took, as far as that is known. Servers that do not
// count write zeros, but no prompt is of no tokens and, where something was
// answered, no answer. A total that is less than its parts shows that a
// figure is wrong; one that is more by just the reasoning that is stated
// shows that this stands beside the completion, where it belongs in it. So do
// the thoughts of Gemini, which it does not state.
func (t *tokens) usage(answered bool) eval.Usage {
	u := eval.Usage{PromptTokens: t.prompt.n, CompletionTokens: t.completion.n, TotalTokens: t.total.n, Calls: 1, Attempts: 1}
	if isZero(u.PromptTokens) {
		u.PromptTokens, u.TotalTokens = nil, nil
	}
	if answered && isZero(u.CompletionTokens) {
		u.CompletionTokens, u.TotalTokens = nil, nil
	}
	var parts int64
	for _, part := range []*int64{u.PromptTokens, u.CompletionTokens} {
		if part != nil {
			parts += *part
		}
	}
	switch {
	case u.TotalTokens != nil && *u.TotalTokens < parts:
		u.TotalTokens = nil
	case isSum(u) && (t.thoughts || t.reasoning.n != nil && *u.TotalTokens == parts+*t.reasoning.n):
		all := *u.TotalTokens - *u.PromptTokens
		u.CompletionTokens = &all
	case !t.total.said && u.PromptTokens != nil && u.CompletionTokens != nil:
		u.TotalTokens = &parts
	}
	u.CacheReadTokens, u.CacheWriteTokens = within(u.PromptTokens, t.read.n), within(u.PromptTokens, t.written.n)
	return u
}

// unpriced is why these tokens and two prices make no cost, "" when they do.
func (t *tokens) unpriced(u eval.Usage) string {
	switch {
	case u.PromptTokens != nil && (t.read.said && u.CacheReadTokens == nil || t.written.said && u.CacheWriteTokens == nil):
		return "how many tokens of the prompt went through a cache is not known"
	case isSome(t.audioIn.n) || isSome(t.audioOut.n):
		return "the usage counts tokens of audio, which have a price of their own"
	case isSum(u) && *u.TotalTokens > *u.PromptTokens+*u.CompletionTokens:
		return "the usage counts tokens in its total that are neither of the prompt nor of the answer"
	default:
		return ""
	}
}

// isSum reports whether a total and both its parts are known.
func isSum(u eval.Usage) bool {
	return u.TotalTokens != nil && u.PromptTokens != nil && u.CompletionTokens != nil
}

// within is a part of the whole, or nil where it cannot be one.
func within(whole, part *int64) *int64 {
	if whole == nil || part == nil || *part > *whole {
		return nil
	}
	return part
}

func isZero(n *int64) bool { return n != nil && *n == 0 }

func isSome(n *int64) bool { return n != nil && *n > 0 }
