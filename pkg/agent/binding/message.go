package binding

import (
	"errors"
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/dataset"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// A message as scripts see it: in the form in which cases write it.
type (
	message struct {
		Role       string     `json:"role"`
		Content    eval.Value `json:"content"`
		Name       string     `json:"name,omitempty"`
		ToolCallID string     `json:"tool_call_id,omitempty"`
		ToolCalls  []toolCall `json:"tool_calls,omitempty"`
		Refusal    string     `json:"refusal,omitempty"`
	}
	toolCall struct {
		ID       string `json:"id,omitempty"`
		Type     string `json:"type"`
		Function called `json:"function"`
	}
	called struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	}
	part struct {
		Type   string     `json:"type"`
		Text   *string    `json:"text,omitempty"`
		Source string     `json:"source,omitempty"`
		URL    string     `json:"url,omitempty"`
		Image  *address   `json:"image_url,omitempty"`
		Detail string     `json:"detail,omitempty"`
		Format string     `json:"format,omitempty"`
		Name   string     `json:"name,omitempty"`
		Data   eval.Value `json:"data,omitzero"`
	}
	address struct {
		URL    string `json:"url"`
		Detail string `json:"detail,omitempty"`
	}
)

// Messages are messages as scripts see them. Files stand in them by their
// names, without their bytes.
func Messages(list []eval.Message) (eval.Value, error) {
	out := make([]message, len(list))
	for i := range list {
		var err error
		if out[i], err = messageOf(&list[i]); err != nil {
			return eval.Value{}, err
		}
	}
	return eval.ValueOf(out)
}

func messageOf(in *eval.Message) (message, error) {
	out := message{
		Role: in.Role, Content: eval.StringValue(in.Content.Text), Name: in.Name, ToolCallID: in.ToolCallID,
		ToolCalls: ToolCalls(in.ToolCalls), Refusal: in.Refusal,
	}
	if in.Content.Parts == nil {
		return out, nil
	}
	parts := make([]part, len(in.Content.Parts))
	for i := range in.Content.Parts {
		parts[i] = partOf(&in.Content.Parts[i])
	}
	var err error
	out.Content, err = eval.ValueOf(parts)
	return out, err
}

// ToolCalls are calls of a model in the form of the chat completions API.
func ToolCalls(calls []eval.ToolCall) []toolCall {
	var out []toolCall
	for _, c := range calls {
		arguments := c.Arguments.Raw()
		if c.Arguments.IsZero() {
			arguments = "{}"
		}
		if text, ok := c.Arguments.Str(); ok {
			arguments = text
		}
		out = append(out, toolCall{c.ID, "function", called{c.Tool, arguments}})
	}
	return out
}

func partOf(p *eval.Part) part {
	out := part{Type: p.Type, URL: p.URL, Detail: p.Detail, Format: p.Format, Name: p.Name, Data: p.Data}
	switch {
	case p.Attachment != nil:
		out.Source = "file://" + p.Attachment.Path
	case p.Type == eval.PartText:
		out.Text = &p.Text
	case p.Type == eval.PartImage:
		out = part{Type: "image_url", Image: &address{p.URL, p.Detail}}
	}
	return out
}

// Read reads messages that a script gives back. One that is as it was in known
// is that message, with all that scripts do not see of it. Path is what the
// list is called in errors.
func Read(v eval.Value, path string, known []eval.Message) ([]eval.Message, error) {
	same := map[string]*eval.Message{}
	var files []*eval.Attachment
	for i := range known {
		m := &known[i]
		seen, err := messageOf(m)
		if err != nil {
			return nil, err
		}
		text, err := eval.ValueOf(seen)
		if err != nil {
			return nil, err
		}
		same[text.Canonical()] = m
		for j := range m.Content.Parts {
			if a := m.Content.Parts[j].Attachment; a != nil {
				files = append(files, a)
			}
		}
	}
	if v.Kind() != eval.Array || len(v.Items()) == 0 {
		return nil, fmt.Errorf("%s: want a list of messages, got %s", path, eval.Clip(v.Raw()))
	}
	list := make([]eval.Message, len(v.Items()))
	for i, item := range v.Items() {
		if m := same[item.Canonical()]; m != nil {
			list[i] = *m
			continue
		}
		m, problems := dataset.Message(item, fmt.Sprintf("%s[%d]", path, i), files)
		if len(problems) > 0 {
			return nil, errors.New(problems.First().String())
		}
		list[i] = m
	}
	return list, nil
}
