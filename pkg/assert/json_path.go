package assert

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/assert/jsonpath"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// jsonPath looks at one place of the output's JSON: whether it is there, and
// whether what stands there meets every condition.
type jsonPath struct {
	text       string
	path       jsonpath.Path
	absent     bool // exists: false
	conditions []condition
}

func (p *parser) jsonPath(d *definition, f *source.Fields) {
	c := &jsonPath{}
	d.check = c
	before := len(p.faults.List)
	p.parsePath(c, f)
	d.path = c.text
	exists := f.Bool("exists")
	c.absent = exists != nil && !*exists
	c.conditions = p.conditions(f)
	switch {
	case len(p.faults.List) > before:
	case exists == nil && len(c.conditions) == 0:
		p.faults.At(f.Pos("value"), f.Path("value"), "a json_path assertion needs a value, exists or an operator").Hint =
			"operators are " + strings.Join(operators(), ", ")
	case c.absent && len(c.conditions) > 0:
		p.faults.At(f.Pos("exists"), f.Path("exists"), "what does not exist cannot have %s", c.conditions[0].name)
	}
	d.expected = expectedOf(exists, c.conditions)
}

func (p *parser) parsePath(c *jsonPath, f *source.Fields) {
	n := f.Node("path")
	if n == nil {
		p.faults.At(f.Pos("path"), f.Path("path"), "a json_path assertion needs a path").Hint = "$ is the whole value"
		return
	}
	c.text = f.String("path")
	if n.Kind() != eval.String {
		return
	}
	var err error
	if c.path, err = jsonpath.Parse(c.text); err != nil {
		fault := p.faults.At(n.Pos, f.Path("path"), "the path %q is not one: %s", eval.Clip(c.text), err)
		var detail *jsonpath.Fault
		if errors.As(err, &detail) {
			fault.Hint = detail.Hint
		}
	}
}

// expectedOf is what was asked for, as a check row holds it.
func expectedOf(exists *bool, conditions []condition) eval.Value {
	if exists == nil && len(conditions) == 1 && conditions[0].name == "value" {
		return conditions[0].operand
	}
	var members []string
	if exists != nil {
		members = append(members, `"exists":`+strconv.FormatBool(*exists))
	}
	for _, c := range conditions {
		members = append(members, `"`+c.name+`":`+c.operand.Raw())
	}
	return eval.Trusted("{" + strings.Join(members, ",") + "}")
}

func (c *jsonPath) check(ctx context.Context, v *View, _ place) outcome {
	o := outcome{want: c.want() + " at " + strconv.Quote(c.text)}
	if len(c.conditions) == 0 {
		o.unwant = "nothing at " + strconv.Quote(c.text)
	}
	if c.absent {
		o.unwant = "a value at " + strconv.Quote(c.text)
	}
	doc := v.document()
	if doc.none() {
		return v.withoutJSON(o.want)
	}
	value, missing, err := c.path.Lookup(ctx, doc.value)
	if err != nil {
		return broken("cannot look up " + strconv.Quote(c.text) + ": " + err.Error())
	}
	o.note = doc.note
	if missing != "" {
		o.state, o.got = holdsIf(c.absent), string(missing)
		return o
	}
	o.got, o.actual = show(value), excerpt(value)
	o.state = holdsIf(!c.absent)
	for _, cond := range c.conditions {
		if err := ctx.Err(); err != nil {
			return broken("not checked: " + err.Error())
		}
		if holds, reason := cond.holds(value); !holds {
			o.state, o.note = fails, joined(doc.note, reason)
			break
		}
	}
	return o
}

func (c *jsonPath) want() string {
	if c.absent {
		return "nothing"
	}
	if len(c.conditions) == 0 {
		return "a value"
	}
	wants := make([]string, len(c.conditions))
	for i, cond := range c.conditions {
		wants[i] = cond.want
	}
	return strings.Join(wants, " and ")
}
