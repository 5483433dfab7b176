package scripted

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

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
	if where := strings.TrimSuffix(f.at+name, "."); where != "" {
		problem = "a bad answer: " + where + " " + problem
	}
	f.err = errors.New(problem)
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
		f.fail(eval.Clip(name), problem)
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
		f.fail(name, fmt.Sprintf("is %q, but must be one of %s", eval.Clip(text), strings.Join(words, ", ")))
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

// addsUp refuses a whole that does not hold its parts: one of them is a slip.
func (f *fields) addsUp(u eval.Usage) {
	if least := sum(u.PromptTokens, u.CompletionTokens); u.TotalTokens != nil && *u.TotalTokens < least {
		f.fail("total_tokens", fmt.Sprintf("is %d, but prompt_tokens and completion_tokens make %d", *u.TotalTokens, least))
	}
	cached := sum(u.CacheReadTokens, u.CacheWriteTokens)
	switch {
	case cached > 0 && u.PromptTokens == nil:
		f.fail("prompt_tokens", "is missing, but some of the prompt was cached")
	case cached > 0 && *u.PromptTokens < cached:
		f.fail("prompt_tokens", fmt.Sprintf("is %d, but cache_read_tokens and cache_write_tokens, which are parts of it, make %d", *u.PromptTokens, cached))
	}
}

func sum(parts ...*int64) (total int64) {
	for _, part := range parts {
		if part != nil {
			total += *part
		}
	}
	return total
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
