package assert_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

func TestWhatDecidesAmongSeveralTextsIsSaidAsItWasWritten(t *testing.T) {
	t.Parallel()
	got := evaluate(t, `{"type": "not_contains", "ignore_case": true, "value": ["Waiting", "shipped"]}`, text("It was SHIPPED"))
	if want := `want none of ["Waiting", "shipped"], got "It was SHIPPED" ("shipped" is in it)`; got.Message != want {
		t.Errorf("got %s", got.Message)
	}
}

func TestEquals(t *testing.T) {
	t.Parallel()
	testVerdicts(t, map[string]verdict{
		"text":                         {`{"type": "equals", "value": "ok"}`, text("ok"), eval.Passed, `want "ok", got "ok"`},
		"another spelling of a text":   {`{"type": "equals", "value": "\u006fk"}`, text("ok"), eval.Passed, `want "ok", got "ok"`},
		"other text":                   {`{"type": "equals", "value": "ok"}`, text("no"), eval.Failed, `want "ok", got "no"`},
		"blanks at the end":            {`{"type": "equals", "value": "ok"}`, text("ok\n"), eval.Failed, `want "ok", got "ok\n" (they differ in blanks at the ends)`},
		"negated":                      {`{"type": "equals", "value": "ok", "negate": true}`, text("ok"), eval.Failed, `want not "ok", got "ok"`},
		"a number is not its text":     {`{"type": "equals", "value": 42}`, text("42"), eval.Failed, `want 42, got "42" (the output is text; use contains or a text value)`},
		"true is not its text":         {`{"type": "equals", "value": true}`, text("true"), eval.Failed, `want true, got "true" (the output is text; use contains or a text value)`},
		"a text is not its number":     {`{"type": "equals", "value": "42"}`, eval.Trusted("42"), eval.Failed, `want "42", got 42`},
		"a number by value":            {`{"type": "equals", "value": 1.50}`, eval.Trusted("15e-1"), eval.Passed, "want 1.50, got 15e-1"},
		"digits beyond a float":        {`{"type": "equals", "value": 9007199254740993}`, eval.Trusted("9007199254740992"), eval.Failed, "want 9007199254740993, got 9007199254740992"},
		"key order":                    {`{"type": "equals", "value": {"a": 1, "b": [true, null]}}`, eval.Trusted(`{"b":[true,null],"a":1.0}`), eval.Passed, `want {"a": 1, "b": [true, null]}, got {"b":[true,null],"a":1.0}`},
		"an object in a text":          {`{"type": "equals", "value": {"a": 1}}`, text("Here: {\"a\": 1,}."), eval.Passed, `want {"a": 1}, got {"a": 1} (trailing commas were ignored)`},
		"no object in a text":          {`{"type": "equals", "value": {"a": 1}}`, text("no"), eval.Failed, `want {"a": 1}, got text without JSON: "no"`},
		"no object in a text, negated": {`{"type": "equals", "value": {"a": 1}, "negate": true}`, text("no"), eval.Passed, `want not {"a": 1}, got text without JSON: "no"`},
		"a search that gave up":        {`{"type": "equals", "value": {"a": 1}, "negate": true}`, text(strings.Repeat("[a] ", 1001) + `{"a": 1}`), eval.Error, `cannot find the JSON of the output: the search for JSON gave up after 1000 braces and brackets`},
		"where objects differ":         {`{"type": "equals", "value": {"a": {"b": [1, 2]}, "c": 1}}`, eval.Trusted(`{"a":{"b":[1,3]},"c":1}`), eval.Failed, `want {"a": {"b": [1, 2]}, "c": 1}, got {"a":{"b":[1,3]},"c":1} (at $["a"]["b"][1]: want 2, got 3)`},
		"what an object lacks":         {`{"type": "equals", "value": {"a": 1}}`, eval.Trusted(`{}`), eval.Failed, `want {"a": 1}, got {} (at $["a"]: want 1, got nothing)`},
		"an item too many":             {`{"type": "equals", "value": [1]}`, eval.Trusted(`[1,2]`), eval.Failed, `want [1], got [1,2] (at $[1]: want nothing, got 2)`},
		"lines of an object":           {"{\"type\": \"equals\", \"value\": {\n  \"a\": 1\n}}", eval.Trusted(`[]`), eval.Failed, `want { "a": 1 }, got []`},
	})
}

func TestContains(t *testing.T) {
	t.Parallel()
	testVerdicts(t, map[string]verdict{
		"found":                   {`{"type": "contains", "value": "way"}`, text("on its way"), eval.Passed, `want "way", got "on its way"`},
		"not found":               {`{"type": "contains", "value": "Way"}`, text("on its way"), eval.Failed, `want "Way", got "on its way"`},
		"negated":                 {`{"type": "contains", "value": "way", "negate": true}`, text("on its way"), eval.Failed, `want no "way", got "on its way"`},
		"all of a list":           {`{"type": "contains", "value": ["on", "way"]}`, text("on its way"), eval.Passed, `want all of ["on", "way"], got "on its way"`},
		"one of a list missing":   {`{"type": "contains", "value": ["on", "home"]}`, text("on its way"), eval.Failed, `want all of ["on", "home"], got "on its way" ("home" is missing)`},
		"a list, negated":         {`{"type": "contains", "value": ["on", "home"], "negate": true}`, text("on its way"), eval.Passed, `want not all of ["on", "home"], got "on its way" ("home" is missing)`},
		"a number":                {`{"type": "contains", "value": 42}`, text("it is 42"), eval.Passed, `want 42, got "it is 42"`},
		"a number as written":     {`{"type": "contains", "value": 4.50}`, text("it is 4.5"), eval.Failed, `want 4.50, got "it is 4.5"`},
		"a boolean":               {`{"type": "contains", "value": true}`, text("it is true"), eval.Passed, `want true, got "it is true"`},
		"an object":               {`{"type": "contains", "value": {"b": 1, "a": 2}}`, eval.Trusted(`[{"a":2, "b":1}]`), eval.Passed, `want {"b": 1, "a": 2}, got "[{\"a\":2,\"b\":1}]"`},
		"a list in a list":        {`{"type": "contains", "value": [[1, 2]]}`, eval.Trusted(`{"x": [1, 2]}`), eval.Passed, `want [[1, 2]], got "{\"x\":[1,2]}"`},
		"text in an object":       {`{"type": "contains", "value": "\"a\":2"}`, eval.Trusted(`{"b": 1, "a": 2}`), eval.Passed, `want "\"a\":2", got "{\"a\":2,\"b\":1}"`},
		"markup is not escaped":   {`{"type": "contains", "value": "<b> & c"}`, eval.Trusted(`{"a":"<b> & c"}`), eval.Passed, `want "<b> & c", got "{\"a\":\"<b> & c\"}"`},
		"without":                 {`{"type": "not_contains", "value": "error"}`, text("fine"), eval.Passed, `want no "error", got "fine"`},
		"with":                    {`{"type": "not_contains", "value": "error"}`, text("an error"), eval.Failed, `want no "error", got "an error"`},
		"without, negated":        {`{"type": "not_contains", "value": "error", "negate": true}`, text("fine"), eval.Failed, `want "error", got "fine"`},
		"one of several":          {`{"type": "not_contains", "value": ["error", "fail"]}`, text("to fail"), eval.Failed, `want none of ["error", "fail"], got "to fail" ("fail" is in it)`},
		"none of several":         {`{"type": "not_contains", "value": ["error", "fail"]}`, text("fine"), eval.Passed, `want none of ["error", "fail"], got "fine"`},
		"any of several, negated": {`{"type": "not_contains", "value": ["error", "fail"], "negate": true}`, text("to fail"), eval.Passed, `want any of ["error", "fail"], got "to fail" ("fail" is in it)`},
	})
}

func TestIgnoreCase(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		needle, output string
		want           eval.Status
	}{
		"ASCII":                        {"order", "Your ORDER", eval.Passed},
		"accents":                      {"éCOLE", "École", eval.Passed},
		"final sigma":                  {"ΟΔΟΣ", "οδος", eval.Passed},
		"sharp s, large and small":     {"STRAẞE", "straße", eval.Passed},
		"sharp s is not two s":         {"STRASSE", "straße", eval.Failed},
		"dotted capital i is not an i": {"istanbul", "İstanbul", eval.Failed},
		"dotted capital i is itself":   {"İSTANBUL", "İstanbul", eval.Passed},
		"dotless i is not an i":        {"ı", "I", eval.Failed},
		"the Kelvin sign is a k":       {"5 k", "5 \u212a", eval.Passed},
		"Cyrillic":                     {"ЗАКАЗ", "ваш заказ", eval.Passed},
		"a list":                       {"x", "y", eval.Failed},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			needle := text(tt.needle).Raw()
			got := evaluate(t, `{"type": "contains", "ignore_case": true, "value": `+needle+`}`, text(tt.output))
			if got.Status != tt.want {
				t.Errorf("%s: %s", got.Status, got.Message)
			}
			other := evaluate(t, `{"type": "not_contains", "ignore_case": true, "value": [`+needle+`]}`, text(tt.output))
			if other.Passed == got.Passed {
				t.Errorf("not_contains: %s", other.Message)
			}
		})
	}
}

func TestProblemsOfTextAssertions(t *testing.T) {
	t.Parallel()
	testProblems(t, map[string][]string{
		"equals without value":    {`{"type": "equals"}`, `f:1:1: assert.value: type "equals" needs a value`},
		"an empty list":           {`{"type": "contains", "value": []}`, `f:1:31: assert.value: the list is empty`},
		"an empty object":         {`{"type": "contains", "value": {}}`, `f:1:31: assert.value: the object is empty`},
		"an empty text in a list": {`{"type": "contains", "value": ["a", ""]}`, `f:1:37: assert.value[1]: the text is empty (it is in every output)`},
		"null in a list":          {`{"type": "not_contains", "value": [null]}`, `f:1:36: assert.value[0]: want text, a number, a boolean, an object or a list, got null`},
		"ignore_case as text":     {`{"type": "contains", "value": "a", "ignore_case": "yes"}`, `f:1:51: assert.ignore_case: want true or false, got the text "yes"`},
	})
}

func TestRegex(t *testing.T) {
	t.Parallel()
	order := text("Your order is on its way. Order 12345 ships on 2024-05-01.")
	testVerdicts(t, map[string]verdict{
		"flag":            {`{"type": "regex", "value": "(?i)ORDER IS"}`, order, eval.Passed, `want text that matches "(?i)ORDER IS", got "Your order is on its way. Order 12345 ships on 2024-05-01."`},
		"unicode":         {`{"type": "regex", "value": "\\p{L}+"}`, text("é"), eval.Passed, `want text that matches "\\p{L}+", got "é"`},
		"no match":        {`{"type": "regex", "value": "^\\d+$"}`, text("x"), eval.Failed, `want text that matches "^\\d+$", got "x"`},
		"negated":         {`{"type": "regex", "value": "x", "negate": true}`, text("x"), eval.Failed, `want no text that matches "x", got "x"`},
		"on an object":    {`{"type": "regex", "value": "^\\{\"a\":1\\}$"}`, eval.Trusted(`{ "a": 1 }`), eval.Passed, `want text that matches "^\\{\"a\":1\\}$", got "{\"a\":1}"`},
		"a path of a URL": {`{"type": "regex", "value": "/v1/users/\\d+"}`, text("/v1/users/7"), eval.Passed, `want text that matches "/v1/users/\\d+", got "/v1/users/7"`},
	})
}

// TestPatternsThatAreNotRE2 holds the patterns of H15 and more of their kind.
func TestAPatternInSlashesIsWarnedOf(t *testing.T) {
	t.Parallel()
	for _, pattern := range []string{"/users/", "/v1/"} {
		raw := `{"type": "regex", "value": "` + pattern + `"}`
		want := []string{`f:1:28: warning: assert.value: the pattern "` + pattern + `" stands in slashes (slashes are part of the pattern)`}
		if diff := cmp.Diff(want, problems(raw)); diff != "" {
			t.Error(diff)
		}
		if got := evaluate(t, raw, text("GET "+pattern+"7")); got.Status != eval.Passed {
			t.Errorf("%s: %s", pattern, got.Status)
		}
	}
}

func TestPatternsThatAreNotRE2(t *testing.T) {
	t.Parallel()
	testProblems(t, map[string][]string{
		"look-ahead":      {`{"type": "regex", "value": "order(?= is)"}`, `f:1:28: assert.value: the pattern "order(?= is)" is not RE2: invalid or unsupported Perl syntax "(?=" (RE2 has no look-ahead)`},
		"no look-ahead":   {`{"type": "regex", "value": "order(?! is)"}`, `f:1:28: assert.value: the pattern "order(?! is)" is not RE2: invalid or unsupported Perl syntax "(?!" (RE2 has no look-ahead)`},
		"look-behind":     {`{"type": "regex", "value": "(?<=order )is"}`, `f:1:28: assert.value: the pattern "(?<=order )is" is not RE2: invalid named capture "(?<=order )is" (RE2 has no look-behind)`},
		"back-ref":        {`{"type": "regex", "value": "(o)\\1"}`, `f:1:28: assert.value: the pattern "(o)\\1" is not RE2: invalid escape sequence "\\1" (RE2 has no back-references)`},
		"unclosed":        {`{"type": "regex", "value": "(order"}`, `f:1:28: assert.value: the pattern "(order" is not RE2: missing closing ) "(order" (a parenthesis is not closed; write \( for one in the text)`},
		"number":          {`{"type": "regex", "value": 5}`, `f:1:28: assert.value: want a pattern as text, got 5`},
		"slashes":         {`{"type": "regex", "value": "/order/i"}`, `f:1:28: assert.value: the pattern "/order/i" stands in slashes (write (?i)order instead of /order/i, or [/] for a slash itself)`},
		"slashes, global": {`{"type": "regex", "value": "/order/g"}`, `f:1:28: assert.value: the pattern "/order/g" stands in slashes (write order instead of /order/g, or [/] for a slash itself)`},
		"empty":           {`{"type": "regex", "value": ""}`, `f:1:28: assert.value: the pattern is empty (it matches every output)`},
		"atomic group":    {`{"type": "regex", "value": "(?>a)b"}`, `f:1:28: assert.value: the pattern "(?>a)b" is not RE2: invalid or unsupported Perl syntax "(?>" (RE2 has no atomic groups and no possessive repetition)`},
		"possessive":      {`{"type": "regex", "value": "a++"}`, `f:1:28: assert.value: the pattern "a++" is not RE2: invalid nested repetition operator "++" (RE2 has no atomic groups and no possessive repetition)`},
		"bare star":       {`{"type": "regex", "value": "*.txt"}`, `f:1:28: assert.value: the pattern "*.txt" is not RE2: missing argument to repetition operator "*" (write \* for the character itself)`},
	})
}

func TestType(t *testing.T) {
	t.Parallel()
	testVerdicts(t, map[string]verdict{
		"text is a string":           {`{"type": "type", "value": "string"}`, text(`{"a":1}`), eval.Passed, "want string, got string"},
		"an object is no string":     {`{"type": "type", "value": "string"}`, eval.Trusted(`{"a":1}`), eval.Failed, "want string, got object"},
		"no string, negated":         {`{"type": "type", "value": "string", "negate": true}`, eval.Trusted(`{"a":1}`), eval.Passed, "want not string, got object"},
		"an object in a text":        {`{"type": "type", "value": "object"}`, text(`It is {"a":1}`), eval.Passed, "want object, got object"},
		"a list is no object":        {`{"type": "type", "value": "object"}`, text(`[1]`), eval.Failed, "want object, got array"},
		"no object, negated":         {`{"type": "type", "value": "object", "negate": true}`, text(`[1]`), eval.Passed, "want not object, got array"},
		"no JSON":                    {`{"type": "type", "value": "object"}`, text(`hello`), eval.Failed, `want object, got text without JSON: "hello"`},
		"no JSON, negated":           {`{"type": "type", "value": "object", "negate": true}`, text(`hello`), eval.Failed, `want JSON that is not object, got text without JSON: "hello"`},
		"a number in a text":         {`{"type": "type", "value": "number"}`, text(`4.2`), eval.Passed, "want number, got number"},
		"a boolean in a text":        {`{"type": "type", "value": "boolean"}`, text(`true`), eval.Passed, "want boolean, got boolean"},
		"null in a text":             {`{"type": "type", "value": "null"}`, text(`null`), eval.Passed, "want null, got null"},
		"an item of a cut object":    {`{"type": "type", "value": "array"}`, text(`{"items":[{"status":"ok"}],"no`), eval.Failed, `want array, got text without JSON: "{\"items\":[{\"status\":\"ok\"}],\"no" ("{\"items\":[{\"status\":..." begins a value that is cut)`},
		"a search that gave up":      {`{"type": "type", "value": "array"}`, text(strings.Repeat("[a] ", 1001)), eval.Error, `cannot find the JSON of the output: the search for JSON gave up after 1000 braces and brackets`},
		"an integer":                 {`{"type": "type", "value": "integer"}`, eval.Trusted(`3`), eval.Passed, "want integer, got the number 3"},
		"an integer by value":        {`{"type": "type", "value": "integer"}`, eval.Trusted(`30.0e-1`), eval.Passed, "want integer, got the number 30.0e-1"},
		"no integer":                 {`{"type": "type", "value": "integer"}`, eval.Trusted(`3.5`), eval.Failed, "want integer, got the number 3.5"},
		"a text is no integer":       {`{"type": "type", "value": "integer"}`, text(`"3"`), eval.Failed, "want integer, got string"},
		"an integer is a number too": {`{"type": "type", "value": "number"}`, eval.Trusted(`3`), eval.Passed, "want number, got number"},
	})
	testProblems(t, map[string][]string{
		"unknown": {`{"type": "type", "value": "strng"}`, `f:1:27: assert.value: unknown type "strng" (did you mean "string"?)`},
		"alien":   {`{"type": "type", "value": "map"}`, `f:1:27: assert.value: unknown type "map" (one of string, number, integer, boolean, null, array, object)`},
		"a list":  {`{"type": "type", "value": ["string"]}`, `f:1:27: assert.value: want the name of a type, got a list (one of string, number, integer, boolean, null, array, object)`},
	})
}
