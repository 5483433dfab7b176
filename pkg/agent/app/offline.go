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
	options := raw.Field("options")
	if options == nil || options.Kind() != eval.Object {
		return raw
	}
	bare := slices.Clone(options.Fields)
	for i, m := range bare {
		text, ok := standIns[m.Key]
		if ok && m.Node.Kind() == eval.String && e.lacks(m.Node.Text) {
			bare[i].Node = &source.Node{Value: eval.StringValue(text), Text: text, Pos: m.Node.Pos}
		}
	}
	all := slices.Clone(raw.Fields)
	for i, m := range all {
		if m.Node == options {
			all[i].Node = objectOf(bare, options.Pos)
		}
	}
	return objectOf(all, raw.Pos)
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
