package anthropic

import (
	"errors"
	"fmt"
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

const (
	roleUser      = "user"
	roleAssistant = "assistant"
)

// talk is a conversation as the API has it: system texts in front, then turns
// of the user and the model in alternation. Results of tools are the user's.
type talk struct {
	system []byte // text blocks, with commas between
	turns  []turn
	failed map[string]bool // ids of tool calls that ended in an error
	notes  []string
}

// turn is the content of one side.
type turn struct {
	role   string
	blocks []byte // with commas between
}

// talkOf sorts messages. Those of one side in a row become one turn, as the
// API would make of them anyway.
func talkOf(messages []eval.Message) (*talk, error) {
	t := &talk{failed: map[string]bool{}}
	for i := range messages {
		if err := t.add(&messages[i]); err != nil {
			return nil, fmt.Errorf("message %d: %w", i+1, err)
		}
	}
	return t, nil
}

func (t *talk) add(m *eval.Message) error {
	if m.Name != "" {
		t.note("the names of messages are not sent, as the API has none")
	}
	var blocks []byte
	var err error
	role := roleUser
	switch m.Role {
	case "system", "developer":
		if len(t.turns) > 0 {
			t.note("a system message within the talk was sent in front of it, as the API has one place for them")
		}
		blocks, err = systemBlocks(m)
		t.system = join(t.system, blocks)
		return err
	case roleUser:
		if blocks, err = t.contentBlocks(m); err == nil && len(blocks) == 0 {
			err = errors.New("it has no content, which the API does not take")
		}
	case "tool":
		blocks, err = t.resultBlock(m)
	case roleAssistant:
		role = roleAssistant
		blocks, err = t.assistantBlocks(m)
	default:
		err = fmt.Errorf("the role %q is not one the API has", eval.Clip(m.Role))
	}
	if err != nil || len(blocks) == 0 { // an answer of no text says nothing
		return err
	}
	if n := len(t.turns); n > 0 && t.turns[n-1].role == role {
		t.turns[n-1].blocks = join(t.turns[n-1].blocks, blocks)
	} else {
		t.turns = append(t.turns, turn{role, blocks})
	}
	return nil
}

func (t *talk) note(text string) {
	if !slices.Contains(t.notes, text) {
		t.notes = append(t.notes, text)
	}
}

func join(b, more []byte) []byte {
	if len(b) == 0 || len(more) == 0 {
		return append(b, more...)
	}
	return append(append(b, ','), more...)
}

// append writes the talk into a request.
func (t *talk) append(b []byte) []byte {
	if len(t.system) > 0 {
		b = append(b, `,"system":[`...)
		b = append(b, t.system...)
		b = append(b, ']')
	}
	b = append(b, `,"messages":[`...)
	for i, turn := range t.turns {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, `{"role":"`+turn.role+`","content":[`...)
		b = append(b, turn.blocks...)
		b = append(b, `]}`...)
	}
	return append(b, ']')
}

// systemBlocks are the texts of a system message.
func systemBlocks(m *eval.Message) ([]byte, error) {
	if m.Content.Parts == nil {
		return textBlock(m.Content.Text), nil
	}
	var b []byte
	for i := range m.Content.Parts {
		p := &m.Content.Parts[i]
		if p.Type != eval.PartText {
			return nil, fmt.Errorf("part %d: a system message takes text only", i+1)
		}
		b = join(b, textBlock(p.Text))
	}
	return b, nil
}

// assistantBlocks are an earlier answer: as it came, where it must go back so
// and nobody changed it, else its text and its tool calls.
func (t *talk) assistantBlocks(m *eval.Message) ([]byte, error) {
	for i := range m.ToolCalls {
		if c := &m.ToolCalls[i]; c.Error != "" {
			t.failed[c.ID] = true
		}
	}
	if blocks := ownBlocks(m); blocks != "" {
		return []byte(blocks), nil
	}
	b, err := t.contentBlocks(m)
	for i := range m.ToolCalls {
		if err == nil {
			var call []byte
			call, err = callBlock(&m.ToolCalls[i])
			b = join(b, call)
		}
	}
	return b, err
}

// contentBlocks are the content of a message, and where it has none, what a
// refusal said.
func (t *talk) contentBlocks(m *eval.Message) ([]byte, error) {
	if m.Content.Parts == nil {
		text := m.Content.Text
		if text == "" {
			text = m.Refusal
		}
		return textBlock(text), nil
	}
	var b []byte
	for i := range m.Content.Parts {
		p := &m.Content.Parts[i]
		if p.Detail != "" && p.Detail != "auto" {
			t.note("the detail of images is not sent, as the API has none")
		}
		block, err := partBlock(p)
		if err != nil {
			return nil, fmt.Errorf("part %d: %w", i+1, err)
		}
		b = join(b, block)
	}
	return b, nil
}

func callBlock(c *eval.ToolCall) ([]byte, error) {
	if c.ID == "" {
		return nil, fmt.Errorf("tool call %q has no id", eval.Clip(c.Tool))
	}
	input := c.Arguments.Raw()
	switch c.Arguments.Kind() {
	case eval.Absent, eval.Null:
		input = "{}"
	case eval.String:
		input, _ = c.Arguments.Str()
	}
	if !wire.IsObject(input) {
		return nil, fmt.Errorf("the arguments of tool call %q are no object", eval.Clip(c.Tool))
	}
	b := append([]byte(nil), `{"type":"tool_use","id":`...)
	b = wire.Quote(b, c.ID)
	b = append(b, `,"name":`...)
	b = wire.Quote(b, c.Tool)
	b = append(b, `,"input":`...)
	return append(append(b, input...), '}'), nil
}

// resultBlock is what came of a tool call. Whether that was an error stands
// with the call.
func (t *talk) resultBlock(m *eval.Message) ([]byte, error) {
	if m.ToolCallID == "" {
		return nil, errors.New("the result of a tool names no tool_call_id")
	}
	content, err := t.contentBlocks(m)
	if err != nil {
		return nil, err
	}
	b := append([]byte(nil), `{"type":"tool_result","tool_use_id":`...)
	b = wire.Quote(b, m.ToolCallID)
	if len(content) > 0 {
		b = append(b, `,"content":[`...)
		b = append(append(b, content...), ']')
	}
	if t.failed[m.ToolCallID] {
		b = append(b, `,"is_error":true`...)
	}
	return append(b, '}'), nil
}
