package assert

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// condition is one thing json_path asks of the value at its path.
type condition struct {
	name    string
	want    string
	operand eval.Value
	holds   func(actual eval.Value) (bool, string) // with a reason where the values do not tell
}

// operators are the conditions beside value and exists.
func operators() []string {
	return []string{"gt", "ge", "lt", "le", "matches", "contains", "length"}
}

// conditions reads those that are there, in a fixed order.
func (p *parser) conditions(f *source.Fields) []condition {
	var list []condition
	add := func(name string, read func(n *source.Node, path string) condition) {
		if n := f.Node(name); n != nil {
			c := read(n, f.Path(name))
			c.name, c.operand = name, n.Value
			list = append(list, c)
		}
	}
	add("value", p.valueIs)
	add("gt", p.comparison(">", func(order int) bool { return order > 0 }))
	add("ge", p.comparison(">=", func(order int) bool { return order >= 0 }))
	add("lt", p.comparison("<", func(order int) bool { return order < 0 }))
	add("le", p.comparison("<=", func(order int) bool { return order <= 0 }))
	add("matches", p.matches)
	add("contains", p.includes)
	add("length", p.length)
	p.possible(f, list)
	return list
}

// possible reports bounds that no number can meet.
func (p *parser) possible(f *source.Fields, list []condition) {
	for _, low := range list {
		for _, high := range list {
			if !strings.HasPrefix(low.want, ">") || !strings.HasPrefix(high.want, "<") ||
				low.operand.Kind() != eval.Number || high.operand.Kind() != eval.Number {
				continue
			}
			order := eval.CompareNumbers(low.operand.Raw(), high.operand.Raw())
			if order > 0 || order == 0 && (low.name == "gt" || high.name == "lt") {
				p.faults.At(f.Pos(high.name), f.Path(high.name), "no number is %s and %s", low.want, high.want)
			}
		}
	}
}

// valueIs is equality, or with a list equality with one of its elements,
// unless what stands at the path is a list itself.
func (p *parser) valueIs(n *source.Node, _ string) condition {
	want := n.Value
	options := want.Items()
	c := condition{want: show(want)}
	if want.Kind() == eval.Array {
		c.want = "one of " + show(want)
	}
	c.holds = func(actual eval.Value) (bool, string) {
		if want.Kind() == eval.Array && actual.Kind() != eval.Array {
			return slices.ContainsFunc(options, actual.Equal), ""
		}
		if actual.Equal(want) {
			return true, ""
		}
		if want.Kind() == eval.Array {
			return false, "a list is compared as a whole"
		}
		return false, ""
	}
	return c
}

func (p *parser) comparison(sign string, fits func(order int) bool) func(*source.Node, string) condition {
	return func(n *source.Node, path string) condition {
		if n.Kind() != eval.Number {
			p.faults.At(n.Pos, path, "want a number, got %s", source.Describe(n))
		}
		bound := n.Value.Raw()
		return condition{want: sign + " " + show(n.Value), holds: func(actual eval.Value) (bool, string) {
			if actual.Kind() != eval.Number {
				return false, "it is no number"
			}
			return fits(eval.CompareNumbers(actual.Raw(), bound)), ""
		}}
	}
}

// matches searches a text. Anything else has none, not even a number.
func (p *parser) matches(n *source.Node, path string) condition {
	re := p.pattern(n, path)
	return condition{want: "text that matches " + show(n.Value), holds: func(actual eval.Value) (bool, string) {
		text, ok := actual.Str()
		if !ok {
			return false, "it is " + kindName(actual.Kind()) + ", not text"
		}
		return re.MatchString(text), ""
	}}
}

// includes looks for an element in a list, and for text in a text; of several
// all must be there.
func (p *parser) includes(n *source.Node, path string) condition {
	needles := p.needles(n, path)
	c := condition{want: "something with " + show(n.Value)}
	if len(needles) > 1 {
		c.want = "something with all of " + show(n.Value)
	}
	c.holds = func(actual eval.Value) (bool, string) {
		items := actual.Items()
		text, isText := actual.Str()
		if !isText && actual.Kind() != eval.Array {
			return false, "it is " + kindName(actual.Kind()) + ", neither text nor a list"
		}
		for _, needle := range needles {
			in := strings.Contains(text, needle.Text())
			if !isText {
				in = slices.ContainsFunc(items, needle.Equal)
			}
			if !in {
				return false, show(needle) + " is missing"
			}
		}
		return true, ""
	}
	return c
}

// kindName is a kind in a sentence.
func kindName(k eval.Kind) string {
	switch k {
	case eval.String:
		return "text"
	case eval.Array:
		return "a list"
	case eval.Object:
		return "an object"
	case eval.Null:
		return "null"
	default:
		return "a " + string(k)
	}
}

// length counts the elements of a list, the keys of an object and the code
// points of a text.
func (p *parser) length(n *source.Node, path string) condition {
	p.whole(n, path)
	want := n.Value.Raw()
	return condition{want: "length " + show(n.Value), holds: func(actual eval.Value) (bool, string) {
		var size int
		switch actual.Kind() {
		case eval.Array:
			size = len(actual.Items())
		case eval.Object:
			size = len(actual.Members())
		case eval.String:
			text, _ := actual.Str()
			size = utf8.RuneCountInString(text)
		default:
			return false, "it has no length"
		}
		return eval.CompareNumbers(strconv.Itoa(size), want) == 0, "its length is " + strconv.Itoa(size)
	}}
}

// whole reports what is not a whole number of at least 0.
func (p *parser) whole(n *source.Node, path string) bool {
	if n.Kind() == eval.Number && eval.IsInteger(n.Value.Raw()) && eval.CompareNumbers(n.Value.Raw(), "0") >= 0 {
		return true
	}
	p.faults.At(n.Pos, path, "want a whole number of at least 0, got %s", source.Describe(n))
	return false
}
