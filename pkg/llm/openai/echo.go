package openai

import (
	"maps"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

// The member of a message's opaque value that is of this API, and those
// inside, by the names servers have for them.
const (
	opaqueMember     = "openai"
	reasoningContent = "reasoning_content" // DeepSeek, Kimi, GLM: a text
	reasoningDetails = "reasoning_details" // OpenRouter: a list
	callExtras       = "extra_content"     // Gemini: an object for the id of each tool call
)

// echo is what a server wants to hear again of an answer while the tools that
// it called go on: its reasoning, in the form in which it came.
type echo struct {
	thought wire.Passage // reasoning_content
	details []detail
}

// detail is one of OpenRouter's reasoning_details, put together from its
// pieces.
type detail struct {
	kind, index string
	fields      map[string]string // its JSON by name
}

// addDetails takes a list of details. A piece goes on with the one before it
// when both are of one type and index.
func (e *echo) addDetails(list gjson.Result) {
	if !list.IsArray() {
		return
	}
	list.ForEach(func(_, item gjson.Result) bool {
		if !item.IsObject() {
			return true
		}
		d := detail{kind: item.Get("type").Str, index: item.Get("index").Raw}
		last := len(e.details) - 1
		if last < 0 || d.index == "" || e.details[last].kind != d.kind || e.details[last].index != d.index {
			d.fields = map[string]string{}
			e.details = append(e.details, d)
			last++
		}
		e.details[last].take(item)
		return true
	})
}

func (d *detail) take(item gjson.Result) {
	item.ForEach(func(key, value gjson.Result) bool {
		old := d.fields[key.Str]
		switch key.Str {
		case "text", "summary", "data":
			if value.Type == gjson.String {
				d.fields[key.Str] = string(wire.Quote(nil, gjson.Parse(old).String()+value.Str))
			}
		default:
			if old == "" || value.Type != gjson.Null {
				d.fields[key.Str] = value.Raw
			}
		}
		return true
	})
}

// detailText is the reasoning that stands in details, for servers that send
// it nowhere else.
func detailText(list gjson.Result) string {
	var b strings.Builder
	if list.IsArray() {
		list.ForEach(func(_, item gjson.Result) bool {
			b.WriteString(item.Get("text").Str)
			b.WriteString(item.Get("summary").Str)
			return true
		})
	}
	return b.String()
}

// opaque is what must be sent again with the answer, absent when that is
// nothing. Without tools it never is.
func (a *answer) opaque(toolCalls []eval.ToolCall) eval.Value {
	if len(a.req.Tools) == 0 && len(toolCalls) == 0 {
		return eval.Value{}
	}
	var members []member
	if thought, _ := a.echo.thought.Whole(); thought != "" {
		members = append(members, member{reasoningContent, string(wire.Quote(nil, thought))})
	}
	if len(a.echo.details) > 0 {
		list := make([]string, len(a.echo.details))
		for i, d := range a.echo.details {
			list[i] = object(sorted(d.fields))
		}
		members = append(members, member{reasoningDetails, "[" + strings.Join(list, ",") + "]"})
	}
	var extras []member
	for i := range toolCalls {
		if extra := a.calls.list[i].extra; extra != "" {
			extras = append(extras, member{toolCalls[i].ID, extra})
		}
	}
	if len(extras) > 0 {
		members = append(members, member{callExtras, object(extras)})
	}
	if len(members) == 0 {
		return eval.Value{}
	}
	// Some of it is as it came, and that may be no Unicode.
	return eval.Trusted(strings.ToValidUTF8(object([]member{{opaqueMember, object(members)}}), "\uFFFD"))
}

func sorted(fields map[string]string) []member {
	members := make([]member, 0, len(fields))
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		members = append(members, member{name, fields[name]})
	}
	return members
}

func object(members []member) string {
	b := []byte{'{'}
	for i, m := range members {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(wire.Quote(b, m.name), ':'), m.raw...)
	}
	return string(append(b, '}'))
}

// memberOf is the member of an object by its name, which may hold what is
// special in a path.
func memberOf(v gjson.Result, name string) (found gjson.Result) {
	v.ForEach(func(key, value gjson.Result) bool {
		if key.Str == name {
			found = value
		}
		return key.Str != name
	})
	return found
}

// inToolLoop reports whether an assistant's message stands in a turn, from
// one user's message to the next, in which tools are called. There DeepSeek
// wants to see its reasoning again, in all later requests, and refuses one
// without; in other turns its older models refuse one with it.
func inToolLoop(talk []eval.Message, at int) bool {
	if talk[at].Role != "assistant" {
		return false
	}
	first, last := at, at
	for first > 0 && talk[first-1].Role != "user" {
		first--
	}
	for last+1 < len(talk) && talk[last+1].Role != "user" {
		last++
	}
	return slices.ContainsFunc(talk[first:last+1], func(m eval.Message) bool { return len(m.ToolCalls) > 0 })
}

func appendReasoning(b []byte, opaque gjson.Result) []byte {
	if thought := opaque.Get(reasoningContent); thought.Type == gjson.String {
		b = appendField(b, reasoningContent, thought.Raw)
	}
	if details := opaque.Get(reasoningDetails); details.IsArray() {
		b = appendField(b, reasoningDetails, details.Raw)
	}
	return b
}
