package app

import (
	"errors"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// schemaURL names a schema while it is compiled. Nothing is fetched.
const schemaURL = "surefoot:response-format"

// noFetch refuses references to anywhere outside the schema.
type noFetch struct{}

func (noFetch) Load(url string) (any, error) {
	return nil, errors.New("a reference to " + url + " leads outside")
}

// checkSchema says what is wrong with a JSON Schema, "" when it is one. An
// absent schema is none of its business.
func checkSchema(v eval.Value) string {
	_, problem := Compile(v)
	return problem
}

// Schema is a JSON Schema that values are held to. One that is nil takes
// anything. It is safe for concurrent use.
type Schema struct{ compiled *jsonschema.Schema }

// Compile reads a JSON Schema, or says what is wrong with it. An absent one is
// nil.
func Compile(v eval.Value) (schema *Schema, problem string) {
	if v.IsZero() {
		return nil, ""
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(v.Raw()))
	if err != nil {
		return nil, "not JSON: " + err.Error()
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(noFetch{})
	c.UseRegexpEngine(pattern)
	var compiled *jsonschema.Schema
	if err = c.AddResource(schemaURL, doc); err == nil {
		compiled, err = c.Compile(schemaURL)
	}
	if err == nil {
		return &Schema{compiled}, ""
	}
	var invalid *jsonschema.SchemaValidationError
	if errors.As(err, &invalid) {
		return nil, "not a JSON Schema: " + cause(invalid.Err)
	}
	return nil, "not a JSON Schema: " + strings.ReplaceAll(strings.Join(strings.Fields(err.Error()), " "), schemaURL, "")
}

// cause is the innermost reason of a validation error, with its place in the
// schema.
func cause(err error) string {
	var v *jsonschema.ValidationError
	if !errors.As(err, &v) {
		return strings.Join(strings.Fields(err.Error()), " ")
	}
	for len(v.Causes) > 0 {
		v = v.Causes[0]
	}
	text := v.Error()
	if _, after, ok := strings.Cut(text, "\n"); ok {
		text = after
	}
	return strings.TrimPrefix(strings.Join(strings.Fields(text), " "), "- ")
}
