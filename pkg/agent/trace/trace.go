// Package trace keeps what scripts note of their work: steps within steps,
// what went in and came out, and lines of text. It is part of the transcript
// and of nothing else.
package trace

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Bounds of what a turn notes: steps and lines, and bytes of what they hold.
const (
	maxNotes = 10_000
	maxBytes = 16 << 20
)

var (
	errFull = errors.New("the trace is full: a turn has at most " + strconv.Itoa(maxNotes) + " nodes and lines")
	errWide = errors.New("the trace is full: a turn notes at most " + strconv.Itoa(maxBytes>>20) + " MiB")
)

// Trace belongs to a trial. It is safe for concurrent use.
type Trace struct {
	quiet bool

	mu    sync.Mutex
	nodes []*Node
	logs  []eval.TraceLog
	ids   int
	notes int
	bytes int
}

// New is an empty one. A quiet one keeps nothing.
func New(quiet bool) *Trace { return &Trace{quiet: quiet} }

// Option is what a step is called.
type Option struct{ Label, Type, Icon, Description string }

// Node is a step. It is safe for concurrent use.
type Node struct {
	trace *Trace
	data  eval.TraceNode
	began time.Time
	inner []*Node
}

// ID is the step's id, T1 and so on within the trial.
func (n *Node) ID() string { return n.data.ID }

// Add begins a step within another, or within none when that is nil.
func (t *Trace) Add(within *Node, input eval.Value, o Option) (*Node, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.note(len(input.Raw()), len(o.Label), len(o.Type), len(o.Icon), len(o.Description)); err != nil {
		return nil, err
	}
	t.ids++
	n := &Node{trace: t, began: time.Now(), data: eval.TraceNode{
		ID: "T" + strconv.Itoa(t.ids), Label: o.Label, Type: o.Type, Icon: o.Icon, Description: o.Description, Status: eval.TraceRunning, Input: input,
	}}
	if within == nil {
		t.nodes = append(t.nodes, n)
	} else {
		within.inner = append(within.inner, n)
	}
	return n, nil
}

// note counts a step or a line.
func (t *Trace) note(bytes ...int) error {
	if t.notes == maxNotes {
		return errFull
	}
	if err := t.weigh(bytes...); err != nil {
		return err
	}
	t.notes++
	return nil
}

// weigh counts bytes that are about to be kept.
func (t *Trace) weigh(bytes ...int) error {
	sum := t.bytes
	for _, n := range bytes {
		sum += n
	}
	if sum > maxBytes {
		return errWide
	}
	t.bytes = sum
	return nil
}

// Log notes a line at a level, of a step or of none when that is nil.
func (t *Trace) Log(of *Node, level, text string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.note(len(text)); err != nil {
		return err
	}
	line := eval.TraceLog{Level: level, Text: text}
	if of == nil {
		t.logs = append(t.logs, line)
	} else {
		of.data.Logs = append(of.data.Logs, line)
	}
	return nil
}

// Output notes what came of the step.
func (n *Node) Output(v eval.Value) error {
	n.trace.mu.Lock()
	defer n.trace.mu.Unlock()
	if err := n.trace.weigh(len(v.Raw()) - len(n.data.Output.Raw())); err != nil {
		return err
	}
	n.data.Output = v
	return nil
}

// Metadata notes something else of the step.
func (n *Node) Metadata(name string, v eval.Value) error {
	n.trace.mu.Lock()
	defer n.trace.mu.Unlock()
	if err := n.trace.weigh(len(name), len(v.Raw())-len(n.data.Metadata[name].Raw())); err != nil {
		return err
	}
	if n.data.Metadata == nil {
		n.data.Metadata = map[string]eval.Value{}
	}
	n.data.Metadata[name] = v
	return nil
}

// Complete ends the step, with an output unless that is absent.
func (n *Node) Complete(output eval.Value) error {
	n.trace.mu.Lock()
	defer n.trace.mu.Unlock()
	if !output.IsZero() {
		if err := n.trace.weigh(len(output.Raw()) - len(n.data.Output.Raw())); err != nil {
			return err
		}
		n.data.Output = output
	}
	n.end(eval.TraceCompleted)
	return nil
}

// Fail ends the step with an error.
func (n *Node) Fail(text string) error {
	n.trace.mu.Lock()
	defer n.trace.mu.Unlock()
	if err := n.trace.weigh(len(text) - len(n.data.Error)); err != nil {
		return err
	}
	n.data.Error = text
	n.end(eval.TraceFailed)
	return nil
}

func (n *Node) end(status eval.TraceStatus) {
	n.data.Status, n.data.DurationMS = status, eval.Millis(time.Since(n.began))
}

// Take gives what was noted since the last Take.
func (t *Trace) Take() eval.Trace {
	t.mu.Lock()
	defer t.mu.Unlock()
	taken := eval.Trace{Nodes: collect(t.nodes), Logs: t.logs}
	t.nodes, t.logs, t.notes, t.bytes = nil, nil, 0, 0
	if t.quiet {
		return eval.Trace{}
	}
	return taken
}

func collect(nodes []*Node) []eval.TraceNode {
	var list []eval.TraceNode
	for _, n := range nodes {
		data := n.data
		data.Logs, data.Metadata = slices.Clone(data.Logs), maps.Clone(data.Metadata)
		data.Nodes = collect(n.inner)
		list = append(list, data)
	}
	return list
}
