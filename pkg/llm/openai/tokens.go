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
}

type figure struct {
	n    *int64
	said bool
}

func (t *tokens) count(usage gjson.Result) {
	if !usage.IsObject() {
		return
	}
	usage.ForEach(func(key, value gjson.Result) bool {
		if value.Type == gjson.Null {
			return true
		}
		switch key.Str {
		case "prompt_tokens":
			t.prompt = figure{wire.Count(value), true}
		case "completion_tokens":
			t.completion = figure{wire.Count(value), true}
		case "total_tokens":
			t.total = figure{wire.Count(value), true}
		}
		return true
	})
}

// usage is what the call took, as far as that is known. Servers that do not
// count write zeros, but no prompt is of no tokens and, where something was
// answered, no answer. A total may be more than its parts, as some count
// reasoning there alone; one that is less shows that a figure is wrong.
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
	case !t.total.said && u.PromptTokens != nil && u.CompletionTokens != nil:
		u.TotalTokens = &parts
	}
	return u
}

func isZero(n *int64) bool { return n != nil && *n == 0 }
