package assert_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/assert"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// TestFalsyValuesAreValues holds the table of H18: an agent that repeats its
// input, so that ok-* must pass and no-* must fail.
func TestFalsyValuesAreValues(t *testing.T) {
	t.Parallel()
	const path = `{"type": "json_path", "path": "v", "value": `
	tests := map[string]struct{ output, raw string }{
		"ok-zero":          {`{"v": 0}`, path + `0}`},
		"ok-false":         {`{"v": false}`, path + `false}`},
		"ok-empty-text":    {`{"v": ""}`, path + `""}`},
		"ok-null":          {`{"v": null}`, path + `null}`},
		"ok-empty-list":    {`{"v": []}`, path + `[]}`},
		"ok-empty-object":  {`{"v": {}}`, path + `{}}`},
		"ok-one-of":        {`{"v": 0}`, path + `[false, 0]}`},
		"no-zero-false":    {`{"v": 0}`, path + `false}`},
		"no-empty-null":    {`{"v": ""}`, path + `null}`},
		"no-null-false":    {`{"v": null}`, path + `false}`},
		"no-list-empty-or": {`{"v": 0}`, path + `[]}`},
		"no-list-null":     {`{"v": []}`, path + `null}`},
		"no-missing-null":  {`{"w": 1}`, path + `null}`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, output := range []eval.Value{text(tt.output), eval.Trusted(tt.output)} {
				if got := evaluate(t, tt.raw, output); got.Passed != strings.HasPrefix(name, "ok-") || got.Status == eval.Error {
					t.Errorf("%s %q", got.Status, got.Message)
				}
			}
		})
	}
}

func TestJSONPath(t *testing.T) {
	t.Parallel()
	order := eval.Trusted(`{"id": 7, "total": 12.50, "note": null, "status": "shipped", "big": 9007199254740993,
		"tags": ["new", "gift"], "lines": [{"sku": "a", "n": 1}, {"sku": "b", "n": 2}], "who": {"name": "Ada", "é": 1}}`)
	at := func(rest string) string { return `{"type": "json_path", "path": ` + rest + `}` }
	testVerdicts(t, map[string]verdict{
		"a value":                  {at(`"total", "value": 12.5`), order, eval.Passed, `want 12.5 at "total", got 12.50`},
		"another value":            {at(`"$.status", "value": "open"`), order, eval.Failed, `want "open" at "$.status", got "shipped"`},
		"digits beyond a float":    {at(`"big", "value": 9007199254740992`), order, eval.Failed, `want 9007199254740992 at "big", got 9007199254740993`},
		"one of several":           {at(`"status", "value": ["open", "shipped"]`), order, eval.Passed, `want one of ["open", "shipped"] at "status", got "shipped"`},
		"none of several":          {at(`"status", "value": ["open", "paid"]`), order, eval.Failed, `want one of ["open", "paid"] at "status", got "shipped"`},
		"a list is compared whole": {at(`"tags", "value": ["new"]`), order, eval.Failed, `want one of ["new"] at "tags", got ["new", "gift"] (a list is compared as a whole)`},
		"a list":                   {at(`"tags", "value": ["new", "gift"]`), order, eval.Passed, `want one of ["new", "gift"] at "tags", got ["new", "gift"]`},
		"of lists one":             {at(`"tags", "value": [["new", "gift"]]`), order, eval.Failed, `want one of [["new", "gift"]] at "tags", got ["new", "gift"] (a list is compared as a whole)`},
		"from the end":             {at(`"lines[-1].sku", "value": "b"`), order, eval.Passed, `want "b" at "lines[-1].sku", got "b"`},
		"a query":                  {at(`"$.lines[*].n", "value": [1, 2]`), order, eval.Passed, `want one of [1, 2] at "$.lines[*].n", got [1,2]`},
		"a query, empty":           {at(`"$.lines[?@.n > 9]", "exists": false`), order, eval.Passed, `want nothing at "$.lines[?@.n > 9]", got nothing: the path is missing`},

		"missing":             {at(`"nope", "value": 1`), order, eval.Failed, `want 1 at "nope", got nothing: the path is missing`},
		"missing is not null": {at(`"nope", "value": null`), order, eval.Failed, `want null at "nope", got nothing: the path is missing`},
		"missing, negated":    {at(`"nope", "value": 1, "negate": true`), order, eval.Passed, `want not 1 at "nope", got nothing: the path is missing`},
		"exists":              {at(`"note", "exists": true`), order, eval.Passed, `want a value at "note", got null`},
		"does not exist":      {at(`"nope", "exists": true`), order, eval.Failed, `want a value at "nope", got nothing: the path is missing`},
		"exists, negated":     {at(`"note", "exists": true, "negate": true`), order, eval.Failed, `want nothing at "note", got null`},
		"absent":              {at(`"nope", "exists": false`), order, eval.Passed, `want nothing at "nope", got nothing: the path is missing`},
		"not absent":          {at(`"id", "exists": false`), order, eval.Failed, `want nothing at "id", got 7`},
		"absent, negated":     {at(`"nope", "exists": false, "negate": true`), order, eval.Failed, `want a value at "nope", got nothing: the path is missing`},
		"exists with a value": {at(`"id", "exists": true, "value": 7`), order, eval.Passed, `want 7 at "id", got 7`},

		"greater":                 {at(`"total", "gt": 12.49`), order, eval.Passed, `want > 12.49 at "total", got 12.50`},
		"not greater":             {at(`"total", "gt": 12.5`), order, eval.Failed, `want > 12.5 at "total", got 12.50`},
		"at least":                {at(`"total", "ge": 12.5`), order, eval.Passed, `want >= 12.5 at "total", got 12.50`},
		"less":                    {at(`"big", "lt": 9007199254740993`), order, eval.Failed, `want < 9007199254740993 at "big", got 9007199254740993`},
		"at most":                 {at(`"big", "le": 1e400`), order, eval.Passed, `want <= 1e400 at "big", got 9007199254740993`},
		"between":                 {at(`"total", "lt": 13, "gt": 12`), order, eval.Passed, `want > 12 and < 13 at "total", got 12.50`},
		"not between":             {at(`"total", "gt": 1, "lt": 5`), order, eval.Failed, `want > 1 and < 5 at "total", got 12.50`},
		"not between, negated":    {at(`"total", "gt": 1, "lt": 5, "negate": true`), order, eval.Passed, `want not > 1 and < 5 at "total", got 12.50`},
		"a text is not compared":  {at(`"status", "gt": 1`), order, eval.Failed, `want > 1 at "status", got "shipped" (it is no number)`},
		"null is not compared":    {at(`"note", "lt": 1`), order, eval.Failed, `want < 1 at "note", got null (it is no number)`},
		"matches":                 {at(`"status", "matches": "^ship"`), order, eval.Passed, `want text that matches "^ship" at "status", got "shipped"`},
		"matches a number":        {at(`"id", "matches": "^7$"`), order, eval.Passed, `want text that matches "^7$" at "id", got 7`},
		"null matches nothing":    {at(`"note", "matches": ".*"`), order, eval.Failed, `want text that matches ".*" at "note", got null`},
		"contains text":           {at(`"status", "contains": "hip"`), order, eval.Passed, `want something with "hip" at "status", got "shipped"`},
		"contains an element":     {at(`"tags", "contains": "gift"`), order, eval.Passed, `want something with "gift" at "tags", got ["new", "gift"]`},
		"contains no part of one": {at(`"tags", "contains": "gif"`), order, eval.Failed, `want something with "gif" at "tags", got ["new", "gift"] ("gif" is missing)`},
		"contains all elements":   {at(`"tags", "contains": ["gift", "old"]`), order, eval.Failed, `want something with all of ["gift", "old"] at "tags", got ["new", "gift"] ("old" is missing)`},
		"contains an object":      {at(`"lines", "contains": {"n": 2.0, "sku": "b"}`), order, eval.Passed, `want something with {"n": 2.0, "sku": "b"} at "lines", got [{"sku": "a", "n": 1}, {"sku": "b", "n": 2}]`},
		"null contains nothing":   {at(`"note", "contains": "n"`), order, eval.Failed, `want something with "n" at "note", got null ("n" is missing)`},
		"length of a list":        {at(`"tags", "length": 2`), order, eval.Passed, `want length 2 at "tags", got ["new", "gift"]`},
		"another length":          {at(`"tags", "length": 3.0`), order, eval.Failed, `want length 3.0 at "tags", got ["new", "gift"] (its length is 2)`},
		"length of an object":     {at(`"who", "length": 2`), order, eval.Passed, `want length 2 at "who", got {"name": "Ada", "é": 1}`},
		"length of a text":        {at(`"$", "length": 2`), text(`"é😀"`), eval.Passed, `want length 2 at "$", got "é😀"`},
		"no length":               {at(`"id", "length": 1`), order, eval.Failed, `want length 1 at "id", got 7 (it has no length)`},

		"in a text":               {at(`"a", "value": 1`), text("So: ```json\n{\"a\": 1, /* one */}\n```"), eval.Passed, `want 1 at "a", got 1 (comments were ignored; trailing commas were ignored)`},
		"no JSON":                 {at(`"a", "value": 1`), text("I cannot"), eval.Failed, `want 1 at "a", got text without JSON: "I cannot"`},
		"no JSON, negated":        {at(`"a", "value": 1, "negate": true`), text("I cannot"), eval.Failed, `want JSON that is not 1 at "a", got text without JSON: "I cannot"`},
		"no JSON, absent":         {at(`"a", "exists": false`), text("I cannot"), eval.Failed, `want nothing at "a", got text without JSON: "I cannot"`},
		"a number has no keys":    {at(`"a", "value": 1`), eval.Trusted("5"), eval.Failed, `want 1 at "a", got nothing: the path is missing`},
		"a number as a whole":     {at(`"$", "value": 5`), eval.Trusted("5.0"), eval.Passed, `want 5 at "$", got 5.0`},
		"a key that stands twice": {at(`"a", "value": 2`), text(`{"a": 1, "a": 2}`), eval.Passed, `want 2 at "a", got 2 (the key "a" stands twice, the last one counts)`},
	})
}

func TestWhatJSONPathAsksForStandsInTheRow(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		`{"type": "json_path", "path": "a", "value": [1]}`:                 `[1]`,
		`{"type": "json_path", "path": "a", "exists": true}`:               `{"exists":true}`,
		`{"type": "json_path", "path": "a", "lt": 3, "gt": 1}`:             `{"gt":1,"lt":3}`,
		`{"type": "json_path", "path": "a", "exists": true, "value": "x"}`: `{"exists":true,"value":"x"}`,
	} {
		if got := evaluate(t, raw, text("{}")); got.Expected.Raw() != want || got.Path != "a" {
			t.Errorf("%s: expected %s at %q", raw, got.Expected.Raw(), got.Path)
		}
	}
}

func TestProblemsOfJSONPath(t *testing.T) {
	t.Parallel()
	testProblems(t, map[string][]string{
		"no path":           {`{"type": "json_path", "value": 1}`, `f:1:1: assert.path: a json_path assertion needs a path ($ is the whole value)`},
		"empty path":        {`{"type": "json_path", "path": "", "value": 1}`, `f:1:31: assert.path: the path "" is not one: the path is empty at column 1 (write $ for the whole value)`},
		"path no text":      {`{"type": "json_path", "path": 1, "value": 1}`, `f:1:31: assert.path: want text, got 1`},
		"bad path":          {`{"type": "json_path", "path": "a[", "value": 1}`, `f:1:31: assert.path: the path "a[" is not one: want an index or a quoted key in brackets at column 3 (write ["key"], or .key)`},
		"bad query":         {`{"type": "json_path", "path": "$.a[?@.b ==]", "value": 1}`, `f:1:31: assert.path: the path "$.a[?@.b ==]" is not one: unexpected ']' at column 12 (a path is keys and indexes such as items[0].name, or a JSONPath query (RFC 9535))`},
		"nothing asked":     {`{"type": "json_path", "path": "a"}`, `f:1:1: assert.value: a json_path assertion needs a value, exists or an operator (operators are gt, ge, lt, le, matches, contains, length)`},
		"absent with value": {`{"type": "json_path", "path": "a", "exists": false, "value": null}`, `f:1:46: assert.exists: what does not exist cannot have value`},
		"exists as text":    {`{"type": "json_path", "path": "a", "exists": "yes"}`, `f:1:46: assert.exists: want true or false, got the text "yes"`},
		"gt as text":        {`{"type": "json_path", "path": "a", "gt": "5"}`, `f:1:42: assert.gt: want a number, got the text "5"`},
		"no such number":    {`{"type": "json_path", "path": "a", "gt": 5, "le": 5.0}`, `f:1:51: assert.le: no number is > 5 and <= 5.0`},
		"negative length":   {`{"type": "json_path", "path": "a", "length": -1}`, `f:1:46: assert.length: want a whole number of at least 0, got -1`},
		"broken length":     {`{"type": "json_path", "path": "a", "length": 1.5}`, `f:1:46: assert.length: want a whole number of at least 0, got 1.5`},
		"bad pattern":       {`{"type": "json_path", "path": "a", "matches": "(?=x)"}`, `f:1:47: assert.matches: the pattern "(?=x)" is not RE2: invalid or unsupported Perl syntax "(?=" (RE2 has no look-ahead)`},
		"empty contains":    {`{"type": "json_path", "path": "a", "contains": []}`, `f:1:48: assert.contains: the list is empty`},
		"unknown operator":  {`{"type": "json_path", "path": "a", "match": "x", "value": 1}`, `f:1:36: assert: unknown field "match" (did you mean "matches"?)`},
	})
}

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
		"true":                   {with("true", ""), text(`1`), eval.Passed, `want JSON that fits the schema, got 1`},
		"false":                  {with("false", ""), text(`1`), eval.Failed, `want JSON that fits the schema, got at the root: false schema`},
		"inner reference":        {with(`{"$ref": "#/$defs/n", "$defs": {"n": {"type": "number"}}}`, ""), text(`"x"`), eval.Failed, `want JSON that fits the schema, got at the root: got string, want number`},
		"a long number":          {with(`{"items": {"multipleOf": 0.1}}`, ""), text(`[1e1000001]`), eval.Error, `the output cannot be checked with a schema: the number 1e1000001 is too long to be checked`},
		"a long number, negated": {with(`{"items": {"multipleOf": 0.1}}`, `, "negate": true`), text(`[1e1000001]`), eval.Error, `the output cannot be checked with a schema: the number 1e1000001 is too long to be checked`},
		"a schema in a circle":   {with(`{"$ref": "#"}`, ""), text(`1`), eval.Error, `the schema refers to itself without end: at the root: both /$ref and  resolve to "https://surefoot.invalid/schema.json#" causing reference cycle`},
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

func TestSchemaMistakesThatValidatorsIgnoreAreWarnings(t *testing.T) {
	t.Parallel()
	raw := `{"type": "schema", "value": {"propertys": {}, "properties": {"propertys": {"format": "emial", "minimun": 1}, "x": {"allOf": [{"requierd": []}]}}, "x-type": 1, "colour": 2}}`
	want := []string{
		`f:1:30: warning: assert.value: the schema keyword "propertys" is unknown and not checked (did you mean "properties"?)`,
		`f:1:86: warning: assert.value.properties.propertys.format: the format "emial" is unknown and not checked (did you mean "email"?)`,
		`f:1:95: warning: assert.value.properties.propertys: the schema keyword "minimun" is unknown and not checked (did you mean "minimum"?)`,
		`f:1:127: warning: assert.value.properties.x.allOf: the schema keyword "requierd" is unknown and not checked (did you mean "required"?)`,
	}
	if diff := cmp.Diff(want, problems(raw)); diff != "" {
		t.Error(diff)
	}
	if got := evaluate(t, raw, text("{}")); got.Status != eval.Passed {
		t.Errorf("%s %s", got.Status, got.Message)
	}
}

func TestSchemaFileBesideTheCaseFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, content := range map[string]string{
		"cases/ok.json": `{"type": "object"}`, "cases/sub/ok.json": "\ufefftrue", "cases/bad.json": "{\n \"type\": 1,\n}", "cases/list.json": "[]", "secret.json": "true",
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
	a, err := assert.Compile(eval.Trusted(`{"type": "schema", "value": "file://ok.json"}`), "assert", place, beside)
	if err != nil {
		t.Fatal(err)
	}
	got := a.Evaluate(context.Background(), assert.NewView(&eval.Transcript{Output: text("[]")}))
	if got.Status != eval.Failed || got.Expected.Raw() != `"file://ok.json"` {
		t.Errorf("%s, expected %s", got.Status, got.Expected.Raw())
	}
}

func FuzzCheck(f *testing.F) {
	for _, raw := range everyType() {
		f.Add("{"+raw+"}", `{"a": 1}`)
	}
	f.Add(`{"type": "schema", "value": {"$ref": "#/x", "items": {"format": "regex"}}}`, "[1]")
	f.Add(`{"type": "json_path", "path": "$..[?@.a<1]", "length": 1, "contains": ["a"]}`, "```json\n[{}]\n```")
	f.Fuzz(func(t *testing.T, raw, output string) {
		found := problems(raw)
		if !json.Valid([]byte(raw)) {
			return
		}
		a, err := assert.Compile(eval.Trusted(strings.TrimSpace(raw)), "assert", place)
		if err != nil {
			if len(found) == 0 {
				t.Fatalf("Check finds nothing, Compile says %v", err)
			}
			return
		}
		got := a.Evaluate(context.Background(), assert.NewView(&eval.Transcript{Output: text(output), Turns: make([]eval.Turn, 1)}))
		if _, err := eval.ValueOf(got); err != nil {
			t.Errorf("the row is no JSON: %v", err)
		}
		if strings.Contains(got.Message, "\n") {
			t.Errorf("message of several lines %q", got.Message)
		}
		if strings.Contains(got.Message, "the check itself broke") {
			t.Errorf("%s", got.Message)
		}
	})
}
