package openai

import (
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

// Response is the whole answer, or what is wrong with it as a whole.
func (a *answer) Response() (*llm.Response, error) {
	end := endingOf(a.finish)
	if err := a.checkFinish(end, a.req.AllowTruncated); err != nil {
		return nil, err
	}
	toolCalls, err := a.calls.finish(a.req.Messages)
	if err != nil {
		return nil, err
	}
	err = a.checkSaid(end, toolCalls)
	if a.murmur != "" && (err != nil || end == unsaid) {
		err = wire.Reported(wire.ReadComplaint([]byte(a.murmur)))
	}
	if err != nil {
		return nil, err
	}
	resp := &llm.Response{
		ToolCalls:    toolCalls,
		Opaque:       a.opaque(toolCalls),
		FinishReason: a.finish,
		Truncated:    end == length,
		Model:        a.model,
		Usage:        a.tokens.usage(a.begun),
	}
	if a.billed {
		resp.Usage.CostUSD = a.tokens.bill.total()
	}
	if resp.Usage.CostUSD == nil {
		resp.Unpriced = a.tokens.unpriced(resp.Usage)
	}
	var content, reasoning, refusal bool
	resp.Content, content = a.content.Whole()
	resp.Reasoning, reasoning = a.reasoning.Whole()
	resp.Refusal, refusal = a.refusal.Whole()
	for _, part := range []struct {
		name  string
		sound bool
	}{{"answer", content && refusal}, {"reasoning", reasoning}, {"arguments of a tool call", !a.calls.mended}} {
		if !part.sound {
			resp.Notes = append(resp.Notes, fmt.Sprintf("the %s held what is not valid Unicode; U+FFFD stands for it", part.name))
		}
	}
	if end == unsaid {
		resp.Notes = append(resp.Notes, "the provider named no finish reason")
	}
	return resp, nil
}

// checkSaid refuses what is no answer: an empty one is a whole message with an
// empty content, as null, and the opening of a stream, may stand for anything. Tool calls that are announced but missing are
// an error beside any text, which is then just what led to them, and also
// when an empty list is sent: a server that could not read its model's call
// does that.
func (a *answer) checkSaid(end ending, toolCalls []eval.ToolCall) error {
	if len(toolCalls) > 0 {
		return nil
	}
	if end == called {
		return &wire.Broken{Text: "ended the answer for tool calls, but sent none"}
	}
	if a.content.Len() > 0 || a.said && end != unsaid {
		return nil
	}
	reason := ""
	if end != unsaid {
		reason = fmt.Sprintf(" (finish_reason %q)", wire.Cut(a.finish))
	}
	if end == length {
		reason = fmt.Sprintf(" (finish_reason %q: raise the token limit)", wire.Cut(a.finish))
	}
	switch {
	case a.reasoning.Len() > 0 && !a.said:
		return &wire.Broken{Text: "answered with reasoning only" + reason}
	case end == unsaid:
		return &wire.Broken{Text: "ended the answer without a text, a tool call or a finish_reason", Retryable: true}
	case a.hollow != "":
		return &wire.Broken{Text: "sent a choice without a message", Sent: a.hollow}
	default:
		return &wire.Broken{Text: "answered with nothing: no content, no refusal, no tool call" + reason}
	}
}
