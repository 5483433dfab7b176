package assert_test

import (
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/assert"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// trajectory is what an agent called: two that worked, one that did not, and
// one that nobody ran.
func trajectory() *eval.Transcript {
	v := eval.Trusted
	return &eval.Transcript{Output: v(`"done"`), ToolCalls: []eval.ToolCall{
		{Server: "agents.expense.tools", Tool: "agents_expense_tools__setup", Arguments: v(`{"action":"init","limits":{"max":500,"tags":["a","b"]}}`), Result: v(`{"success":true,"message":"Setup is complete","n":9007199254740993}`)},
		{Server: "tools", Tool: "search", Arguments: v(`{"q":"hotels"}`), Result: v(`[{"id":1},{"id":2}]`)},
		{Server: "tools", Tool: "submit", Arguments: v(`{"amount":12.50}`), Error: "no such account"},
		{Tool: "reset"},
	}}
}

func TestToolAssertions(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		assertion string
		status    eval.Status
		message   string
	}{
		"a name behind the server's":    {`{"type":"tool_called","value":"setup"}`, eval.Passed, ""},
		"the whole name":                {`{"type":"tool_called","value":"agents_expense_tools__setup"}`, eval.Passed, ""},
		"the server's own":              {`{"type":"tool_called","value":"tools.search"}`, eval.Passed, ""},
		"set is not reset":              {`{"type":"tool_called","value":"set"}`, eval.Failed, `want a call of "set", got agents_expense_tools__setup{"action":"init"`},
		"any of several":                {`{"type":"tool_called","value":["init","search"]}`, eval.Passed, ""},
		"part of the arguments":         {`{"type":"tool_called","value":{"name":"setup","arguments":{"action":"init"}}}`, eval.Passed, ""},
		"deep within":                   {`{"type":"tool_called","value":{"name":"setup","arguments":{"limits":{"max":500.0}}}}`, eval.Passed, ""},
		"another argument":              {`{"type":"tool_called","value":{"name":"setup","arguments":{"action":"stop"}}}`, eval.Failed, `(agents_expense_tools__setup: action is "init", not "stop")`},
		"one that is missing":           {`{"type":"tool_called","value":{"name":"setup","arguments":{"limits":{"min":1}}}}`, eval.Failed, `limits.min is missing`},
		"lists are whole":               {`{"type":"tool_called","value":{"name":"setup","arguments":{"limits":{"tags":["a"]}}}}`, eval.Failed, `limits.tags has 2 elements, not 1`},
		"a pattern":                     {`{"type":"tool_called","value":{"name":"search","arguments":{"q":"regex:^hot"}}}`, eval.Passed, ""},
		"matchers":                      {`{"type":"tool_called","value":{"name":"setup","arguments":{"action":{"contains":"ni"},"limits":{"max":{"gt":100,"le":500},"tags":{"any":true}}}}}`, eval.Passed, ""},
		"a matcher that does not hold":  {`{"type":"tool_called","value":{"name":"submit","arguments":{"amount":{"lt":12.5}}}}`, eval.Failed, `amount is 12.50, not < 12.5`},
		"so often":                      {`{"type":"tool_called","value":["search","submit"],"times":2}`, eval.Passed, ""},
		"not so often":                  {`{"type":"tool_called","value":"search","times":2}`, eval.Failed, `want 2 calls of "search"`},
		"none":                          {`{"type":"tool_not_called","value":["init","set"]}`, eval.Passed, ""},
		"one though":                    {`{"type":"tool_not_called","value":"submit"}`, eval.Failed, `want no call of "submit"`},
		"in order, with others between": {`{"type":"tools_in_order","value":["setup","submit"]}`, eval.Passed, ""},
		"out of order":                  {`{"type":"tools_in_order","value":["submit","setup"]}`, eval.Failed, `call 2 of these, setup, is missing`},
		"exactly these":                 {`{"type":"tools_exactly","value":["setup","search","submit","reset"]}`, eval.Passed, ""},
		"one too many":                  {`{"type":"tools_exactly","value":["setup","search","submit"]}`, eval.Failed, `call 4, reset: is one more`},
		"another one":                   {`{"type":"tools_exactly","value":["setup","submit"]}`, eval.Failed, `call 2, search: is another tool`},
		"one that worked":               {`{"type":"tool_result","value":{"tool":"setup"}}`, eval.Passed, `call 1, agents_expense_tools__setup: {"success":true`},
		"one that did not":              {`{"type":"tool_result","value":"submit"}`, eval.Failed, `call 3, submit: its error is "no such account"`},
		"one that was not run":          {`{"type":"tool_result","value":{"tool":"reset"}}`, eval.Failed, `call 4, reset: it was not run`},
		"one that was not called":       {`{"type":"tool_result","value":{"tool":"pay"}}`, eval.Failed, `want "pay" to run without an error, got agents_expense_tools__setup`},
		"part of its result":            {`{"type":"tool_result","value":{"tool":"setup","result":{"success":true,"message":"regex:(?i)setup.*complete"}}}`, eval.Passed, ""},
		"a large number":                {`{"type":"tool_result","value":{"tool":"setup","result":{"n":9007199254740992}}}`, eval.Failed, `n is 9007199254740993, not 9007199254740992`},
		"a list":                        {`{"type":"tool_result","value":{"tool":"search","result":[{"id":1},{"id":{"gt":1}}]}}`, eval.Passed, ""},
		"an error that is wanted":       {`{"type":"tool_result","value":{"tool":"submit","error":true}}`, eval.Passed, ""},
		"with this text":                {`{"type":"tool_result","value":{"tool":"submit","error":"no money"}}`, eval.Failed, `want "submit" to end in an error with "no money", got call 3, submit: its error is "no such account"`},
		"like this text":                {`{"type":"tool_result","value":{"tool":"submit","error":"regex:^no \\w+ account$"}}`, eval.Passed, ""},
		"not like it":                   {`{"type":"tool_result","value":{"tool":"submit","error":"regex:^account"}}`, eval.Failed, `want "submit" to end in an error that matches "^account", got call 3, submit: its error is "no such account"`},
		"under negate":                  {`{"type":"tool_called","value":"set","negate":true}`, eval.Passed, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, err := assert.NewCompiler(8).Compile(eval.Trusted(tt.assertion), "assert", eval.Pos{})
			if err != nil {
				t.Fatal(err)
			}
			check := a.Evaluate(t.Context(), assert.NewView(trajectory()))
			if check.Status != tt.status || !strings.Contains(check.Message, tt.message) {
				t.Errorf("got %s: %s\nwant %s: %s", check.Status, check.Message, tt.status, tt.message)
			}
		})
	}
}

// objects is what an agent called with objects whose members are called as what
// an assertion may ask.
func objects() *eval.Transcript {
	v := eval.Trusted
	return &eval.Transcript{Output: v(`"done"`), ToolCalls: []eval.ToolCall{
		{Server: "db", Tool: "db__find", Arguments: v(`{"value":7,"length":{"gt":5},"filter":{"age":{"gt":5,"lt":9}},"size":{"length":3,"unit":"m"},"flag":{"any":false},"open":{"x":1}}`), Result: v(`{"value":7}`)},
		{Server: "db", Tool: "db__count", Arguments: v(`{}`), Result: v(`5`)},
	}}
}

func TestArgumentsThatAreCalledLikeMatchers(t *testing.T) {
	t.Parallel()
	for arguments, why := range map[string]string{
		`{"value":7}`:                                   "",
		`{"value":8}`:                                   "value is 7, not 8",
		`{"value":{"gt":6}}`:                            "",
		`{"length":{"gt":5}}`:                           "",
		`{"length":{"gt":6}}`:                           "length.gt is 5, not 6",
		`{"any":true}`:                                  "any is missing",
		`{"equals":{}}`:                                 "equals is missing",
		`{"filter":{"age":{"gt":5}}}`:                   "",
		`{"filter":{"age":{"gt":5,"le":9}}}`:            "filter.age.le is missing",
		`{"filter":{"equals":{"age":{"gt":5,"lt":9}}}}`: "",
		`{"filter":{"equals":{"age":{"gt":5}}}}`:        `filter is {"age":{"gt":5,"lt":9}}, not {"age": {"gt": 5}}`,
		`{"size":{"length":3}}`:                         "",
		`{"size":{"length":2}}`:                         "size.length is 3, not 2",
		`{"filter":{"length":1}}`:                       "",
		`{"flag":{"any":true}}`:                         "flag.any is false, not true",
		`{"open":{"any":true}}`:                         "",
		`{"open":{"member:any":true}}`:                  "open.any is missing",
		`{"flag":{"member:any":false}}`:                 "",
		`{"flag":{"member:member:any":false}}`:          "flag.member:any is missing",
		`{"open":{"member:x":1}}`:                       "open.member:x is missing",
		`{"member:value":7}`:                            "member:value is missing",
	} {
		for kind, when := range map[string]bool{"tool_called": true, "tool_not_called": false} {
			check := evaluateOn(t, `{"type":"`+kind+`","value":{"name":"find","arguments":`+arguments+`}}`, objects())
			if check.Passed != ((why == "") == when) || when && !strings.Contains(check.Message, strings.ReplaceAll(why, `": `, `":`)) && !strings.Contains(check.Message, why) {
				t.Errorf("%s of %s: got %s: %s", kind, arguments, check.Status, check.Message)
			}
		}
		check := evaluateOn(t, `{"type":"tool_result","value":{"tool":"find","arguments":`+arguments+`}}`, objects())
		if check.Passed != (why == "") {
			t.Errorf("tool_result of %s: got %s: %s", arguments, check.Status, check.Message)
		}
	}
	for assertion, want := range map[string]bool{
		`{"tool":"find","result":{"value":7}}`: true, `{"tool":"find","result":{"value":8}}`: false,
		`{"tool":"count","result":{"value":5}}`: false, `{"tool":"count","result":{"equals":5}}`: true,
		`{"tool":"count","result":{"member:equals":5}}`: false, `{"tool":"count","result":{"gt":4}}`: true,
	} {
		if check := evaluateOn(t, `{"type":"tool_result","value":`+assertion+`}`, objects()); check.Passed != want {
			t.Errorf("%s: got %s: %s", assertion, check.Status, check.Message)
		}
	}
}

// TestABoundByAnotherToolsNameIsWarnedOf, since a check that nothing was called
// with it would never fail.
func TestABoundByAnotherToolsNameIsWarnedOf(t *testing.T) {
	t.Parallel()
	for arguments, want := range map[string]string{
		`{"a":{"gte":5}}`:        `warning: assert.value.arguments.a.gte: "gte" asks nothing: it is a member that the value must have (write "ge" for a bound, or "member:gte" for the member)`,
		`{"a":{"member:gte":5}}`: "",
		`{"gte":5}`:              "",
	} {
		text := `{"type":"tool_not_called","value":{"name":"x","arguments":` + arguments + `}}`
		n, _ := source.ReadJSON(source.NewFile("f", text))
		var faults source.Faults
		assert.NewCompiler(8).Check(n, "assert", &faults)
		got := ""
		for _, p := range faults.List {
			if p.Pos = (eval.Pos{}); p.Warning {
				got += p.String()
			}
		}
		if got != want || faults.List.Errors() > 0 {
			t.Errorf("%s: got %s\nwant %s", arguments, got, want)
		}
	}
}

func TestATriedToolThatDoesNotExist(t *testing.T) {
	t.Parallel()
	on := &eval.Transcript{Output: eval.Trusted(`"done"`), ToolCalls: []eval.ToolCall{
		{Server: "agents.till.sums", Tool: "agents_till_sums__add", Result: eval.Trusted(`1`)},
		{Tool: "functions.charge", Unknown: true, Error: `there is no tool "functions.charge"`},
	}}
	for assertion, want := range map[string]eval.Status{
		`{"type":"tool_called","value":"charge"}`:                                  eval.Failed,
		`{"type":"tool_called","value":"charge","negate":true}`:                    eval.Failed,
		`{"type":"tool_not_called","value":"charge"}`:                              eval.Failed,
		`{"type":"tool_not_called","value":"charge","negate":true}`:                eval.Failed,
		`{"type":"tool_called","value":["add","charge"]}`:                          eval.Passed,
		`{"type":"tool_called","value":["add","charge"],"times":2}`:                eval.Failed,
		`{"type":"tool_called","value":"add","times":1}`:                           eval.Passed,
		`{"type":"tools_in_order","value":["add","charge"]}`:                       eval.Failed,
		`{"type":"tools_in_order","value":["add"]}`:                                eval.Passed,
		`{"type":"tools_exactly","value":["add","charge"]}`:                        eval.Failed,
		`{"type":"tools_exactly","value":["add","charge"],"negate":true}`:          eval.Failed,
		`{"type":"tools_exactly","value":["add"]}`:                                 eval.Failed,
		`{"type":"tool_result","value":{"tool":"charge","error":"there is no"}}`:   eval.Passed,
		`{"type":"tool_called","value":"sums__add"}`:                               eval.Passed,
		`{"type":"tool_called","value":"till_sums__add"}`:                          eval.Passed,
		`{"type":"tool_not_called","value":"sums__add"}`:                           eval.Failed,
		`{"type":"tool_not_called","value":"ums__add"}`:                            eval.Passed,
		`{"type":"tool_not_called","value":{"name":"charge","arguments":{"a":1}}}`: eval.Passed,
	} {
		if check := evaluateOn(t, assertion, on); check.Status != want {
			t.Errorf("%s: got %s: %s", assertion, check.Status, check.Message)
		}
	}
}

func TestAnAgentThatCalledNothing(t *testing.T) {
	t.Parallel()
	for assertion, want := range map[string]eval.Status{
		`{"type":"tool_called","value":"x"}`: eval.Failed, `{"type":"tool_not_called","value":"x"}`: eval.Passed,
		`{"type":"tools_exactly","value":[]}`: eval.Passed, `{"type":"tools_in_order","value":["x"]}`: eval.Failed, `{"type":"tool_result","value":"x"}`: eval.Failed,
	} {
		a, err := assert.NewCompiler(8).Compile(eval.Trusted(assertion), "assert", eval.Pos{})
		if err != nil {
			t.Fatal(err)
		}
		if check := a.Evaluate(t.Context(), assert.NewView(&eval.Transcript{Output: eval.Trusted(`""`)})); check.Status != want {
			t.Errorf("%s: %s, %s", assertion, check.Status, check.Message)
		}
	}
}

func TestToolAssertionsThatCannotHold(t *testing.T) {
	t.Parallel()
	for assertion, want := range map[string]string{
		`{"type":"tool_called"}`:                                                   `type "tool_called" needs a value`,
		`{"type":"tool_called","value":[]}`:                                        `the list is empty`,
		`{"type":"tool_called","value":" set"}`:                                    `value: the name of the tool has blanks around it, got " set"`,
		`{"type":"tool_called","value":"regex:.*"}`:                                `value: the name of a tool is no pattern, got "regex:.*" (tool_called takes a list of names, any of which may be called)`,
		`{"type":"tool_result","value":{"tool":"regex:.*"}}`:                       `value.tool: the name of a tool is no pattern`,
		`{"type":"tool_result","value":{"tool":["a","b"]}}`:                        `value.tool: want text, got a list`,
		`{"type":"tool_result","value":{"tool":"a","error":"regex:("}}`:            `value.error: the pattern "(" is not RE2`,
		`{"type":"tool_called","value":" "}`:                                       `the name of the tool is empty`,
		`{"type":"tool_called","value":3}`:                                         `want the name of a tool, or {name, arguments}, got 3`,
		`{"type":"tool_called","value":{"name":"x","arguments":[]}}`:               `assert.value.arguments: want an object, got a list`,
		`{"type":"tool_called","value":{"nam":"x"}}`:                               `unknown field "nam" (did you mean "name"?)`,
		`{"type":"tool_called","value":"x","times":0}`:                             `no call at all is another assertion`,
		`{"type":"tool_called","value":{"name":"x","arguments":{"a":"regex:("}}}`:  `assert.value.arguments.a`,
		`{"type":"tool_called","value":{"name":"x","arguments":{"a":{"gt":"b"}}}}`: `want a number, got the text "b" (write "member:gt" for a member of that name)`,
		`{"type":"tool_called","value":{"name":"x","arguments":{"a":{"any":0}}}}`:  `want true, got 0 (write "member:any" for a member of that name)`,
		`{"type":"tool_result","value":{"tool":"x","arguments":"regex:x"}}`:        `assert.value.arguments: want an object, got the text "regex:x"`,
		`{"type":"tools_in_order","value":"x"}`:                                    `want a list of calls, got`,
		`{"type":"tool_result","value":{"result":1}}`:                              `assert.value.tool: missing`,
		`{"type":"tool_result","value":{"tool":"x","result":1,"error":true}}`:      `want one of them`,
		`{"type":"tool_result","value":{"tool":"x","error":3}}`:                    `want true, or a text of the error`,
	} {
		_, err := assert.NewCompiler(8).Compile(eval.Trusted(assertion), "assert", eval.Pos{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v\nwant %s", assertion, err, want)
		}
	}
}
