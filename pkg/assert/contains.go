package assert

import (
	"context"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// contains looks for texts in the output's text. It holds when all are in it,
// or with absent when none is.
type contains struct {
	needles      []string // folded where case is ignored
	written      []string // as the user wrote them
	want, unwant string
	absent       bool
	ignoreCase   bool
}

func (p *parser) contains(d *definition, f *source.Fields) {
	c := &contains{absent: d.kind == "not_contains", ignoreCase: f.Flag("ignore_case")}
	if n := p.value(d, f); n != nil {
		for _, v := range p.needles(n, f.Path("value")) {
			needle := v.Text()
			c.written = append(c.written, needle)
			if c.ignoreCase {
				needle = fold(needle)
			}
			c.needles = append(c.needles, needle)
		}
		c.want, c.unwant = c.words(show(n.Value))
	}
	d.check = c
}

// needles are the values to look for: the node's elements if it is a list,
// else its own. Values that are in every text, or in none, are reported.
func (p *parser) needles(n *source.Node, path string) []eval.Value {
	if n.Kind() != eval.Array {
		p.needle(n, path)
		return []eval.Value{n.Value}
	}
	if len(n.Items) == 0 {
		p.faults.At(n.Pos, path, "the list is empty")
	}
	values := make([]eval.Value, 0, len(n.Items))
	for i, item := range n.Items {
		p.needle(item, path+"["+strconv.Itoa(i)+"]")
		values = append(values, item.Value)
	}
	return values
}

func (p *parser) needle(n *source.Node, path string) {
	switch {
	case n.Kind() == eval.Null:
		p.faults.At(n.Pos, path, "want text, a number, a boolean, an object or a list, got null")
	case n.Kind() == eval.String && n.Text == "":
		p.faults.At(n.Pos, path, "the text is empty").Hint = "it is in every output"
	case n.Kind() == eval.Object && len(n.Fields) == 0:
		p.faults.At(n.Pos, path, "the object is empty")
	case n.Kind() == eval.Array && len(n.Items) == 0:
		p.faults.At(n.Pos, path, "the list is empty")
	}
}

func (c *contains) check(_ context.Context, v *View, _ place) outcome {
	o := outcome{state: holds, want: c.want, unwant: c.unwant, actual: v.actual()}
	at := -1
	for i, needle := range c.needles {
		at = c.find(v, needle)
		if found := at >= 0; found == c.absent {
			o.state = fails
			o.note = c.culprit(c.written[i])
			break
		}
	}
	if o.got = quote(v.outputText()); at >= 0 {
		o.got = around(v.outputText(), at)
	}
	return o
}

// culprit says which of several texts decided.
func (c *contains) culprit(needle string) string {
	switch {
	case len(c.needles) == 1:
		return ""
	case c.absent:
		return quote(needle) + " is in it"
	default:
		return quote(needle) + " is missing"
	}
}

// find is where the needle stands in the output's text, -1 when it does not.
// Folded text can differ in length from the text itself, so without regard to
// case the place is only near.
func (c *contains) find(v *View, needle string) int {
	if !c.ignoreCase {
		return strings.Index(v.outputText(), needle)
	}
	return min(strings.Index(v.foldedText(), needle), len(v.outputText()))
}

// words says what is wanted of the value as it is shown.
func (c *contains) words(value string) (want, unwant string) {
	one := len(c.needles) == 1
	switch {
	case c.absent && one:
		return "no " + value, value
	case c.absent:
		return "none of " + value, "any of " + value
	case one:
		return value, "no " + value
	default:
		return "all of " + value, "not all of " + value
	}
}
