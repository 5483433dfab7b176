package promptfoo

import (
	"encoding/csv"
	"errors"
	"regexp"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// assertion is one of ours.
type assertion struct {
	Type       string      `json:"type"`
	Value      eval.Value  `json:"value,omitzero"`
	IgnoreCase bool        `json:"ignore_case,omitempty"`
	Max        eval.Value  `json:"max,omitzero"`
	Assert     []assertion `json:"assert,omitempty"`
	Negate     bool        `json:"negate,omitempty"`
}

// asserted translates an assertion with its variables put in.
type asserted struct {
	r    *reader
	v    vars
	kind string // without not-
	not  bool
	n    *source.Node

	differs, hint string // how the translation differs, and what to do about it
}

// errNotThere marks what is no assertion at all: it can never fail.
var errNotThere = errors.New("it cannot fail")

// translate makes an assertion of ours. An error says why there is none.
func (a *asserted) translate() (assertion, error) {
	value, err := a.value()
	if err != nil {
		return assertion{}, err
	}
	switch a.kind {
	case "equals":
		return a.equals(value)
	case "contains", "icontains":
		s, err := scalar(value)
		if err != nil {
			return assertion{}, err
		}
		return a.contains([]string{s}, true)
	case "contains-all", "icontains-all", "contains-any", "icontains-any":
		list, err := texts(value)
		if err != nil {
			return assertion{}, err
		}
		return a.contains(list, strings.HasSuffix(a.kind, "-all"))
	case "starts-with", "ends-with":
		s, err := scalar(value)
		if err != nil {
			return assertion{}, err
		}
		pattern := `\A` + regexp.QuoteMeta(s)
		if a.kind == "ends-with" {
			pattern = regexp.QuoteMeta(s) + `\z`
		}
		return assertion{Type: "regex", Value: eval.StringValue(pattern), Negate: a.not}, nil
	case "regex":
		pattern, err := re2(text(value))
		return assertion{Type: "regex", Value: eval.StringValue(pattern), Negate: a.not}, err
	case "is-json", "contains-json":
		return a.json(value)
	case "latency", "cost":
		return a.figure()
	default:
		return a.code(text(value))
	}
}

// value is the assertion's value with variables and files put in, nil when it
// has none.
func (a *asserted) value() (*source.Node, error) {
	n := a.n.Field("value")
	if n == nil || n.Kind() == eval.Null {
		return nil, nil
	}
	if ref, ok := strings.CutPrefix(text(n), "file://"); ok && a.kind != "javascript" && a.kind != "python" {
		var err error
		if n, err = a.r.fileValue(ref); err != nil {
			return nil, err
		}
	}
	if a.kind == "javascript" || a.kind == "python" {
		if isTemplate(text(n)) {
			return nil, errTemplate
		}
		return n, nil
	}
	return a.v.renderNode(n)
}

// fileValue is what a file holds that an assertion names as its value.
func (r *reader) fileValue(ref string) (*source.Node, error) {
	f, err := r.open(ref)
	if err != nil {
		return nil, errors.New("its file " + quote(ref) + ": " + err.Error())
	}
	at := eval.Pos{File: f.Name, Line: 1, Column: 1}
	switch {
	case strings.HasSuffix(ref, ".json"), strings.HasSuffix(ref, ".yaml"), strings.HasSuffix(ref, ".yml"):
		var docs []*source.Node
		var problems eval.Problems
		if strings.HasSuffix(ref, ".json") {
			var n *source.Node
			n, problems = source.ReadJSON(f)
			docs = []*source.Node{n}
		} else {
			docs, problems = source.ReadYAML(f)
		}
		if len(problems) > 0 || len(docs) != 1 {
			return nil, errors.New("its file " + quote(ref) + " does not hold one value")
		}
		return docs[0], nil
	case strings.HasSuffix(ref, ".txt"), strings.HasSuffix(ref, ".md"):
		return textNode(at, strings.TrimSpace(f.Text)), nil
	default:
		return nil, errors.New("its file " + quote(ref) + " is of a kind that is not read")
	}
}

func (a *asserted) equals(value *source.Node) (assertion, error) {
	if value == nil {
		return assertion{}, errors.New("it has no value")
	}
	if value.Kind() == eval.Object || value.Kind() == eval.Array {
		if a.not {
			return assertion{}, errors.New("JSON that must not be equal has no translation")
		}
		a.differs = jsonDiffers
		return assertion{Type: "all", Assert: []assertion{wholeJSON(), {Type: "equals", Value: value.Value}}}, nil
	}
	s, err := scalar(value)
	return assertion{Type: "equals", Value: eval.StringValue(s), Negate: a.not}, err
}

// contains looks for all or any of some texts.
func (a *asserted) contains(list []string, all bool) (assertion, error) {
	ignore := strings.HasPrefix(a.kind, "icontains")
	for _, s := range list {
		if s == "" {
			return assertion{}, errors.New("it looks for an empty text, which is in every answer")
		}
	}
	if len(list) == 0 {
		return assertion{}, errors.New("it looks for nothing")
	}
	value, err := eval.ValueOf(list)
	if len(list) == 1 {
		value = eval.StringValue(list[0])
	}
	switch {
	case err != nil:
		return assertion{}, err
	case a.not && (!all || len(list) == 1):
		return assertion{Type: "not_contains", Value: value, IgnoreCase: ignore}, nil
	case all || len(list) == 1:
		return assertion{Type: "contains", Value: value, IgnoreCase: ignore, Negate: a.not}, nil
	}
	group := assertion{Type: "any"}
	for _, s := range list {
		group.Assert = append(group.Assert, assertion{Type: "contains", Value: eval.StringValue(s), IgnoreCase: ignore})
	}
	return group, nil
}

// scalar is the text that promptfoo compares with.
func scalar(n *source.Node) (string, error) {
	switch {
	case n == nil:
		return "", errors.New("it has no value")
	case n.Kind() == eval.String:
		return n.Text, nil
	case n.Kind() == eval.Number && strings.Trim(n.Value.Raw(), "-0123456789") == "" && len(n.Value.Raw()) < 16,
		n.Kind() == eval.Boolean:
		return n.Value.Raw(), nil
	case n.Kind() == eval.Number:
		return "", errors.New("how the number " + n.Value.Raw() + " is spelt as text is not certain (write it in quotes)")
	default:
		return "", errors.New("want text, got " + source.Describe(n))
	}
}

// texts are a list's, or those of a text with commas between them.
func texts(n *source.Node) ([]string, error) {
	if n != nil && n.Kind() == eval.String {
		in := csv.NewReader(strings.NewReader(n.Text))
		in.TrimLeadingSpace = true
		cells, err := in.Read()
		if err != nil || strings.Contains(n.Text, "\n") {
			return nil, errors.New("its value is no list (write one)")
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		return cells, nil
	}
	if n == nil || n.Kind() != eval.Array {
		return nil, errors.New("it has no list of values")
	}
	list := make([]string, len(n.Items))
	for i, item := range n.Items {
		var err error
		if list[i], err = scalar(item); err != nil {
			return nil, err
		}
	}
	return list, nil
}
