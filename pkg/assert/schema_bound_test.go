package assert_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/assert"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

const twoWays = `{"anyOf": [{"type": "string"}, {"items": {"$ref": "#"}, "minItems": 5}, {"items": {"$ref": "#"}, "minItems": 6}]}`

// nested is a 1 in so many lists.
func nested(depth int) string { return strings.Repeat("[", depth) + "1" + strings.Repeat("]", depth) }

// listOf is a list that holds an item so many times.
func listOf(n int, item string) string { return "[" + strings.Repeat(item+",", n-1) + item + "]" }

func TestTheWorkOfASchemaIsBounded(t *testing.T) {
	t.Parallel()
	const refused = "the output cannot be checked with a schema: it nests too deep or is too large for this one"
	// The recursive list, in the notations of three drafts.
	dynamic := `{"$dynamicAnchor": "n", "allOf": [{"items": {"$dynamicRef": "#n"}}, {"items": {"$dynamicRef": "#n"}}]}`
	recursive := `{` + draft2019 + `"$recursiveAnchor": true, "allOf": [{"items": {"$recursiveRef": "#"}}, {"items": {"$recursiveRef": "#"}}]}`
	byKey := `{"properties": {"a": {"$ref": "#"}}, "patternProperties": {"^a": {"$ref": "#"}}, "required": ["b"]}`
	record := `{"items": {"type": "object", "required": ["id"], "additionalProperties": false, "properties": {"id": {"type": "integer"}, "name": {"type": ["string", "null"]}}}}`
	tree := `{"type": "object", "properties": {"kids": {"items": {"$ref": "#"}}}}`
	for name, tt := range map[string]struct {
		schema, output string
		want           eval.Status
		message        string
	}{
		"two ways down, deep":            {twoWays, nested(20), eval.Error, refused},
		"two ways down, very deep":       {twoWays, nested(9000), eval.Error, refused},
		"two ways down, not deep":        {twoWays, nested(6), eval.Failed, "and 15 more"},
		"with $dynamicRef":               {dynamic, nested(30), eval.Error, refused},
		"with $recursiveRef":             {recursive, nested(30), eval.Error, refused},
		"through properties":             {byKey, strings.Repeat(`{"a":`, 30) + "1" + strings.Repeat("}", 30), eval.Error, refused},
		"many ways at one place":         {doubling(40), `1`, eval.Error, refused},
		"one way down, deep":             {`{"items": {"$ref": "#"}}`, nested(2000), eval.Passed, ""},
		"one way down, at the limit":     {`{"items": {"$ref": "#"}}`, nested(9000), eval.Error, refused},
		"a large list of objects":        {record, listOf(40_000, `{"id": 12, "name": "abcdef"}`), eval.Passed, ""},
		"a large list of wrong objects":  {record, listOf(20_000, `{"id": 12, "name": 1, "no": 2}`), eval.Failed, "at '/0': additional properties 'no' not allowed; at '/0/name': got number, want null or string; at '/1': additional properties 'no' not allowed and more than 997 more"},
		"a large list of numbers":        {`{"items": {"anyOf": [{"type": "string"}, {"type": "number"}]}}`, listOf(500_000, "1"), eval.Passed, ""},
		"a tree":                         {tree, strings.Repeat(`{"kids": [`, 100) + strings.Repeat(`]}`, 100), eval.Passed, ""},
		"numbers that take long":         {`{"items": {"multipleOf": 0.1}}`, listOf(100_000, "7e9999"), eval.Error, refused},
		"unique items that look alike":   {`{"uniqueItems": true}`, listOf(5000, `"\u0004"`), eval.Error, refused},
		"unique items":                   {`{"uniqueItems": true}`, `[{"a": 1}, ["b"], "c", 1.5, null]`, eval.Passed, ""},
		"findings below a very long key": {`{"additionalProperties": {"items": {"type": "string"}}}`, `{"` + strings.Repeat("k", 200_000) + `": ` + listOf(5000, "1") + `}`, eval.Failed, "kkk..."},
		"names, rests and what is left": {
			`{"propertyNames": {"maxLength": 3}, "dependentSchemas": {"a": {"required": ["b"]}}, "unevaluatedProperties": {"prefixItems": [{"const": 1}], "items": {"enum": [2, 3]}, "contains": {"const": 2}, "unevaluatedItems": false}}`,
			`{"a": [1, 2, 3], "b": [1, 2]}`, eval.Passed, "",
		},
		"in draft-07":                   {`{` + draft7 + `"items": [{"const": 1}], "additionalItems": {"type": "string"}, "dependencies": {"a": {"required": ["b"]}}}`, `[1, "a"]`, eval.Passed, ""},
		"against the schema of schemas": {`{"$ref": "https://json-schema.org/draft/2020-12/schema"}`, twoWays, eval.Passed, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := evaluate(t, `{"type": "schema", "value": `+tt.schema+`}`, text(tt.output))
			if got.Status != tt.want || !strings.Contains(got.Message, tt.message) {
				t.Errorf("got %s %q", got.Status, eval.Clip(got.Message))
			}
		})
	}
}

// doubling is a schema that comes to its last part in 2^n ways.
func doubling(n int) string {
	var defs strings.Builder
	for i := range n {
		fmt.Fprintf(&defs, `"a%d": {"allOf": [{"$ref": "#/$defs/a%d"}, {"$ref": "#/$defs/a%d"}]}, `, i, i+1, i+1)
	}
	return fmt.Sprintf(`{"$ref": "#/$defs/a0", "$defs": {%s"a%d": {"type": "number"}}}`, defs.String(), n)
}

func TestSchemasThatCannotBeBoundedAreRefused(t *testing.T) {
	t.Parallel()
	const endless = `f:1:29: assert.value: the value refers to itself without end (let a $ref to a schema around it stand under properties or items)`
	nots := func(n int) string {
		return strings.Repeat(`{"not":`, n) + `{"type": "string"}` + strings.Repeat("}", n)
	}
	for name, tt := range map[string]struct {
		schema string
		want   []string
	}{
		"itself":                     {`{"$ref": "#"}`, []string{endless}},
		"itself in a combinator":     {`{"anyOf": [{"type": "string"}, {"$ref": "#"}]}`, []string{endless}},
		"each other":                 {`{"$ref": "#/$defs/a", "$defs": {"a": {"not": {"$ref": "#/$defs/b"}}, "b": {"$ref": "#/$defs/a"}}}`, []string{endless}},
		"itself below":               {`{"properties": {"a": {"if": {"$ref": "#/properties/a"}, "then": {"type": "string"}}}}`, []string{endless}},
		"itself by a dynamic anchor": {`{"$dynamicAnchor": "n", "allOf": [{"$dynamicRef": "#n"}]}`, []string{endless}},
		"itself for a key":           {`{"dependentSchemas": {"a": {"$ref": "#"}}}`, []string{endless}},
		"itself in a list":           {`{"prefixItems": [{"$ref": "#"}], "items": {"$ref": "#"}, "type": "array"}`, []string{}},
		"deep":                       {nots(199), []string{}},
		"too deep":                   {nots(1200), []string{`f:1:1436: assert.value: the schema nests deeper than 200 (move inner schemas to $defs and refer to them)`}},
		"very many ways to nothing":  {strings.Replace(doubling(60), `"type": "number"`, "", 1), []string{`f:1:29: assert.value: the schema asserts nothing (it only defines schemas; refer to one with $ref)`}},
		"an anchor that is twice":    {`{"$defs": {"a": {"$dynamicAnchor": "n"}, "b": {"$dynamicAnchor": "n"}}}`, []string{`f:1:76: assert.value: a second $dynamicAnchor "n" is not supported in this version (choose another name, or refer with $ref)`}},
		"a recursive anchor within":  {`{` + draft2019 + `"items": {"$recursiveAnchor": true}}`, []string{`f:1:99: assert.value: $recursiveAnchor within a schema is not supported in this version (write it at the root, or refer with $ref)`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, problems(`{"type": "schema", "value": `+tt.schema+`}`)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// endsAfter is a context that ends after its error was asked for n times.
type endsAfter struct {
	context.Context
	n int
}

func (c *endsAfter) Err() error {
	if c.n--; c.n < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

func TestASchemaCheckThatIsLateIsAnError(t *testing.T) {
	t.Parallel()
	a, err := assert.NewCompiler(1).Compile(eval.Trusted(`{"type": "schema", "value": {"type": "object"}}`), "assert", place)
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range []eval.Status{eval.Error, eval.Error, eval.Error, eval.Passed} {
		ctx := &endsAfter{context.Background(), n}
		if got := a.Evaluate(ctx, assert.NewView(&eval.Transcript{Output: text("{}")})); got.Status != want {
			t.Errorf("ended after %d: %s %q", n, got.Status, got.Message)
		}
	}
}
