package assert

import (
	"context"
	"fmt"
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// toolSequence looks for calls in this order: others may stand between them,
// unless the calls are exactly these.
type toolSequence struct {
	calls   []wantedCall
	exactly bool
	want    string
}

func (p *parser) toolSequence(d *definition, f *source.Fields) {
	if n := f.Node("value"); n != nil && n.Kind() != eval.Array {
		p.faults.At(n.Pos, f.Path("value"), "want a list of calls, got %s", source.Describe(n))
	}
	c := &toolSequence{calls: p.calls(d, f), exactly: d.kind == "tools_exactly"}
	c.want = "calls of " + namesOf(c.calls, ", then ")
	if c.exactly {
		c.want = "exactly " + c.want
		if len(c.calls) == 0 {
			c.want = "no call of a tool"
		}
	}
	d.check = c
}

func (c *toolSequence) check(_ context.Context, v *View, _ place) outcome {
	o := v.trajectory()
	o.want = c.want
	if v.tried(c.calls) {
		o.state = void
	}
	next := 0
	for i := range v.transcript.ToolCalls {
		fits, why := false, ""
		if next < len(c.calls) {
			fits, why = c.calls[next].fits(&v.transcript.ToolCalls[i])
		}
		switch {
		case fits:
			next++
		case c.exactly:
			if why == "" {
				why = "is another tool"
				if next == len(c.calls) {
					why = "is one more"
				}
			}
			o.note = clip(fmt.Sprintf("call %d, %s: %s", i+1, v.transcript.ToolCalls[i].Tool, why))
			return o
		}
	}
	if next < len(c.calls) {
		o.note = "call " + strconv.Itoa(next+1) + " of these, " + c.calls[next].name + ", is missing"
		return o
	}
	o.state = holds
	return o
}
