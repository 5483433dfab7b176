package promptfoo

import (
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// test is one test with what it takes over from others: of defaultTest and of
// a scenario, with what is nearest last. The first layer is defaultTest, be it
// empty.
type test struct {
	pos    eval.Pos
	layers []*source.Node // objects, never none
	index  int            // 1-based, in the order of the file
}

// field is a member of the nearest layer that has it.
func (t test) field(name string) *source.Node {
	for _, layer := range slices.Backward(t.layers) {
		if n := layer.Field(name); n != nil {
			return n
		}
	}
	return nil
}

// option is a member of the options, nearest first.
func (t test) option(name string) *source.Node {
	for _, layer := range slices.Backward(t.layers) {
		if options := layer.Field("options"); options != nil {
			if n := options.Field(name); n != nil {
				return n
			}
		}
	}
	return nil
}

// members are those of an object in all layers, the nearest of each name, in
// the order in which the names are first met.
func (t test) members(name string, resolve func(*source.Node) *source.Node) []source.Member {
	var all []source.Member
	for _, layer := range t.layers {
		n := layer.Field(name)
		if n == nil {
			continue
		}
		if n = resolve(n); n == nil {
			continue
		}
		for _, m := range n.Fields {
			at := slices.IndexFunc(all, func(known source.Member) bool { return known.Key == m.Key })
			if at < 0 {
				all = append(all, m)
			} else {
				all[at] = m
			}
		}
	}
	return all
}

// assertions are those of all layers, in order.
func (t test) assertions() []*source.Node {
	var all []*source.Node
	for i, layer := range t.layers {
		if i == 0 && isTrue(t.option("disableDefaultAsserts")) {
			continue
		}
		all = append(all, items(layer.Field("assert"))...)
	}
	return all
}

func isTrue(n *source.Node) bool { return n != nil && n.Value.Raw() == "true" }

// assign makes the variables of each combination of a test's lists, the first
// list outermost, and gives up at a number of them.
func assign(members []source.Member, expand bool, most int) ([]vars, bool) {
	all := []vars{{}}
	for _, m := range members {
		values := []*source.Node{m.Node}
		if expand && m.Node.Kind() == eval.Array && len(m.Node.Items) > 0 && m.Node.Items[0].Kind() == eval.String {
			values = m.Node.Items
		}
		if len(all)*len(values) > most {
			return nil, false
		}
		next := make([]vars, 0, len(all)*len(values))
		for _, v := range all {
			for _, value := range values {
				w := make(vars, len(v)+1)
				for key, n := range v {
					w[key] = n
				}
				w[m.Key] = value
				next = append(next, w)
			}
		}
		all = next
	}
	return all, true
}
