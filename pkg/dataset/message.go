package dataset

import (
	"slices"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// FromMessage is the case a single message makes, with the id T001 and no
// place. Bytes that are not UTF-8 become the replacement character.
func FromMessage(text, agent string) *eval.Case {
	input := eval.StringValue(text)
	content, _ := input.Str()
	return &eval.Case{
		Agent:    agent,
		ID:       "T001",
		Raw:      eval.Trusted(`{"id":"T001","input":` + input.Raw() + `}`),
		Input:    input,
		Messages: []eval.Message{{Role: "user", Content: eval.Content{Text: content}}},
	}
}

func roles() []string { return []string{"system", "developer", "user", "assistant", "tool"} }

// messages reads an input in any of its forms.
func (d *decoder) messages(n *source.Node) []eval.Message {
	const path = "input"
	switch n.Kind() {
	case eval.String:
		return []eval.Message{{Role: "user", Content: eval.Content{Text: share(n)}}}
	case eval.Object:
		m := d.message(n, path)
		d.last(n, path, m.Role)
		return []eval.Message{m}
	case eval.Array:
		if len(n.Items) == 0 {
			d.faults.At(n.Pos, path, "an empty list has no message")
			return nil
		}
		list := make([]eval.Message, len(n.Items))
		for i, item := range n.Items {
			list[i] = d.message(item, at(path, i))
		}
		end := len(list) - 1
		d.last(n.Items[end], at(path, end), list[end].Role)
		return list
	case eval.Null:
		d.faults.At(n.Pos, path, "null is no input").Hint = `write "" for an empty message`
	default:
		d.faults.At(n.Pos, path, "want text, a message or a list of messages, got %s", source.Describe(n))
	}
	return nil
}

// last reports a conversation in which it is not the agent's turn.
func (d *decoder) last(n *source.Node, path, role string) {
	if role != "" && role != "user" && role != "tool" {
		d.faults.At(n.Pos, path, "the last message must be of role user or tool, got %q", role)
	}
}

// message reads one message; its role stays "" when that is not one.
func (d *decoder) message(n *source.Node, path string) eval.Message {
	if n.Kind() != eval.Object {
		d.faults.At(n.Pos, path, "want a message, which is an object, got %s", source.Describe(n))
		return eval.Message{}
	}
	f := source.Object(n, path, d.faults)
	m := eval.Message{
		Role:       d.role(f),
		Name:       d.filled(f, "name"),
		ToolCallID: d.filled(f, "tool_call_id"),
		ToolCalls:  d.toolCalls(f),
		Refusal:    d.text(f, "refusal"),
	}
	content := f.Node("content")
	switch {
	case content != nil && content.Kind() != eval.Null:
		m.Content = d.content(content, f.Path("content"))
	case m.Role == "assistant" && (f.Has("tool_calls") || f.Has("refusal")):
		// Such a message may do without a text of its own.
	case content == nil:
		d.faults.At(n.Pos, f.Path("content"), "missing")
	default:
		d.faults.At(content.Pos, f.Path("content"), "null is no content").Hint = `write "" for an empty message`
	}
	d.belongs(f, "tool_calls", m.Role, "assistant")
	d.belongs(f, "refusal", m.Role, "assistant")
	d.belongs(f, "tool_call_id", m.Role, "tool")
	f.Done()
	return m
}

func (d *decoder) role(f *source.Fields) string {
	n := f.Node("role")
	if n == nil {
		return "user"
	}
	role := f.String("role")
	if n.Kind() != eval.String || slices.Contains(roles(), role) {
		return role
	}
	problem := d.faults.At(n.Pos, f.Path("role"), "unknown role %q", eval.Clip(role))
	if problem.Hint = source.DidYouMean(role, roles()); problem.Hint == "" {
		problem.Hint = "known are " + strings.Join(roles(), ", ")
	}
	return ""
}

// belongs reports a member that only messages of another role have.
func (d *decoder) belongs(f *source.Fields, name, role, owner string) {
	if f.Has(name) && role != "" && role != owner {
		d.faults.At(f.Pos(name), f.Path(name), "only a message of role %s has it, not one of role %s", owner, role)
	}
}

// toolCalls reads the calls of an assistant's message.
func (d *decoder) toolCalls(parent *source.Fields) []eval.ToolCall {
	n, path := parent.Node("tool_calls"), parent.Path("tool_calls")
	if n == nil {
		return nil
	}
	if n.Kind() != eval.Array || len(n.Items) == 0 {
		d.faults.At(n.Pos, path, "want a list of tool calls, got %s", empty(n))
		return nil
	}
	calls := make([]eval.ToolCall, len(n.Items))
	for i, item := range n.Items {
		calls[i] = d.toolCall(item, at(path, i))
	}
	return calls
}

func (d *decoder) toolCall(n *source.Node, path string) eval.ToolCall {
	if n.Kind() != eval.Object {
		d.faults.At(n.Pos, path, "want a tool call, which is an object, got %s", source.Describe(n))
		return eval.ToolCall{}
	}
	f := source.Object(n, path, d.faults)
	call := eval.ToolCall{ID: d.filled(f, "id")}
	if kind := f.String("type"); kind != "" && kind != "function" {
		d.faults.At(f.Pos("type"), f.Path("type"), `want "function", got %q`, eval.Clip(kind))
	}
	if !f.Has("function") {
		d.faults.At(n.Pos, f.Path("function"), "missing")
	} else {
		g := f.Object("function")
		call.Tool = d.required(g, "name")
		call.Arguments = d.arguments(g)
		g.Done()
	}
	f.Done()
	return call
}

// arguments reads a tool's arguments, written as an object or as the text of
// one, as models write them; nothing or no text is absent.
func (d *decoder) arguments(f *source.Fields) eval.Value {
	n := f.Node("arguments")
	switch {
	case n == nil:
		return eval.Value{}
	case n.Kind() == eval.Object:
		return n.Value
	case n.Kind() == eval.String && n.Text == "":
		return eval.Value{}
	case n.Kind() == eval.String:
		if v, err := eval.Parse(n.Text); err == nil && v.Kind() == eval.Object {
			return v
		}
	}
	d.faults.At(n.Pos, f.Path("arguments"), "want an object or the JSON text of one, got %s", source.Describe(n))
	return eval.Value{}
}

// required reads a text member that must be there and not blank.
func (d *decoder) required(f *source.Fields, name string) string {
	if !f.Has(name) {
		if pos := f.Pos(name); !pos.IsZero() {
			d.faults.At(pos, f.Path(name), "missing")
		}
		return ""
	}
	return d.filled(f, name)
}

// empty describes a node where a list with elements is wanted.
func empty(n *source.Node) string {
	if n.Kind() == eval.Array {
		return "an empty one"
	}
	return source.Describe(n)
}

// quoted lists names for a message.
func quoted(names []string) string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = strconv.Quote(name)
	}
	return strings.Join(list, ", ")
}
