package importer

import (
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// Field is a member that Python's tools write as some_name or as someName; nil
// also for null, which they write for nothing.
func Field(n *source.Node, name string) *source.Node {
	if m := Given(n.Field(name)); m != nil {
		return m
	}
	return Given(n.Field(Camel(name)))
}

// Given is a node that says something, nil for null.
func Given(n *source.Node) *source.Node {
	if n == nil || n.Kind() == eval.Null {
		return nil
	}
	return n
}

// Text is the text of a node that is one, "" for any other.
func Text(n *source.Node) string {
	if n == nil || n.Kind() != eval.String {
		return ""
	}
	return n.Text
}

// Camel is some_name as someName.
func Camel(name string) string {
	parts := strings.Split(name, "_")
	for i := 1; i < len(parts); i++ {
		if parts[i] != "" {
			parts[i] = strings.ToUpper(parts[i][:1]) + parts[i][1:]
		}
	}
	return strings.Join(parts, "")
}

// List is a node of several, at the place of the first.
func List(nodes []*source.Node) *source.Node {
	list := &source.Node{Items: nodes}
	raws := make([]string, len(nodes))
	for i, n := range nodes {
		raws[i] = n.Value.Raw()
	}
	if len(nodes) > 0 {
		list.Pos = nodes[0].Pos
	}
	list.Value = eval.Trusted("[" + strings.Join(raws, ",") + "]")
	return list
}

// Chat is a conversation as a case's input: a single message of the user is
// its text.
func Chat(messages []Prompt) (eval.Value, error) {
	if len(messages) == 1 {
		return eval.StringValue(messages[0].Content), nil
	}
	return eval.ValueOf(messages)
}
