package dataset

import (
	"fmt"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// assertions reads assert, or assertions as it may be called too, and
// expected, which is asserted where nothing else is.
func (d *decoder) assertions(c *eval.Case, f *source.Fields) {
	expected := f.Node("expected")
	if expected != nil {
		c.Expected = expected.Value
	}
	name := "assert"
	if f.Has("assertions") {
		if f.Has(name) {
			d.faults.At(f.Pos("assertions"), "assertions", "another name of assert, which is given too").Hint =
				"put all assertions into one list"
		}
		name = "assertions"
	}
	switch list := f.Node(name); {
	case list != nil:
		c.Assertions = d.written(list, name)
		if expected != nil {
			p := d.faults.At(expected.Pos, "expected", "not compared, since the case has assertions")
			p.Hint, p.Warning = `add {"type": "equals", "value": ...} to compare it`, true
		}
	case expected != nil:
		c.Assertions = []eval.Assertion{{
			Raw:  eval.Trusted(`{"type":"equals","value":` + expected.Value.Raw() + `}`),
			Path: "expected",
			Pos:  expected.Pos,
		}}
	}
}

// written reads one assertion or a list of them. The type alone is refused:
// no assertion is complete with it.
func (d *decoder) written(n *source.Node, path string) []eval.Assertion {
	if n.Kind() != eval.Array {
		return d.assertion(nil, n, path)
	}
	if len(n.Items) == 0 {
		d.faults.At(n.Pos, path, "an empty list asserts nothing").Hint = "leave it out to assert nothing"
	}
	list := make([]eval.Assertion, 0, len(n.Items))
	for i, item := range n.Items {
		list = d.assertion(list, item, at(path, i))
	}
	return list
}

func (d *decoder) assertion(list []eval.Assertion, n *source.Node, path string) []eval.Assertion {
	if n.Kind() != eval.Object {
		problem := d.faults.At(n.Pos, path, "want an assertion, which is an object, got %s", source.Describe(n))
		if n.Kind() == eval.String && strings.TrimSpace(n.Text) != "" {
			problem.Hint = fmt.Sprintf(`write {"type": %q, "value": ...}`, eval.Clip(n.Text))
		}
		return list
	}
	if d.opts.Check != nil {
		d.opts.Check(n, path, d.faults)
	}
	return append(list, eval.Assertion{Raw: n.Value, Path: path, Pos: n.Pos})
}
