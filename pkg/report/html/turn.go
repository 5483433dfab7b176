package html

import "github.com/surefoot-dev/surefoot/pkg/eval"

// turn is one exchange.
type turn struct {
	Turn       int         `json:"turn"`
	Input      value       `json:"input,omitzero"`
	InputAs    string      `json:"input_as,omitempty"` // trial
	Output     value       `json:"output,omitzero"`
	OutputAs   string      `json:"output_as,omitempty"` // trial
	Content    string      `json:"content,omitempty"`   // where it is not the output
	Reasoning  string      `json:"reasoning,omitempty"`
	ToolCalls  []call      `json:"tool_calls,omitempty"`
	Next       value       `json:"next,omitzero"`
	Sent       []sent      `json:"sent,omitempty"`
	Trace      *trace      `json:"trace,omitempty"`
	Reached    []string    `json:"checkpoints,omitempty"`
	DurationMS eval.Millis `json:"duration_ms"`
}

func newTurn(t *eval.Turn, of *eval.Trial) turn {
	out := turn{
		Turn: t.Turn, Input: value{t.Input}, Output: value{t.Output}, Content: t.Response.Content, Reasoning: t.Response.Reasoning,
		ToolCalls: calls(t.Response.ToolCalls), Next: value{t.Response.Next}, Trace: newTrace(&t.Trace), Reached: t.CheckpointsReached, DurationMS: t.DurationMS,
	}
	if text, ok := t.Output.Str(); ok && text == out.Content {
		out.Content = ""
	}
	if t.Input == of.Input && !out.Input.IsZero() {
		out.Input, out.InputAs = value{}, "trial"
	}
	if t.Output == of.Output && !out.Output.IsZero() {
		out.Output, out.OutputAs = value{}, "trial"
	}
	for i := range t.Sent {
		s := &t.Sent[i]
		out.Sent = append(out.Sent, sent{s.ID, value{s.Message}, s.Open})
	}
	return out
}

// call is a tool call.
type call struct {
	ID        string `json:"id,omitempty"`
	Name      string `json:"name"`
	Arguments value  `json:"arguments,omitzero"`
	Result    result `json:"result,omitzero"`
	Error     string `json:"error,omitempty"`
	Mocked    bool   `json:"mocked,omitempty"` // the case answered in the tool's place
}

func calls(list []eval.ToolCall) []call {
	var out []call
	for i := range list {
		c := &list[i]
		out = append(out, call{c.ID, c.Name(), value{c.Arguments}, result{c.Result}, c.Error, c.Mocked})
	}
	return out
}

// sent is a message of a script to the user.
type sent struct {
	ID      string `json:"id,omitempty"`
	Message value  `json:"message"`
	Open    bool   `json:"open,omitempty"`
}

// trace is what scripts noted.
type trace struct {
	Nodes []node          `json:"nodes,omitempty"`
	Logs  []eval.TraceLog `json:"logs,omitempty"`
}

func newTrace(t *eval.Trace) *trace {
	if t.IsZero() {
		return nil
	}
	return &trace{nodes(t.Nodes), t.Logs}
}

// node is a step of the work.
type node struct {
	ID          string           `json:"id"`
	Label       string           `json:"label,omitempty"`
	Type        string           `json:"type,omitempty"`
	Description string           `json:"description,omitempty"`
	Status      eval.TraceStatus `json:"status"`
	Input       value            `json:"input,omitzero"`
	Output      value            `json:"output,omitzero"`
	Metadata    map[string]value `json:"metadata,omitempty"`
	Error       string           `json:"error,omitempty"`
	DurationMS  eval.Millis      `json:"duration_ms,omitempty"`
	Logs        []eval.TraceLog  `json:"logs,omitempty"`
	Nodes       []node           `json:"nodes,omitempty"`
}

func nodes(list []eval.TraceNode) []node {
	var out []node
	for i := range list {
		n := &list[i]
		shown := node{
			ID: n.ID, Label: n.Label, Type: n.Type, Description: n.Description, Status: n.Status, Input: value{n.Input}, Output: value{n.Output},
			Error: n.Error, DurationMS: n.DurationMS, Logs: n.Logs, Nodes: nodes(n.Nodes),
		}
		for key, v := range n.Metadata {
			if shown.Metadata == nil {
				shown.Metadata = map[string]value{}
			}
			shown.Metadata[key] = value{v}
		}
		out = append(out, shown)
	}
	return out
}
