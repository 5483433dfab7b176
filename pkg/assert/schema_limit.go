package assert

import (
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// maxSchemaDepth is how deep a schema may nest. Compilers and lints take time
// with the square of it and worse.
const maxSchemaDepth = 200

// schemaLimits reports what makes the work with a schema unbounded: depth, and
// anchors of which only the way to them says which one is meant.
func (p *parser) schemaLimits(root *source.Node, path string) bool {
	before := len(p.faults.List)
	anchors := map[string]bool{"meta": true} // of the meta-schemas
	var look func(n *source.Node, depth int) bool
	look = func(n *source.Node, depth int) bool {
		if depth > maxSchemaDepth {
			p.faults.At(n.Pos, path, "the schema nests deeper than %d", maxSchemaDepth).Hint =
				"move inner schemas to $defs and refer to them"
			return false
		}
		for _, m := range n.Fields {
			name, inner := m.Node.Text, m.Node.Kind() == eval.String
			switch {
			case m.Key == "$dynamicAnchor" && inner && anchors[name]:
				p.faults.At(m.KeyPos, path, "a second $dynamicAnchor %q is not supported in this version", eval.Clip(name)).Hint =
					"choose another name, or refer with $ref"
			case m.Key == "$dynamicAnchor" && inner:
				anchors[name] = true
			case m.Key == "$recursiveAnchor" && m.Node.Value.Raw() == "true" && n != root:
				p.faults.At(m.KeyPos, path, "$recursiveAnchor within a schema is not supported in this version").Hint =
					"write it at the root, or refer with $ref"
			}
			if !look(m.Node, depth+1) {
				return false
			}
		}
		for _, item := range n.Items {
			if !look(item, depth+1) {
				return false
			}
		}
		return true
	}
	return look(root, 0) && len(p.faults.List) == before
}
