package assert

import (
	"context"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// figure holds one number of the trial's own against bounds. A number that is
// unknown is an error.
type figure struct {
	low, high *bound
	read      func(*eval.Transcript) reading
}

// bound is one end of a range, as a JSON number and as people read it.
type bound struct{ number, shown string }

// reading is what a trial says of a figure.
type reading struct {
	bound
	value   eval.Value // for the check row
	unknown string     // why there is none
}

// figure reads max and min, of which one must be there.
func (p *parser) figure(d *definition, f *source.Fields, read func(n *source.Node, path string) *bound) *figure {
	g := &figure{}
	var members []string
	for _, end := range []struct {
		name string
		at   **bound
	}{{"max", &g.high}, {"min", &g.low}} {
		if n := f.Node(end.name); n != nil {
			*end.at = read(n, f.Path(end.name))
			members = append(members, `"`+end.name+`":`+n.Value.Raw())
		}
	}
	d.check = g
	d.expected = eval.Trusted("{" + strings.Join(members, ",") + "}")
	switch {
	case len(members) == 0:
		fault := p.faults.At(f.Pos("max"), f.Path("max"), "a %s assertion needs max or min", d.kind)
		if f.Has("value") {
			fault.Hint = "write max instead of value"
		}
	case g.low != nil && g.high != nil && eval.CompareNumbers(g.low.number, g.high.number) > 0:
		p.faults.At(f.Pos("min"), f.Path("min"), "min %s is above max %s", g.low.shown, g.high.shown)
	}
	return g
}

// count reads a bound that is a whole number.
func (p *parser) count(n *source.Node, path string) *bound {
	if !p.whole(n, path) {
		return nil
	}
	return &bound{number: n.Value.Raw(), shown: show(n.Value)}
}

func (g *figure) check(_ context.Context, v *View, _ place) outcome {
	r := g.read(v.transcript)
	if r.unknown != "" {
		return broken(r.unknown)
	}
	o := outcome{state: holds, got: r.shown, actual: r.value}
	switch {
	case g.low == nil:
		o.want = "at most " + g.high.shown
	case g.high == nil:
		o.want = "at least " + g.low.shown
	default:
		o.want = "between " + g.low.shown + " and " + g.high.shown
	}
	if g.high != nil && eval.CompareNumbers(r.number, g.high.number) > 0 ||
		g.low != nil && eval.CompareNumbers(r.number, g.low.number) < 0 {
		o.state = fails
	}
	return o
}
