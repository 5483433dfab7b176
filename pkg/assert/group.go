package assert

import (
	"context"
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// group holds when all, any or none of its assertions pass. All of them are
// evaluated, and one that breaks breaks the group, whatever the others say.
// One that had nothing to look at says neither yes nor no: the group is void
// too, unless another one settles it, by failing in all or by passing in any
// and none. So no group makes a pass of an output without JSON.
type group struct {
	kind     string
	children []child
}

// child is an assertion of a group and where it stands.
type child struct {
	def *definition
	at  offset
}

func (p *parser) group(d *definition, f *source.Fields) {
	g := &group{kind: d.kind}
	d.check = g
	n := f.Node("assert")
	if n == nil {
		p.faults.At(f.Pos("assert"), f.Path("assert"), "a group needs its assertions").Hint = `such as "assert": [{...}, {...}]`
		return
	}
	if n.Kind() != eval.Array || len(n.Items) == 0 {
		fault := p.faults.At(n.Pos, f.Path("assert"), "want a list of assertions, got %s", source.Describe(n))
		if n.Kind() == eval.Array {
			fault.Message = "the list of assertions is empty"
		}
		return
	}
	if p.groups == maxGroups {
		p.faults.At(n.Pos, f.Path("assert"), "groups nest deeper than %d", maxGroups)
		return
	}
	at := p.at
	p.groups++
	defer func() { p.groups-- }()
	for i, item := range n.Items {
		path := fmt.Sprintf("%s[%d]", f.Path("assert"), i)
		g.children = append(g.children, child{def: p.assertion(item, path), at: offsetOf(at, item.Pos)})
	}
}

func (g *group) check(ctx context.Context, v *View, at place) outcome {
	o := outcome{checks: make([]eval.Check, len(g.children))}
	var counts [broke + 1]int
	var firsts [broke + 1]*eval.Check // of each state
	for i, c := range g.children {
		check, state := c.def.evaluate(ctx, v, at.child(i, c.at))
		o.checks[i] = check
		if counts[state]++; counts[state] == 1 {
			firsts[state] = &o.checks[i]
		}
	}
	if bad := firsts[broke]; bad != nil {
		o.state, o.got = broke, report(bad)
		return o
	}
	o.got = fmt.Sprintf("%d of %d", counts[holds], len(g.children))
	if counts[void] > 0 {
		o.got += fmt.Sprintf(", with nothing to look at for %d", counts[void])
	}
	decides := fails // the state of which one child settles the matter
	switch g.kind {
	case "all":
		o.state, o.want = holdsIf(counts[fails] == 0), "all to pass"
	case "any":
		decides = holds
		o.state, o.want, o.unwant = holdsIf(counts[holds] > 0), "any to pass", "none to pass"
	default:
		decides = holds
		o.state, o.want, o.unwant = holdsIf(counts[holds] == 0), "none to pass", "any to pass"
	}
	if counts[decides] == 0 && counts[void] > 0 {
		o.state = void
	}
	switch {
	case o.state == void:
		o.note = report(firsts[void])
	case o.state == fails && g.kind == "none":
		o.note = report(firsts[holds])
	case o.state == fails:
		o.note = report(firsts[fails])
	}
	return o
}

// report is a check of the group in the group's own message.
func report(c *eval.Check) string {
	return fmt.Sprintf("%s %s: %s", c.Assertion, c.Type, c.Message)
}
