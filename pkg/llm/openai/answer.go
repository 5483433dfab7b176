package openai

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
)

// errorEvent is the name of an event that is no part of the answer.
const errorEvent = "error"

// answer puts the pieces of an answer together.
type answer struct {
	content   strings.Builder
	reasoning strings.Builder
	refusal   strings.Builder
	calls     calls
	finish    string
	model     string
	usage     eval.Usage
	chosen    bool // a choice was sent
	begun     bool // a piece of the answer has arrived
	ended     bool // by the server, not just by the connection
}

// add takes one chunk of a stream, or a whole answer, and gives what is new
// in it. Its error is a *broken.
func (a *answer) add(data []byte, event string) (llm.Delta, error) {
	if event == errorEvent {
		return llm.Delta{}, reported(readComplaint(data))
	}
	if !valid(data) {
		return llm.Delta{}, &broken{text: "sent what is not JSON", sent: string(data)}
	}
	root := gjson.ParseBytes(data)
	if !root.IsObject() {
		return llm.Delta{}, &broken{text: "sent no object", sent: string(data)}
	}
	var choices, fault gjson.Result
	root.ForEach(func(key, value gjson.Result) bool {
		switch key.Str {
		case "choices":
			choices = value
		case "error":
			fault = value
		case "object":
			if value.Str == "error" {
				fault = root
			}
		case "usage":
			a.count(value)
		case "model":
			if value.Str != "" {
				a.model = value.Str
			}
		}
		return true
	})
	if isSaid(fault) {
		return llm.Delta{}, reported(readComplaint([]byte(fault.Raw)))
	}
	return a.choices(choices)
}

// isSaid tells an error from the ways to say that there is none.
func isSaid(fault gjson.Result) bool {
	return fault.Type == gjson.JSON || fault.Type == gjson.String && fault.Str != "" ||
		fault.Type == gjson.Number || fault.Type == gjson.True
}

func (a *answer) choices(list gjson.Result) (delta llm.Delta, err error) {
	if list.Type == gjson.Null { // also when there is none
		return delta, nil
	}
	if !list.IsArray() {
		return delta, &broken{text: "sent choices that are no list", sent: list.Raw}
	}
	list.ForEach(func(_, choice gjson.Result) bool {
		a.chosen = true
		var piece llm.Delta
		piece, err = a.choice(choice)
		delta.Content += piece.Content
		delta.Reasoning += piece.Reasoning
		return err == nil
	})
	return delta, err
}

func (a *answer) choice(choice gjson.Result) (llm.Delta, error) {
	var index, delta, message, finish gjson.Result
	choice.ForEach(func(key, value gjson.Result) bool {
		switch key.Str {
		case "index":
			index = value
		case "delta":
			delta = value
		case "message":
			message = value
		case "finish_reason":
			finish = value
		}
		return true
	})
	if index.Num != 0 {
		return llm.Delta{}, &broken{text: "sent several answers to choose from, but one is read"}
	}
	if finish.Str != "" {
		a.finish = finish.Str
	}
	if delta.IsObject() {
		return a.piece(delta)
	}
	// A whole message repeats what came in deltas, where any did.
	if message.IsObject() && !a.begun {
		return a.piece(message)
	}
	return llm.Delta{}, nil
}

func (a *answer) piece(piece gjson.Result) (llm.Delta, error) {
	var content, refusal text
	var thought, thoughtToo string
	var err error
	piece.ForEach(func(key, value gjson.Result) bool {
		switch key.Str {
		case "content":
			err = content.read(value)
		case "refusal":
			err = refusal.read(value)
		case "reasoning_content":
			thought = value.Str
		case "reasoning": // another name of the same; some servers send both
			thoughtToo = value.Str
		case "tool_calls":
			err = a.calls.add(value)
			a.begun = a.begun || len(a.calls.list) > 0
		case "function_call", "audio":
			if value.Type != gjson.Null {
				err = &broken{text: fmt.Sprintf("answered with %s, which is not supported in this version", key.Str)}
			}
		}
		return err == nil
	})
	if err != nil {
		return llm.Delta{}, err
	}
	if thought == "" {
		thought = thoughtToo
	}
	declined := content.refusal + refusal.plain
	delta := llm.Delta{
		Content:   content.plain + declined,
		Reasoning: content.thought + thought,
	}
	a.content.WriteString(delta.Content)
	a.reasoning.WriteString(delta.Reasoning)
	a.refusal.WriteString(declined)
	a.begun = a.begun || delta != llm.Delta{}
	return delta, nil
}

// count takes the usage as it stands at the time; the last one counts.
func (a *answer) count(usage gjson.Result) {
	if !usage.IsObject() {
		return
	}
	usage.ForEach(func(key, value gjson.Result) bool {
		n := whole(value)
		switch {
		case n == nil:
		case key.Str == "prompt_tokens":
			a.usage.PromptTokens = n
		case key.Str == "completion_tokens":
			a.usage.CompletionTokens = n
		case key.Str == "total_tokens":
			a.usage.TotalTokens = n
		}
		return true
	})
}

// whole is a count, or nil where none stands.
func whole(v gjson.Result) *int64 {
	if v.Type != gjson.Number || v.Num < 0 || v.Num != math.Trunc(v.Num) || v.Num > 1<<53 {
		return nil
	}
	n := int64(v.Num)
	return &n
}

// deepest is the size up to which gjson, which recurses, cannot be nested too
// deeply to check.
const deepest = 64 << 10

func valid(data []byte) bool {
	if len(data) <= deepest {
		return gjson.ValidBytes(data)
	}
	return json.Valid(data)
}
