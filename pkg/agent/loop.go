package agent

import (
	"context"
	"fmt"
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
)

// toolTurns is how often a model is asked in a turn, when its package does not
// say.
const toolTurns = 5

// errToolTurns is what a model came to that only calls tools.
type errToolTurns struct{ turns int }

func (e *errToolTurns) Error() string {
	return fmt.Sprintf("the model called tools %d times in a row and never answered (mcp.options.max_turn)", e.turns)
}

// worked is what a model and its tools came to.
type worked struct {
	completion *llm.Response
	calls      []eval.ToolCall // that were run, with what came of them
}

// loop asks the model, runs the tools that it calls, and asks it again with
// what they gave, until it calls none.
func (c *conversation) loop(ctx context.Context, prompts, sent []eval.Message, r *request) (worked, error) {
	offers, err := c.offers(ctx, r.servers)
	if err != nil {
		return worked{}, err
	}
	if err := c.unknownMock(offers); err != nil {
		return worked{}, err
	}
	tools, talk := offered(offers), slices.Concat(prompts, shown(offers), sent)
	most := c.agent.MaxToolTurns
	if most == 0 {
		most = toolTurns
	}
	var w worked
	for turn := 1; ; turn++ {
		completion, err := c.trial.ask(ctx, r.connector, &llm.Request{
			Messages: talk, Tools: tools, Options: r.options(c.agent), AllowTruncated: c.asked.allowTruncated || c.agent.AllowTruncated,
		}, c.hear)
		if err != nil {
			return w, err
		}
		w.completion = completion
		if len(completion.ToolCalls) == 0 {
			return w, nil
		}
		if len(offers) == 0 {
			return w, toolsFault(r.connector, completion)
		}
		run := c.callTools(ctx, offers, completion.ToolCalls)
		w.calls = append(w.calls, run...)
		if err := ctx.Err(); err != nil {
			return w, err
		}
		if err := c.trial.fate(); err != nil { // nothing that the model would say changes that
			return w, err
		}
		switch {
		case c.agent.NoToolLoop:
			return w, nil
		case turn == most:
			return w, &errToolTurns{most}
		}
		talk = append(slices.Clip(talk), eval.Message{
			Role: "assistant", Content: eval.Content{Text: completion.Content}, ToolCalls: completion.ToolCalls, Opaque: completion.Opaque,
		})
		for i, call := range run {
			talk = append(talk, eval.Message{Role: "tool", ToolCallID: call.ID, Name: completion.ToolCalls[i].Tool, Content: eval.Content{Text: toolText(call)}})
		}
	}
}

// toolText is what a model is told of a call.
func toolText(call eval.ToolCall) string {
	if call.Error != "" {
		return "Error: " + call.Error
	}
	return call.Result.Text()
}
