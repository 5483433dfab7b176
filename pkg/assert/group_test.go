package assert_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/assert"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

func TestGroups(t *testing.T) {
	t.Parallel()
	const (
		a    = `{"type": "contains", "value": "a"}`
		b    = `{"type": "contains", "value": "b"}`
		cost = `{"type": "cost", "max": 1}`
	)
	group := func(kind, members, rest string) string {
		return `{"type": "` + kind + `", "assert": [` + members + `]` + rest + `}`
	}
	negate := `, "negate": true`
	out := text("a")
	testVerdicts(t, map[string]verdict{
		"all pass":           {group("all", a+","+a, ""), out, eval.Passed, "want all to pass, got 2 of 2"},
		"not all pass":       {group("all", a+","+b, ""), out, eval.Failed, `want all to pass, got 1 of 2 (assert[0].assert[1] contains: want "b", got "a")`},
		"not all, negated":   {group("all", a+","+b, negate), out, eval.Passed, `want not all to pass, got 1 of 2 (assert[0].assert[1] contains: want "b", got "a")`},
		"any passes":         {group("any", b+","+a, ""), out, eval.Passed, "want any to pass, got 1 of 2"},
		"any, none passes":   {group("any", b+","+b, ""), out, eval.Failed, `want any to pass, got 0 of 2 (assert[0].assert[0] contains: want "b", got "a")`},
		"any, negated":       {group("any", b+","+a, negate), out, eval.Failed, "want none to pass, got 1 of 2"},
		"none passes":        {group("none", b+","+b, ""), out, eval.Passed, "want none to pass, got 0 of 2"},
		"none, one passes":   {group("none", b+","+a, ""), out, eval.Failed, `want none to pass, got 1 of 2 (assert[0].assert[1] contains: want "a", got "a")`},
		"all with an error":  {group("all", b+","+cost, ""), out, eval.Error, "assert[0].assert[1] cost: the cost is unknown: no model call was counted"},
		"any with an error":  {group("any", a+","+cost, ""), out, eval.Error, "assert[0].assert[1] cost: the cost is unknown: no model call was counted"},
		"none with an error": {group("none", a+","+cost, negate), out, eval.Error, "assert[0].assert[1] cost: the cost is unknown: no model call was counted"},
		"a group in a group": {group("any", b+","+group("none", b, ""), ""), out, eval.Passed, "want any to pass, got 1 of 2"},
		"an error far below": {group("any", a+","+group("none", cost, negate), ""), out, eval.Error, "assert[0].assert[1] none: assert[0].assert[1].assert[0] cost: the cost is unknown: no model call was counted"},
	})
	sorry := text("Sorry")
	const (
		exists  = `{"type": "json_path", "path": "error", "exists": true}`
		schema  = `{"type": "schema", "value": {"type": "object"}}`
		status  = `{"type": "json_path", "path": "status", "value": "failed"}`
		array   = `{"type": "type", "value": "array"}`
		sorryIs = `{"type": "contains", "value": "Sorry"}`
		apology = `{"type": "contains", "value": "apolog"}`
	)
	noExists := `want a value at "error", got text without JSON: "Sorry")`
	testVerdicts(t, map[string]verdict{
		"none without JSON":                 {group("none", exists, ""), sorry, eval.Failed, `want none to pass, got 0 of 1, with nothing to look at for 1 (assert[0].assert[0] json_path: ` + noExists},
		"none without JSON, schema":         {group("none", schema, ""), sorry, eval.Failed, `want none to pass, got 0 of 1, with nothing to look at for 1 (assert[0].assert[0] schema: want JSON that fits the schema, got text without JSON: "Sorry")`},
		"all without JSON, negated":         {group("all", status, negate), sorry, eval.Failed, `want not all to pass, got 0 of 1, with nothing to look at for 1 (assert[0].assert[0] json_path: want "failed" at "status", got text without JSON: "Sorry")`},
		"any without JSON, negated":         {group("any", array, negate), sorry, eval.Failed, `want none to pass, got 0 of 1, with nothing to look at for 1 (assert[0].assert[0] type: want array, got text without JSON: "Sorry")`},
		"none without JSON, negated":        {group("none", exists, negate), sorry, eval.Failed, `want any to pass, got 0 of 1, with nothing to look at for 1 (assert[0].assert[0] json_path: ` + noExists},
		"none around none without JSON":     {group("none", group("none", exists, ""), ""), sorry, eval.Failed, `want none to pass, got 0 of 1, with nothing to look at for 1 (assert[0].assert[0] none: want none to pass, got 0 of 1, with nothing to look at for 1 (assert[0].assert[0].assert[0] json_path: ` + noExists + ")"},
		"any settled by another":            {group("any", exists+","+sorryIs, ""), sorry, eval.Passed, `want any to pass, got 1 of 2, with nothing to look at for 1`},
		"any settled by another, negated":   {group("any", exists+","+sorryIs, negate), sorry, eval.Failed, `want none to pass, got 1 of 2, with nothing to look at for 1`},
		"any that another does not settle":  {group("any", exists+","+apology, negate), sorry, eval.Failed, `want none to pass, got 0 of 2, with nothing to look at for 1 (assert[0].assert[0] json_path: ` + noExists},
		"none settled by another":           {group("none", exists+","+sorryIs, ""), sorry, eval.Failed, `want none to pass, got 1 of 2, with nothing to look at for 1 (assert[0].assert[1] contains: want "Sorry", got "Sorry")`},
		"none that another does not settle": {group("none", exists+","+apology, ""), sorry, eval.Failed, `want none to pass, got 0 of 2, with nothing to look at for 1 (assert[0].assert[0] json_path: ` + noExists},
		"all settled by another, negated":   {group("all", exists+","+apology, negate), sorry, eval.Passed, `want not all to pass, got 0 of 2, with nothing to look at for 1 (assert[0].assert[1] contains: want "apolog", got "Sorry")`},
		"all that another does not settle":  {group("all", exists+","+sorryIs, negate), sorry, eval.Failed, `want not all to pass, got 1 of 2, with nothing to look at for 1 (assert[0].assert[0] json_path: ` + noExists},
		"an error beside no JSON":           {group("none", exists+","+cost, ""), sorry, eval.Error, "assert[0].assert[1] cost: the cost is unknown: no model call was counted"},
	})
	testProblems(t, map[string][]string{
		"no list":       {`{"type": "all"}`, `f:1:1: assert.assert: a group needs its assertions (such as "assert": [{...}, {...}])`},
		"an empty list": {`{"type": "any", "assert": []}`, `f:1:27: assert.assert: the list of assertions is empty`},
		"an object":     {`{"type": "none", "assert": {}}`, `f:1:28: assert.assert: want a list of assertions, got an object`},
		"bad members": {
			`{"type": "all", "assert": ["x", {"type": "regex", "value": ""}, {"type": "any", "assert": [{}]}]}`,
			`f:1:28: assert.assert[0]: want an object, got the text "x" (write {"type": "x", ...})`,
			`f:1:60: assert.assert[1].value: the pattern is empty (it matches every output)`,
			`f:1:92: assert.assert[2].assert[0]: no type (such as {"type": "equals", "value": ...})`,
		},
	})
}

func TestMembersOfAGroupHaveTheirPlaces(t *testing.T) {
	t.Parallel()
	raw := "{\"type\": \"all\", \"assert\": [{\"type\": \"contains\", \"value\": \"é\"},\n  {\"type\": \"any\", \"assert\": [\n    {\"type\": \"turns\", \"max\": 1}]}]}"
	tests := map[string]struct {
		pos  eval.Pos
		want []eval.Pos
	}{
		"json": {
			eval.Pos{File: "a.jsonl", Line: 3, Column: 20},
			[]eval.Pos{{File: "a.jsonl", Line: 3, Column: 47}, {File: "a.jsonl", Line: 4, Column: 3}, {File: "a.jsonl", Line: 5, Column: 5}},
		},
		"yaml":    {eval.Pos{File: "a.yml", Line: 3, Column: 20}, []eval.Pos{{File: "a.yml", Line: 3, Column: 20}, {File: "a.yml", Line: 3, Column: 20}, {File: "a.yml", Line: 3, Column: 20}}},
		"nowhere": {eval.Pos{}, []eval.Pos{{}, {}, {}}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, err := assert.NewCompiler(1).Compile(eval.Trusted(raw), "assert", tt.pos)
			if err != nil {
				t.Fatal(err)
			}
			got := a.Evaluate(context.Background(), assert.NewView(&eval.Transcript{Output: text("x"), Turns: make([]eval.Turn, 1)}))
			at := []eval.Pos{got.Checks[0].Pos, got.Checks[1].Pos, got.Checks[1].Checks[0].Pos}
			if diff := cmp.Diff(tt.want, at); diff != "" {
				t.Error(diff)
			}
			if path := got.Checks[1].Checks[0].Assertion; path != "assert.assert[1].assert[0]" {
				t.Errorf("path %q", path)
			}
		})
	}
}
