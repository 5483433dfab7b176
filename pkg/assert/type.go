package assert

import (
	"context"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// integer is the one type that is not a kind of JSON value.
const integer = "integer"

// typeOf checks the type of the output, or of the JSON found in a text.
type typeOf struct{ name string }

func (p *parser) typeOf(d *definition, f *source.Fields) {
	n := p.value(d, f)
	if n == nil {
		return
	}
	known := []string{"string", "number", integer, "boolean", "null", "array", "object"}
	switch {
	case n.Kind() != eval.String:
		p.faults.At(n.Pos, f.Path("value"), "want the name of a type, got %s", source.Describe(n)).Hint =
			"one of " + strings.Join(known, ", ")
	case !slices.Contains(known, n.Text):
		fault := p.faults.At(n.Pos, f.Path("value"), "unknown type %q", eval.Clip(n.Text))
		if fault.Hint = source.DidYouMean(n.Text, known); fault.Hint == "" {
			fault.Hint = "one of " + strings.Join(known, ", ")
		}
	}
	d.check = &typeOf{n.Text}
}

func (t *typeOf) check(_ context.Context, v *View, _ place) outcome {
	o := outcome{want: t.name, actual: v.actual()}
	if t.name == string(eval.String) {
		kind := v.output().Kind()
		o.state, o.got = holdsIf(kind == eval.String), string(kind)
		return o
	}
	doc := v.document()
	if doc.none() {
		return v.withoutJSON(t.name)
	}
	kind := doc.value.Kind()
	o.got, o.note, o.actual = string(kind), doc.note, excerpt(doc.value)
	if t.name == integer {
		o.state = holdsIf(kind == eval.Number && eval.IsInteger(doc.value.Raw()))
		if o.got = string(kind); kind == eval.Number {
			o.got = "the number " + show(doc.value)
		}
		return o
	}
	o.state = holdsIf(string(kind) == t.name)
	return o
}
