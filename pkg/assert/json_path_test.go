package assert_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

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
		"a number is no text":     {at(`"id", "matches": "^7$"`), order, eval.Failed, `want text that matches "^7$" at "id", got 7 (it is a number, not text)`},
		"an object is no text":    {at(`"who", "matches": "name"`), order, eval.Failed, `want text that matches "name" at "who", got {"name": "Ada", "é": 1} (it is an object, not text)`},
		"null matches nothing":    {at(`"note", "matches": ".*"`), order, eval.Failed, `want text that matches ".*" at "note", got null (it is null, not text)`},
		"a list matches nothing":  {at(`"tags", "matches": "gift"`), order, eval.Failed, `want text that matches "gift" at "tags", got ["new", "gift"] (it is a list, not text)`},
		"contains in a number":    {at(`"$", "contains": 1`), eval.Trusted("11"), eval.Failed, `want something with 1 at "$", got 11 (it is a number, neither text nor a list)`},
		"contains in a boolean":   {at(`"$", "contains": "tru"`), eval.Trusted("true"), eval.Failed, `want something with "tru" at "$", got true (it is a boolean, neither text nor a list)`},
		"contains in an object":   {at(`"who", "contains": "Ada"`), order, eval.Failed, `want something with "Ada" at "who", got {"name": "Ada", "é": 1} (it is an object, neither text nor a list)`},
		"contains text":           {at(`"status", "contains": "hip"`), order, eval.Passed, `want something with "hip" at "status", got "shipped"`},
		"contains an element":     {at(`"tags", "contains": "gift"`), order, eval.Passed, `want something with "gift" at "tags", got ["new", "gift"]`},
		"contains no part of one": {at(`"tags", "contains": "gif"`), order, eval.Failed, `want something with "gif" at "tags", got ["new", "gift"] ("gif" is missing)`},
		"contains all elements":   {at(`"tags", "contains": ["gift", "old"]`), order, eval.Failed, `want something with all of ["gift", "old"] at "tags", got ["new", "gift"] ("old" is missing)`},
		"contains an object":      {at(`"lines", "contains": {"n": 2.0, "sku": "b"}`), order, eval.Passed, `want something with {"n": 2.0, "sku": "b"} at "lines", got [{"sku": "a", "n": 1}, {"sku": "b", "n": 2}]`},
		"null contains nothing":   {at(`"note", "contains": "n"`), order, eval.Failed, `want something with "n" at "note", got null (it is null, neither text nor a list)`},
		"length of a list":        {at(`"tags", "length": 2`), order, eval.Passed, `want length 2 at "tags", got ["new", "gift"]`},
		"another length":          {at(`"tags", "length": 3.0`), order, eval.Failed, `want length 3.0 at "tags", got ["new", "gift"] (its length is 2)`},
		"length of an object":     {at(`"who", "length": 2`), order, eval.Passed, `want length 2 at "who", got {"name": "Ada", "é": 1}`},
		"length of a text":        {at(`"$", "length": 2`), text(`"é😀"`), eval.Passed, `want length 2 at "$", got "é😀"`},
		"no length":               {at(`"id", "length": 1`), order, eval.Failed, `want length 1 at "id", got 7 (it has no length)`},

		"in a text":                {at(`"a", "value": 1`), text("So: ```json\n{\"a\": 1, /* one */}\n```"), eval.Passed, `want 1 at "a", got 1 (comments were ignored; trailing commas were ignored)`},
		"no JSON":                  {at(`"a", "value": 1`), text("I cannot"), eval.Failed, `want 1 at "a", got text without JSON: "I cannot"`},
		"no JSON, negated":         {at(`"a", "value": 1, "negate": true`), text("I cannot"), eval.Failed, `want JSON that is not 1 at "a", got text without JSON: "I cannot"`},
		"no JSON, absent":          {at(`"a", "exists": false`), text("I cannot"), eval.Failed, `want nothing at "a", got text without JSON: "I cannot"`},
		"a number has no keys":     {at(`"a", "value": 1`), eval.Trusted("5"), eval.Failed, `want 1 at "a", got nothing: the path is missing: the whole value is a number, which has no keys`},
		"a number as a whole":      {at(`"$", "value": 5`), eval.Trusted("5.0"), eval.Passed, `want 5 at "$", got 5.0`},
		"JSON that is cut":         {at(`"a", "value": 1`), text(`{"b": {"a": 1}, "c": "cut`), eval.Failed, `want 1 at "a", got text without JSON: "{\"b\": {\"a\": 1}, \"c\": \"cut" ("{\"b\": {\"a\": 1}, \"c\":..." begins a value that is cut)`},
		"a search that gave up":    {at(`"a", "value": 1, "negate": true`), text(strings.Repeat("[a] ", 1001) + `{"a": 1}`), eval.Error, `cannot find the JSON of the output: the search for JSON gave up after 1000 braces and brackets`},
		"an index without bracket": {at(`"tags.0.bad", "exists": false`), order, eval.Error, `cannot look up "tags.0.bad": the key "0" is asked of a list; write tags[0]`},
		"a key of a list":          {at(`"lines.sku", "exists": false`), order, eval.Passed, `want nothing at "lines.sku", got nothing: the path is missing: "lines" is a list, which has no keys`},
		"numbers a query rounds":   {at(`"$.lines[?@.n == 9007199254740992].n", "exists": false`), order, eval.Error, `cannot look up "$.lines[?@.n == 9007199254740992].n": the query compares numbers as 64-bit floats, which cannot tell 9007199254740993 from 9007199254740992`},
		"a key that stands twice":  {at(`"a", "value": 2`), text(`{"a": 1, "a": 2}`), eval.Passed, `want 2 at "a", got 2 (the key "a" stands twice, the last one counts)`},
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
		a, err := assert.NewCompiler(1).Compile(eval.Trusted(strings.TrimSpace(raw)), "assert", place)
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
