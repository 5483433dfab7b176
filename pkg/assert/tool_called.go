package assert

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// toolCalled looks for calls of any of some tools. With absent there must be
// none.
type toolCalled struct {
	any    []wantedCall
	times  int // -1 for at least once
	absent bool
	want   string
}

func (p *parser) toolCalled(d *definition, f *source.Fields) {
	c := &toolCalled{any: p.calls(d, f), times: -1, absent: d.kind == "tool_not_called"}
	var times *source.Node
	if !c.absent {
		times = f.Node("times")
	}
	if times != nil {
		if p.whole(times, f.Path("times")) {
			c.times, _ = strconv.Atoi(times.Value.Raw())
		}
		if c.times == 0 {
			p.faults.At(times.Pos, f.Path("times"), "no call at all is another assertion").Hint = `write "type": "tool_not_called"`
		}
	}
	c.want = "a call of " + namesOf(c.any, " or ")
	switch {
	case c.absent:
		c.want = "no call of " + namesOf(c.any, " or ")
	case c.times > 0:
		c.want = eval.Plural(c.times, "call") + " of " + namesOf(c.any, " or ")
	}
	d.check = c
}

func (c *toolCalled) check(_ context.Context, v *View, _ place) outcome {
	found := 0
	var near []string
	for i := range v.transcript.ToolCalls {
		call := &v.transcript.ToolCalls[i]
		var whys []string
		if slices.ContainsFunc(c.any, func(w wantedCall) bool {
			ok, why := w.fits(call)
			if why != "" {
				whys = append(whys, call.Tool+": "+why)
			}
			return ok
		}) {
			found++
			continue
		}
		near = append(near, whys...)
	}
	o := v.trajectory()
	o.want = c.want
	switch {
	case c.absent:
		o.state = holdsIf(found == 0)
	case c.times > 0:
		o.state = holdsIf(found == c.times)
	default:
		o.state = holdsIf(found > 0)
	}
	if (o.state == holds) == c.absent && v.tried(c.any) {
		o.state = void
	}
	if o.state != holds && len(near) > 0 {
		o.note = clip(strings.Join(near, "; "))
	}
	return o
}
