package openai

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

// calls are the tool calls of an answer while their pieces arrive. By the API
// each piece names its call's index, and the first one its id and name.
// Servers leave out indexes or ids, give one index to several calls, or
// repeat names; so a piece belongs to the call it fits best, and a new id
// always begins a new call.
type calls struct {
	list   []*toolCall
	mended bool // arguments that were no valid Unicode
}

// mostCalls bounds the calls of one answer, far above what the API allows: to
// find a piece's call among more takes longer than any trial has.
const mostCalls = 4096

type toolCall struct {
	id, name  string
	extra     string // JSON that Gemini wants to see again with the call
	arguments wire.Passage
	index     int
	indexed   bool
}

// fragment is a piece of a tool call as it came.
type fragment struct {
	id, name, arguments string
	extra               string
	index               int
	indexed             bool
}

func (c *calls) add(list gjson.Result) error {
	if list.Type == gjson.Null || wire.IsEmpty(list) {
		return nil
	}
	if !list.IsArray() {
		return &wire.Broken{Text: "sent tool calls that are no list", Sent: list.Raw}
	}
	var err error
	list.ForEach(func(_, item gjson.Result) bool {
		var f fragment
		if f, err = readFragment(item); err == nil {
			c.find(f).append(f)
		}
		if len(c.list) > mostCalls {
			err = &wire.Broken{Text: fmt.Sprintf("called more than %d tools at once", mostCalls)}
		}
		return err == nil
	})
	return err
}

func readFragment(item gjson.Result) (f fragment, err error) {
	if !item.IsObject() {
		return f, &wire.Broken{Text: "sent a tool call that is no object", Sent: item.Raw}
	}
	kind := ""
	item.ForEach(func(key, value gjson.Result) bool {
		switch key.Str {
		case "id":
			f.id = value.Str
		case "type":
			kind = value.Str
		case "extra_content":
			if value.IsObject() {
				f.extra = value.Raw
			}
		case "index":
			if n := wire.Count(value); n != nil {
				f.index, f.indexed = int(*n), true
			}
		case "function":
			f.name = value.Get("name").Str
			f.arguments, err = argumentText(value.Get("arguments"))
		}
		return err == nil
	})
	if err == nil && kind != "" && kind != "function" {
		err = &wire.Broken{Text: fmt.Sprintf("called a tool of type %q, which is not supported in this version", wire.Cut(kind))}
	}
	return f, err
}

// argumentText takes arguments as text, and as the object some servers send.
func argumentText(v gjson.Result) (string, error) {
	switch {
	case v.Type == gjson.Null:
		return "", nil
	case v.Type == gjson.String:
		return wire.Unquote(v), nil
	case v.IsObject():
		return v.Raw, nil
	default:
		return "", &wire.Broken{Text: "sent tool arguments that are no object", Sent: v.Raw}
	}
}

// find is the call that a fragment belongs to, a new one where none fits.
func (c *calls) find(f fragment) *toolCall {
	for _, call := range slices.Backward(c.list) {
		if call.takes(f) {
			return call
		}
		// Without an index only the latest call can go on.
		if !f.indexed && f.id == "" {
			break
		}
	}
	call := &toolCall{index: f.index, indexed: f.indexed}
	c.list = append(c.list, call)
	return call
}

// takes reports whether the fragment goes on with the call.
func (t *toolCall) takes(f fragment) bool {
	if f.indexed && t.indexed && f.index != t.index {
		return false
	}
	named := f.name != "" && t.name != ""
	switch {
	case f.id != "" && t.id != "":
		return f.id == t.id
	case f.id != "": // the id came late, unless the name begins another call
		return !named && f.indexed == t.indexed
	case !named:
		return true
	case f.indexed:
		return !t.complete()
	default:
		return f.name == t.name && t.arguments.Len() > 0 && !t.complete()
	}
}

func (t *toolCall) append(f fragment) {
	if f.id != "" {
		t.id = f.id
	}
	if f.name != t.name {
		t.name += f.name
	}
	if f.indexed {
		t.index, t.indexed = f.index, true
	}
	if t.extra == "" {
		t.extra = f.extra
	}
	t.arguments.WriteString(f.arguments)
}

func (t *toolCall) complete() bool { return wire.IsObject(t.arguments.String()) }

// finish gives the calls in their order, each with an id of its own.
func (c *calls) finish(messages []eval.Message) ([]eval.ToolCall, error) {
	if len(c.list) == 0 {
		return nil, nil
	}
	if !slices.ContainsFunc(c.list, func(t *toolCall) bool { return !t.indexed }) {
		slices.SortStableFunc(c.list, func(a, b *toolCall) int { return a.index - b.index })
	}
	out := make([]eval.ToolCall, len(c.list))
	for i, t := range c.list {
		if t.name == "" {
			return nil, &wire.Broken{Text: "called a tool without naming it"}
		}
		arguments, sound := t.arguments.Whole()
		arguments = strings.TrimSpace(arguments)
		c.mended = c.mended || !sound
		if arguments == "" {
			arguments = "{}"
		}
		if !wire.IsObject(arguments) {
			return nil, &wire.Broken{Text: fmt.Sprintf("called tool %q with arguments that are no JSON object", wire.Cut(t.name)), Sent: arguments}
		}
		out[i] = eval.ToolCall{ID: t.id, Tool: t.name, Arguments: eval.Trusted(arguments)}
	}
	llm.Identify(out, messages)
	return out, nil
}
