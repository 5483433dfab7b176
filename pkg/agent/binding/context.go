package binding

import (
	"github.com/surefoot-dev/surefoot/pkg/agent/memory"
	"github.com/surefoot-dev/surefoot/pkg/agent/outbox"
	"github.com/surefoot-dev/surefoot/pkg/agent/trace"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/script"
)

// Facts are what ctx knows of the request: plain values, as they were when the
// script was called.
type Facts struct {
	ChatID      string                `json:"chat_id"`
	AssistantID string                `json:"assistant_id"`
	Locale      string                `json:"locale"`
	Theme       string                `json:"theme"`
	Accept      string                `json:"accept"`
	Route       string                `json:"route"`
	Referer     string                `json:"referer"`
	Client      eval.Client           `json:"client"`
	Metadata    map[string]eval.Value `json:"metadata"`
	Authorized  map[string]eval.Value `json:"authorized"`
}

// Context is what scripts know as ctx.
type Context struct {
	Facts   Facts
	Outbox  *outbox.Outbox
	Memory  *memory.Memory
	Trace   *trace.Trace
	Agents  Caller // ctx.agent
	Models  Caller // ctx.llm
	Servers Servers
}

// Arg is ctx as the argument of a script.
func (c Context) Arg() (script.Arg, error) {
	if c.Facts.Metadata == nil {
		c.Facts.Metadata = map[string]eval.Value{}
	}
	if c.Facts.Authorized == nil {
		c.Facts.Authorized = map[string]eval.Value{}
	}
	facts, err := eval.ValueOf(c.Facts)
	if err != nil {
		return script.Arg{}, err
	}
	return script.Arg{
		Value: facts, Methods: messaging(c.Outbox),
		Objects: map[string]func() script.Arg{
			"memory": func() script.Arg { return spaces(c.Memory) },
			"trace":  func() script.Arg { return tracing(c.Trace, nil) },
			"agent":  func() script.Arg { return calling(c.Agents, "agent", "Call") },
			"llm":    func() script.Arg { return calling(c.Models, "connector", "Stream") },
			"mcp":    func() script.Arg { return reaching(c.Servers) },
			"search": func() script.Arg { return later("ctx.search", "Web", "KB", "DB", "All", "Any", "Race") },
		},
	}, nil
}
