package scripted

import (
	"context"
	"encoding/base64"
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/script"
)

// The request as scripts see it: the chat completions API's shapes, and for
// whom the answer is.
type (
	request struct {
		Model    string                `json:"model"`
		Messages []message             `json:"messages"`
		Tools    []tool                `json:"tools"`
		Options  map[string]eval.Value `json:"options"`
		CaseID   string                `json:"case_id"`
		Run      int                   `json:"run"`
		Turn     int                   `json:"turn"`
		Attempt  int                   `json:"attempt"`
	}
	message struct {
		Role       string     `json:"role"`
		Content    eval.Value `json:"content"`
		Name       string     `json:"name,omitempty"`
		ToolCallID string     `json:"tool_call_id,omitempty"`
		ToolCalls  []toolCall `json:"tool_calls,omitempty"`
		Refusal    string     `json:"refusal,omitempty"`
	}
	tool struct {
		Type     string   `json:"type"`
		Function function `json:"function"`
	}
	function struct {
		Name        string     `json:"name"`
		Description string     `json:"description,omitempty"`
		Parameters  eval.Value `json:"parameters,omitzero"`
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
		Type  string   `json:"type"`
		Text  *string  `json:"text,omitempty"`
		Image *address `json:"image_url,omitempty"`
		Audio *audio   `json:"input_audio,omitempty"`
		File  *file    `json:"file,omitempty"`
	}
	address struct {
		URL    string `json:"url"`
		Detail string `json:"detail,omitempty"`
	}
	audio struct {
		Data   string `json:"data"`
		Format string `json:"format"`
	}
	file struct {
		Name string `json:"filename"`
		Data string `json:"file_data"`
	}
)

const typeFunction = "function"

func (m *Model) request(ctx context.Context, req *llm.Request) (script.Arg, error) {
	scope := m.opt.Scope
	r := request{
		Model:    m.opt.Model,
		Messages: make([]message, len(req.Messages)),
		Tools:    make([]tool, len(req.Tools)),
		Options:  map[string]eval.Value{},
		CaseID:   scope.Case,
		Run:      max(1, scope.Run),
		Turn:     max(1, scope.Turn, eval.ScopeOf(ctx).Turn),
		Attempt:  max(1, req.Attempt),
	}
	for i := range req.Messages {
		var err error
		if r.Messages[i], err = messageOf(&req.Messages[i]); err != nil {
			return script.Arg{}, fmt.Errorf("message %d: %w", i+1, err)
		}
	}
	for i, t := range req.Tools {
		r.Tools[i] = tool{typeFunction, function{t.Name, t.Description, t.Parameters}}
	}
	for name, value := range req.Options {
		if !value.IsZero() {
			r.Options[name] = value
		}
	}
	value, err := eval.ValueOf(r)
	if err != nil {
		return script.Arg{}, err
	}
	return script.Arg{Value: value, Funcs: map[string]script.Func{"random": m.random}}, nil
}

func messageOf(in *eval.Message) (message, error) {
	out := message{Role: in.Role, Name: in.Name, ToolCallID: in.ToolCallID, Refusal: in.Refusal}
	for _, c := range in.ToolCalls {
		arguments := c.Arguments.Raw()
		if text, ok := c.Arguments.Str(); ok {
			arguments = text
		}
		if c.Arguments.IsZero() {
			arguments = "{}"
		}
		out.ToolCalls = append(out.ToolCalls, toolCall{c.ID, typeFunction, called{c.Tool, arguments}})
	}
	if in.Content.Parts != nil {
		parts := make([]part, len(in.Content.Parts))
		for i := range in.Content.Parts {
			var err error
			if parts[i], err = partOf(&in.Content.Parts[i]); err != nil {
				return out, fmt.Errorf("part %d: %w", i+1, err)
			}
		}
		var err error
		out.Content, err = eval.ValueOf(parts)
		return out, err
	}
	text := in.Content.Text
	if text == "" {
		text = in.Refusal
	}
	if text != "" || len(in.ToolCalls) == 0 {
		out.Content = eval.StringValue(text)
	}
	return out, nil
}

// partOf is a piece of content. The bytes of files are given as data URLs.
func partOf(p *eval.Part) (part, error) {
	a := p.Attachment
	if err := llm.CheckPart(p); err != nil {
		return part{}, err
	}
	url := p.URL
	if a != nil {
		url = "data:" + a.MIME + ";base64," + base64.StdEncoding.EncodeToString(a.Body)
	}
	switch p.Type {
	case eval.PartText:
		return part{Type: "text", Text: &p.Text}, nil
	case eval.PartData:
		text := p.Data.Canonical()
		return part{Type: "text", Text: &text}, nil
	case eval.PartImage:
		return part{Type: "image_url", Image: &address{url, p.Detail}}, nil
	case eval.PartAudio:
		return audioOf(p)
	case eval.PartFile:
		return part{Type: "file", File: &file{llm.FileName(p), url}}, nil
	default:
		return part{}, fmt.Errorf("content of type %q cannot be given to a script", p.Type)
	}
}

func audioOf(p *eval.Part) (part, error) {
	format, data, err := llm.Audio(p)
	if err != nil {
		return part{}, err
	}
	if p.Attachment != nil {
		data = base64.StdEncoding.EncodeToString(p.Attachment.Body)
	}
	return part{Type: "input_audio", Audio: &audio{data, format}}, nil
}
