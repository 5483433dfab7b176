package anthropic

import (
	"errors"
	"maps"
	"slices"
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

// extraMembers are the configured fields of every request.
func extraMembers(extra eval.Value) (map[string]eval.Value, error) {
	if extra.IsZero() {
		return nil, nil
	}
	if extra.Kind() != eval.Object {
		return nil, wire.Misset("extra_body", "must be an object, not %s", extra.Kind())
	}
	members := extra.Members()
	for _, name := range slices.Sorted(maps.Keys(members)) {
		switch name {
		case "model", "messages", "system", "stream", "tools":
			return nil, wire.Misset("extra_body."+name, "cannot be set: surefoot writes it")
		case optMaxTokens, optThinking:
			return nil, wire.Misset("extra_body."+name, "cannot be set: set options.%s instead", name)
		case fieldOutput:
			if members[name].Kind() != eval.Object {
				return nil, wire.Misset("extra_body."+name, "must be an object, not %s", members[name].Kind())
			}
		}
	}
	return members, nil
}

// encode writes the body of a request, and makes what reads its answer.
func (c *Client) encode(req *llm.Request) ([]byte, *answer, error) {
	t, problems := translate(req.Options)
	problems = append(problems, c.limits.check(req.Options)...)
	if len(problems) > 0 {
		list := make([]error, len(problems))
		for i, p := range problems {
			list[i] = errors.New("option " + p.Error())
		}
		return nil, nil, joined(list)
	}
	most, _ := c.limits.tokens(req.Options)
	talk, err := talkOf(req.Messages)
	if err != nil {
		return nil, nil, err
	}
	b := make([]byte, 0, wire.SizeHint(req))
	b = append(b, `{"model":`...)
	b = wire.Quote(b, c.model)
	b = append(b, `,"max_tokens":`...)
	b = strconv.AppendInt(b, most, 10)
	b = talk.append(b)
	b = append(b, `,"stream":true`...)
	if len(req.Tools) > 0 {
		b = appendTools(b, req.Tools)
		if choice := t.toolChoiceField(); choice != "" {
			t.fields[optToolChoice] = choice
		}
	} else if t.choice != "" || t.serial {
		return nil, nil, errors.New("options tool_choice and parallel_tool_calls need tools, and none are offered")
	}
	if c.limits.raw != "" {
		t.fields[optThinking] = c.limits.raw
	}
	b = appendFields(b, c.extra, t)
	return append(b, '}'), &answer{req: req, most: most, at: map[int64]*block{}, notes: talk.notes}, nil
}

// joined is several errors on one line.
func joined(list []error) error {
	text := ""
	for i, err := range list {
		if i > 0 {
			text += "; "
		}
		text += err.Error()
	}
	return errors.New(text)
}

// appendFields writes what the options ask for, and the configured fields
// that they leave. Both may say something within output_config.
func appendFields(b []byte, extra map[string]eval.Value, t *translation) []byte {
	output := map[string]string{}
	for name, value := range extra[fieldOutput].Members() {
		output[name] = value.Raw()
	}
	maps.Copy(output, t.output)
	if len(output) > 0 {
		t.fields[fieldOutput] = string(appendObject(nil, output))
	}
	for name, value := range extra {
		if _, set := t.fields[name]; !set {
			t.fields[name] = value.Raw()
		}
	}
	for _, name := range slices.Sorted(maps.Keys(t.fields)) {
		b = append(b, ',')
		b = wire.Quote(b, name)
		b = append(b, ':')
		b = append(b, t.fields[name]...)
	}
	return b
}

func appendObject(b []byte, members map[string]string) []byte {
	b = append(b, '{')
	for i, name := range slices.Sorted(maps.Keys(members)) {
		if i > 0 {
			b = append(b, ',')
		}
		b = wire.Quote(b, name)
		b = append(b, ':')
		b = append(b, members[name]...)
	}
	return append(b, '}')
}

// appendTools writes tools, of which the API wants a schema each.
func appendTools(b []byte, tools []llm.Tool) []byte {
	b = append(b, `,"tools":[`...)
	for i, t := range tools {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, `{"name":`...)
		b = wire.Quote(b, t.Name)
		if t.Description != "" {
			b = append(b, `,"description":`...)
			b = wire.Quote(b, t.Description)
		}
		b = append(b, `,"input_schema":`...)
		if t.Parameters.IsZero() {
			b = append(b, `{"type":"object"}`...)
		} else {
			b = append(b, t.Parameters.Raw()...)
		}
		b = append(b, '}')
	}
	return append(b, ']')
}
