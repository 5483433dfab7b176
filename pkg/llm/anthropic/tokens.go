package anthropic

import (
	"fmt"

	"github.com/tidwall/gjson"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

// tokens are the counts of an answer. Those of the prompt are said at the
// beginning of a stream and, corrected, at its end; those of the answer are
// whole at its end only.
type tokens struct {
	input, read, write, output figure
	unpriced                   string // the first reason why prices do not make the cost
}

type figure struct {
	n    *int64
	said bool
}

// say keeps a newer count. A gateway that does not know one at the end writes
// a zero, which takes nothing back.
func (f *figure) say(v gjson.Result) {
	n := wire.Count(v)
	if n != nil && *n == 0 && f.n != nil {
		return
	}
	*f = figure{n, true}
}

// count reads usage, which at the end is of the whole answer.
func (t *tokens) count(usage gjson.Result, end bool) {
	if !usage.IsObject() {
		return
	}
	usage.ForEach(func(key, value gjson.Result) bool {
		if value.Type == gjson.Null {
			return true
		}
		switch key.Str {
		case "input_tokens":
			t.input.say(value)
		case "cache_read_input_tokens":
			t.read.say(value)
		case "cache_creation_input_tokens":
			t.write.say(value)
		case "output_tokens":
			if end {
				t.output = figure{wire.Count(value), true}
			}
		default:
			t.price(key.Str, value)
		}
		return true
	})
}

// price notes what costs more, or something else, than tokens by their
// prices.
func (t *tokens) price(name string, v gjson.Result) {
	reason := ""
	switch name {
	case "cache_creation":
		if v.Get("ephemeral_1h_input_tokens").Num > 0 {
			reason = "part of the prompt was cached for an hour, which has a price of its own"
		}
	case "server_tool_use":
		v.ForEach(func(tool, n gjson.Result) bool {
			if n.Num > 0 {
				reason = fmt.Sprintf("the provider charges its own tools apart (%s)", wire.Cut(tool.Str))
			}
			return reason == ""
		})
	case "service_tier":
		if v.Str != "" && v.Str != "standard" {
			reason = fmt.Sprintf("the service tier %q has prices of its own", wire.Cut(v.Str))
		}
	case "speed":
		if v.Str != "" && v.Str != "standard" {
			reason = fmt.Sprintf("the speed %q has prices of its own", wire.Cut(v.Str))
		}
	case "iterations":
		if list := v.Array(); len(list) > 1 {
			reason = "the provider counts the tokens of several steps apart"
		}
	}
	if t.unpriced == "" {
		t.unpriced = reason
	}
}

// usage is what the call took, as far as that is known. The API counts the
// cached parts of the prompt beside the others. No prompt is of no tokens
// and, where something was answered, no answer: servers that do not count
// write such zeros.
func (t *tokens) usage(answered bool) eval.Usage {
	u := eval.Usage{CacheReadTokens: t.read.n, CacheWriteTokens: t.write.n, Calls: 1, Attempts: 1}
	if t.input.n != nil && known(t.read) && known(t.write) {
		if prompt := *t.input.n + worth(t.read) + worth(t.write); prompt > 0 {
			u.PromptTokens = &prompt
		}
	}
	if n := t.output.n; n != nil && (*n > 0 || !answered) {
		u.CompletionTokens = n
	}
	if u.PromptTokens != nil && u.CompletionTokens != nil {
		total := *u.PromptTokens + *u.CompletionTokens
		u.TotalTokens = &total
	}
	return u
}

// known reports whether a figure is a count, or was not spoken of.
func known(f figure) bool { return f.n != nil || !f.said }

func worth(f figure) int64 {
	if f.n == nil {
		return 0
	}
	return *f.n
}
