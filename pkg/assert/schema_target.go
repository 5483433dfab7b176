package assert

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// enter makes n the document that references are relative to, if it is one. It
// returns how to leave it.
func (l *schemaLint) enter(n *source.Node) (leave func()) {
	base, draft, anchors := l.base, l.draft, l.anchors
	if n != base && l.document(n) {
		l.base, l.draft, l.anchors = n, draftNamed(n, draft), nil
	}
	return func() { l.base, l.draft, l.anchors = base, draft, anchors }
}

// target is the node a reference within the document leads to, nil when it is
// of another form.
func (l *schemaLint) target(ref string) *source.Node {
	fragment, ok := strings.CutPrefix(ref, "#")
	fragment, err := url.PathUnescape(fragment)
	switch {
	case !ok || err != nil:
		return nil
	case fragment == "" || fragment[0] == '/':
		return pointed(l.base, fragment)
	default:
		if l.anchors == nil {
			l.anchors = map[string]*source.Node{}
			l.anchored(l.base, l.anchors)
		}
		return l.anchors[fragment]
	}
}

// pointed is what a JSON Pointer leads to.
func pointed(n *source.Node, pointer string) *source.Node {
	for _, token := range strings.Split(pointer, "/")[1:] {
		token = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
		if n.Kind() == eval.Array {
			at, err := strconv.Atoi(token)
			if err != nil || at < 0 || at >= len(n.Items) {
				return nil
			}
			n = n.Items[at]
		} else if n = n.Field(token); n == nil {
			return nil
		}
	}
	return n
}

// anchored are the schemas in n by their anchors. A document within the
// document has anchors of its own.
func (l *schemaLint) anchored(n *source.Node, found map[string]*source.Node) {
	for _, m := range n.Fields {
		isName := m.Key == "$anchor" || m.Key == "$dynamicAnchor" || l.draft <= 7 && m.Key == l.id()
		if name := strings.TrimPrefix(m.Node.Text, "#"); isName && found[name] == nil {
			found[name] = n
		}
		switch l.known[m.Key].holds {
		case oneSchema, schemaList:
			l.anchoredWithin(m.Node, found)
			for _, item := range m.Node.Items {
				l.anchoredWithin(item, found)
			}
		case schemaByKey:
			for _, member := range m.Node.Fields {
				l.anchoredWithin(member.Node, found)
			}
		}
	}
}

func (l *schemaLint) anchoredWithin(n *source.Node, found map[string]*source.Node) {
	if !l.document(n) {
		l.anchored(n, found)
	}
}

// document reports that a schema has a name of its own, which makes it a
// document within the document.
func (l *schemaLint) document(n *source.Node) bool {
	id := n.Field(l.id())
	return id != nil && id.Kind() == eval.String && !strings.HasPrefix(id.Text, "#")
}

// id is the keyword that names a schema.
func (l *schemaLint) id() string {
	if l.draft == 4 {
		return "id"
	}
	return "$id"
}

// draftNamed is the draft that $schema names, the given one if it names none.
func draftNamed(n *source.Node, draft int) int {
	named := n.Field("$schema")
	if named == nil {
		return draft
	}
	for _, d := range []int{4, 6, 7, 2019, 2020} {
		if strings.Contains(named.Text, "/draft-0"+strconv.Itoa(d)+"/") || strings.Contains(named.Text, "/draft/"+strconv.Itoa(d)+"-") {
			return d
		}
	}
	return draft
}
