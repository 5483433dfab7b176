package app_test

import (
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

func TestPatternsOfSchemasAreJavaScripts(t *testing.T) {
	t.Parallel()
	// What zod 4 makes of z.email(), without its ends.
	email := `{"type": "object", "properties": {"to": {"type": "string", "pattern": "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$"}}}`
	slow := `{"type": "object", "properties": {"to": {"type": "string", "pattern": "^(?=x)(x+x+)+y$"}}}`
	circle := `{"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/a"}}}`
	for name, tt := range map[string]struct{ schema, value, why, err string }{
		"a match":            {email, `{"to": "a.b@example.org"}`, "", ""},
		"no match":           {email, `{"to": "a..b@example.org"}`, "does not match pattern", ""},
		"nobody can wait":    {slow, `{"to": "` + strings.Repeat("x", 60) + `"}`, "", `its pattern "^(?=x)(x+x+)+y$" takes longer than 1s`},
		"it goes in circles": {circle, `{}`, "", "it refers to itself without an end"},
	} {
		schema, fault := app.Compile(eval.Trusted(tt.schema))
		if fault != "" {
			t.Fatalf("%s: %s", name, fault)
		}
		why, err := schema.Violation(eval.Trusted(tt.value))
		if !strings.Contains(why, tt.why) || (why == "") != (tt.why == "") || (err == nil) != (tt.err == "") || err != nil && err.Error() != tt.err {
			t.Errorf("%s: got %q, %v", name, why, err)
		}
	}
}
