package assert

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// wantedCall is a call of a tool as an assertion names it.
type wantedCall struct {
	name      string
	arguments partial // nil for any
	written   eval.Value
}

// toolName reports whether a name means a tool: the whole of its name, or the
// part behind the server's. "set" does not mean reset.
func toolName(name, tool string) bool {
	return tool == name || strings.HasSuffix(tool, "__"+name) || strings.HasSuffix(tool, "."+name)
}

// fits tells whether a call is the one that is wanted, and why it is not.
func (w wantedCall) fits(c *eval.ToolCall) (bool, string) {
	if !toolName(w.name, c.Tool) && !toolName(w.name, c.Name()) {
		return false, ""
	}
	if w.arguments == nil {
		return true, ""
	}
	arguments := c.Arguments
	if arguments.IsZero() {
		arguments = eval.Trusted("{}")
	}
	return w.arguments.fits(arguments, "")
}

// call reads a call: the name of a tool, or an object with its name and
// arguments.
func (p *parser) call(n *source.Node, path string) wantedCall {
	w := wantedCall{written: n.Value}
	switch n.Kind() {
	case eval.String:
		w.name = n.Text
	case eval.Object:
		f := source.Object(n, path, p.faults)
		w.name = f.String("name")
		if !f.Has("name") {
			p.faults.At(n.Pos, f.Path("name"), "missing")
			w.name = "?"
		}
		if arguments := f.Node("arguments"); arguments != nil {
			if arguments.Kind() != eval.Object {
				p.faults.At(arguments.Pos, f.Path("arguments"), "want an object, got %s", source.Describe(arguments))
			}
			w.arguments = p.partial(arguments, f.Path("arguments"))
		}
		f.Done()
	default:
		p.faults.At(n.Pos, path, "want the name of a tool, or {name, arguments}, got %s", source.Describe(n))
		return w
	}
	if strings.TrimSpace(w.name) == "" {
		p.faults.At(n.Pos, path, "the name of the tool is empty")
	}
	return w
}

// calls reads one call or a list of them.
func (p *parser) calls(d *definition, f *source.Fields) []wantedCall {
	n := p.value(d, f)
	if n == nil {
		return nil
	}
	if n.Kind() != eval.Array {
		return []wantedCall{p.call(n, f.Path("value"))}
	}
	if len(n.Items) == 0 && d.kind != "tools_exactly" {
		p.faults.At(n.Pos, f.Path("value"), "the list is empty")
	}
	list := make([]wantedCall, len(n.Items))
	for i, item := range n.Items {
		list[i] = p.call(item, f.Path("value")+"["+strconv.Itoa(i)+"]")
	}
	return list
}

// toolCalled looks for calls of any of some tools. With absent there must be
// none.
type toolCalled struct {
	any    []wantedCall
	times  int // -1 for at least once
	absent bool
	want   string
}

func (p *parser) toolCalled(d *definition, f *source.Fields) {
	c := &toolCalled{any: p.calls(d, f), times: -1, absent: d.kind == "tool_not_called"}
	var times *source.Node
	if !c.absent {
		times = f.Node("times")
	}
	if times != nil {
		if p.whole(times, f.Path("times")) {
			c.times, _ = strconv.Atoi(times.Value.Raw())
		}
		if c.times == 0 {
			p.faults.At(times.Pos, f.Path("times"), "no call at all is another assertion").Hint = `write "type": "tool_not_called"`
		}
	}
	c.want = "a call of " + namesOf(c.any, " or ")
	switch {
	case c.absent:
		c.want = "no call of " + namesOf(c.any, " or ")
	case c.times > 0:
		c.want = eval.Plural(c.times, "call") + " of " + namesOf(c.any, " or ")
	}
	d.check = c
}

func (c *toolCalled) check(_ context.Context, v *View, _ place) outcome {
	found := 0
	var near []string
	for i := range v.transcript.ToolCalls {
		call := &v.transcript.ToolCalls[i]
		if slices.ContainsFunc(c.any, func(w wantedCall) bool { ok, _ := w.fits(call); return ok }) {
			found++
			continue
		}
		for _, w := range c.any {
			if _, why := w.fits(call); why != "" {
				near = append(near, call.Tool+": "+why)
			}
		}
	}
	o := v.trajectory()
	o.want = c.want
	switch {
	case c.absent:
		o.state = holdsIf(found == 0)
	case c.times > 0:
		o.state = holdsIf(found == c.times)
	default:
		o.state = holdsIf(found > 0)
	}
	if o.state == fails && len(near) > 0 {
		o.note = clip(strings.Join(near, "; "))
	}
	return o
}

// toolSequence looks for calls in this order: others may stand between them,
// unless the calls are exactly these.
type toolSequence struct {
	calls   []wantedCall
	exactly bool
	want    string
}

func (p *parser) toolSequence(d *definition, f *source.Fields) {
	if n := f.Node("value"); n != nil && n.Kind() != eval.Array {
		p.faults.At(n.Pos, f.Path("value"), "want a list of calls, got %s", source.Describe(n))
	}
	c := &toolSequence{calls: p.calls(d, f), exactly: d.kind == "tools_exactly"}
	c.want = "calls of " + namesOf(c.calls, ", then ")
	if c.exactly {
		c.want = "exactly " + c.want
		if len(c.calls) == 0 {
			c.want = "no call of a tool"
		}
	}
	d.check = c
}

func (c *toolSequence) check(_ context.Context, v *View, _ place) outcome {
	o := v.trajectory()
	o.want = c.want
	next := 0
	for i := range v.transcript.ToolCalls {
		fits, why := false, ""
		if next < len(c.calls) {
			fits, why = c.calls[next].fits(&v.transcript.ToolCalls[i])
		}
		switch {
		case fits:
			next++
		case c.exactly:
			if why == "" {
				why = "is another tool"
				if next == len(c.calls) {
					why = "is one more"
				}
			}
			o.note = clip(fmt.Sprintf("call %d, %s: %s", i+1, v.transcript.ToolCalls[i].Tool, why))
			return o
		}
	}
	if next < len(c.calls) {
		o.note = "call " + strconv.Itoa(next+1) + " of these, " + c.calls[next].name + ", is missing"
		return o
	}
	o.state = holds
	return o
}

// namesOf names calls for a message.
func namesOf(calls []wantedCall, between string) string {
	names := make([]string, len(calls))
	for i, c := range calls {
		names[i] = quote(c.name)
		if c.arguments != nil {
			names[i] += " with " + show(c.written.Members()["arguments"])
		}
	}
	return clip(strings.Join(names, between))
}

// maxTrajectory is how many calls a message names.
const maxTrajectory = 12

// trajectory is a check that looked at the calls, as far as it is known before
// it judges.
func (v *View) trajectory() outcome {
	calls := v.transcript.ToolCalls
	if len(calls) == 0 {
		return outcome{state: fails, got: "no call of a tool", actual: eval.Trusted("[]")}
	}
	var texts []string
	seen := make([]eval.ToolCall, 0, len(calls))
	for i, c := range calls {
		if i == maxTrajectory {
			texts = append(texts, fmt.Sprintf("and %d more", len(calls)-i))
			break
		}
		text := c.Tool
		if !c.Arguments.IsZero() {
			text += show(c.Arguments)
		}
		texts = append(texts, text)
		seen = append(seen, eval.ToolCall{Tool: c.Tool, Server: c.Server, Arguments: c.Arguments, Error: c.Error})
	}
	o := outcome{state: fails, got: clip(strings.Join(texts, ", "))}
	if actual, err := eval.ValueOf(seen); err == nil {
		o.actual = excerpt(actual)
	}
	return o
}
