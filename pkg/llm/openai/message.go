package openai

import (
	"fmt"

	"github.com/tidwall/gjson"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

// appendMessage writes one message of a conversation. What a refusal says is
// sent as plain content, which every server understands.
func (c *Client) appendMessage(b []byte, talk []eval.Message, at int) ([]byte, error) {
	m := &talk[at]
	opaque := gjson.Get(m.Opaque.Raw(), opaqueMember)
	b = append(b, `{"role":`...)
	b = wire.Quote(b, m.Role)
	b = append(b, `,"content":`...)
	b, err := c.appendContent(b, m)
	if err != nil {
		return nil, err
	}
	if m.Name != "" {
		b = append(b, `,"name":`...)
		b = wire.Quote(b, m.Name)
	}
	if m.ToolCallID != "" {
		b = append(b, `,"tool_call_id":`...)
		b = wire.Quote(b, m.ToolCallID)
	}
	if len(m.ToolCalls) > 0 {
		b = append(b, `,"tool_calls":[`...)
		for i := range m.ToolCalls {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = appendToolCall(b, &m.ToolCalls[i], opaque); err != nil {
				return nil, err
			}
		}
		b = append(b, ']')
	}
	if inToolLoop(talk, at) {
		b = appendReasoning(b, opaque)
	}
	return append(b, '}'), nil
}

func (c *Client) appendContent(b []byte, m *eval.Message) ([]byte, error) {
	if m.Content.Parts == nil {
		text := m.Content.Text
		if text == "" {
			text = m.Refusal
		}
		if text == "" && len(m.ToolCalls) > 0 {
			return append(b, "null"...), nil
		}
		return wire.Quote(b, text), nil
	}
	b = append(b, '[')
	for i := range m.Content.Parts {
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = c.appendPart(b, &m.Content.Parts[i]); err != nil {
			return nil, fmt.Errorf("part %d: %w", i+1, err)
		}
	}
	return append(b, ']'), nil
}

// appendToolCall writes a call as the model made it: its arguments are JSON
// in a string.
func appendToolCall(b []byte, c *eval.ToolCall, opaque gjson.Result) ([]byte, error) {
	b = append(b, '{')
	if c.ID != "" {
		b = append(b, `"id":`...)
		b = wire.Quote(b, c.ID)
		b = append(b, ',')
	}
	b = append(b, `"type":"function","function":{"name":`...)
	b = wire.Quote(b, c.Tool)
	b = append(b, `,"arguments":`...)
	switch c.Arguments.Kind() {
	case eval.Absent, eval.Null:
		b = wire.Quote(b, "{}")
	case eval.String:
		text, _ := c.Arguments.Str()
		b = wire.Quote(b, text)
	case eval.Object:
		b = wire.Quote(b, c.Arguments.Raw())
	default:
		return nil, fmt.Errorf("the arguments of tool call %q are no object", c.Tool)
	}
	b = append(b, '}')
	if extra := memberOf(opaque.Get(callExtras), c.ID); extra.IsObject() {
		b = append(b, `,"extra_content":`...)
		b = append(b, extra.Raw...)
	}
	return append(b, '}'), nil
}
