package assert

import (
	"context"
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// group holds when all, any or none of its assertions pass. All of them are
// evaluated, and one that breaks breaks the group, whatever the others say.
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
	var passed int
	var bad, failed, held *eval.Check // the first of each status
	for i, c := range g.children {
		check := &o.checks[i]
		*check = c.def.evaluate(ctx, v, at.child(i, c.at))
		switch check.Status {
		case eval.Passed:
			passed++
			held = first(held, check)
		case eval.Failed:
			failed = first(failed, check)
		default:
			bad = first(bad, check)
		}
	}
	if bad != nil {
		o.state, o.got = broke, report(bad)
		return o
	}
	total := len(g.children)
	o.got = fmt.Sprintf("%d of %d", passed, total)
	switch g.kind {
	case "all":
		o.state, o.want = holdsIf(passed == total), "all to pass"
	case "any":
		o.state, o.want, o.unwant = holdsIf(passed > 0), "any to pass", "none to pass"
	default:
		o.state, o.want, o.unwant = holdsIf(passed == 0), "none to pass", "any to pass"
		failed = held
	}
	if o.state == fails && failed != nil {
		o.note = report(failed)
	}
	return o
}

func first(known, check *eval.Check) *eval.Check {
	if known == nil {
		return check
	}
	return known
}

// report is a check of the group in the group's own message.
func report(c *eval.Check) string {
	return fmt.Sprintf("%s %s: %s", c.Assertion, c.Type, c.Message)
}
