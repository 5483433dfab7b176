package assert

import (
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// lintSchema warns of keywords that look misspelt and of formats nobody
// knows. Validators take both for remarks, so that such a schema accepts more
// than its author believes.
func (p *parser) lintSchema(n *source.Node, path string) {
	known := slices.Concat(keywords(), schemaKeywords(), schemaListKeywords(), schemaMapKeywords())
	for _, m := range n.Fields {
		switch {
		case slices.Contains(schemaKeywords(), m.Key) && m.Node.Kind() == eval.Object:
			p.lintSchema(m.Node, path+"."+m.Key)
		case slices.Contains(schemaListKeywords(), m.Key):
			for _, item := range m.Node.Items {
				p.lintSchema(item, path+"."+m.Key)
			}
		case slices.Contains(schemaMapKeywords(), m.Key):
			for _, member := range m.Node.Fields {
				p.lintSchema(member.Node, path+"."+m.Key+"."+member.Key)
			}
		case m.Key == "format" && m.Node.Kind() == eval.String && !slices.Contains(formats(), m.Node.Text):
			fault := p.faults.At(m.Node.Pos, path+".format", "the format %q is unknown and not checked", eval.Clip(m.Node.Text))
			fault.Hint, fault.Warning = source.DidYouMean(m.Node.Text, formats()), true
		case !slices.Contains(known, m.Key) && !strings.HasPrefix(m.Key, "x-"):
			if hint := source.DidYouMean(m.Key, known); hint != "" {
				fault := p.faults.At(m.KeyPos, path, "the schema keyword %q is unknown and not checked", eval.Clip(m.Key))
				fault.Hint, fault.Warning = hint, true
			}
		}
	}
}

// schemaKeywords hold one schema (JSON Schema 2020-12 and its predecessors).
func schemaKeywords() []string {
	return []string{
		"not", "if", "then", "else", "items", "contains", "additionalProperties", "propertyNames",
		"unevaluatedItems", "unevaluatedProperties", "contentSchema", "additionalItems",
	}
}

func schemaListKeywords() []string {
	return []string{"allOf", "anyOf", "oneOf", "prefixItems"}
}

func schemaMapKeywords() []string {
	return []string{"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"}
}

func keywords() []string {
	return []string{
		"$schema", "$id", "$ref", "$anchor", "$dynamicRef", "$dynamicAnchor", "$vocabulary", "$comment", "$recursiveRef", "$recursiveAnchor",
		"id", "type", "enum", "const", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum",
		"maxLength", "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "maxContains", "minContains",
		"maxProperties", "minProperties", "required", "dependentRequired", "dependencies", "format",
		"contentEncoding", "contentMediaType", "title", "description", "default", "deprecated", "readOnly", "writeOnly",
		"example", "examples", "nullable",
	}
}

// formats are those the validator checks.
func formats() []string {
	return []string{
		"date-time", "date", "time", "duration", "period", "email", "hostname", "ipv4", "ipv6",
		"uri", "uri-reference", "uri-template", "iri", "iri-reference", "uuid", "json-pointer", "relative-json-pointer", "regex", "semver",
	}
}
