package anthropic

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

// noReason stands for the words of a refusal that came without any.
const noReason = "the provider gave no words (stop_reason \"refusal\")"

// Response is the whole answer, or what is wrong with it as a whole.
func (a *answer) Response() (*llm.Response, error) {
	if err := a.checkFinish(); err != nil {
		return nil, err
	}
	resp := &llm.Response{
		FinishReason: a.finish,
		Truncated:    a.truncated(),
		Model:        a.model,
		Usage:        a.tokens.usage(a.begun),
		Unpriced:     a.tokens.unpriced,
		Notes:        a.notes,
	}
	if err := a.gather(resp); err != nil {
		return nil, err
	}
	llm.Identify(resp.ToolCalls, a.req.Messages)
	if a.finish == stopRefusal {
		a.refuse(resp)
	} else if err := a.checkSaid(resp); err != nil {
		return nil, err
	}
	resp.Opaque = a.opaque(resp)
	return resp, nil
}

// gather puts the blocks together.
func (a *answer) gather(resp *llm.Response) error {
	var content, reasoning strings.Builder
	unsound := map[string]bool{}
	for _, b := range a.blocks {
		text, sound := b.text.Whole()
		if !sound {
			unsound[b.kind] = true
		}
		switch b.kind {
		case blockText:
			content.WriteString(text)
		case blockThinking:
			reasoning.WriteString(text)
		case blockRedacted:
		case blockCall:
			call, err := b.call()
			if err != nil {
				return err
			}
			resp.ToolCalls = append(resp.ToolCalls, call)
		default:
			if note := b.note(); note != "" {
				resp.Notes = append(resp.Notes, note)
			}
		}
	}
	resp.Content, resp.Reasoning = content.String(), reasoning.String()
	for _, part := range []struct{ kind, name string }{
		{blockText, "answer"}, {blockThinking, "reasoning"}, {blockCall, "arguments of a tool call"},
	} {
		if unsound[part.kind] {
			resp.Notes = append(resp.Notes, fmt.Sprintf("the %s held what is not valid Unicode; U+FFFD stands for it", part.name))
		}
	}
	return nil
}

func (b *block) call() (eval.ToolCall, error) {
	name := gjson.Get(b.raw, "name").Str
	if name == "" {
		return eval.ToolCall{}, &wire.Broken{Text: "called a tool without naming it", Sent: b.raw}
	}
	input := b.input()
	if !wire.IsObject(input) {
		return eval.ToolCall{}, &wire.Broken{Text: fmt.Sprintf("called tool %q with arguments that are no JSON object", wire.Cut(name)), Sent: input}
	}
	return eval.ToolCall{ID: gjson.Get(b.raw, "id").Str, Tool: name, Arguments: eval.Trusted(input)}, nil
}

// note is what a reader should know of a block that is no part of the answer.
// The result of a provider's tool goes without saying beside its call.
func (b *block) note() string {
	switch {
	case b.isCall():
		return fmt.Sprintf("the provider ran its own tool %q", wire.Cut(gjson.Get(b.raw, "name").Str))
	case strings.HasSuffix(b.kind, "_tool_result"):
		return ""
	default:
		return fmt.Sprintf("a block of the unknown type %q was left out of the answer", wire.Cut(b.kind))
	}
}

// refuse makes the answer one that the model declined to give. What it said
// until then is the answer, else what the provider says in its place.
func (a *answer) refuse(resp *llm.Response) {
	resp.ToolCalls = nil // of an answer that was not let go on
	switch {
	case resp.Content != "" && a.declined != "":
		resp.Notes = append(resp.Notes, "the provider says of the refusal: "+wire.Cut(a.declined))
	case resp.Content == "":
		resp.Content = a.declined
	}
	if resp.Refusal = resp.Content; resp.Refusal == "" {
		resp.Refusal = noReason
	}
}

// checkSaid refuses what is no answer. A block of text that is empty is one,
// and so is nothing in front of a stop sequence.
func (a *answer) checkSaid(resp *llm.Response) error {
	if len(resp.ToolCalls) > 0 {
		return nil
	}
	if a.finish == stopCall {
		return &wire.Broken{Text: "ended the answer for tool calls, but sent none"}
	}
	said, thought := a.finish == stopSequence, false
	for _, b := range a.blocks {
		said = said || b.kind == blockText
		thought = thought || b.kind == blockThinking || b.kind == blockRedacted
	}
	reason := fmt.Sprintf(" (stop_reason %q)", a.finish)
	if a.truncated() {
		reason = fmt.Sprintf(" (stop_reason %q: %s)", a.finish, a.remedy())
		said = resp.Content != ""
	}
	switch {
	case said:
		return nil
	case thought:
		return &wire.Broken{Text: "answered with reasoning only" + reason}
	default:
		return &wire.Broken{Text: "answered with nothing: no text, no tool call" + reason}
	}
}
