package githubtest

import (
	"strings"
	"testing"
)

// fill is the least that a schema of the description allows, with some of its
// fields set. A dot leads into an object: "head.sha".
func fill(t testing.TB, schema string, set object) object {
	t.Helper()
	desc, err := described()
	if err != nil {
		t.Fatal(err)
	}
	filled := desc.least(object{"$ref": "#/components/schemas/" + schema}).(object)
	for path, value := range set {
		into := filled
		steps := strings.Split(path, ".")
		for _, step := range steps[:len(steps)-1] {
			into = into[step].(object)
		}
		into[steps[len(steps)-1]] = value
	}
	return filled
}

// least is a small value that a schema allows.
func (d *description) least(schema object) any {
	if ref, ok := schema["$ref"].(string); ok {
		name := ref[strings.LastIndex(ref, "/")+1:]
		return d.least(d.doc["components"].(object)["schemas"].(object)[name].(object))
	}
	if values, ok := schema["enum"].([]any); ok {
		return values[0]
	}
	for _, word := range []string{"oneOf", "anyOf", "allOf"} {
		if choices, ok := schema[word].([]any); ok {
			return d.least(choices[0].(object))
		}
	}
	kind, _ := schema["type"].(string)
	if kinds, ok := schema["type"].([]any); ok { // of what may be null
		if kind, _ = kinds[0].(string); kind != "object" {
			return nil
		}
	}
	switch kind {
	case "string":
		switch schema["format"] {
		case "uri":
			return "https://api.github.com/x"
		case "email":
			return "x@example.com"
		case "date-time":
			return stamp
		default:
			return "x"
		}
	case "integer", "number":
		return 1
	case "boolean":
		return false
	case "array":
		return []any{}
	default:
		out := object{}
		properties, _ := schema["properties"].(object)
		required, _ := schema["required"].([]any)
		for _, name := range required {
			out[name.(string)] = d.least(properties[name.(string)].(object))
		}
		return out
	}
}
