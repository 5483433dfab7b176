package assert

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// schemaLint looks for what asserts nothing although its author believes that
// it does. Validators take keywords they do not know, or that do not work
// where they stand, for remarks, so that such a schema accepts everything.
type schemaLint struct {
	faults *source.Faults
	root   *source.Node
	base   *source.Node // the document within root that is looked at
	draft  int          // 4, 6, 7, 2019 or 2020
	known  map[string]keyword
	seen   map[*source.Node]bool
	// settled is what was found idle or not, because references can lead to
	// one schema in very many ways.
	settled map[*source.Node]bool
	anchors map[string]*source.Node // nil until one is asked for
}

// lintSchema reports keywords without effect in a schema of the given draft.
func (p *parser) lintSchema(root *source.Node, path string, draft int) {
	l := &schemaLint{
		faults: p.faults, root: root, base: root, draft: draft, known: keywords(),
		seen: map[*source.Node]bool{}, settled: map[*source.Node]bool{},
	}
	before := len(p.faults.List)
	l.schema(root, path)
	if len(p.faults.List) > before {
		return
	}
	switch {
	case root.Value.Raw() == "false":
		p.faults.At(root.Pos, path, "no JSON fits the schema false").Hint = `write what it must be like, such as {"type": "object"}`
	case l.idle(root, nil):
		fault := p.faults.At(root.Pos, path, "the schema asserts nothing")
		fault.Hint = `write what the JSON must be like, such as {"type": "object"}`
		if root.Field("$defs") != nil || root.Field("definitions") != nil {
			fault.Hint = "it only defines schemas; refer to one with $ref"
		}
	}
}

func (l *schemaLint) schema(n *source.Node, path string) {
	if n.Kind() != eval.Object || l.seen[n] {
		return
	}
	l.seen[n] = true
	defer l.enter(n)()
	for _, m := range n.Fields {
		k, known := l.known[m.Key]
		switch {
		case !known && strings.HasPrefix(m.Key, "x-"):
		case !known:
			fault := l.faults.At(m.KeyPos, path, "the schema keyword %q is unknown and asserts nothing", eval.Clip(m.Key))
			if fault.Hint = source.DidYouMean(m.Key, slices.Sorted(maps.Keys(l.known))); fault.Hint == "" {
				fault.Hint = "begin the name of a remark with x-"
			}
		default:
			if why, hint, ok := l.idleHere(n, m.Key, k); !ok {
				l.faults.At(m.KeyPos, path, "the schema keyword %q does nothing%s", m.Key, why).Hint = hint
			}
			l.value(m, path+"."+m.Key, k.holds)
		}
	}
}

// value looks into what stands under a keyword.
func (l *schemaLint) value(m source.Member, path string, holds shape) {
	text := m.Node.Kind() == eval.String
	switch {
	case holds == oneSchema || holds == schemaList:
		l.schema(m.Node, path)
		for i, item := range m.Node.Items {
			l.schema(item, fmt.Sprintf("%s[%d]", path, i))
		}
	case holds == schemaByKey:
		for _, member := range m.Node.Fields {
			l.schema(member.Node, path+"."+member.Key)
		}
	case m.Key == "format" && text && !slices.Contains(formats(), m.Node.Text):
		fault := l.faults.At(m.Node.Pos, path, "the format %q is unknown and asserts nothing", eval.Clip(m.Node.Text))
		if fault.Hint = source.DidYouMean(m.Node.Text, formats()); fault.Hint == "" {
			fault.Hint = "there are " + strings.Join(formats(), ", ")
		}
	case (m.Key == "$ref" || m.Key == "$dynamicRef") && text:
		// It may lead to where no keyword says that there is a schema.
		if target := l.target(m.Node.Text); target != nil {
			l.schema(target, path)
		}
	}
}
