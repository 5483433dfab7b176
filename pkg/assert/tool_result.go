package assert

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// toolResult looks for a call of a tool that came to this.
type toolResult struct {
	call   wantedCall
	result partial // nil for any
	failed bool    // it must have ended in an error
	text   string  // which the error has in it
	like   *regexp.Regexp
	want   string
}

func (p *parser) toolResult(d *definition, f *source.Fields) {
	n := p.value(d, f)
	if n == nil {
		return
	}
	c := &toolResult{}
	d.check = c
	if n.Kind() == eval.String { // the tool alone
		c.call = p.call(n, f.Path("value"))
		c.want = quote(c.call.name) + " to run without an error"
		return
	}
	g := source.Object(n, f.Path("value"), p.faults)
	c.call = wantedCall{name: g.String("tool"), written: n.Value}
	if tool := g.Node("tool"); tool == nil {
		p.faults.At(n.Pos, g.Path("tool"), "missing")
	} else if tool.Kind() == eval.String {
		p.toolName(c.call.name, tool, g.Path("tool"))
	}
	if arguments := g.Node("arguments"); arguments != nil {
		c.call.arguments = p.wantedArguments(arguments, g.Path("arguments"))
	}
	if result := g.Node("result"); result != nil {
		c.result = p.partial(result, g.Path("result"))
		c.want = quote(c.call.name) + " to give " + show(result.Value)
	}
	p.toolError(c, g)
	if c.want == "" {
		c.want = quote(c.call.name) + " to run without an error"
	}
	g.Done()
}

// toolError reads that the call is to end in an error: true, or a text that is
// in it.
func (p *parser) toolError(c *toolResult, f *source.Fields) {
	n := f.Node("error")
	switch {
	case n == nil:
		return
	case n.Kind() == eval.Boolean && n.Value.Raw() == "false":
		return
	case n.Kind() == eval.Boolean:
		c.want = quote(c.call.name) + " to end in an error"
	case n.Kind() == eval.String && strings.HasPrefix(n.Text, patternPrefix):
		inner := *n
		inner.Text = strings.TrimPrefix(n.Text, patternPrefix)
		inner.Value = eval.StringValue(inner.Text)
		c.like, c.want = p.pattern(&inner, f.Path("error")), quote(c.call.name)+" to end in an error that matches "+quote(inner.Text)
	case n.Kind() == eval.String && n.Text != "":
		c.text, c.want = n.Text, quote(c.call.name)+" to end in an error with "+quote(n.Text)
	default:
		p.faults.At(n.Pos, f.Path("error"), "want true, or a text of the error, got %s", source.Describe(n))
	}
	c.failed = true
	if c.result != nil {
		p.faults.At(n.Pos, f.Path("error"), "a call that ends in an error has no result, want one of them")
	}
}

func (c *toolResult) check(_ context.Context, v *View, _ place) outcome {
	o := v.trajectory()
	o.want = c.want
	var looked []string
	for i := range v.transcript.ToolCalls {
		call := &v.transcript.ToolCalls[i]
		ok, why := c.call.meant(call)
		if !ok && why == "" {
			continue
		}
		if ok {
			ok, why = c.fits(call)
		}
		if ok {
			o.state, o.got = holds, fmt.Sprintf("call %d, %s: %s", i+1, call.Tool, cameTo(call))
			return o
		}
		looked = append(looked, fmt.Sprintf("call %d, %s: %s", i+1, call.Tool, why))
	}
	if len(looked) > 0 {
		o.got = clip(strings.Join(looked, "; "))
	}
	return o
}

// fits tells whether the call came to what is wanted.
func (c *toolResult) fits(call *eval.ToolCall) (bool, string) {
	switch {
	case c.failed && call.Error == "":
		return false, "it ended without an error: " + cameTo(call)
	case c.like != nil:
		return c.like.MatchString(call.Error), "its error is " + quote(call.Error)
	case c.failed:
		return strings.Contains(call.Error, c.text), "its error is " + quote(call.Error)
	case call.Error != "":
		return false, "its error is " + quote(call.Error)
	case call.Result.IsZero():
		return false, "it was not run"
	case c.result == nil:
		return true, ""
	default:
		ok, why := c.result.fits(call.Result, "")
		return ok, why
	}
}

func cameTo(call *eval.ToolCall) string {
	if call.Error != "" {
		return "error " + quote(call.Error)
	}
	return absent(call.Result)
}
