package assert

import (
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

// fits tells whether a call is the one that is wanted, and why it is not. One of
// a tool that does not exist is none, whatever its name.
func (w wantedCall) fits(c *eval.ToolCall) (bool, string) {
	ok, why := w.meant(c)
	if ok && c.Unknown {
		return false, noTool
	}
	return ok, why
}

const noTool = "there is no such tool"

// meant is fits of a call that may be of a tool that does not exist.
func (w wantedCall) meant(c *eval.ToolCall) (bool, string) {
	if !c.Named(w.name) {
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
			w.arguments = p.wantedArguments(arguments, f.Path("arguments"))
		}
		f.Done()
	default:
		p.faults.At(n.Pos, path, "want the name of a tool, or {name, arguments}, got %s", source.Describe(n))
		return w
	}
	p.toolName(w.name, n, path)
	return w
}

// toolName reports names that no call can have.
func (p *parser) toolName(name string, n *source.Node, path string) {
	switch {
	case strings.TrimSpace(name) == "":
		p.faults.At(n.Pos, path, "the name of the tool is empty")
	case strings.TrimSpace(name) != name:
		p.faults.At(n.Pos, path, "the name of the tool has blanks around it, got %q", eval.Clip(name))
	case strings.HasPrefix(name, patternPrefix):
		p.faults.At(n.Pos, path, "the name of a tool is no pattern, got %q", eval.Clip(name)).Hint = "tool_called takes a list of names, any of which may be called"
	}
}

// wantedArguments reads arguments. These are always an object: none of its own
// names asks anything of the whole.
func (p *parser) wantedArguments(n *source.Node, path string) partial {
	if n.Kind() != eval.Object {
		p.faults.At(n.Pos, path, "want an object, got %s", source.Describe(n))
	}
	return p.members(n, path)
}

// tried reports whether one of these calls was made of a tool that does not
// exist. That the tool was called is wrong then, and so is that the agent did
// not want to.
func (v *View) tried(calls []wantedCall) bool {
	for i := range v.transcript.ToolCalls {
		call := &v.transcript.ToolCalls[i]
		if call.Unknown && slices.ContainsFunc(calls, func(w wantedCall) bool { ok, _ := w.meant(call); return ok }) {
			return true
		}
	}
	return false
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
