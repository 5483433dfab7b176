package openai

import (
	"fmt"

	"github.com/tidwall/gjson"

	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

// text is the content of a message, which servers send as a string, as null
// or as a list of parts.
type text struct {
	plain, thought, refusal string
	said                    bool // a string was sent, if only an empty one
}

func (t *text) read(v gjson.Result) error {
	switch {
	case v.Type == gjson.Null:
		return nil
	case v.Type == gjson.String:
		t.plain += wire.Unquote(v)
		t.said = true
		return nil
	case v.IsObject():
		return t.part(v)
	case v.IsArray():
		var err error
		v.ForEach(func(_, item gjson.Result) bool {
			err = t.read(item)
			return err == nil
		})
		return err
	default:
		return &wire.Broken{Text: "sent content that is no text", Sent: v.Raw}
	}
}

func (t *text) part(v gjson.Result) error {
	switch kind := v.Get("type").Str; kind {
	case "text", "output_text", "":
		inner := v.Get("text")
		if inner.Type != gjson.String {
			return &wire.Broken{Text: "sent a part of content without its text", Sent: v.Raw}
		}
		return t.read(inner)
	case "reference": // Mistral, to what the text beside it cites
		return nil
	case "refusal":
		inner := v.Get(kind)
		if inner.Type != gjson.String {
			return &wire.Broken{Text: "sent a refusal without its text", Sent: v.Raw}
		}
		t.refusal += wire.Unquote(inner)
		return nil
	case "thinking", "reasoning":
		var inner text
		if err := inner.read(v.Get(kind)); err != nil {
			return err
		}
		t.thought += inner.plain
		return nil
	default:
		return &wire.Broken{Text: fmt.Sprintf("answered with content of type %q, which is not supported in this version", wire.Cut(kind))}
	}
}
