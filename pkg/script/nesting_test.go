package script_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

func TestCodeThatNestsTooDeep(t *testing.T) {
	t.Parallel()
	const brackets, long = "the code is nested more than 1000 brackets deep", "a statement is too long"
	for name, tc := range map[string]struct {
		text string
		want string
		pos  eval.Pos
	}{
		"lists":             {"export const x =\n" + strings.Repeat("[", 2000) + strings.Repeat("]", 2000), brackets, eval.Pos{Line: 2, Column: 1001}},
		"blocks":            {strings.Repeat("{", 2000) + strings.Repeat("}", 2000), brackets, eval.Pos{Line: 1, Column: 1001}},
		"lists that go on":  {strings.Repeat("[", 2000), brackets, eval.Pos{Line: 1, Column: 1001}},
		"templates":         {strings.Repeat("`${", 2000), brackets, eval.Pos{}},
		"texts that add up": {"export const x = 'ok'" + strings.Repeat("\n + 'a'", 6000), long, eval.Pos{}},
		"signs":             {"export const x = " + strings.Repeat("- ", 20000) + "1", long, eval.Pos{}},
		"arrows":            {"export const x = " + strings.Repeat("a => ", 300) + "1", long, eval.Pos{}},
		"conditions":        {"let a = 1\n" + strings.Repeat("if (a) {} else ", 6000) + "a", long, eval.Pos{}},
		"calls":             {"f" + strings.Repeat("({})", 12000), long, eval.Pos{}},
		"in an import":      {"import './deep'", brackets, eval.Pos{File: "deep.ts", Line: 1, Column: 1001}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := app(t, map[string]string{"main.ts": tc.text, "deep.ts": strings.Repeat("[", 2000)})
			p, problems := e.Compile("main.ts")
			if p != nil || len(problems) != 1 || !strings.HasPrefix(problems[0].Message, tc.want) {
				t.Fatalf("got %v", problems)
			}
			at := problems[0].Pos
			if tc.pos.File == "" {
				tc.pos.File = "main.ts"
			}
			if tc.pos.Line == 0 {
				tc.pos = at
			}
			if at != tc.pos || at.Line == 0 {
				t.Errorf("at %v, want %v", at, tc.pos)
			}
		})
	}
}

func TestCodeThatIsLongButFlat(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"data":                       "export const x = [\n" + strings.Repeat("{ a: -1.5, b: '(((', c: [1, 2] },\n", 3000) + "]",
		"brackets in texts":          strings.Repeat("export const x = '((('\n", 1) + strings.Repeat("f('[[[', \"{{{\", `(((`, /[(/\"]\\(/) // (((\n/* ((( */;", 600),
		"statements":                 strings.Repeat("f(1 + 2);\n", 4000),
		"no semicolons":              strings.Repeat("const x = () => { let v = 1\nconst w = a / b / c\nreturn v }\n", 1) + strings.Repeat("{ f(1) }\n", 4000),
		"constants":                  numbered(3000),
		"values in a long template":  "export const x = `" + strings.Repeat("${1} it's (\n", 3000) + "`",
		"an unfinished text":         "// it's (\nexport const x = 1",
		"blocks that are not nested": strings.Repeat("if (1) { f() }\n", 3000),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			compile(t, app(t, map[string]string{"main.ts": "declare const f: any, a: any, b: any, c: any\n" + text}))
		})
	}
}

func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("export const x" + strconv.Itoa(i) + " = 1 + 2\n")
	}
	return b.String()
}

func TestRequireOfWhatCannotWork(t *testing.T) {
	t.Parallel()
	const missing = `main.ts: the script has no function "Complete" (export function Complete)`
	for name, tc := range map[string]struct{ text, want string }{
		"an empty script":               {"", missing},
		"a comment":                     {"// nothing", missing},
		"a function without an export":  {`const Complete = () => "ok"`, ""},
		"a declaration without one":     {`function Complete() {}`, ""},
		"another export":                {"export const other = 1", missing},
		"a name that is near":           {"export const Compleet = () => 1", `main.ts: the script has no function "Complete" (did you mean "Compleet"?)`},
		"an export":                     {"export const Complete = () => 1", ""},
		"a function beside an export":   {"const Complete = () => 1; export const x = 1", ""},
		"a value":                       {"export const Complete = 5", ""},
		"a member of exports":           {"exports.Complete = () => 1", ""},
		"module.exports":                {"module.exports = { Complete() {} }", ""},
		"all exports of another script": {"export * from './common'", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := compile(t, app(t, map[string]string{"main.ts": tc.text, "common.js": "exports.Complete = () => 1"}))
			got := ""
			for _, problem := range p.Require("Complete") {
				got += problem.String()
			}
			if got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}
