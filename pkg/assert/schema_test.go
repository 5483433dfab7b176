package assert_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/assert"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

const orderSchema = `{"type": "object", "required": ["id"], "additionalProperties": false,
	"properties": {"id": {"type": "integer"}, "mail": {"type": "string", "format": "email"}, "n": {"multipleOf": 0.1}, "tags": {"items": {"type": "string"}}}}`

func TestSchema(t *testing.T) {
	t.Parallel()
	with := func(schema, rest string) string { return `{"type": "schema", "value": ` + schema + rest + `}` }
	testVerdicts(t, map[string]verdict{
		"fits":                   {with(orderSchema, ""), text(`{"id": 3.0, "n": 0.3}`), eval.Passed, `want JSON that fits the schema, got {"id": 3.0, "n": 0.3}`},
		"does not fit":           {with(orderSchema, ""), text(`{"id": "x"}`), eval.Failed, `want JSON that fits the schema, got at '/id': got string, want integer`},
		"at the root":            {with(orderSchema, ""), text(`{}`), eval.Failed, `want JSON that fits the schema, got at the root: missing property 'id'`},
		"format":                 {with(orderSchema, ""), text(`{"id": 1, "mail": "x"}`), eval.Failed, `want JSON that fits the schema, got at '/mail': 'x' is not valid email: missing @`},
		"the first three":        {with(orderSchema, ""), text(`{"tags": [1, 2, "a", 3, 4], "id": 1}`), eval.Failed, `want JSON that fits the schema, got at '/tags/0': got number, want string; at '/tags/1': got number, want string; at '/tags/3': got number, want string and 1 more`},
		"negated":                {with(orderSchema, `, "negate": true`), text(`{}`), eval.Passed, `want JSON that does not fit the schema, got at the root: missing property 'id'`},
		"no JSON":                {with(orderSchema, ""), text(`no`), eval.Failed, `want JSON that fits the schema, got text without JSON: "no"`},
		"no JSON, negated":       {with(orderSchema, `, "negate": true`), text(`no`), eval.Failed, `want JSON that is not JSON that fits the schema, got text without JSON: "no"`},
		"in JSON that is cut":    {with(`{"properties": {"status": {"const": "ok"}}}`, ""), text(`{"status": "failed", "previous": {"status": "ok"}, "note": "cut he`), eval.Failed, `want JSON that fits the schema, got text without JSON: "{\"status\": \"failed\", \"previous\": {\"status\": \"ok\"}, \"note\": \"cut he" ("{\"status\": \"failed\",..." begins a value that is cut)`},
		"a search that gave up":  {with(orderSchema, ""), text(strings.Repeat("[a] ", 1001) + `{"id": 1}`), eval.Error, `cannot find the JSON of the output: the search for JSON gave up after 1000 braces and brackets`},
		"inner reference":        {with(`{"$ref": "#/$defs/n", "$defs": {"n": {"type": "number"}}}`, ""), text(`"x"`), eval.Failed, `want JSON that fits the schema, got at the root: got string, want number`},
		"a long number":          {with(`{"items": {"multipleOf": 0.1}}`, ""), text(`[1e1000001]`), eval.Error, `the output cannot be checked with a schema: the number 1e1000001 is too long to be checked`},
		"a long number, negated": {with(`{"items": {"multipleOf": 0.1}}`, `, "negate": true`), text(`[1e1000001]`), eval.Error, `the output cannot be checked with a schema: the number 1e1000001 is too long to be checked`},
		"digits beyond a float":  {with(`{"const": 9007199254740993}`, ""), text(`9007199254740992`), eval.Failed, `want JSON that fits the schema, got at the root: value must be 9007199254740993`},
	})
	testProblems(t, map[string][]string{
		"bad keyword":       {with(`{"type": "strng"}`, ""), `f:1:29: assert.value: the value is not a usable JSON Schema: at '/type': got string, want array; at '/type': value must be one of 'array', 'boolean', 'integer', 'null', 'number', 'object', 'string'`},
		"outside file":      {with(`{"$ref": "file:///etc/passwd"}`, ""), `f:1:29: assert.value: the value is not a usable JSON Schema: it refers to "file:///etc/passwd" (copy it under $defs; nothing outside a schema is read)`},
		"outside URL":       {with(`{"$ref": "http://localhost/x"}`, ""), `f:1:29: assert.value: the value is not a usable JSON Schema: it refers to "http://localhost/x" (copy it under $defs; nothing outside a schema is read)`},
		"relative":          {with(`{"$ref": "other.json"}`, ""), `f:1:29: assert.value: the value is not a usable JSON Schema: it refers to "other.json" (copy it under $defs; nothing outside a schema is read)`},
		"unknown dialect":   {with(`{"$schema": "http://x/y"}`, ""), `f:1:29: assert.value: the value is not a usable JSON Schema: it refers to "http://x/y" (copy it under $defs; nothing outside a schema is read)`},
		"missing reference": {with(`{"$ref": "#/nope"}`, ""), `f:1:29: assert.value: the value is not a usable JSON Schema: json-pointer in "#/nope" not found`},
		"look-ahead":        {with(`{"pattern": "(?=a)"}`, ""), "f:1:29: assert.value: the value is not a usable JSON Schema: at '/pattern': '(?=a)' is not valid regex: error parsing regexp: invalid or unsupported Perl syntax: `(?=`"},
		"a long number":     {with(`{"minimum": 1e1000001}`, ""), `f:1:29: assert.value: the value is not a usable JSON Schema: the number 1e1000001 is too long to be checked`},
		"text":              {with(`"object"`, ""), `f:1:29: assert.value: want a JSON Schema or the file:// of one, got the text "object"`},
		"a file of nowhere": {with(`"file://a.json"`, ""), `f:1:29: assert.value: a schema file needs a case file to lie beside (write the schema itself)`},
	})
}

const (
	draft4    = `"$schema": "http://json-schema.org/draft-04/schema#", `
	draft7    = `"$schema": "http://json-schema.org/draft-07/schema#", `
	draft2019 = `"$schema": "https://json-schema.org/draft/2019-09/schema", `
)

func TestSchemaKeywordsThatAssertNothing(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		schema string
		want   []string
	}{
		"misspelt": {
			`{"propertys": {}, "properties": {"propertys": {"format": "emial", "minimun": 1}, "x": {"allOf": [{"requierd": []}]}}, "x-type": 1}`,
			[]string{
				`f:1:30: assert.value: the schema keyword "propertys" is unknown and asserts nothing (did you mean "properties"?)`,
				`f:1:86: assert.value.properties.propertys.format: the format "emial" is unknown and asserts nothing (did you mean "email"?)`,
				`f:1:95: assert.value.properties.propertys: the schema keyword "minimun" is unknown and asserts nothing (did you mean "minimum"?)`,
				`f:1:127: assert.value.properties.x.allOf[0]: the schema keyword "requierd" is unknown and asserts nothing (did you mean "required"?)`,
			},
		},
		"unknown":               {`{"type": "object", "mustHave": ["a"]}`, []string{`f:1:48: assert.value: the schema keyword "mustHave" is unknown and asserts nothing (begin the name of a remark with x-)`}},
		"unknown format":        {`{"format": "int64"}`, []string{`f:1:40: assert.value.format: the format "int64" is unknown and asserts nothing (there are date-time, date, time, duration, period, email, hostname, ipv4, ipv6, uri, uri-reference, uri-template, iri, iri-reference, uuid, json-pointer, relative-json-pointer, regex, semver)`}},
		"additionalItems":       {`{"prefixItems": [{"type": "string"}], "additionalItems": false}`, []string{`f:1:67: assert.value: the schema keyword "additionalItems" does nothing in 2020-12 (write prefixItems with items beside it)`}},
		"additionalItems alone": {`{` + draft7 + `"items": {"type": "string"}, "additionalItems": false}`, []string{`f:1:113: assert.value: the schema keyword "additionalItems" does nothing without a list under items`}},
		"contents":              {`{"contentEncoding": "base64"}`, []string{`f:1:30: assert.value: the schema keyword "contentEncoding" does nothing (contents of texts are not checked; write a pattern)`}},
		"nullable":              {`{"type": "string", "nullable": true}`, []string{`f:1:48: assert.value: the schema keyword "nullable" does nothing (write "null" into a list of types)`}},
		"beside a reference":    {`{` + draft7 + `"properties": {"a": {"$ref": "#/definitions/a", "minLength": 2, "title": "A"}}, "definitions": {"a": {"type": "string"}}}`, []string{`f:1:132: assert.value.properties.a: the schema keyword "minLength" does nothing beside $ref in draft-07 (put both under allOf)`}},
		"of a later draft":      {`{` + draft4 + `"const": 1, "propertyNames": {"pattern": "a"}}`, []string{`f:1:84: assert.value: the schema keyword "const" does nothing in draft-04 (write enum)`, `f:1:96: assert.value: the schema keyword "propertyNames" does nothing in draft-04 (name a later draft in $schema)`}},
		"of 2020":               {`{` + draft2019 + `"prefixItems": [{"type": "string"}]}`, []string{`f:1:89: assert.value: the schema keyword "prefixItems" does nothing in 2019-09 (write items with a list)`}},
		"of draft-04":           {`{"type": "object", "id": "x"}`, []string{`f:1:48: assert.value: the schema keyword "id" does nothing in 2020-12 (write $id)`}},
		"then without if":       {`{"then": {"type": "string"}}`, []string{`f:1:30: assert.value: the schema keyword "then" does nothing without if`}},
		"if without then":       {`{"type": "object", "if": {"required": ["a"]}}`, []string{`f:1:48: assert.value: the schema keyword "if" does nothing without then or else`}},
		"minContains alone":     {`{"minContains": 2}`, []string{`f:1:30: assert.value: the schema keyword "minContains" does nothing without contains`}},
		"for another type":      {`{"type": ["string", "null"], "minimum": 2}`, []string{`f:1:58: assert.value: the schema keyword "minimum" does nothing for the type string, null (it is for the type number)`}},
		"behind a reference":    {`{"$ref": "#/x-parts/a%20b~1c", "x-parts": {"a b/c": {"requird": ["a"]}}}`, []string{`f:1:82: assert.value.$ref: the schema keyword "requird" is unknown and asserts nothing (did you mean "required"?)`}},
		"a schema in a list":    {`{` + draft7 + `"items": [{"typ": "string"}]}`, []string{`f:1:95: assert.value.items[0]: the schema keyword "typ" is unknown and asserts nothing (did you mean "type"?)`}},
		"a draft within":        {`{"properties": {"a": {"$schema": "http://json-schema.org/draft-07/schema#", "type": "string"}}}`, []string{`f:1:51: assert.value.properties.a: the schema keyword "$schema" does nothing within a schema (write it at the root)`}},

		"a draft of another": {
			`{"type": "object", "properties": {"a": {"$id": "http://x/a", "$schema": "http://json-schema.org/draft-07/schema#", "items": [{"type": "string"}], "additionalItems": false}}}`,
			[]string{},
		},
		"a reference in another": {`{"$ref": "#/$defs/y", "$defs": {"a": {"$anchor": "a"}, "y": {"$id": "http://x/y", "$ref": "#a", "$defs": {"b": {"$anchor": "a", "type": "object"}}}}}`, []string{}},
		"an anchor of any":       {`{"$ref": "#a", "$defs": {"x": {"$anchor": "a"}}}`, []string{`f:1:29: assert.value: the schema asserts nothing (it only defines schemas; refer to one with $ref)`}},
		"an anchor of draft-07":  {`{` + draft7 + `"$ref": "#a", "definitions": {"x": {"$id": "#a"}}}`, []string{`f:1:29: assert.value: the schema asserts nothing (it only defines schemas; refer to one with $ref)`}},
		"an anchor":              {`{"$ref": "#a", "$defs": {"x": {"$anchor": "a", "type": "object"}}}`, []string{}},
		"an anchor of another":   {`{"$ref": "#a", "$defs": {"y": {"$id": "http://x/y", "$anchor": "a"}, "x": {"$anchor": "a", "type": "object"}}}`, []string{}},

		"empty":               {`{}`, []string{`f:1:29: assert.value: the schema asserts nothing (write what the JSON must be like, such as {"type": "object"})`}},
		"true":                {`true`, []string{`f:1:29: assert.value: the schema asserts nothing (write what the JSON must be like, such as {"type": "object"})`}},
		"false":               {`false`, []string{`f:1:29: assert.value: no JSON fits the schema false (write what it must be like, such as {"type": "object"})`}},
		"a title only":        {`{"title": "An order", "x-of": "us"}`, []string{`f:1:29: assert.value: the schema asserts nothing (write what the JSON must be like, such as {"type": "object"})`}},
		"definitions only":    {`{"$defs": {"a": {"type": "string"}}}`, []string{`f:1:29: assert.value: the schema asserts nothing (it only defines schemas; refer to one with $ref)`}},
		"properties of any":   {`{"properties": {"a": {"title": "A"}, "b": true}, "required": [], "additionalProperties": true, "minProperties": 0}`, []string{`f:1:29: assert.value: the schema asserts nothing (write what the JSON must be like, such as {"type": "object"})`}},
		"a reference to any":  {`{"$ref": "#/$defs/a", "$defs": {"a": {"anyOf": [{"type": "string"}, {}]}}}`, []string{`f:1:29: assert.value: the schema asserts nothing (it only defines schemas; refer to one with $ref)`}},
		"all of any, if any":  {`{"allOf": [{"items": {}}, {"oneOf": [true]}], "if": {"type": "string"}, "then": {"uniqueItems": false}}`, []string{`f:1:29: assert.value: the schema asserts nothing (write what the JSON must be like, such as {"type": "object"})`}},
		"remarks":             {`{"$comment": "c", "title": "t", "description": "d", "default": 1, "examples": [1], "deprecated": true, "readOnly": true, "x-a": {"minimun": 1}, "type": "object"}`, []string{}},
		"an idle part":        {`{"type": "object", "properties": {"a": {}, "b": true}}`, []string{}},
		"const false":         {`{"const": false}`, []string{}},
		"an empty const":      {`{"const": []}`, []string{}},
		"not":                 {`{"not": {"type": "string"}}`, []string{}},
		"one of two":          {`{"oneOf": [true, {"type": "string"}]}`, []string{}},
		"no more properties":  {`{"properties": {"a": {}}, "additionalProperties": false}`, []string{}},
		"minimum 0":           {`{"minimum": 0}`, []string{}},
		"list in draft-07":    {`{` + draft7 + `"items": [{"type": "string"}], "additionalItems": false}`, []string{}},
		"definitions beside":  {`{` + draft7 + `"$ref": "#/definitions/a", "definitions": {"a": {"type": "string"}}}`, []string{}},
		"beside in 2020":      {`{"$ref": "#/$defs/a", "minLength": 2, "$defs": {"a": {"type": "string"}}}`, []string{}},
		"if for unevaluated":  {`{"if": {"properties": {"a": {"type": "string"}}}, "unevaluatedProperties": false}`, []string{}},
		"a tree":              {`{"type": "object", "properties": {"kids": {"items": {"$ref": "#"}}}}`, []string{}},
		"integer and minimum": {`{"type": "integer", "minimum": 2, "exclusiveMaximum": 5, "multipleOf": 2}`, []string{}},
		"dependencies":        {`{"dependencies": {"a": ["b"], "c": {"required": ["d"]}}}`, []string{}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			raw := `{"type": "schema", "value": ` + tt.schema + `}`
			if diff := cmp.Diff(tt.want, problems(raw)); diff != "" {
				t.Error(diff)
			}
			if _, err := assert.NewCompiler(1).Compile(eval.Trusted(raw), "assert", place); (err == nil) != (len(tt.want) == 0) {
				t.Errorf("Compile says %v", err)
			}
		})
	}
}

func TestSchemaFileBesideTheCaseFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, content := range map[string]string{
		"cases/ok.json": `{"type": "object"}`, "cases/sub/ok.json": "\ufeff{\"type\": \"object\"}", "cases/idle.json": "{\n \"titel\": \"x\"}", "cases/bad.json": "{\n \"type\": 1,\n}", "cases/list.json": "[]", "secret.json": "true",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	beside := assert.Dir(filepath.Join(dir, "cases"))
	for file, want := range map[string][]string{
		"ok.json":        {},
		"sub/ok.json":    {},
		"idle.json":      {`idle.json:2:2: assert.value: the schema keyword "titel" is unknown and asserts nothing (did you mean "title"?)`},
		"missing.json":   {`f:1:29: assert.value: the schema file "missing.json": missing.json: cannot read the file: no such file or directory`},
		"bad.json":       {`f:1:29: assert.value: the schema file "bad.json": bad.json:2:11: not JSON: unexpected ',' at start of value (no comma between cases, or put them into [ ])`},
		"list.json":      {`f:1:29: assert.value: want a JSON Schema or the file:// of one, got a list`},
		"../secret.json": {`f:1:29: assert.value: the schema file "../secret.json" is not beside the case file (write file:// and a name relative to the folder of the case file)`},
		"/etc/passwd":    {`f:1:29: assert.value: the schema file "/etc/passwd" is not beside the case file (write file:// and a name relative to the folder of the case file)`},
	} {
		if diff := cmp.Diff(want, problems(`{"type": "schema", "value": "file://`+file+`"}`, beside)); diff != "" {
			t.Errorf("%s: %s", file, diff)
		}
	}
	a, err := assert.NewCompiler(1).Compile(eval.Trusted(`{"type": "schema", "value": "file://ok.json"}`), "assert", place, beside)
	if err != nil {
		t.Fatal(err)
	}
	got := a.Evaluate(context.Background(), assert.NewView(&eval.Transcript{Output: text("[]")}))
	if got.Status != eval.Failed || got.Expected.Raw() != `"file://ok.json"` {
		t.Errorf("%s, expected %s", got.Status, got.Expected.Raw())
	}
}
