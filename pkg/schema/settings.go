package schema

import (
	"encoding/json"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/config"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

const head = `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "https://raw.githubusercontent.com/surefoot-dev/surefoot/main/docs/schema/config.json",
  "title": "Surefoot settings",
  "description": "surefoot.yml: settings of every run of an application. A flag wins over a variable SUREFOOT_WORD, and that over this file.",
  "type": "object",
  "properties": {
`

const foot = `  },
  "not": {"required": ["agent", "target"]},
  "additionalProperties": false,
  "$defs": {
    "text": {"type": ["string", "number", "boolean"], "pattern": "\\S"},
    "texts": {"anyOf": [{"$ref": "#/$defs/text"}, {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/text"}}]},
    "switch": {"enum": [true, false, "true", "false", "yes", "no", "on", "off"]},
    "time": {
      "type": "string",
      "pattern": "^[+]?(([0-9]+([.][0-9]*)?|[.][0-9]+)(ns|us|µs|μs|ms|s|m|h))+$",
      "allOf": [{"pattern": "[1-9]"}]
    }
  }
}
`

// settings is the schema of surefoot.yml, made of the table of settings.
func settings() string {
	var b strings.Builder
	b.WriteString(head)
	for _, row := range config.Default().Table() {
		if !row.NoFile {
			property(&b, row.Name, row.Help, described(row))
			b.WriteString(",\n")
		}
	}
	property(&b, "target", "another word for agent", shape{"type": "string"})
	b.WriteString("\n" + foot)
	return b.String()
}

// shape is the schema of a value.
type shape map[string]any

func property(b *strings.Builder, name, help string, s shape) {
	b.WriteString("    " + encoded(name) + ": {\"description\": " + encoded(strings.ToUpper(help[:1])+help[1:]) + ", " + encoded(s)[1:])
}

// encoded is a value of strings, numbers, and lists and shapes of them, as
// JSON.
func encoded(v any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v) // such values always encode
	return strings.TrimSpace(b.String())
}

func refer(name string) shape { return shape{"$ref": "#/$defs/" + name} }

// described is the shape of a setting, by the word that help has for its type.
// A type that is unknown here is described as any text: a schema that is too
// wide misleads nobody.
func described(row config.Setting) shape {
	if row.List() {
		return refer("texts")
	}
	switch row.Value.Type() {
	case "bool":
		return refer("switch")
	case "TIME":
		return refer("time")
	case "N":
		return whole(row)
	case "N|auto":
		return shape{"anyOf": []shape{{"const": "auto"}, whole(row)}}
	case "N|MIN..MAX":
		return shape{"type": []string{"integer", "string"}, "minimum": 1, "pattern": "^[1-9][0-9]*([.][.][1-9][0-9]*)?$"}
	case "PERCENT":
		return shape{"type": []string{"number", "string"}, "minimum": 1, "maximum": 100, "pattern": "^[0-9.]+%?$"}
	case "RISK":
		return shape{"type": []string{"number", "string"}, "minimum": 0.5, "exclusiveMaximum": 50, "pattern": "^[0-9.]+%?$"}
	case "CONFIDENCE":
		return shape{"type": []string{"number", "string"}, "exclusiveMinimum": 50, "exclusiveMaximum": 100, "pattern": "^[5-9][0-9]([.][0-9]+)?%?$"}
	case "K/N":
		return shape{"type": "string", "pattern": "^ *[1-9][0-9]* */ *[1-9][0-9]* *$"}
	case "USD":
		return shape{"type": []string{"number", "string"}, "minimum": 0, "pattern": "^[$]?([0-9]+([.][0-9]*)?|[.][0-9]+)$"}
	case "CLASS":
		return shape{"enum": []eval.Class{eval.Stable, eval.MostlyStable, eval.Unstable}}
	}
	if words := strings.Split(row.Value.Type(), "|"); len(words) > 1 {
		return shape{"enum": words}
	}
	return refer("text")
}

// whole is a whole number with the least one that the setting takes.
func whole(row config.Setting) shape {
	s := shape{"type": []string{"integer", "string"}, "pattern": "^[0-9]+$"}
	switch {
	case takes(row.Name, "-1"):
		s["pattern"] = "^-?[0-9]+$"
	case takes(row.Name, "0"):
		s["minimum"] = 0
	default:
		s["minimum"] = 1
	}
	return s
}

// takes reports whether a setting takes a value. It asks settings of its own,
// since asking sets.
func takes(name, value string) bool {
	for _, row := range config.Default().Table() {
		if row.Name == name {
			return row.Value.Set(value) == nil
		}
	}
	return false
}
