package recorded

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
)

// answer is a response as a cassette keeps it: all that a trial can see of it,
// without what a replay works out or does not have, such as its attempts.
type answer struct {
	Content      string          `json:"content"`
	Reasoning    string          `json:"reasoning,omitempty"`
	Refusal      string          `json:"refusal,omitempty"`
	ToolCalls    []eval.ToolCall `json:"tool_calls,omitempty"`
	Opaque       eval.Value      `json:"opaque,omitzero"`
	FinishReason string          `json:"finish_reason"`
	Truncated    bool            `json:"truncated,omitempty"`
	Model        string          `json:"model,omitempty"`
	Usage        usage           `json:"usage"`
	Unpriced     string          `json:"unpriced,omitempty"`
	Notes        []string        `json:"notes,omitempty"`
	Logs         []string        `json:"logs,omitempty"`
	Heard        []piece         `json:"heard,omitempty"` // of one that its caller stopped; Content is all of it
}

// piece is what a caller heard at once of an answer that it stopped.
type piece struct {
	Content   string `json:"content,omitempty"`
	Reasoning string `json:"reasoning,omitempty"`
}

// stopped is the finish reason of an answer that its caller stopped.
const stopped = "stopped"

// encodeStopped is an answer of which its caller heard this and no more.
func encodeStopped(heard []piece) (eval.Value, error) {
	a := answer{FinishReason: stopped, Heard: heard}
	for _, p := range heard {
		a.Content += p.Content
		a.Reasoning += p.Reasoning
	}
	return eval.ValueOf(a)
}

// usage is what a provider said of an answer; what it did not say is absent.
type usage struct {
	PromptTokens     *int64   `json:"prompt_tokens,omitempty"`
	CompletionTokens *int64   `json:"completion_tokens,omitempty"`
	TotalTokens      *int64   `json:"total_tokens,omitempty"`
	CacheReadTokens  *int64   `json:"cache_read_tokens,omitempty"`
	CacheWriteTokens *int64   `json:"cache_write_tokens,omitempty"`
	CostUSD          *float64 `json:"cost_usd,omitempty"`
}

// check refuses figures below zero, which would make a sum too small.
func (u *usage) check() error {
	for _, figure := range []struct {
		name string
		n    *int64
	}{
		{"prompt_tokens", u.PromptTokens},
		{"completion_tokens", u.CompletionTokens},
		{"total_tokens", u.TotalTokens},
		{"cache_read_tokens", u.CacheReadTokens},
		{"cache_write_tokens", u.CacheWriteTokens},
	} {
		if figure.n != nil && *figure.n < 0 {
			return fmt.Errorf("%s is below zero: %d", figure.name, *figure.n)
		}
	}
	if u.CostUSD != nil && *u.CostUSD < 0 {
		return fmt.Errorf("cost_usd is below zero: %v", *u.CostUSD)
	}
	return nil
}

func encode(r *llm.Response) (eval.Value, error) {
	u := r.Usage
	return eval.ValueOf(answer{
		Content: r.Content, Reasoning: r.Reasoning, Refusal: r.Refusal, ToolCalls: r.ToolCalls, Opaque: r.Opaque,
		FinishReason: r.FinishReason, Truncated: r.Truncated, Model: r.Model, Unpriced: r.Unpriced, Notes: r.Notes, Logs: r.Logs,
		Usage: usage{u.PromptTokens, u.CompletionTokens, u.TotalTokens, u.CacheReadTokens, u.CacheWriteTokens, u.CostUSD},
	})
}

// decode is the response of a kept answer. A member nobody knows is an error,
// as what it says would be lost, and so is one that is gone: what is left would
// pass for an answer of no words. Heard is nil but for one that was stopped.
func decode(v eval.Value) (resp *llm.Response, heard []piece, err error) {
	if v.Kind() != eval.Object {
		return nil, nil, errors.New("the answer is no object")
	}
	members := v.Members()
	for _, name := range []string{"content", "finish_reason", "usage"} {
		if k := members[name].Kind(); k == eval.Absent || k == eval.Null {
			return nil, nil, fmt.Errorf("it has no %s", name)
		}
	}
	dec := json.NewDecoder(strings.NewReader(v.Raw()))
	dec.DisallowUnknownFields()
	var a answer
	if err := dec.Decode(&a); err != nil {
		return nil, nil, errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
	if err := a.Usage.check(); err != nil {
		return nil, nil, err
	}
	if (a.FinishReason == stopped) != (len(a.Heard) > 0) {
		return nil, nil, errors.New("what was heard of it, and whether it was stopped, do not fit")
	}
	u := a.Usage
	return &llm.Response{
		Content: a.Content, Reasoning: a.Reasoning, Refusal: a.Refusal, ToolCalls: a.ToolCalls, Opaque: a.Opaque,
		FinishReason: a.FinishReason, Truncated: a.Truncated, Model: a.Model, Unpriced: a.Unpriced, Notes: a.Notes, Logs: a.Logs,
		Usage: eval.Usage{
			PromptTokens: u.PromptTokens, CompletionTokens: u.CompletionTokens, TotalTokens: u.TotalTokens,
			CacheReadTokens: u.CacheReadTokens, CacheWriteTokens: u.CacheWriteTokens, CostUSD: u.CostUSD, Calls: 1,
		},
	}, a.Heard, nil
}

func usable(v eval.Value) error {
	_, _, err := decode(v)
	return err
}
