package agent

import (
	"slices"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// forbidden warns of tools that must not be called and that nobody has, as one
// that is spelt wrongly: such a check hardly ever fails, whatever the agent
// does. What tools there are is known where all servers are the application's
// own. That the agent is not offered one of them may be what is checked.
func (k *checker) forbidden(a *app.App) {
	if !slices.ContainsFunc(k.c.Assertions, func(a eval.Assertion) bool { return strings.Contains(a.Raw.Raw(), `"tool_`) }) {
		return // nearly all there are
	}
	var tools []eval.ToolCall
	for _, s := range a.Servers() {
		if s.Transport != app.ByProcess {
			return
		}
		for _, tool := range s.ToolNames() {
			tools = append(tools, eval.ToolCall{Server: s.ID, Tool: s.Called(tool)})
		}
	}
	for _, assertion := range k.c.Assertions {
		k.neverCalled(assertion, assertion.Raw, tools)
	}
}

// neverCalled looks for the tools that an assertion forbids, or one within it.
func (k *checker) neverCalled(at eval.Assertion, raw eval.Value, tools []eval.ToolCall) {
	members := raw.Members()
	for _, inner := range members["assert"].Items() {
		k.neverCalled(at, inner, tools)
	}
	kind, _ := members["type"].Str()
	if kind != "tool_not_called" && (kind != "tool_called" || members["negate"].Raw() != "true") {
		return
	}
	calls := members["value"].Items()
	if calls == nil {
		calls = []eval.Value{members["value"]}
	}
	for _, call := range calls {
		name, ok := call.Str()
		if !ok {
			name, ok = call.Members()["name"].Str()
		}
		if !ok || slices.ContainsFunc(tools, func(c eval.ToolCall) bool { return c.Named(name) }) {
			continue
		}
		p := eval.Problem{Pos: at.Pos, Agent: k.agent.ID, Case: k.c.ID, Path: at.Path, Warning: true}
		p.Message = "the application has no tool " + strconv.Quote(eval.Clip(name)) + ", so this fails only if the model makes one up"
		var names []string
		for _, tool := range tools {
			names = append(names, strings.TrimPrefix(tool.Name(), tool.Server+"."))
		}
		p.Hint = source.DidYouMean(name, names)
		k.problems = append(k.problems, p)
	}
}
