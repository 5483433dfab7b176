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

// maxNotes bounds the steps and lines of a turn.
const maxNotes = 10_000

var errFull = errors.New("the trace is full: a turn has at most " + strconv.Itoa(maxNotes) + " nodes and lines")

// Trace belongs to a trial. It is safe for concurrent use.
type Trace struct {
	quiet bool

	mu    sync.Mutex
	nodes []*Node
	logs  []eval.TraceLog
	ids   int
	notes int
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
	if err := t.note(); err != nil {
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

func (t *Trace) note() error {
	if t.notes == maxNotes {
		return errFull
	}
	t.notes++
	return nil
}

// Log notes a line at a level, of a step or of none when that is nil.
func (t *Trace) Log(of *Node, level, text string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.note(); err != nil {
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
func (n *Node) Output(v eval.Value) {
	n.trace.mu.Lock()
	defer n.trace.mu.Unlock()
	n.data.Output = v
}

// Metadata notes something else of the step.
func (n *Node) Metadata(name string, v eval.Value) {
	n.trace.mu.Lock()
	defer n.trace.mu.Unlock()
	if n.data.Metadata == nil {
		n.data.Metadata = map[string]eval.Value{}
	}
	n.data.Metadata[name] = v
}

// Complete ends the step, with an output unless that is absent.
func (n *Node) Complete(output eval.Value) {
	n.trace.mu.Lock()
	defer n.trace.mu.Unlock()
	if !output.IsZero() {
		n.data.Output = output
	}
	n.end(eval.TraceCompleted)
}

// Fail ends the step with an error.
func (n *Node) Fail(text string) {
	n.trace.mu.Lock()
	defer n.trace.mu.Unlock()
	n.data.Error = text
	n.end(eval.TraceFailed)
}

func (n *Node) end(status eval.TraceStatus) {
	n.data.Status, n.data.DurationMS = status, eval.Millis(time.Since(n.began))
}

// Take gives what was noted since the last Take.
func (t *Trace) Take() eval.Trace {
	t.mu.Lock()
	defer t.mu.Unlock()
	taken := eval.Trace{Nodes: collect(t.nodes), Logs: t.logs}
	t.nodes, t.logs, t.notes = nil, nil, 0
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
