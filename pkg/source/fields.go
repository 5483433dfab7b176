package source

import (
	"slices"
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Fields reads the members of one object by name. Every method reports a
// member of the wrong type with its place, and [Fields.Done] reports the
// members nobody asked for, so that a misspelt key is never ignored.
type Fields struct {
	node   *Node
	path   string
	faults *Faults
	known  []string
}

// Object starts reading n, which stands at path. A node that is no object is
// reported, and then has no members. A nil node has none either.
func Object(n *Node, path string, faults *Faults) *Fields {
	if n != nil && n.Kind() != eval.Object {
		faults.At(n.Pos, path, "want an object, got %s", Describe(n))
		n = nil
	}
	return &Fields{node: n, path: path, faults: faults, known: make([]string, 0, 16)}
}

// Node is the member's value whatever its type, nil when it is absent.
func (f *Fields) Node(name string) *Node {
	f.known = append(f.known, name)
	if f.node == nil {
		return nil
	}
	return f.node.Field(name)
}

// Has reports whether the member is there.
func (f *Fields) Has(name string) bool { return f.Node(name) != nil }

// Pos is the place of the member's value, or of the object when it is absent.
func (f *Fields) Pos(name string) eval.Pos {
	if n := f.Node(name); n != nil {
		return n.Pos
	}
	if f.node == nil {
		return eval.Pos{}
	}
	return f.node.Pos
}

// Path is where the member stands, from the root of what is being read.
func (f *Fields) Path(name string) string {
	if f.path == "" {
		return name
	}
	return f.path + "." + name
}

// String reads a text member; absent is "".
func (f *Fields) String(name string) string {
	n := f.of(name, eval.String, "text")
	if n == nil {
		return ""
	}
	return n.Text
}

// Bool reads true or false; absent is nil.
func (f *Fields) Bool(name string) *bool {
	n := f.of(name, eval.Boolean, "true or false")
	if n == nil {
		return nil
	}
	b := n.Value.Raw() == "true"
	return &b
}

// Flag reads true or false; absent is false.
func (f *Fields) Flag(name string) bool {
	b := f.Bool(name)
	return b != nil && *b
}

// Int reads a whole number of at least low; absent is nil.
func (f *Fields) Int(name string, low int) *int {
	n := f.of(name, eval.Number, "a whole number")
	if n == nil {
		return nil
	}
	i, err := strconv.Atoi(n.Value.Raw())
	if err != nil || i < low {
		f.faults.At(n.Pos, f.Path(name), "want a whole number of at least %d, got %s", low, n.Value.Raw())
		return nil
	}
	return &i
}

// Number reads a number; absent is nil.
func (f *Fields) Number(name string) *float64 {
	n := f.of(name, eval.Number, "a number")
	if n == nil {
		return nil
	}
	x, err := strconv.ParseFloat(n.Value.Raw(), 64)
	if err != nil {
		f.faults.At(n.Pos, f.Path(name), "the number %s is out of range", n.Value.Raw())
		return nil
	}
	return &x
}

// Value reads an object member as it is; absent is absent.
func (f *Fields) Value(name string) eval.Value {
	n := f.of(name, eval.Object, "an object")
	if n == nil {
		return eval.Value{}
	}
	return n.Value
}

// Object reads an object member by its own fields; absent has none.
func (f *Fields) Object(name string) *Fields {
	return Object(f.Node(name), f.Path(name), f.faults)
}

// Strings reads a list of texts.
func (f *Fields) Strings(name string) []string {
	n := f.of(name, eval.Array, "a list of texts")
	if n == nil {
		return nil
	}
	texts := make([]string, 0, len(n.Items))
	for i, item := range n.Items {
		if item.Kind() != eval.String {
			f.faults.At(item.Pos, f.Path(name)+"["+strconv.Itoa(i)+"]", "want text, got %s", Describe(item))
			continue
		}
		texts = append(texts, item.Text)
	}
	return texts
}

// Allow makes members known that another reader takes care of.
func (f *Fields) Allow(names ...string) { f.known = append(f.known, names...) }

// Done reports every member that was not asked for.
func (f *Fields) Done() {
	if f.node == nil {
		return
	}
	for _, m := range f.node.Fields {
		if !slices.Contains(f.known, m.Key) {
			f.faults.At(m.KeyPos, f.path, "unknown field %q", eval.Clip(m.Key)).Hint = DidYouMean(m.Key, f.known)
		}
	}
}

func (f *Fields) of(name string, kind eval.Kind, want string) *Node {
	n := f.Node(name)
	if n == nil {
		return nil
	}
	if n.Kind() != kind {
		f.faults.At(n.Pos, f.Path(name), "want %s, got %s", want, Describe(n))
		return nil
	}
	return n
}

// Describe is a value in a few words, for "got ...".
func Describe(n *Node) string {
	switch n.Kind() {
	case eval.Null, eval.Boolean, eval.Number:
		return eval.Clip(n.Value.Raw())
	case eval.String:
		return "the text " + strconv.Quote(eval.Clip(n.Text))
	case eval.Array:
		return "a list"
	case eval.Object:
		return "an object"
	default:
		return "nothing"
	}
}
