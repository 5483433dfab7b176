package promptfoo

import (
	"errors"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// jsonDiffers is how JSON is looked at differently.
const jsonDiffers = "the answer must be one JSON object or list from end to end as in promptfoo, but comments and commas too many in it are tolerated"

// draft is the JSON Schema that promptfoo takes a schema for that names none.
const draft = `"$schema":"http://json-schema.org/draft-07/schema#"`

// wholeJSON holds for a text that begins and ends as an object or a list does.
func wholeJSON() assertion {
	return assertion{Type: "regex", Value: eval.StringValue(`(?s)\A\s*(\{.*\}|\[.*\])\s*\z`)}
}

// json is about an answer that is JSON, or holds some, perhaps of a schema.
func (a *asserted) json(value *source.Node) (assertion, error) {
	if a.not {
		return assertion{}, errors.New("JSON that must not be there has no translation")
	}
	schema, err := schemaOf(value)
	if err != nil {
		return assertion{}, err
	}
	whole := a.kind == "is-json"
	var inner assertion
	switch {
	case !schema.IsZero():
		inner = assertion{Type: "schema", Value: schema}
	case whole:
		inner = assertion{Type: "any", Assert: []assertion{
			{Type: "type", Value: eval.StringValue("object")}, {Type: "type", Value: eval.StringValue("array")},
		}}
	default:
		a.differs = "only the first JSON in the answer is looked at"
		return assertion{Type: "type", Value: eval.StringValue("object")}, nil
	}
	if !whole {
		a.differs = "only the first JSON in the answer is looked at"
		return inner, nil
	}
	a.differs = jsonDiffers
	return assertion{Type: "all", Assert: []assertion{wholeJSON(), inner}}, nil
}

// schemaOf is a JSON Schema, also one that is written as text; absent when the
// value is nothing.
func schemaOf(n *source.Node) (eval.Value, error) {
	if n == nil || n.Kind() == eval.String && n.Text == "" {
		return eval.Value{}, nil
	}
	if n.Kind() == eval.String {
		docs, problems := source.ReadYAML(source.NewFile(n.Pos.File, n.Text))
		if len(problems) > 0 || len(docs) != 1 {
			return eval.Value{}, errors.New("its schema is neither JSON nor YAML")
		}
		n = docs[0]
	}
	switch {
	case n.Kind() == eval.Boolean:
		return n.Value, nil
	case n.Kind() != eval.Object:
		return eval.Value{}, errors.New("want a JSON Schema, got " + source.Describe(n))
	case n.Field("$schema") != nil || len(n.Fields) == 0:
		return n.Value, nil
	default:
		return eval.Parse("{" + draft + "," + strings.TrimPrefix(n.Value.Raw(), "{"))
	}
}

// figure bounds the time or the cost of an answer.
func (a *asserted) figure() (assertion, error) {
	n := a.n.Field("threshold")
	if n == nil || n.Kind() == eval.Null {
		return assertion{}, errNotThere
	}
	x, ok := number(n)
	if !ok || x < 0 {
		return assertion{}, errors.New("want a threshold of at least 0, got " + source.Describe(n))
	}
	amount := strconv.FormatFloat(x, 'f', -1, 64)
	if a.kind == "cost" {
		a.differs, a.hint = "without prices the cost is unknown here, and the check an error", "set options.prices in the connector"
		return assertion{Type: "cost", Max: eval.Trusted(amount), Negate: a.not}, nil
	}
	return assertion{Type: "latency", Max: eval.StringValue(amount + "ms"), Negate: a.not}, nil
}

func quote(s string) string { return strconv.Quote(eval.Clip(s)) }
