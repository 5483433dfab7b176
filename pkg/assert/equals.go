package assert

import (
	"context"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// equals compares the whole output. An object or array is compared with the
// JSON found in a text; anything else with the output as it is.
type equals struct {
	value eval.Value
	want  string
}

func (p *parser) equals(d *definition, f *source.Fields) {
	if n := p.value(d, f); n != nil {
		d.check = &equals{n.Value, show(n.Value)}
	}
}

func (e *equals) check(_ context.Context, v *View, _ place) outcome {
	o := outcome{want: e.want, actual: v.actual()}
	kind, actual := e.value.Kind(), v.output()
	if compound(e.value) && actual.Kind() == eval.String {
		doc := v.document()
		if doc.fault != "" {
			return broken(doc.fault)
		}
		if doc.none() {
			o.got, o.note = "text without JSON: "+quote(v.outputText()), doc.note
			return o
		}
		actual, o.note, o.actual = doc.value, doc.note, excerpt(doc.value)
	}
	if actual == v.output() && actual.Kind() == eval.String {
		o.got = quote(v.outputText())
	} else {
		o.got = show(actual)
	}
	if o.state = holdsIf(actual.Equal(e.value)); o.state == holds {
		return o
	}
	switch {
	case kind != eval.String && actual.Kind() == eval.String:
		o.note = "the output is text; use contains or a text value"
	case kind == eval.String && actual.Kind() == eval.String:
		if want, _ := e.value.Str(); strings.TrimSpace(want) == strings.TrimSpace(v.outputText()) {
			o.note = "they differ in blanks at the ends"
		}
	default:
		o.note = joined(o.note, difference(e.value, actual))
	}
	return o
}

func compound(v eval.Value) bool {
	return v.Kind() == eval.Object || v.Kind() == eval.Array
}

// difference says where two objects or arrays first differ, "" when they are
// too large to look for it.
func difference(want, got eval.Value) string {
	path := "$"
	for range 100 {
		if want.Kind() != got.Kind() || !compound(want) || len(want.Raw())+len(got.Raw()) > maxActualJSON {
			break
		}
		var step string
		if want.Kind() == eval.Array {
			step, want, got = differentItem(want.Items(), got.Items())
		} else {
			step, want, got = differentMember(want.Members(), got.Members())
		}
		if step == "" {
			break
		}
		path += step
	}
	if path == "$" {
		return ""
	}
	return "at " + clip(path) + ": want " + show(want) + ", got " + show(got)
}

func differentItem(want, got []eval.Value) (step string, w, g eval.Value) {
	for i := range max(len(want), len(got)) {
		w, g = eval.Value{}, eval.Value{}
		if i < len(want) {
			w = want[i]
		}
		if i < len(got) {
			g = got[i]
		}
		if !w.Equal(g) {
			return "[" + strconv.Itoa(i) + "]", w, g
		}
	}
	return "", w, g
}

func differentMember(want, got map[string]eval.Value) (step string, w, g eval.Value) {
	least, found := "", false
	for _, members := range []map[string]eval.Value{want, got} {
		for key := range members {
			if (!found || key < least) && !want[key].Equal(got[key]) {
				least, found = key, true
			}
		}
	}
	if !found {
		return "", w, g
	}
	return "[" + strconv.Quote(least) + "]", want[least], got[least]
}
