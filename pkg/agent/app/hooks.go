package app

import (
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// The functions of src/index.ts that are called in a turn.
const (
	CreateHook = "Create"
	NextHook   = "Next"
)

// hooks compiles src/index.ts of an agent.
func (l *loader) hooks(a *Agent, src folder) {
	own := owner{ofAgent, a.ID}
	found := l.find(own, src, hooksNames)
	if len(found) == 0 {
		return
	}
	a.hooks = true
	if len(found) > 1 {
		l.faultAt(own, found[1], "the agent has hooks in index.ts too, want one of them")
		return
	}
	program, problems := l.opt.Compile(found[0])
	if program == nil {
		for i := range problems {
			if problems[i].Pos.IsZero() {
				problems[i].Pos = eval.Pos{File: l.opt.Name(found[0])}
			}
		}
		l.fail(own, problems)
		return
	}
	l.keepProgram(own, program)
	a.Hooks = program
	l.fail(own, append(problems, a.noHook()...))
}

// noHook warns of functions that nearly have a hook's name, and of a file of
// hooks without any.
func (a *Agent) noHook() eval.Problems {
	var problems eval.Problems
	for _, hook := range []string{CreateHook, NextHook} {
		for _, name := range a.Hooks.Functions("") {
			if strings.EqualFold(name, hook) && !a.Hook(hook) {
				problems = append(problems, eval.Problem{
					Pos: a.Hooks.Pos(name), Message: "the function " + name + " is no hook", Hint: "did you mean " + strconv.Quote(hook) + "?", Warning: true,
				})
			}
		}
	}
	if len(problems) == 0 && !a.Answers() {
		problems = eval.Problems{{
			Pos: eval.Pos{File: a.Hooks.File()}, Message: "there is neither a " + CreateHook + " nor a " + NextHook + " hook in it", Hint: "such as export function " + NextHook + "(ctx, payload)", Warning: true,
		}}
	}
	return problems
}

// Answers reports whether the agent has a hook that can answer without a model.
func (a *Agent) Answers() bool { return a.Hook(CreateHook) || a.Hook(NextHook) }

// Hook reports whether the agent has a hook of that name.
func (a *Agent) Hook(name string) bool { return a.Hooks != nil && len(a.Hooks.Require(name)) == 0 }
