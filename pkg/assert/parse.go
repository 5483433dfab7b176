package assert

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// maxGroups is how deep groups may nest.
const maxGroups = 32

// Option changes how assertions are read.
type Option func(*parser)

// Dir names the folder in which a schema's file:// is looked up: the one of
// the case file.
func Dir(dir string) Option { return func(p *parser) { p.dir = dir } }

// compile makes a definition of what a user wrote, which stands at path in its
// case. Everything that is wrong with it is one error.
func compile(raw eval.Value, path string, opts []Option) (*definition, error) {
	n, problems := source.ReadJSON(source.NewFile("", raw.Raw()))
	faults := source.Faults{List: problems}
	var def *definition
	if n != nil {
		def = parse(n, path, &faults, opts)
	}
	if def != nil {
		return def, nil
	}
	var lines []string
	for _, p := range faults.List {
		if !p.Warning {
			p.Pos = eval.Pos{}
			lines = append(lines, p.String())
		}
	}
	return nil, errors.New(strings.Join(lines, "; "))
}

// parser reads assertions. It is used for one outermost assertion.
type parser struct {
	faults *source.Faults
	at     eval.Pos // of the assertion that is being read
	dir    string
	files  *schemaFiles // nil when none are remembered
	groups int          // that are being read
}

func parse(n *source.Node, path string, faults *source.Faults, opts []Option) *definition {
	p := &parser{faults: faults}
	for _, opt := range opts {
		opt(p)
	}
	return p.assertion(n, path)
}

// assertion reads one assertion, nil if anything is wrong with it.
func (p *parser) assertion(n *source.Node, path string) *definition {
	before := len(p.faults.List)
	if n.Kind() != eval.Object {
		fault := p.faults.At(n.Pos, path, "want an object, got %s", source.Describe(n))
		if n.Kind() == eval.String {
			fault.Hint = fmt.Sprintf(`write {"type": %q, ...}`, eval.Clip(n.Text))
		}
		return nil
	}
	f := source.Object(n, path, p.faults)
	d := &definition{kind: p.kind(f, n, path)}
	if d.kind == "" {
		return nil
	}
	d.negate = f.Flag("negate")
	d.message = f.String("message")
	if m := f.Node("message"); m != nil && m.Kind() == eval.String && strings.TrimSpace(m.Text) == "" {
		p.faults.At(m.Pos, f.Path("message"), "the message is empty").Hint = "leave it out for the generated one"
	}
	outer := p.at
	p.at = n.Pos
	p.fill(d, f)
	p.at = outer
	f.Done()
	for _, problem := range p.faults.List[before:] {
		if !problem.Warning {
			return nil
		}
	}
	return d
}

// kind is the assertion's type, "" if it is none that can be used.
func (p *parser) kind(f *source.Fields, n *source.Node, path string) string {
	t := f.Node("type")
	if t == nil {
		fault := p.faults.At(n.Pos, path, "no type")
		fault.Hint = `such as {"type": "equals", "value": ...}`
		for _, m := range n.Fields {
			if source.Nearest(m.Key, []string{"type"}) != "" {
				fault.Hint = fmt.Sprintf(`write "type" instead of %q`, eval.Clip(m.Key))
			}
		}
		return ""
	}
	kind := f.String("type")
	switch {
	case t.Kind() != eval.String:
	case slices.Contains(kinds(), kind):
		return kind
	case slices.Contains(laterKinds(), kind):
		p.faults.At(t.Pos, f.Path("type"), "assertion type %q is not supported in this version", kind)
	default:
		problem := p.faults.At(t.Pos, f.Path("type"), "unknown assertion type %q", eval.Clip(kind))
		if problem.Hint = source.DidYouMean(kind, append(kinds(), laterKinds()...)); problem.Hint == "" {
			problem.Hint = "there are " + strings.Join(kinds(), ", ")
		}
	}
	return ""
}

// kinds are the types that can be used.
func kinds() []string {
	return []string{
		"equals", "contains", "not_contains", "regex", "json_path", "type", "schema",
		"latency", "cost", "tokens", "turns", "script",
		"tool_called", "tool_not_called", "tools_in_order", "tools_exactly", "tool_result", "all", "any", "none",
	}
}

// laterKinds are the types that users know and that do not work yet.
func laterKinds() []string {
	return []string{
		"agent", "similar", "file", "files_changed", "command",
	}
}

// fill reads what belongs to the type.
func (p *parser) fill(d *definition, f *source.Fields) {
	switch d.kind {
	case "equals":
		p.equals(d, f)
	case "contains", "not_contains":
		p.contains(d, f)
	case "regex":
		p.regex(d, f)
	case "json_path":
		p.jsonPath(d, f)
	case "type":
		p.typeOf(d, f)
	case "schema":
		p.schema(d, f)
	case "latency":
		p.latency(d, f)
	case "cost":
		p.cost(d, f)
	case "tokens":
		p.tokens(d, f)
	case "turns":
		p.turns(d, f)
	case "script":
		p.script(d, f)
	case "tool_called", "tool_not_called":
		p.toolCalled(d, f)
	case "tools_in_order", "tools_exactly":
		p.toolSequence(d, f)
	case "tool_result":
		p.toolResult(d, f)
	case "all", "any", "none":
		p.group(d, f)
	}
}

// value is the assertion's value, nil and reported when there is none.
func (p *parser) value(d *definition, f *source.Fields) *source.Node {
	n := f.Node("value")
	if n == nil {
		p.faults.At(f.Pos("value"), f.Path("value"), "type %q needs a value", d.kind)
		return nil
	}
	d.expected = n.Value
	return n
}
