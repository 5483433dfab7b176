package openai

import (
	"fmt"

	"github.com/tidwall/gjson"

	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

// piece reads a delta, or a whole message, which may repeat the reasoning
// that came in deltas.
func (a *answer) piece(piece gjson.Result, whole bool) (llm.Delta, error) {
	var said, declined, toolCalls, thought, thoughtToo gjson.Result
	var err error
	piece.ForEach(func(key, value gjson.Result) bool {
		switch key.Str {
		case "content":
			err = wire.Once(&said, key, value)
		case "refusal":
			err = wire.Once(&declined, key, value)
		case "tool_calls":
			err = wire.Once(&toolCalls, key, value)
		case "reasoning_content":
			thought = value
		case "reasoning": // another name of the same; some servers send both
			thoughtToo = value
		case "function_call", "audio", "images":
			if wire.IsSaid(value) {
				err = &wire.Broken{Text: fmt.Sprintf("answered with %s, which is not supported in this version", key.Str)}
			}
		}
		return err == nil
	})
	var content, refusal text
	if err == nil {
		err = content.read(said)
	}
	if err == nil {
		err = refusal.read(declined)
	}
	if err == nil {
		err = a.calls.add(toolCalls)
	}
	if err != nil {
		return llm.Delta{}, err
	}
	if thought.Str == "" {
		thought = thoughtToo
	}
	no := content.refusal + refusal.plain + refusal.refusal
	delta := llm.Delta{Content: content.plain + no}
	if !whole || a.reasoning.Len() == 0 {
		delta.Reasoning = content.thought + wire.Unquote(thought)
	}
	a.content.WriteString(delta.Content)
	a.reasoning.WriteString(delta.Reasoning)
	a.refusal.WriteString(no)
	// Streams open with an empty content whatever follows: only in a whole
	// message it is an answer. A refusal of no words is none.
	a.said = a.said || whole && content.said && !a.streamed
	a.begun = a.begun || delta != llm.Delta{} || len(a.calls.list) > 0
	return delta, nil
}
