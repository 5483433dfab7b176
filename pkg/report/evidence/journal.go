package evidence

import (
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Message is what a script sent to the user, at most limit bytes of it: a text
// as it is, anything else as its type and the JSON of its properties. One that
// never ended says so.
func Message(s *eval.Sent, limit int) string {
	members := s.Message.Members()
	kind, _ := members["type"].Str()
	props := members["props"]
	content, plain := props.Members()["content"].Str()
	text := kind
	switch {
	case kind == "text" && plain:
		text = Clip(content, limit)
	case !props.IsZero():
		text += " " + Clip(props.Raw(), limit)
	}
	if s.Open {
		text += " (never ended)"
	}
	return text
}

// Steps are what scripts noted of their work, a line for each step and log, at
// most most of them: what is within a step is indented below it. More is how
// many are left out.
func Steps(t *eval.Trace, most, limit int) (lines []string, more int) {
	add := func(depth int, text string) {
		if len(lines) == most {
			more++
			return
		}
		lines = append(lines, strings.Repeat("  ", depth)+text)
	}
	logs := func(depth int, list []eval.TraceLog) {
		for _, l := range list {
			add(depth, l.Level+": "+Clip(l.Text, limit))
		}
	}
	var walk func(depth int, nodes []eval.TraceNode)
	walk = func(depth int, nodes []eval.TraceNode) {
		for i := range nodes {
			n := &nodes[i]
			add(depth, step(n, limit))
			logs(depth+1, n.Logs)
			walk(depth+1, n.Nodes)
		}
	}
	walk(0, t.Nodes)
	logs(0, t.Logs)
	return lines, more
}

// step is a step in one line.
func step(n *eval.TraceNode, limit int) string {
	name := n.Label
	if name == "" {
		name = n.ID
	}
	text := Clip(name, limit) + ": " + string(n.Status)
	switch {
	case n.Error != "":
		text += ", " + Clip(n.Error, limit)
	case !n.Output.IsZero():
		text += ", " + Text(n.Output, limit)
	}
	return text
}
