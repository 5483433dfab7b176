package assert

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// partial is what of a value is wanted: what is not written may be anything.
type partial interface {
	// fits tells whether a value is as wanted, and where and why it is not.
	fits(actual eval.Value, path string) (ok bool, why string)
}

// matchers are the keys of an object that asks something of a value instead of
// being part of it.
func matchers() []string { return append(operators(), "any", "equals") }

// patternPrefix begins a text that is a pattern.
const patternPrefix = "regex:"

// memberPrefix makes a member of what would ask something of the value.
const memberPrefix = "member:"

// partial reads what is wanted: an object has at least these members, a list
// exactly these elements, a text with regex: before it is a pattern, an object
// whose keys are all matchers asks them of the value.
func (p *parser) partial(n *source.Node, path string) partial {
	switch n.Kind() {
	case eval.Object:
		if len(n.Fields) > 0 && !slices.ContainsFunc(n.Fields, func(m source.Member) bool { return !slices.Contains(matchers(), m.Key) }) {
			return p.matcher(n, path)
		}
		p.doubtful(n, path)
		return p.members(n, path)
	case eval.Array:
		want := wantedList{}
		for i, item := range n.Items {
			want = append(want, p.partial(item, path+"["+strconv.Itoa(i)+"]"))
		}
		return want
	case eval.String:
		if expression, ok := strings.CutPrefix(n.Text, patternPrefix); ok {
			inner := *n
			inner.Text, inner.Value = expression, eval.StringValue(expression)
			return wantedConditions{p.matches(&inner, path)}
		}
	}
	return wantedValue(n.Value)
}

// members reads an object as that: what its keys are called is no matter.
func (p *parser) members(n *source.Node, path string) wantedObject {
	want := wantedObject{}
	for _, m := range n.Fields {
		want = append(want, wantedMember{memberName(m.Key), p.partial(m.Node, path+"."+m.Key)})
	}
	return want
}

// memberName is the member that a key means. Only what could be taken for a
// matcher has the prefix before it.
func memberName(key string) string {
	name, ok := strings.CutPrefix(key, memberPrefix)
	if ok && (slices.Contains(matchers(), name) || elsewhere[name] != "" || strings.HasPrefix(name, memberPrefix)) {
		return name
	}
	return key
}

// elsewhere are matchers by the names that other tools give them.
var elsewhere = map[string]string{"gte": "ge", "lte": "le"}

// doubtful warns of a bound that is none. A check that nothing was called with
// it would never fail.
func (p *parser) doubtful(n *source.Node, path string) {
	for _, m := range n.Fields {
		if want := elsewhere[m.Key]; want != "" {
			problem := p.faults.At(m.KeyPos, path+"."+m.Key, "%q asks nothing: it is a member that the value must have", m.Key)
			problem.Hint, problem.Warning = fmt.Sprintf("write %q for a bound, or %q for the member", want, memberPrefix+m.Key), true
		}
	}
}

// matcher reads what is asked of a value, and the same as members of it.
func (p *parser) matcher(n *source.Node, path string) partial {
	before := len(p.faults.List)
	f := source.Object(n, path, p.faults)
	list := wantedConditions(p.conditions(f))
	if any := f.Node("any"); any != nil && (any.Kind() != eval.Boolean || any.Value.Raw() != "true") {
		p.faults.At(any.Pos, f.Path("any"), "want true, got %s", source.Describe(any))
	}
	if equals := f.Node("equals"); equals != nil {
		v := equals.Value
		list = append(list, condition{want: show(v), holds: func(actual eval.Value) (bool, string) { return actual.Equal(v), "" }})
	}
	f.Done()
	for i := range p.faults.List[before:] {
		if problem := &p.faults.List[before+i]; problem.Hint == "" {
			problem.Hint = fmt.Sprintf("write %q for a member of that name", memberPrefix+problem.Path[strings.LastIndexByte(problem.Path, '.')+1:])
		}
	}
	aside := &parser{faults: &source.Faults{}, at: p.at}
	members := wantedObject{}
	for _, m := range n.Fields {
		aside.faults.List = nil
		want := aside.partial(m.Node, path+"."+m.Key)
		if aside.faults.List.Errors() > 0 { // equals and value may have anything
			want = wantedValue(m.Node.Value)
		}
		members = append(members, wantedMember{m.Key, want})
	}
	return wantedEither{list, members}
}

// wantedEither asks something of a value, unless the value is an object that
// has members of these names itself: then they are what is meant. What the
// conditions could find in such an object is hardly ever what its author had in
// mind, and most of them never hold for objects.
type wantedEither struct {
	asked   wantedConditions
	members wantedObject
}

func (w wantedEither) fits(actual eval.Value, path string) (bool, string) {
	if has := actual.Members(); slices.ContainsFunc(w.members, func(m wantedMember) bool { _, ok := has[m.name]; return ok }) {
		return w.members.fits(actual, path)
	}
	return w.asked.fits(actual, path)
}

type (
	wantedValue      eval.Value
	wantedObject     []wantedMember
	wantedList       []partial
	wantedConditions []condition
	wantedMember     struct {
		name string
		want partial
	}
)

func (w wantedValue) fits(actual eval.Value, path string) (bool, string) {
	if actual.Equal(eval.Value(w)) {
		return true, ""
	}
	return false, at(path) + "is " + absent(actual) + ", not " + show(eval.Value(w))
}

func (w wantedObject) fits(actual eval.Value, path string) (bool, string) {
	if actual.Kind() != eval.Object {
		return false, at(path) + "is " + absent(actual) + ", not an object"
	}
	members := actual.Members()
	for _, m := range w {
		inner := m.name
		if path != "" {
			inner = path + "." + m.name
		}
		v, ok := members[m.name]
		if !ok {
			return false, inner + " is missing"
		}
		if ok, why := m.want.fits(v, inner); !ok {
			return false, why
		}
	}
	return true, ""
}

func (w wantedList) fits(actual eval.Value, path string) (bool, string) {
	items := actual.Items()
	if actual.Kind() != eval.Array {
		return false, at(path) + "is " + absent(actual) + ", not a list"
	}
	if len(items) != len(w) {
		return false, at(path) + "has " + eval.Plural(len(items), "element") + ", not " + strconv.Itoa(len(w))
	}
	for i, want := range w {
		if ok, why := want.fits(items[i], path+"["+strconv.Itoa(i)+"]"); !ok {
			return false, why
		}
	}
	return true, ""
}

func (w wantedConditions) fits(actual eval.Value, path string) (bool, string) {
	for _, c := range w {
		if ok, note := c.holds(actual); !ok {
			why := at(path) + "is " + absent(actual) + ", not " + c.want
			if note != "" {
				why += " (" + note + ")"
			}
			return false, why
		}
	}
	return true, ""
}

func at(path string) string {
	if path == "" {
		return "it "
	}
	return path + " "
}

func absent(v eval.Value) string {
	if v.IsZero() {
		return "nothing"
	}
	return show(v)
}
