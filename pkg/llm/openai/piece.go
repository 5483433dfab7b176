package openai

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

// piece reads a delta, or a whole message, which may repeat the reasoning
// that came in deltas.
func (a *answer) piece(piece gjson.Result, whole bool) (llm.Delta, error) {
	var said, declined, toolCalls, thought, thoughtToo, details gjson.Result
	var isThought bool
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
		case "reasoning_details": // OpenRouter, of the same too, and its signatures
			details = value
		case "extra_content": // Gemini, whose thoughts else look like content
			isThought = value.Get("google.thought").Bool()
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
	a.unmark(&content, isThought)
	if !whole || a.echo.thought.Len() == 0 {
		a.echo.thought.WriteString(wire.Unquote(thought))
	}
	if !whole || len(a.echo.details) == 0 {
		a.echo.addDetails(details)
	}
	if thought.Str == "" {
		thought = thoughtToo
	}
	no := content.refusal + refusal.plain + refusal.refusal
	delta := llm.Delta{Content: content.plain + no}
	if !whole || a.reasoning.Len() == 0 {
		delta.Reasoning = content.thought + wire.Unquote(thought)
		if delta.Reasoning == "" {
			delta.Reasoning = detailText(details)
		}
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

// unmark takes thoughts out of the content, where Gemini puts them between
// tags and says of each piece which it is.
func (a *answer) unmark(t *text, isThought bool) {
	switch {
	case isThought:
		if !a.thinking {
			t.plain = strings.TrimPrefix(t.plain, "<thought>")
		}
		t.thought, t.plain, t.said = t.thought+t.plain, "", false
	case a.thinking && t.plain != "":
		t.plain = strings.TrimPrefix(t.plain, "</thought>")
	}
	a.thinking = isThought || a.thinking && t.plain == ""
}
