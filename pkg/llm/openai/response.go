package openai

import (
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
)

// response is the whole answer, or what is wrong with it as a whole.
func (a *answer) response(req *llm.Request) (*llm.Response, error) {
	end := endingOf(a.finish)
	if err := a.checkFinish(end, req.AllowTruncated); err != nil {
		return nil, err
	}
	toolCalls, err := a.calls.finish(req.Messages)
	if err != nil {
		return nil, err
	}
	err = a.checkSaid(end, toolCalls)
	if a.murmur != "" && (err != nil || end == unsaid) {
		err = reported(readComplaint([]byte(a.murmur)))
	}
	if err != nil {
		return nil, err
	}
	resp := &llm.Response{
		ToolCalls:    toolCalls,
		FinishReason: a.finish,
		Truncated:    end == length,
		Model:        a.model,
		Usage:        a.tokens.usage(a.begun),
	}
	var content, reasoning, refusal bool
	resp.Content, content = a.content.whole()
	resp.Reasoning, reasoning = a.reasoning.whole()
	resp.Refusal, refusal = a.refusal.whole()
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
		return &broken{text: "ended the answer for tool calls, but sent none"}
	}
	if a.content.Len() > 0 || a.said && end != unsaid {
		return nil
	}
	reason := ""
	if end != unsaid {
		reason = fmt.Sprintf(" (finish_reason %q)", cut(a.finish))
	}
	if end == length {
		reason = fmt.Sprintf(" (finish_reason %q: raise the token limit)", cut(a.finish))
	}
	switch {
	case a.reasoning.Len() > 0 && !a.said:
		return &broken{text: "answered with reasoning only" + reason}
	case end == unsaid:
		return &broken{text: "ended the answer without a text, a tool call or a finish_reason", retryable: true}
	case a.hollow != "":
		return &broken{text: "sent a choice without a message", sent: a.hollow}
	default:
		return &broken{text: "answered with nothing: no content, no refusal, no tool call" + reason}
	}
}
