package promptfoo

import (
	"errors"
	"regexp"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// variable matches a template's plainest form: a name, perhaps with members.
var variable = regexp.MustCompile(`\{\{\s*([A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*)\s*\}\}`)

// single matches a variable that another one names.
var single = regexp.MustCompile(`\{\{\s*(\w+)\s*\}\}`)

var errTemplate = errors.New("the template does more than name variables, and is not rendered here")

// isTemplate reports whether a template engine would change a text.
func isTemplate(s string) bool {
	return strings.Contains(s, "{{") || strings.Contains(s, "{%") || strings.Contains(s, "{#")
}

// vars are a test's variables by name.
type vars map[string]*source.Node

// render puts variables in their places, as nunjucks would: one that is not
// set leaves nothing.
func (v vars) render(s string) (string, error) {
	if !isTemplate(s) {
		return s, nil
	}
	if isTemplate(variable.ReplaceAllString(s, "")) {
		return "", errTemplate
	}
	var fault error
	out := variable.ReplaceAllStringFunc(s, func(whole string) string {
		name := variable.FindStringSubmatch(whole)[1]
		value, err := v.lookup(name)
		fault = errors.Join(fault, err)
		return value
	})
	switch {
	case fault != nil:
		return "", fault
	case isTemplate(out):
		return "", errors.New("a variable holds a template of its own, which is not rendered here")
	}
	return out, nil
}

func (v vars) lookup(name string) (string, error) {
	path := strings.Split(name, ".")
	if path[0] == "env" && v["env"] == nil {
		return "", errors.New("the template reads the environment")
	}
	if path[0] == "_conversation" {
		return "", errors.New("the template reads the earlier answers of the run")
	}
	n := v[path[0]]
	for _, step := range path[1:] {
		if n == nil || n.Kind() != eval.Object {
			n = nil
			break
		}
		n = n.Field(step)
	}
	if n == nil {
		return "", nil
	}
	switch n.Kind() {
	case eval.String:
		return n.Text, nil
	case eval.Null:
		return "", nil
	case eval.Boolean, eval.Number:
		return n.Value.Raw(), nil
	default:
		return "", errors.New("the variable \"" + eval.Clip(name) + "\" holds a list or an object, which has no text of its own")
	}
}

// settle lets variables name each other, as promptfoo does before it renders.
func (v vars) settle(order []string) {
	const most = 5
	for range most {
		again := false
		for _, name := range order {
			n := v[name]
			m := single.FindStringSubmatch(text(n))
			if m == nil || v[m[1]] == nil || m[1] == name || v[m[1]].Kind() != eval.String {
				continue
			}
			if grown := strings.Replace(n.Text, m[0], v[m[1]].Text, 1); len(grown) <= source.MaxValue {
				v[name] = textNode(n.Pos, grown)
				again = true
			}
		}
		if !again {
			return
		}
	}
}

// renderNode renders every text in a node, and keeps the rest.
func (v vars) renderNode(n *source.Node) (*source.Node, error) {
	switch n.Kind() {
	case eval.String:
		s, err := v.render(n.Text)
		return textNode(n.Pos, s), err
	case eval.Array:
		list := make([]*source.Node, len(n.Items))
		for i, item := range n.Items {
			var err error
			if list[i], err = v.renderNode(item); err != nil {
				return nil, err
			}
		}
		return listNode(n.Pos, list), nil
	case eval.Object:
		fields := make([]source.Member, len(n.Fields))
		for i, m := range n.Fields {
			item, err := v.renderNode(m.Node)
			if err != nil {
				return nil, err
			}
			fields[i] = source.Member{Key: m.Key, KeyPos: m.KeyPos, Node: item}
		}
		return objectNode(n.Pos, fields), nil
	default:
		return n, nil
	}
}

// templated reports whether any text in a node is a template.
func templated(n *source.Node) bool { return isTemplate(n.Value.Raw()) }
