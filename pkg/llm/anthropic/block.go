package anthropic

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

// The types of blocks an answer is read from.
const (
	blockText     = "text"
	blockThinking = "thinking"
	blockRedacted = "redacted_thinking"
	blockCall     = "tool_use"
)

// block is a piece of an answer's content while it arrives.
type block struct {
	index     int64
	kind      string
	raw       string       // as it began
	text      wire.Passage // of a text, a thought, or the input of a call
	signature wire.Passage // of a thought
	citations []string
	closed    bool
	torn      bool // it holds what this client cannot put together
}

// openBlock begins a block, and gives what is new to the answer in it.
func openBlock(index int64, content gjson.Result) (*block, llm.Delta, error) {
	b := &block{index: index, kind: content.Get("type").Str, raw: content.Raw}
	if !content.IsObject() || b.kind == "" {
		return nil, llm.Delta{}, &wire.Broken{Text: "sent a block of content without its type", Sent: content.Raw}
	}
	switch b.kind {
	case blockText:
		delta, err := b.write(content.Get("text"))
		return b, delta, err
	case blockThinking:
		b.signature.WriteString(content.Get("signature").Str)
		delta, err := b.write(content.Get("thinking"))
		return b, delta, err
	case blockCall:
		if input := content.Get("input"); input.Exists() && !input.IsObject() && input.Type != gjson.Null {
			return nil, llm.Delta{}, &wire.Broken{Text: "sent tool arguments that are no object", Sent: content.Raw}
		}
	}
	return b, llm.Delta{}, nil
}

// isCall tells a tool that runs, here or at the provider.
func (b *block) isCall() bool { return strings.HasSuffix(b.kind, blockCall) }

// write adds to the text of a block.
func (b *block) write(v gjson.Result) (llm.Delta, error) {
	if v.Type != gjson.String && v.Type != gjson.Null {
		return llm.Delta{}, &wire.Broken{Text: "sent a " + b.kind + " that is no text", Sent: v.Raw}
	}
	text := wire.Unquote(v)
	b.text.WriteString(text)
	switch b.kind {
	case blockText:
		return llm.Delta{Content: text}, nil
	case blockThinking:
		return llm.Delta{Reasoning: text}, nil
	default:
		return llm.Delta{}, nil
	}
}

// add takes a piece of a block. What pieces a block of an unknown type has
// nobody knows; in one that is known, no piece is passed over.
func (b *block) add(delta gjson.Result) (llm.Delta, error) {
	kind := delta.Get("type").Str
	switch {
	case kind == "text_delta" && b.kind == blockText:
		return b.write(delta.Get("text"))
	case kind == "thinking_delta" && b.kind == blockThinking:
		return b.write(delta.Get("thinking"))
	case kind == "input_json_delta" && b.isCall():
		return b.write(delta.Get("partial_json"))
	case kind == "signature_delta" && b.kind == blockThinking:
		b.signature.WriteString(delta.Get("signature").Str)
	case kind == "citations_delta" && b.kind == blockText:
		b.citations = append(b.citations, delta.Get("citation").Raw)
	case b.kind == blockText || b.kind == blockThinking || b.kind == blockCall:
		return llm.Delta{}, &wire.Broken{Text: fmt.Sprintf("sent a piece of type %q within a block of type %q", wire.Cut(kind), b.kind), Sent: delta.Raw}
	default:
		b.torn = true
	}
	return llm.Delta{}, nil
}

// input is the arguments of a call: those of its pieces, else what it began
// with.
func (b *block) input() string {
	text, _ := b.text.Whole()
	if text = strings.TrimSpace(text); text != "" {
		return text
	}
	if begun := gjson.Get(b.raw, "input"); begun.IsObject() {
		return begun.Raw
	}
	return "{}"
}

// whole is the block as a server that does not stream would have sent it, ""
// where that is not known.
func (b *block) whole(id string) string {
	if b.torn {
		return ""
	}
	members := map[string]string{}
	text, _ := b.text.Whole()
	switch {
	case b.kind == blockText, b.kind == blockThinking:
		members[b.kind] = string(wire.Quote(nil, text))
	case b.isCall():
		members["input"] = b.input()
		members["id"] = string(wire.Quote(nil, id))
	}
	if b.kind == blockThinking {
		signature, _ := b.signature.Whole()
		members["signature"] = string(wire.Quote(nil, signature))
	}
	if len(b.citations) > 0 {
		members["citations"] = "[" + strings.Join(b.citations, ",") + "]"
	}
	gjson.Parse(b.raw).ForEach(func(key, value gjson.Result) bool {
		if _, known := members[key.Str]; !known {
			members[key.Str] = value.Raw
		}
		return true
	})
	return string(appendObject(nil, members))
}
