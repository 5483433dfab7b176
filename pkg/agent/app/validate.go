package app

import (
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// SchemaFault says what is wrong with a JSON Schema, "" when it is one.
func SchemaFault(v eval.Value) string { return checkSchema(v) }

// Violation is how a value breaks a schema, in one line, "" when it does not.
// The schema is one that was read without a fault; an absent one takes
// anything.
func Violation(schema, v eval.Value) string {
	if schema.IsZero() {
		return ""
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(schema.Raw()))
	if err != nil {
		return err.Error()
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(noFetch{})
	if err = c.AddResource(schemaURL, doc); err != nil {
		return err.Error()
	}
	compiled, err := c.Compile(schemaURL)
	if err != nil {
		return err.Error()
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(v.Raw()))
	if err != nil {
		return err.Error()
	}
	if err = compiled.Validate(value); err != nil {
		return cause(err)
	}
	return ""
}
