package scripted

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// answer is what a script returned, read and found to be whole.
type answer struct {
	content   string
	said      bool // there is content, if only an empty one
	reasoning string
	refusal   string
	chunks    []string
	calls     []eval.ToolCall
	usage     eval.Usage
	finish    string
	delay     time.Duration
	failure   *failure
}

// failure is an error that a provider would have sent.
type failure struct {
	status     int
	message    string
	retryAfter time.Duration
}

// The finish reasons a script may give.
const (
	finishStop   = "stop"
	finishCalls  = "tool_calls"
	finishLength = "length"
	finishFilter = "content_filter"
)

// readAnswer reads what Complete returned. Its errors go on after "returned".
func readAnswer(v eval.Value) (*answer, error) {
	switch v.Kind() {
	case eval.String:
		text, _ := v.Str()
		return &answer{content: text, said: true, finish: finishStop}, nil
	case eval.Object:
		f := fields{members: v.Members()}
		a := f.answer()
		if f.err != nil {
			return nil, f.err
		}
		return a, nil
	case eval.Absent:
		return nil, errors.New("nothing (an answer is a text or an object)")
	default:
		return nil, fmt.Errorf("%s (an answer is a text or an object)", article(v.Kind()))
	}
}

func (f *fields) answer() *answer {
	f.known("content", "reasoning", "refusal", "tool_calls", "usage", "finish_reason", "chunks", "delay_ms", "error")
	a := &answer{
		reasoning: f.text("reasoning"),
		refusal:   f.text("refusal"),
		delay:     f.span("delay_ms"),
		finish:    f.oneOf("finish_reason", finishStop, finishCalls, finishLength, finishFilter),
	}
	_, a.said = f.given("content")
	a.content = f.text("content")
	if list, ok := f.list("chunks"); ok {
		for i, chunk := range list {
			text, isText := chunk.Str()
			if !isText {
				f.fail(fmt.Sprintf("chunks[%d]", i), "must be a text, not "+article(chunk.Kind()))
			}
			a.chunks = append(a.chunks, text)
		}
		joined := strings.Join(a.chunks, "")
		if a.said && joined != a.content {
			f.fail("chunks", fmt.Sprintf("join to %q, but content is %q", eval.Clip(joined), eval.Clip(a.content)))
		}
		a.content, a.said = joined, true
	}
	if list, ok := f.list("tool_calls"); ok {
		a.calls = f.calls(list)
	}
	if inner, ok := f.object("usage"); ok {
		inner.known("prompt_tokens", "completion_tokens", "total_tokens", "cache_read_tokens", "cache_write_tokens")
		a.usage.PromptTokens = inner.count("prompt_tokens")
		a.usage.CompletionTokens = inner.count("completion_tokens")
		a.usage.TotalTokens = inner.count("total_tokens")
		a.usage.CacheReadTokens = inner.count("cache_read_tokens")
		a.usage.CacheWriteTokens = inner.count("cache_write_tokens")
		inner.addsUp(a.usage)
		f.take(inner)
	}
	if inner, ok := f.object("error"); ok {
		inner.known("status", "message", "retry_after_ms")
		status := inner.count("status")
		a.failure = &failure{message: inner.text("message"), retryAfter: inner.span("retry_after_ms")}
		if status == nil || *status < 400 || *status > 599 {
			inner.fail("status", "must be an HTTP status from 400 to 599")
		} else {
			a.failure.status = int(*status)
		}
		f.take(inner)
	}
	f.whole(a)
	return a
}

// whole checks the answer as one.
func (f *fields) whole(a *answer) {
	if a.failure != nil {
		for _, name := range slices.Sorted(maps.Keys(f.members)) {
			if _, given := f.given(name); given && name != "error" && name != "delay_ms" {
				f.fail(name, "cannot stand beside error")
			}
		}
		return
	}
	if a.refusal != "" {
		if a.said && a.content != "" && a.content != a.refusal {
			f.fail("refusal", "cannot stand beside another content")
		}
		a.content, a.said = a.refusal, true
	}
	if !a.said && len(a.calls) == 0 {
		f.fail("", "an answer without content, tool_calls, refusal or error")
	}
	switch {
	case a.finish == finishCalls && len(a.calls) == 0:
		f.fail("finish_reason", `is "tool_calls", but there are none`)
	case a.finish == "" && len(a.calls) > 0:
		a.finish = finishCalls
	case a.finish == "":
		a.finish = finishStop
	}
}

// calls are tool calls, in short {id?, name, arguments} or as the API has
// them.
func (f *fields) calls(list []eval.Value) []eval.ToolCall {
	calls := make([]eval.ToolCall, len(list))
	taken := map[string]bool{}
	for i, item := range list {
		at := fmt.Sprintf("tool_calls[%d]", i)
		if item.Kind() != eval.Object {
			f.fail(at, "must be an object, not "+article(item.Kind()))
			continue
		}
		outer := &fields{members: item.Members(), at: at + "."}
		inner := outer
		if wire, ok := outer.object(typeFunction); ok {
			outer.known("id", "type", "index", typeFunction)
			outer.oneOf("type", typeFunction)
			outer.count("index")
			inner = wire
			inner.known("name", "arguments")
		} else {
			outer.known("id", "type", "name", "arguments")
			outer.oneOf("type", typeFunction)
		}
		c := eval.ToolCall{ID: outer.text("id"), Tool: inner.text("name"), Arguments: inner.arguments()}
		if c.Tool == "" {
			inner.fail("name", "must name a tool")
		}
		if c.ID != "" && taken[c.ID] {
			outer.fail("id", fmt.Sprintf("is %q like that of another call", c.ID))
		}
		taken[c.ID] = true
		outer.take(inner)
		f.take(outer)
		calls[i] = c
	}
	return calls
}

// arguments are an object, or its JSON as the API has it; none is an empty
// one.
func (f *fields) arguments() eval.Value {
	v, given := f.given("arguments")
	if text, ok := v.Str(); ok {
		if strings.TrimSpace(text) == "" {
			given = false
		} else if parsed, err := eval.Parse(text); err == nil {
			v = parsed
		}
	}
	if !given {
		return eval.Trusted("{}")
	}
	if v.Kind() != eval.Object {
		f.fail("arguments", "must be an object, or one as JSON text")
	}
	return v
}
