package cli

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/agent"
	"github.com/surefoot-dev/surefoot/pkg/agent/generator"
	"github.com/surefoot-dev/surefoot/pkg/assert"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/runner"
	"github.com/surefoot-dev/surefoot/pkg/source"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// checkAssertion reports what is wrong with an assertion while its case file
// is read. A node's file is named from the current folder.
func (p *Process) checkAssertion(compiler *assert.Compiler) func(*source.Node, string, *source.Faults) {
	return func(n *source.Node, path string, faults *source.Faults) {
		compiler.Check(n, path, faults, assert.Dir(p.folder(n.Pos.File)))
	}
}

// folder is the folder of a file as people see its name. Generators are at home
// in the current one.
func (p *Process) folder(name string) string {
	if generator.Is(name) {
		return p.Dir
	}
	return filepath.Dir(p.abs(filepath.FromSlash(name)))
}

// remembered is how many assertions stay compiled between trials.
const remembered = 1024

// checker checks the answers of a run, with the compiler that read the cases:
// it knows whether a schema file changed since.
func (p *Process) checker(compiler *assert.Compiler) runner.Check {
	return func(ctx context.Context, c *eval.Case, t *eval.Transcript, session target.Session) []eval.Check {
		dir := assert.Dir(p.folder(c.Pos.File))
		scripts, _ := session.(assert.Scripts)
		view := assert.NewView(t).For(c, scripts)
		checks := make([]eval.Check, len(c.Assertions))
		for i, a := range c.Assertions {
			compiled, err := compiler.Compile(a.Raw, a.Path, a.Pos, dir)
			if err != nil {
				checks[i] = eval.Check{
					Type: "assertion", Assertion: a.Path, Status: eval.Error, Message: err.Error(), Pos: a.Pos,
				}
				continue
			}
			checks[i] = compiled.Evaluate(ctx, view)
		}
		return checks
	}
}

// scripts reports functions of scripts that a case's assertions call and that
// are not there.
func (s *suite) scripts(c *eval.Case) eval.Problems { return judging(s.target, c) }

// judging reports functions of scripts that a case's assertions call and that
// a target does not have.
func judging(t *agent.Target, c *eval.Case) eval.Problems {
	var problems eval.Problems
	for _, a := range c.Assertions {
		for _, reference := range assert.References(a.Raw) {
			problems = append(problems, t.CheckScript(c, reference, a)...)
		}
	}
	return problems
}

// scripted reports whether scripts of agents run in trials of a case, or what
// servers of tools start.
func (s *suite) scripted(c *eval.Case) bool {
	if of, ok := s.app.Agent(c.Agent); ok && (of.Hooks != nil || len(of.Servers) > 0) {
		return true
	}
	judged := slices.ContainsFunc(c.Assertions, func(a eval.Assertion) bool { return len(assert.References(a.Raw)) > 0 })
	return judged || c.Hooks != nil || c.Test != nil
}

// jsonPath checks a value at a path for script tests, as a case does.
func jsonPath(compiler *assert.Compiler) func(value eval.Value, path string, expected eval.Value) (eval.Status, string) {
	return func(value eval.Value, path string, expected eval.Value) (eval.Status, string) {
		raw, err := eval.ValueOf(map[string]any{"type": "json_path", "path": path, "value": expected})
		if err != nil {
			return eval.Error, err.Error()
		}
		compiled, err := compiler.Compile(raw, "t.assert.JSONPath", eval.Pos{})
		if err != nil {
			return eval.Error, err.Error()
		}
		check := compiled.Evaluate(context.Background(), assert.NewView(&eval.Transcript{Output: value}))
		return check.Status, check.Message
	}
}
