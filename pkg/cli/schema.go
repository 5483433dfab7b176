package cli

import (
	"fmt"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/config"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/schema"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// schemaFlag is the flag that only lint has: it prints a schema and checks
// nothing.
func schemaFlag(name *string) config.Setting {
	return config.Setting{
		Name: "schema", Help: "print a JSON Schema: case (case files), report (rows of reports), config (surefoot.yml)",
		Value: kind{name, "NAME"},
	}
}

// schema prints the schema of that name. Settings and words beside it would
// say nothing.
func (p *Process) schema(name string, s *config.Settings, words []string) int {
	text := schema.Text(name)
	switch {
	case text == "":
		hint := source.DidYouMean(name, schema.Names())
		if hint == "" {
			hint = "want " + strings.Join(schema.Names(), ", ")
		}
		return p.refuse(eval.Problem{Message: "--schema " + quote(name) + ": there is no such schema", Hint: hint})
	case len(words) > 0 || len(s.Texts()) > 0:
		return p.refuse(eval.Problem{Message: "--schema prints a schema and checks nothing", Hint: "give it alone"})
	}
	if _, err := fmt.Fprint(p.Out, text); err != nil {
		fmt.Fprintln(p.Err, "surefoot: "+err.Error())
		return exitError
	}
	return exitPassed
}
