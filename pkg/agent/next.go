package agent

import (
	"context"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/agent/binding"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
)

// following is what the Next hook makes of an answer.
type following struct {
	data     eval.Value // absent for none; null counts
	delegate *delegation
}

// payload is what the Next hook is given.
type payload struct {
	Messages   eval.Value `json:"messages"`
	Completion *completed `json:"completion"`
	Tools      []toolRun  `json:"tools"`
	Error      string     `json:"error"`
}

// toolRun is a call of a tool as scripts see it.
type toolRun struct {
	ID        string     `json:"toolcall_id"`
	Server    string     `json:"server"`
	Tool      string     `json:"tool"`
	Arguments eval.Value `json:"arguments,omitzero"`
	Result    eval.Value `json:"result,omitzero"`
	Error     string     `json:"error,omitempty"`
}

func (c *conversation) ran(calls []eval.ToolCall) []toolRun {
	list := make([]toolRun, len(calls))
	for i, call := range calls {
		list[i] = toolRun{call.ID, strings.TrimPrefix(call.Server, "agents."+c.agent.ID+"."), short(call), call.Arguments, call.Result, call.Error}
	}
	return list
}

// short is the name of a call's tool at its server. A tool that nobody has is
// of no server, and its name the one that the model gave it.
func short(call eval.ToolCall) string {
	if call.Server == "" {
		return call.Tool
	}
	return strings.TrimPrefix(call.Tool, (&app.Server{ID: call.Server}).Called(""))
}

// completed is a model's answer as scripts see it.
type completed struct {
	Content   string  `json:"content"`
	Reasoning string  `json:"reasoning_content,omitempty"`
	Refusal   string  `json:"refusal,omitempty"`
	ToolCalls any     `json:"tool_calls,omitempty"`
	Usage     *tokens `json:"usage,omitempty"`
	Model     string  `json:"model,omitempty"`
	Finish    string  `json:"finish_reason,omitempty"`
}

// tokens are what a provider said of its answer. What it took to get it is
// another thing in a replay, and no script's to build a message from.
type tokens struct {
	Prompt     *int64 `json:"prompt_tokens"`
	Completion *int64 `json:"completion_tokens"`
	Total      *int64 `json:"total_tokens"`
}

func completionOf(answer *llm.Response) *completed {
	if answer == nil {
		return nil
	}
	done := &completed{
		Content: answer.Content, Reasoning: answer.Reasoning, Refusal: answer.Refusal, Usage: &tokens{answer.Usage.PromptTokens, answer.Usage.CompletionTokens, answer.Usage.TotalTokens}, Model: answer.Model, Finish: answer.FinishReason,
	}
	if len(answer.ToolCalls) > 0 {
		done.ToolCalls = binding.ToolCalls(answer.ToolCalls)
	}
	return done
}

// next calls the Next hook with the model's answer, or why there is none.
func (c *conversation) next(ctx context.Context, messages []eval.Message, done worked, failure error, r *request) (following, error) {
	var then following
	list, err := binding.Messages(messages)
	if err != nil {
		return then, err
	}
	p := payload{Messages: list, Completion: completionOf(done.completion), Tools: c.ran(done.calls)}
	if failure != nil {
		p.Error = failure.Error()
	}
	arg, err := eval.ValueOf(p)
	if err != nil {
		return then, err
	}
	v, err := c.hook(ctx, app.NextHook, r, arg, r.asOptions())
	if err != nil {
		return then, err
	}
	f, faults, err := c.returned(app.NextHook, v)
	if f == nil {
		return then, err
	}
	if n := f.Node("data"); n != nil {
		then.data = n.Value
	}
	f.Value("metadata") // for people who debug
	if f.Has("delegate") {
		then.delegate = readDelegation(f.Object("delegate"), faults, messages)
	}
	f.Done()
	if faults.List.Errors() > 0 {
		return then, c.wrong(app.NextHook, faults.List)
	}
	return then, nil
}
