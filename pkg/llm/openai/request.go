package openai

import (
	"fmt"
	"maps"
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

// member is one field of the request body.
type member struct {
	name string
	raw  string
}

const (
	streamOptions = "stream_options"
	maxTokens     = "max_tokens"
	maxCompletion = "max_completion_tokens"
)

// extraMembers are the configured fields of every request, in order of their
// names. Among them stream_options replaces ours, and with null removes it,
// for servers that do not know it; usage is then unknown.
func extraMembers(extra eval.Value) ([]member, error) {
	if extra.IsZero() {
		return nil, nil
	}
	if extra.Kind() != eval.Object {
		return nil, wire.Misset("extra_body", "must be an object, not %s", extra.Kind())
	}
	fields := extra.Members()
	members := make([]member, 0, len(fields))
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		value := fields[name]
		if isOwn(name) {
			return nil, wire.Misset("extra_body."+name, "cannot be set: surefoot writes it")
		}
		if name == "n" && !isOne(value) {
			return nil, wire.Misset("extra_body.n", "must be 1: one answer is read")
		}
		members = append(members, member{name, value.Raw()})
	}
	return members, nil
}

// isOwn tells the fields this client writes itself.
func isOwn(name string) bool {
	switch name {
	case "model", "messages", "stream", "tools":
		return true
	default:
		return false
	}
}

func isOne(v eval.Value) bool {
	return v.Kind() == eval.Null || v.Equal(eval.Trusted("1"))
}

// encode writes the body of a request.
func (c *Client) encode(req *llm.Request) ([]byte, error) {
	b := make([]byte, 0, wire.SizeHint(req))
	b = append(b, `{"model":`...)
	b = wire.Quote(b, c.model)
	b = append(b, `,"messages":[`...)
	for i := range req.Messages {
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = c.appendMessage(b, req.Messages, i); err != nil {
			return nil, fmt.Errorf("message %d: %w", i+1, err)
		}
	}
	b = append(b, `],"stream":true`...)
	b, err := c.appendFields(b, req.Options)
	if err != nil {
		return nil, err
	}
	return append(appendTools(b, req.Tools), '}'), nil
}

func (c *Client) appendFields(b []byte, options llm.Options) ([]byte, error) {
	for _, name := range slices.Sorted(maps.Keys(options)) {
		value := options[name]
		if isOwn(name) || name == streamOptions {
			return nil, fmt.Errorf("option %q cannot be set: surefoot writes it", name)
		}
		if name == "n" && !value.IsZero() && !isOne(value) {
			return nil, fmt.Errorf("option n is %s, but one answer is read (remove it)", value.Raw())
		}
		if value.IsZero() || name == maxTokens && isSet(options, maxCompletion) {
			continue
		}
		if name == maxTokens && c.host.isOpenAI() {
			name = maxCompletion
		}
		b = appendField(b, name, value.Raw())
	}
	withUsage := !c.host.isMistral() // it always tells, and refuses to be asked
	for _, m := range c.extra {
		if m.name == streamOptions {
			withUsage = false
			if m.raw == "null" {
				continue
			}
		}
		if isSet(options, m.name) || isLimit(m.name) && (isSet(options, maxTokens) || isSet(options, maxCompletion)) {
			continue
		}
		b = appendField(b, m.name, m.raw)
	}
	if withUsage {
		b = appendField(b, streamOptions, `{"include_usage":true}`)
	}
	return b, nil
}

func isSet(options llm.Options, name string) bool { return !options[name].IsZero() }

// isLimit tells the two names of one limit, so that one from the
// configuration does not stand beside the other from the request.
func isLimit(name string) bool { return name == maxTokens || name == maxCompletion }

func appendTools(b []byte, tools []llm.Tool) []byte {
	if len(tools) == 0 {
		return b
	}
	b = append(b, `,"tools":[`...)
	for i, t := range tools {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, `{"type":"function","function":{"name":`...)
		b = wire.Quote(b, t.Name)
		if t.Description != "" {
			b = append(b, `,"description":`...)
			b = wire.Quote(b, t.Description)
		}
		if !t.Parameters.IsZero() {
			b = append(b, `,"parameters":`...)
			b = append(b, t.Parameters.Raw()...)
		}
		b = append(b, `}}`...)
	}
	return append(b, ']')
}

func appendField(b []byte, name, raw string) []byte {
	b = append(b, ',')
	b = wire.Quote(b, name)
	b = append(b, ':')
	return append(b, raw...)
}
