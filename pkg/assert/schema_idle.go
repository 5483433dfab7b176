package assert

import (
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// idle reports a schema that every JSON fits. outer are the schemas whose
// references led to this one.
func (l *schemaLint) idle(n *source.Node, outer []*source.Node) bool {
	idle, known := l.settled[n]
	if !known {
		idle = l.isIdle(n, outer)
		l.settled[n] = idle
	}
	return idle
}

func (l *schemaLint) isIdle(n *source.Node, outer []*source.Node) bool {
	if n.Kind() != eval.Object {
		return n.Value.Raw() == "true"
	}
	if slices.Contains(outer, n) {
		return false // a circle, which is an error of its own
	}
	outer = append(slices.Clip(outer), n)
	defer l.enter(n)()
	every := func(list []*source.Node) bool {
		return !slices.ContainsFunc(list, func(item *source.Node) bool { return !l.idle(item, outer) })
	}
	return !slices.ContainsFunc(n.Fields, func(m source.Member) bool {
		v := m.Node
		switch k, known := l.known[m.Key]; {
		case !known || k.remark:
			return false
		case m.Key == "$ref":
			target := l.target(v.Text)
			return target == nil || !l.idle(target, outer)
		case m.Key == "anyOf":
			return !slices.ContainsFunc(v.Items, func(item *source.Node) bool { return l.idle(item, outer) })
		case m.Key == "oneOf":
			return len(v.Items) != 1 || !every(v.Items)
		case m.Key == "not" || m.Key == "contains" || m.Key == "const":
			return true
		case m.Key == "if":
			return false // then and else say it
		case k.holds == schemaByKey:
			for _, member := range v.Fields {
				if !l.idle(member.Node, outer) {
					return true
				}
			}
			return false
		case k.holds != noSchema && v.Kind() == eval.Array:
			return !every(v.Items)
		case k.holds != noSchema:
			return !l.idle(v, outer)
		case strings.HasPrefix(m.Key, "min") && v.Kind() == eval.Number && m.Key != "minimum":
			return eval.CompareNumbers(v.Value.Raw(), "0") > 0
		default: // an empty list or object of requirements, or false
			return len(v.Items)+len(v.Fields) > 0 || v.Kind() != eval.Array && v.Kind() != eval.Object && v.Value.Raw() != "false"
		}
	})
}

// idleHere says why a keyword does nothing in the schema n, and what to write
// instead. ok is that it does something.
func (l *schemaLint) idleHere(n *source.Node, name string, k keyword) (why, hint string, ok bool) {
	here := " in " + draftName(l.draft)
	switch needs, without := l.companions(n, name); {
	case k.inert:
		return "", k.instead, false
	case l.draft < k.since, k.until > 0 && l.draft > k.until:
		if hint = k.instead; hint == "" {
			hint = "name a later draft in $schema"
		}
		return here, hint, false
	case l.draft <= 7 && n.Field("$ref") != nil && name != "$ref" && !k.remark:
		return " beside $ref" + here, "put both under allOf", false
	case without:
		return " without " + needs, "", false
	case name == "$schema" && !l.sameDraft(n) && !l.document(n):
		return " within a schema", "write it at the root", false
	}
	if types := typesOf(n); k.of != nil && types != nil && !slices.ContainsFunc(types, func(t string) bool { return slices.Contains(k.of, t) }) {
		return " for the type " + eval.Clip(strings.Join(types, ", ")), "it is for the type " + k.of[0], false
	}
	return "", "", true
}

// companions names what a keyword only works with, and reports that it is not
// there.
func (l *schemaLint) companions(n *source.Node, name string) (needs string, without bool) {
	has := func(name string) bool { return n.Field(name) != nil }
	switch name {
	case "then", "else":
		return "if", !has("if")
	case "if":
		// What it looks at counts as evaluated.
		return "then or else", !has("then") && !has("else") && !strings.Contains(l.root.Value.Raw(), `"unevaluated`)
	case "minContains", "maxContains":
		return "contains", !has("contains")
	case "additionalItems":
		return "a list under items", !has("items") || n.Field("items").Kind() != eval.Array
	default:
		return "", false
	}
}

// sameDraft reports that a schema names the draft that the root does.
func (l *schemaLint) sameDraft(n *source.Node) bool {
	named := l.root.Field("$schema")
	return named != nil && named.Text == n.Field("$schema").Text
}

// typesOf are the types a schema allows, nil when it does not say.
func typesOf(n *source.Node) []string {
	t := n.Field("type")
	if t == nil {
		return nil
	}
	if t.Kind() == eval.String {
		return []string{t.Text}
	}
	var types []string
	for _, item := range t.Items {
		types = append(types, item.Text)
	}
	return types
}
