package promptfoo

import (
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// pointer is what a JSON pointer in a fragment means, nil when it is nothing.
func (r *reader) pointer(ref string) *source.Node {
	path, ok := strings.CutPrefix(ref, "#/")
	if !ok {
		return nil
	}
	n := r.root
	for step := range strings.SplitSeq(path, "/") {
		step = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		switch n.Kind() {
		case eval.Object:
			n = n.Field(step)
		case eval.Array:
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(n.Items) {
				return nil
			}
			n = n.Items[i]
		default:
			return nil
		}
		if n == nil {
			return nil
		}
	}
	return n
}

// textNode, listNode and objectNode make nodes of what is not written as JSON
// or YAML, such as the cells of a table.
func textNode(pos eval.Pos, s string) *source.Node {
	return &source.Node{Value: eval.StringValue(s), Text: s, Pos: pos}
}

func listNode(pos eval.Pos, list []*source.Node) *source.Node {
	raws := make([]string, len(list))
	for i, n := range list {
		raws[i] = n.Value.Raw()
	}
	return &source.Node{Value: eval.Trusted("[" + strings.Join(raws, ",") + "]"), Pos: pos, Items: list}
}

func objectNode(pos eval.Pos, fields []source.Member) *source.Node {
	raws := make([]string, len(fields))
	for i, m := range fields {
		raws[i] = eval.StringValue(m.Key).Raw() + ":" + m.Node.Value.Raw()
	}
	return &source.Node{Value: eval.Trusted("{" + strings.Join(raws, ",") + "}"), Pos: pos, Fields: fields}
}

// member is a member that stands at its value.
func member(key string, n *source.Node) source.Member {
	return source.Member{Key: key, KeyPos: n.Pos, Node: n}
}
