package assert_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/assert"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

var place = eval.Pos{File: "cases.jsonl", Line: 3, Column: 20}

// text is the output of an agent that answered in text.
func text(s string) eval.Value { return eval.StringValue(s) }

// evaluate compiles and evaluates an assertion on an output.
func evaluate(t testing.TB, raw string, output eval.Value) eval.Check {
	t.Helper()
	return evaluateOn(t, raw, &eval.Transcript{Output: output})
}

func evaluateOn(t testing.TB, raw string, transcript *eval.Transcript) eval.Check {
	t.Helper()
	a, err := assert.NewCompiler(1).Compile(eval.Trusted(raw), "assert[0]", place)
	if err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return a.Evaluate(context.Background(), assert.NewView(transcript))
}

// verdict is one row of a table: an assertion, an output and what comes out.
type verdict struct {
	raw     string
	output  eval.Value
	status  eval.Status
	message string
}

func testVerdicts(t *testing.T, tests map[string]verdict) {
	t.Helper()
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := evaluate(t, tt.raw, tt.output)
			if got.Status != tt.status || got.Message != tt.message {
				t.Errorf("got  %s %q\nwant %s %q", got.Status, got.Message, tt.status, tt.message)
			}
			if got.Passed != (got.Status == eval.Passed) {
				t.Errorf("passed is %v", got.Passed)
			}
		})
	}
}

// problems are what Check says of an assertion.
func problems(raw string, opts ...assert.Option) []string {
	n, found := source.ReadJSON(source.NewFile("f", raw))
	faults := source.Faults{List: found}
	if n != nil {
		assert.NewCompiler(1).Check(n, "assert", &faults, opts...)
	}
	lines := []string{}
	for _, p := range faults.List {
		lines = append(lines, p.String())
	}
	return lines
}

func testProblems(t *testing.T, tests map[string][]string) {
	t.Helper()
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			raw, want := tt[0], tt[1:]
			if diff := cmp.Diff(want, problems(raw)); diff != "" {
				t.Error(diff)
			}
			if _, err := assert.NewCompiler(1).Compile(eval.Trusted(raw), "assert", place); err == nil {
				t.Error("Compile takes it")
			}
		})
	}
}

func TestCheckRow(t *testing.T) {
	t.Parallel()
	got := evaluate(t, `{"type": "contains", "value": "refund", "message": "must speak of the refund"}`, text("I cannot do that"))
	want := eval.Check{
		Type: "contains", Assertion: "assert[0]", Status: eval.Failed,
		Expected: text("refund"), Actual: text("I cannot do that"),
		Message: "must speak of the refund", Reason: `want "refund", got "I cannot do that"`,
		Pos: place,
	}
	if diff := cmp.Diff(want, got, cmp.Comparer(eval.Value.Equal)); diff != "" {
		t.Error(diff)
	}
	got = evaluate(t, `{"type": "json_path", "path": "a.b", "value": 1, "negate": true}`, eval.Trusted(`{"a": {"b": 2}}`))
	want = eval.Check{
		Type: "json_path", Assertion: "assert[0]", Path: "a.b", Status: eval.Passed, Passed: true, Negate: true,
		Expected: eval.Trusted("1"), Actual: eval.Trusted("2"), Message: `want not 1 at "a.b", got 2`, Pos: place,
	}
	if diff := cmp.Diff(want, got, cmp.Comparer(eval.Value.Equal)); diff != "" {
		t.Error(diff)
	}
}

func TestTheUsersMessageIsForFailuresOnly(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		`{"type": "contains", "value": "a", "message": "mine"}`: `want "a", got "a"`,
		`{"type": "cost", "max": 1, "message": "mine"}`:         "the cost is unknown: no model call was counted",
	} {
		if got := evaluate(t, raw, text("a")); got.Message != want || got.Reason != "" {
			t.Errorf("%s: got %q, reason %q", raw, got.Message, got.Reason)
		}
	}
}

func TestLongValuesAreCut(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 5000)
	got := evaluate(t, `{"type": "contains", "value": "x"}`, text(long))
	if want := `want "x", got "` + strings.Repeat("é", 200) + `..."`; got.Message != want {
		t.Errorf("message %q", got.Message)
	}
	if actual, _ := got.Actual.Str(); actual != strings.Repeat("é", 2048)+"... [cut, 10000 bytes of text in all]" {
		t.Errorf("actual has %d bytes: ...%q", len(actual), actual[len(actual)-60:])
	}
	list := "[" + strings.Repeat("1,", 5000) + "1]"
	if got := evaluate(t, `{"type": "type", "value": "array"}`, text("Here: "+list)); got.Actual.Raw() != list {
		t.Errorf("JSON of %d bytes is cut", len(list))
	}
	list = "[" + strings.Repeat("1,", 50000) + "1]"
	got = evaluate(t, `{"type": "type", "value": "array"}`, text(list))
	if actual, _ := got.Actual.Str(); !strings.HasSuffix(actual, ",1... [cut, 100003 bytes of JSON in all]") {
		t.Errorf("actual %.100s", got.Actual.Raw())
	}
}

func TestWhatIsFoundLateInATextIsShown(t *testing.T) {
	t.Parallel()
	output := text(strings.Repeat("a", 1000) + " an error occurred")
	got := evaluate(t, `{"type": "not_contains", "value": "error"}`, output)
	if want := `want no "error", got "...` + strings.Repeat("a", 56) + ` an error occurred"`; got.Message != want {
		t.Errorf("got %q", got.Message)
	}
}

// everyType is one assertion of each type.
func everyType() []string {
	list := []string{
		`"type": "equals", "value": "x"`, `"type": "contains", "value": "x"`, `"type": "not_contains", "value": "x"`,
		`"type": "regex", "value": "x"`, `"type": "json_path", "path": "a", "exists": false`, `"type": "type", "value": "string"`,
		`"type": "schema", "value": {"type": "object"}`, `"type": "latency", "max": "1s"`, `"type": "cost", "max": 1`,
		`"type": "tokens", "min": 0`, `"type": "turns", "max": 3`,
	}
	for _, kind := range []string{"all", "any", "none"} {
		list = append(list, fmt.Sprintf(`"type": %q, "assert": [{"type": "contains", "value": "x"}, {"type": "cost", "max": 1}]`, kind))
	}
	return list
}

func TestWithoutAnAnswerEveryCheckIsAnError(t *testing.T) {
	t.Parallel()
	for _, raw := range everyType() {
		for _, negate := range []string{"", `, "negate": true`} {
			got := evaluate(t, "{"+raw+negate+"}", eval.Value{})
			if got.Status != eval.Error || got.Message != "there is no answer to check" {
				t.Errorf("%s%s: %s %q", raw, negate, got.Status, got.Message)
			}
		}
	}
}

func TestAnEndedContextIsAnError(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, raw := range everyType() {
		a, err := assert.NewCompiler(1).Compile(eval.Trusted("{"+raw+`, "negate": true}`), "assert", place)
		if err != nil {
			t.Fatal(err)
		}
		got := a.Evaluate(ctx, assert.NewView(&eval.Transcript{Output: text("a")}))
		if got.Status != eval.Error || got.Message != "not checked: context canceled" {
			t.Errorf("%s: %s %q", raw, got.Status, got.Message)
		}
	}
}

func TestNullIsAnAnswer(t *testing.T) {
	t.Parallel()
	testVerdicts(t, map[string]verdict{
		"equals":            {`{"type": "equals", "value": null}`, eval.Trusted("null"), eval.Passed, "want null, got null"},
		"type":              {`{"type": "type", "value": "null"}`, eval.Trusted("null"), eval.Passed, "want null, got null"},
		"contains":          {`{"type": "contains", "value": "null"}`, eval.Trusted("null"), eval.Failed, `want "null", got ""`},
		"false":             {`{"type": "equals", "value": false}`, eval.Trusted("false"), eval.Passed, "want false, got false"},
		"zero":              {`{"type": "equals", "value": 0}`, eval.Trusted("0.0"), eval.Passed, "want 0, got 0.0"},
		"empty":             {`{"type": "equals", "value": ""}`, text(""), eval.Passed, `want "", got ""`},
		"null is not empty": {`{"type": "equals", "value": ""}`, eval.Trusted("null"), eval.Failed, `want "", got null`},
	})
}

func TestProblemsOfAnyAssertion(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat(`{"type":"all","assert":[`, 33) + `{"type":"contains","value":"a"}` + strings.Repeat("]}", 33)
	testProblems(t, map[string][]string{
		"unknown type":           {`{"type": "contian", "value": "x"}`, `f:1:10: assert.type: unknown assertion type "contian" (did you mean "contains"?)`},
		"nothing like a type":    {`{"type": "banana"}`, `f:1:10: assert.type: unknown assertion type "banana" (there are equals, contains, not_contains, regex, json_path, type, schema, latency, cost, tokens, turns, script, tool_called, tool_not_called, tools_in_order, tools_exactly, tool_result, all, any, none)`},
		"later type":             {`{"type": "agent", "use": "agents:x"}`, `f:1:10: assert.type: assertion type "agent" is not supported in this version`},
		"later tool type":        {`{"type": "tool_called", "value": ""}`, `f:1:34: assert.value: the name of the tool is empty`},
		"no type":                {`{"value": 1}`, `f:1:1: assert: no type (such as {"type": "equals", "value": ...})`},
		"misspelt type":          {`{"tpye": "equals", "value": 1}`, `f:1:1: assert: no type (write "type" instead of "tpye")`},
		"type no text":           {`{"type": 5}`, `f:1:10: assert.type: want text, got 5`},
		"empty type":             {`{"type": ""}`, `f:1:10: assert.type: unknown assertion type "" (there are equals, contains, not_contains, regex, json_path, type, schema, latency, cost, tokens, turns, script, tool_called, tool_not_called, tools_in_order, tools_exactly, tool_result, all, any, none)`},
		"text":                   {`"contains"`, `f:1:1: assert: want an object, got the text "contains" (write {"type": "contains", ...})`},
		"number":                 {`5`, `f:1:1: assert: want an object, got 5`},
		"misspelt option":        {`{"type": "contains", "value": "x", "ignorecase": true}`, `f:1:36: assert: unknown field "ignorecase" (did you mean "ignore_case"?)`},
		"option of another type": {`{"type": "equals", "value": "x", "path": "a"}`, `f:1:34: assert: unknown field "path"`},
		"negate as text":         {`{"type": "contains", "value": "order", "negate": "true"}`, `f:1:50: assert.negate: want true or false, got the text "true"`},
		"blank message":          {`{"type": "contains", "value": "order", "message": " "}`, `f:1:51: assert.message: the message is empty (leave it out for the generated one)`},
		"message no text":        {`{"type": "contains", "value": "order", "message": 5}`, `f:1:51: assert.message: want text, got 5`},
		"several at once": {
			`{"type": "type", "valeu": 1, "negate": 1}`,
			`f:1:40: assert.negate: want true or false, got 1`,
			`f:1:1: assert.value: type "type" needs a value`,
			`f:1:18: assert: unknown field "valeu" (did you mean "value"?)`,
		},
		"groups too deep": {deep, "f:1:792: assert" + strings.Repeat(".assert[0]", 32) + ".assert: groups nest deeper than 32"},
	})
}

// TestMisspeltChecksAreNeverSilent holds the assertions of the case file that
// has caught tools of this kind, H11.
func TestMisspeltChecksAreNeverSilent(t *testing.T) {
	t.Parallel()
	testProblems(t, map[string][]string{
		"unknown-type": {`{"type": "contain", "value": "never"}`, `f:1:10: assert.type: unknown assertion type "contain" (did you mean "contains"?)`},
		"list-of-text": {`"contains"`, `f:1:1: assert: want an object, got the text "contains" (write {"type": "contains", ...})`},
		"no-value":     {`{"type": "contains"}`, `f:1:1: assert.value: type "contains" needs a value`},
		"empty-value":  {`{"type": "contains", "value": ""}`, `f:1:31: assert.value: the text is empty (it is in every output)`},
		"null-value":   {`{"type": "not_contains", "value": null}`, `f:1:35: assert.value: want text, a number, a boolean, an object or a list, got null`},
		"no-path":      {`{"type": "json_path", "value": 1}`, `f:1:1: assert.path: a json_path assertion needs a path ($ is the whole value)`},
		"negate-text":  {`{"type": "contains", "value": "order", "negate": "true"}`, `f:1:50: assert.negate: want true or false, got the text "true"`},
		"empty-tool":   {`{"type": "tool_called", "value": ""}`, `f:1:34: assert.value: the name of the tool is empty`},
	})
	if got := evaluate(t, `{"type": "equals", "value": null}`, text("hi")); got.Status != eval.Failed {
		t.Errorf("expected-null: %s", got.Status)
	}
}

func TestCompileNamesAllProblems(t *testing.T) {
	t.Parallel()
	_, err := assert.NewCompiler(1).Compile(eval.Trusted(`{"type": "regex", "value": "(", "negat": 1}`), "assert[2]", place)
	want := `assert[2].value: the pattern "(" is not RE2: missing closing ) "(" (a parenthesis is not closed; write \( for one in the text); ` +
		`assert[2]: unknown field "negat" (did you mean "negate"?)`
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}
