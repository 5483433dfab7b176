package scripted

import (
	"fmt"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/source"
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
		return nil, fmt.Errorf("nothing (an answer is a text or an object)")
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
			f.fail("chunks", fmt.Sprintf("join to %q, but content is %q", source.Clip(joined), source.Clip(a.content)))
		}
		a.content, a.said = joined, true
	}
	if list, ok := f.list("tool_calls"); ok {
		a.calls = f.calls(list)
	}
	if inner, ok := f.object("usage"); ok {
		inner.known("prompt_tokens", "completion_tokens", "total_tokens")
		a.usage.PromptTokens = inner.count("prompt_tokens")
		a.usage.CompletionTokens = inner.count("completion_tokens")
		a.usage.TotalTokens = inner.count("total_tokens")
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

// send hands the answer on in its pieces.
func (a *answer) send(onDelta func(llm.Delta) error) error {
	if onDelta == nil {
		return nil
	}
	chunks := a.chunks
	if chunks == nil {
		chunks = []string{a.content}
	}
	deltas := []llm.Delta{{Reasoning: a.reasoning}}
	for _, chunk := range chunks {
		deltas = append(deltas, llm.Delta{Content: chunk})
	}
	for _, d := range deltas {
		if d == (llm.Delta{}) {
			continue
		}
		if err := onDelta(d); err != nil {
			return err
		}
	}
	return nil
}

// response is the answer as the model's, or the error it stands for. Those
// name the script, as a provider's name its host.
func (a *answer) response(req *llm.Request, name string) (*llm.Response, *llm.Error) {
	if e := a.failure; e != nil {
		text := e.message
		if text == "" {
			text = http.StatusText(e.status)
		}
		return nil, &llm.Error{
			Status:     e.status,
			Message:    name + " answered " + strings.TrimSuffix(strconv.Itoa(e.status)+": "+source.Clip(text), ": "),
			Retryable:  llm.Retryable(e.status),
			RetryAfter: e.retryAfter,
		}
	}
	switch {
	case a.finish == finishLength && !req.AllowTruncated:
		return nil, &llm.Error{Message: fmt.Sprintf("%s cut the answer for its length (finish_reason %q: raise the token limit, or set allow_truncated)", name, a.finish)}
	case a.finish == finishFilter:
		return nil, &llm.Error{Message: fmt.Sprintf("%s ended the answer by its content filter (finish_reason %q)", name, a.finish)}
	}
	identify(a.calls, req.Messages)
	usage := a.usage
	usage.Calls, usage.Attempts = 1, 1
	if usage.TotalTokens == nil && usage.PromptTokens != nil && usage.CompletionTokens != nil {
		total := *usage.PromptTokens + *usage.CompletionTokens
		usage.TotalTokens = &total
	}
	return &llm.Response{
		Content:      a.content,
		Reasoning:    a.reasoning,
		Refusal:      a.refusal,
		ToolCalls:    a.calls,
		FinishReason: a.finish,
		Usage:        usage,
	}, nil
}

// identify gives an id to calls without one: none of the conversation's.
func identify(calls []eval.ToolCall, messages []eval.Message) {
	taken := map[string]bool{}
	for _, m := range messages {
		for _, c := range m.ToolCalls {
			taken[c.ID] = true
		}
	}
	for _, c := range calls {
		taken[c.ID] = true
	}
	n := 1
	for i := range calls {
		if calls[i].ID != "" {
			continue
		}
		for ; taken["call_"+strconv.Itoa(n)]; n++ {
		}
		calls[i].ID = "call_" + strconv.Itoa(n)
		taken[calls[i].ID] = true
	}
}

// maxSpan bounds the milliseconds of a script's delays.
const maxSpan = 24 * time.Hour

// fields reads an object that a script returned. The first error counts.
type fields struct {
	members map[string]eval.Value
	at      string // where the object stands in the answer, with a final period
	err     error
}

func (f *fields) fail(name, problem string) {
	if f.err != nil {
		return
	}
	switch where := strings.TrimSuffix(f.at+name, "."); where {
	case "":
		f.err = fmt.Errorf("%s", problem)
	default:
		f.err = fmt.Errorf("a bad answer: %s %s", where, problem)
	}
}

// take makes an inner object's error the outer's.
func (f *fields) take(inner *fields) {
	if f.err == nil {
		f.err = inner.err
	}
}

func (f *fields) known(names ...string) {
	for _, name := range slices.Sorted(maps.Keys(f.members)) {
		if slices.Contains(names, name) {
			continue
		}
		problem := "is not known"
		if hint := source.DidYouMean(name, names); hint != "" {
			problem += " (" + hint + ")"
		}
		f.fail(source.Clip(name), problem)
	}
}

// given is a member that is there and not null.
func (f *fields) given(name string) (eval.Value, bool) {
	v, ok := f.members[name]
	return v, ok && v.Kind() != eval.Null
}

func (f *fields) text(name string) string {
	v, ok := f.given(name)
	text, isText := v.Str()
	if ok && !isText {
		f.fail(name, "must be a text, not "+article(v.Kind()))
	}
	return text
}

func (f *fields) oneOf(name string, words ...string) string {
	text := f.text(name)
	if _, ok := f.given(name); ok && f.err == nil && !slices.Contains(words, text) {
		f.fail(name, fmt.Sprintf("is %q, but must be one of %s", source.Clip(text), strings.Join(words, ", ")))
	}
	return text
}

func (f *fields) list(name string) ([]eval.Value, bool) {
	v, ok := f.given(name)
	if ok && v.Kind() != eval.Array {
		f.fail(name, "must be a list, not "+article(v.Kind()))
	}
	return v.Items(), ok
}

func (f *fields) object(name string) (*fields, bool) {
	v, ok := f.given(name)
	if ok && v.Kind() != eval.Object {
		f.fail(name, "must be an object, not "+article(v.Kind()))
		return nil, false
	}
	return &fields{members: v.Members(), at: f.at + name + "."}, ok
}

func (f *fields) count(name string) *int64 {
	v, ok := f.given(name)
	if !ok {
		return nil
	}
	n, err := strconv.ParseFloat(v.Raw(), 64)
	if v.Kind() != eval.Number || err != nil || n < 0 || n != math.Trunc(n) || n > 1<<53 {
		f.fail(name, "must be a whole number from 0 on")
		return nil
	}
	whole := int64(n)
	return &whole
}

func (f *fields) span(name string) time.Duration {
	v, ok := f.given(name)
	if !ok {
		return 0
	}
	ms, err := strconv.ParseFloat(v.Raw(), 64)
	if v.Kind() != eval.Number || err != nil || ms < 0 || ms > float64(maxSpan/time.Millisecond) {
		f.fail(name, "must be milliseconds, from 0 to a day")
		return 0
	}
	return time.Duration(ms * float64(time.Millisecond))
}

func article(k eval.Kind) string {
	switch k {
	case eval.Null:
		return "null"
	case eval.Array:
		return "a list"
	case eval.Object:
		return "an object"
	default:
		return "a " + string(k)
	}
}
