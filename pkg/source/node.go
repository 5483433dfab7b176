package source

import (
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Node is one value of a file with its place.
type Node struct {
	Value  eval.Value // its JSON text
	Text   string     // of a string: decoded
	Pos    eval.Pos
	Items  []*Node  // of an array
	Fields []Member // of an object, in file order, each key once
}

// Member is one field of an object.
type Member struct {
	Key    string
	KeyPos eval.Pos
	Node   *Node
}

// Kind tells what the value is.
func (n *Node) Kind() eval.Kind { return n.Value.Kind() }

// Field is the value under key, nil when there is none.
func (n *Node) Field(key string) *Node {
	for _, m := range n.Fields {
		if m.Key == key {
			return m.Node
		}
	}
	return nil
}

// Faults collects problems that belong to one agent or case.
type Faults struct {
	Agent, Case string
	List        eval.Problems
}

// At records a problem and returns it, so that the caller can add a hint
// before the next one is recorded.
func (f *Faults) At(pos eval.Pos, path, format string, args ...any) *eval.Problem {
	f.List = append(f.List, eval.Problem{
		Pos: pos, Agent: f.Agent, Case: f.Case, Path: path, Message: fmt.Sprintf(format, args...),
	})
	return &f.List[len(f.List)-1]
}
