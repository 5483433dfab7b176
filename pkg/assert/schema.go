package assert

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// schema validates the output's JSON. Formats are checked, not only noted:
// who writes one means it.
type schema struct{ compiled *jsonschema.Schema }

// schemaURL is the base of references in a schema. Nothing is ever loaded
// from it.
const schemaURL = "https://surefoot.invalid/schema.json"

func (p *parser) schema(d *definition, f *source.Fields) {
	n := p.value(d, f)
	if n == nil {
		return
	}
	path, name := f.Path("value"), "the value"
	if file, ok := strings.CutPrefix(n.Text, "file://"); ok && n.Kind() == eval.String {
		at := n.Pos
		if n, name = p.schemaFile(n, file, path), "the file "+fmt.Sprintf("%q", eval.Clip(file)); n == nil {
			return
		}
		// Problems stand where the user named the file.
		n.Pos = at
	}
	if n.Kind() != eval.Object && n.Kind() != eval.Boolean {
		p.faults.At(n.Pos, path, "want a JSON Schema or the file:// of one, got %s", source.Describe(n))
		return
	}
	if !p.schemaLimits(n, path) {
		return
	}
	compiled, err := compileSchema(n.Value)
	if err != nil {
		fault := p.faults.At(n.Pos, path, "%s is not a usable JSON Schema: %s", name, schemaFault(err))
		if refersOutside(err) {
			fault.Hint = "copy it under $defs; nothing outside a schema is read"
		}
		return
	}
	if endless(compiled) {
		p.faults.At(n.Pos, path, "%s refers to itself without end", name).Hint = "let a $ref to a schema around it stand under properties or items"
		return
	}
	p.lintSchema(n, path, compiled.DraftVersion)
	d.check = &schema{compiled}
}

// noLoader keeps schemas from reaching for files and the network.
type noLoader struct{}

// Load refuses.
func (noLoader) Load(string) (any, error) {
	return nil, errors.New("nothing outside the schema is read")
}

func compileSchema(v eval.Value) (compiled *jsonschema.Schema, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("it broke the schema compiler: %s", clip(fmt.Sprint(r)))
		}
	}()
	doc, err := decodeExact(v)
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.UseLoader(noLoader{})
	c.AssertFormat()
	if err := c.AddResource(schemaURL, doc); err != nil {
		return nil, err
	}
	return c.Compile(schemaURL)
}

// decodeExact decodes with numbers as text. The validator expands a number to
// all its digits and drops one it finds too long, so those are refused.
func decodeExact(v eval.Value) (any, error) {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(v.Raw()))
	if err != nil {
		return nil, err
	}
	if n, ok := longNumber(doc); ok {
		return nil, fmt.Errorf("the number %s is too long to be checked", eval.Clip(n))
	}
	return doc, nil
}

// longNumber finds a number with an exponent of more than four digits.
func longNumber(v any) (string, bool) {
	switch v := v.(type) {
	case json.Number:
		at := strings.IndexAny(string(v), "eE")
		return string(v), at >= 0 && len(strings.TrimLeft(string(v)[at+1:], "+-0")) > 4
	case []any:
		for _, item := range v {
			if n, ok := longNumber(item); ok {
				return n, true
			}
		}
	case map[string]any:
		for _, item := range v {
			if n, ok := longNumber(item); ok {
				return n, true
			}
		}
	}
	return "", false
}

func (s *schema) check(ctx context.Context, v *View, _ place) outcome {
	const want = "JSON that fits the schema"
	doc := v.document()
	if doc.none() {
		return v.withoutJSON(want)
	}
	tree, err := decodeExact(doc.value)
	if err != nil {
		return broken("the output cannot be checked with a schema: " + err.Error())
	}
	o := outcome{state: holds, want: want, unwant: "JSON that does not fit the schema", got: show(doc.value), note: doc.note, actual: excerpt(doc.value)}
	if tooMuch(s.compiled, tree) {
		return broken("the output cannot be checked with a schema: it nests too deep or is too large for this one, which refers to itself or has many parts for each place")
	}
	if err := ctx.Err(); err != nil {
		return broken("not checked: " + err.Error())
	}
	err = s.compiled.Validate(tree)
	if ended := ctx.Err(); ended != nil {
		return broken("not checked in time: " + ended.Error())
	}
	if err == nil {
		return o
	}
	var invalid *jsonschema.ValidationError
	if !errors.As(err, &invalid) {
		return broken("the schema check broke: " + clip(err.Error()))
	}
	o.state, o.got = fails, violations(invalid)
	return o
}
