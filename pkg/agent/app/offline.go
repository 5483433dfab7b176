package app

import (
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent/prompt"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// standIns take the place of what only says how a provider is reached, where
// nobody is asked and its variables are unset. All else of a connector decides
// answers, and must be known also then. The host may be one of this machine,
// which needs no key.
var standIns = map[string]string{
	"host":  "http://replayed.localhost",
	"proxy": "http://replayed.localhost",
	"key":   "replayed",
}

// unasked is the definition of a connector that will not be asked.
func (e *environment) unasked(raw *source.Node) *source.Node {
	return withMember(raw, "options", func(options *source.Node) *source.Node {
		for name, text := range standIns {
			options = withMember(options, name, func(n *source.Node) *source.Node { return e.standIn(n, text) })
		}
		return withMember(options, "headers", func(headers *source.Node) *source.Node {
			for _, m := range headers.Fields {
				headers = withMember(headers, m.Key, func(n *source.Node) *source.Node { return e.standIn(n, "replayed") })
			}
			return headers
		})
	})
}

// standIn is text in the place of one whose variables are unset.
func (e *environment) standIn(n *source.Node, text string) *source.Node {
	if n.Kind() != eval.String || !e.lacks(n.Text) {
		return n
	}
	return &source.Node{Value: eval.StringValue(text), Text: text, Pos: n.Pos}
}

// withMember is an object with another value for a member it has; anything
// else is itself.
func withMember(n *source.Node, name string, change func(*source.Node) *source.Node) *source.Node {
	at := slices.IndexFunc(n.Fields, func(m source.Member) bool { return m.Key == name })
	if at < 0 {
		return n
	}
	fields := slices.Clone(n.Fields)
	fields[at].Node = change(fields[at].Node)
	return objectOf(fields, n.Pos)
}

// lacks reports whether a variable of the text is unset or empty.
func (e *environment) lacks(text string) bool {
	return slices.ContainsFunc(prompt.EnvNames(text), func(name string) bool {
		_, ok := e.lookup(name)
		return !ok
	})
}

// objectOf is an object of these members.
func objectOf(fields []source.Member, pos eval.Pos) *source.Node {
	raws := make([]string, len(fields))
	for i, m := range fields {
		raws[i] = eval.StringValue(m.Key).Raw() + ":" + m.Node.Value.Raw()
	}
	return &source.Node{Value: eval.Trusted("{" + strings.Join(raws, ",") + "}"), Pos: pos, Fields: fields}
}
