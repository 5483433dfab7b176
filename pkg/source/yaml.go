package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// maxYAMLNodes bounds what a document may hold, and grow to by its aliases.
const maxYAMLNodes = 1_000_000

// ReadYAML reads the documents of a YAML file as JSON values. Dates stay
// text; numbers that YAML versions read differently, such as 010, are
// refused, as are anchors that contain themselves, keys that stand twice, and
// values that are not what their tags say.
// The documents before a fault are returned beside it.
func ReadYAML(f *File) ([]*Node, eval.Problems) {
	dec := yaml.NewDecoder(strings.NewReader(f.Text))
	var docs []*Node
	for {
		var doc yaml.Node
		err := dec.Decode(&doc)
		if errors.Is(err, io.EOF) {
			return docs, nil
		}
		if err != nil {
			return docs, eval.Problems{yamlProblem(f, err)}
		}
		if len(doc.Content) == 0 {
			continue
		}
		c := converter{file: f}
		n, err := c.node(doc.Content[0])
		if err != nil {
			return docs, eval.Problems{yamlProblem(f, err)}
		}
		settle(n)
		docs = append(docs, n)
	}
}

// yamlFault is an error with its place.
type yamlFault struct {
	at      *yaml.Node
	message string
}

func (y *yamlFault) Error() string { return y.message }

// yamlLine matches the place in the parser's own errors.
var yamlLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?`)

func yamlProblem(f *File, err error) eval.Problem {
	var fault *yamlFault
	if errors.As(err, &fault) {
		return eval.Problem{Pos: yamlPos(f, fault.at), Message: fault.message}
	}
	text := err.Error()
	pos := eval.Pos{File: f.Name}
	if m := yamlLine.FindStringSubmatch(text); m != nil {
		text = text[len(m[0]):]
		pos.Line, _ = strconv.Atoi(m[1])
	}
	return eval.Problem{Pos: pos, Message: "not YAML: " + text}
}

func yamlPos(f *File, n *yaml.Node) eval.Pos {
	return eval.Pos{File: f.Name, Line: n.Line, Column: n.Column}
}

// converter turns YAML nodes into ours.
type converter struct {
	file  *File
	count int
	bytes int          // of all scalars and keys, those behind aliases counted each time
	open  []*yaml.Node // the anchors being expanded

	aliased bool // an anchor was expanded
}

func (c *converter) node(y *yaml.Node) (*Node, error) {
	if c.count++; c.count > maxYAMLNodes {
		if c.aliased {
			return nil, &yamlFault{y, "the document grows too large through its aliases"}
		}
		return nil, &yamlFault{y, fmt.Sprintf("the document holds more than %d values (split it, or write it as JSON)", maxYAMLNodes)}
	}
	switch y.Kind {
	case yaml.AliasNode:
		return c.alias(y)
	case yaml.MappingNode:
		return c.mapping(y)
	case yaml.SequenceNode:
		return c.sequence(y)
	default:
		return c.scalar(y)
	}
}

func (c *converter) alias(y *yaml.Node) (*Node, error) {
	for _, open := range c.open {
		if open == y.Alias {
			return nil, &yamlFault{y, fmt.Sprintf("the anchor %q contains itself", y.Value)}
		}
	}
	c.aliased = true
	c.open = append(c.open, y.Alias)
	defer func() { c.open = c.open[:len(c.open)-1] }()
	return c.node(y.Alias)
}

func (c *converter) sequence(y *yaml.Node) (*Node, error) {
	if y.ShortTag() != "!!seq" {
		return nil, unsupportedTag(y)
	}
	n := &Node{Pos: yamlPos(c.file, y), Value: eval.Trusted("[]")}
	for _, child := range y.Content {
		item, err := c.node(child)
		if err != nil {
			return nil, err
		}
		n.Items = append(n.Items, item)
	}
	return n, nil
}

func (c *converter) mapping(y *yaml.Node) (*Node, error) {
	if y.ShortTag() != "!!map" {
		return nil, unsupportedTag(y)
	}
	n := &Node{Pos: yamlPos(c.file, y), Value: eval.Trusted("{}")}
	var merged []Member
	seen := map[string]bool{}
	for i := 0; i+1 < len(y.Content); i += 2 {
		key := y.Content[i]
		item, err := c.node(y.Content[i+1])
		if err != nil {
			return nil, err
		}
		if key.Kind == yaml.ScalarNode && key.ShortTag() == "!!merge" && key.Value == "<<" {
			more, err := mergeSources(key, item)
			if err != nil {
				return nil, err
			}
			merged = append(merged, more...)
			continue
		}
		if key.Kind != yaml.ScalarNode {
			return nil, &yamlFault{key, "a key must be text"}
		}
		if key.Style&yaml.TaggedStyle != 0 && key.ShortTag() != "!!str" {
			return nil, &yamlFault{key, fmt.Sprintf("the tag %q is not supported on a key", eval.Clip(key.ShortTag()))}
		}
		if seen[key.Value] {
			return nil, &yamlFault{key, fmt.Sprintf("the key %q stands twice in one object", eval.Clip(key.Value))}
		}
		seen[key.Value] = true
		c.bytes += len(key.Value)
		n.Fields = append(n.Fields, Member{Key: key.Value, KeyPos: yamlPos(c.file, key), Node: item})
	}
	for _, m := range merged {
		if !seen[m.Key] {
			seen[m.Key] = true
			n.Fields = append(n.Fields, m)
		}
	}
	return n, nil
}

// settle gives every node below root its text, all out of one string: a text
// that each node wrote for itself would be copied once per level.
func settle(root *Node) {
	type span struct {
		node       *Node
		start, end int
	}
	var out bytes.Buffer
	var spans []span
	var write func(n *Node)
	write = func(n *Node) {
		at := len(spans)
		spans = append(spans, span{node: n, start: out.Len()})
		switch n.Kind() {
		case eval.Array:
			out.WriteByte('[')
			for i, item := range n.Items {
				if i > 0 {
					out.WriteByte(',')
				}
				write(item)
			}
			out.WriteByte(']')
		case eval.Object:
			out.WriteByte('{')
			for i, m := range n.Fields {
				if i > 0 {
					out.WriteByte(',')
				}
				out.WriteString(eval.StringValue(m.Key).Raw())
				out.WriteByte(':')
				write(m.Node)
			}
			out.WriteByte('}')
		default:
			out.WriteString(n.Value.Raw())
		}
		spans[at].end = out.Len()
	}
	write(root)
	text := out.String()
	for _, s := range spans {
		s.node.Value = eval.Trusted(text[s.start:s.end])
	}
}

// mergeSources are the members a merge key (<<) brings in, first come first
// kept (https://yaml.org/type/merge.html).
func mergeSources(key *yaml.Node, item *Node) ([]Member, error) {
	switch item.Kind() {
	case eval.Object:
		return item.Fields, nil
	case eval.Array:
		var all []Member
		for _, part := range item.Items {
			if part.Kind() != eval.Object {
				return nil, &yamlFault{key, "a merge key takes mappings only"}
			}
			all = append(all, part.Fields...)
		}
		return all, nil
	default:
		return nil, &yamlFault{key, "a merge key takes mappings only"}
	}
}

func (c *converter) scalar(y *yaml.Node) (*Node, error) {
	if c.bytes += len(y.Value); c.bytes > MaxValue {
		return nil, &yamlFault{y, fmt.Sprintf("the document is larger than %d MiB here", MaxValue>>20)}
	}
	n := &Node{Pos: yamlPos(c.file, y)}
	switch y.ShortTag() {
	case "!!null":
		if !slices.Contains(nullWords, y.Value) {
			return nil, wrongTag(y)
		}
		n.Value = eval.Trusted("null")
	case "!!bool":
		word := strings.ToLower(y.Value)
		if word != "true" && word != "false" {
			return nil, wrongTag(y)
		}
		n.Value = eval.Trusted(word)
	case "!!int", "!!float":
		v, err := eval.Parse(y.Value)
		if err != nil || v.Kind() != eval.Number || v.Raw() != y.Value {
			return nil, &yamlFault{y, fmt.Sprintf("the number %q is not one in JSON", eval.Clip(y.Value)) + ": write it in plain decimal, or quote it"}
		}
		if y.ShortTag() == "!!int" && !eval.IsInteger(v.Raw()) {
			return nil, wrongTag(y)
		}
		n.Value = v
	case "!!timestamp":
		// What it means is not asked, only whether the tag is right.
		if err := y.Decode(new(time.Time)); err != nil {
			return nil, wrongTag(y)
		}
		n.Text = y.Value
		n.Value = eval.StringValue(y.Value)
	case "!!str":
		n.Text = y.Value
		n.Value = eval.StringValue(y.Value)
	default:
		return nil, unsupportedTag(y)
	}
	return n, nil
}

// nullWords are how YAML spells null.
var nullWords = []string{"", "~", "null", "Null", "NULL"}

// wrongTag is the fault of a value that is not what its tag says.
func wrongTag(y *yaml.Node) error {
	return &yamlFault{y, fmt.Sprintf("%q is not what its tag %s says: remove the tag", eval.Clip(y.Value), y.ShortTag())}
}

func unsupportedTag(y *yaml.Node) error {
	return &yamlFault{y, fmt.Sprintf("the tag %q is not supported", eval.Clip(y.ShortTag()))}
}
