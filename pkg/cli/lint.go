package cli

import (
	"context"
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/config"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/console"
)

// lint checks the whole application and all cases, and runs nothing.
func (p *Process) lint(ctx context.Context, args []string) int {
	name := ""
	r := request{settings: config.Default()}
	words, problems := r.settings.Flags("lint", args, schemaFlag(&name))
	if name != "" && problems.Errors() == 0 && !r.settings.Help {
		return p.schema(name, r.settings, words)
	}
	p, r, problems = p.complete(r, words, problems)
	if r.settings.Help {
		return p.help("lint")
	}
	if o, given := r.settings.Given("record"); given && o.Kind == config.FromFlag {
		problems = append(problems, eval.Problem{Message: "--record: lint runs nothing that could be recorded", Hint: "leave it out"})
	}
	if o, given := r.settings.Given("affected"); given && o.Kind == config.FromFlag {
		problems = append(problems, eval.Problem{Message: "--affected: lint looks at all cases", Hint: "leave it out"})
	}
	r.settings.Affected = ""
	s := &suite{request: r}
	if problems.Errors() == 0 {
		var more eval.Problems
		r.lookOnly = true
		s, more = p.load(ctx, r)
		problems = union(problems, s.all, more)
		if s.plan != nil {
			problems = union(problems, s.target.Lint(s.plan.Cases))
		}
		if problems.Errors() == 0 {
			problems = append(problems, s.strays()...)
		}
	}
	if len(problems) > 0 {
		problems = problems.Once()
		problems.Sort()
		if err := console.Problems(p.Err, p.redactor(s).Problems(problems)); err != nil {
			return exitError
		}
	}
	if problems.Errors() > 0 {
		return exit(r.settings, exitInput)
	}
	if _, err := fmt.Fprintf(p.Out, "no errors in %s of %s\n", eval.Plural(len(s.plan.Cases), "case"), eval.Plural(len(s.app.Agents()), "agent")); err != nil {
		fmt.Fprintln(p.Err, "surefoot: "+err.Error())
		return exitError
	}
	return exitPassed
}

// union joins lists of problems without repeating one.
func union(lists ...eval.Problems) eval.Problems {
	seen := map[string]bool{}
	var all eval.Problems
	for _, list := range lists {
		for _, p := range list {
			if text := p.String(); !seen[text] {
				seen[text] = true
				all = append(all, p)
			}
		}
	}
	return all
}
