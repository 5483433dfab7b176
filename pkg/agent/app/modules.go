package app

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/script"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// testEnding ends the names of scripts that belong to tests.
const testEnding = "_test"

// modules are scripts by their paths below a folder, with slashes and without
// the ending: "setup", "shared/env_test".
type modules map[string]string

// scripts finds the scripts below a folder. What they are made of decides
// trials, whether one calls them or not.
func (l *loader) scripts(o owner, f folder, prefix string, into modules) {
	for _, entry := range f.entries {
		file, name := f.path(entry.Name()), entry.Name()
		if entry.Name() == "node_modules" {
			continue
		}
		if l.into(o, entry, file) {
			l.scripts(o, l.list(o, file), prefix+name+"/", into)
			continue
		}
		stem, ending := strings.TrimSuffix(name, path.Ext(name)), path.Ext(name)
		if ending != ".ts" && ending != ".js" || strings.HasSuffix(name, ".d.ts") {
			continue
		}
		if other, ok := into[prefix+stem]; ok {
			l.faultAt(o, file, "the script is there twice: "+l.opt.Name(other)+" too")
			continue
		}
		into[prefix+stem] = file
		if prefix+stem != hooksNames.stem { // which are compiled, and kept then
			l.module(o, file)
		}
	}
}

// module keeps a script and what it imports. It is compiled at once, so that a
// trial that calls it is made of what was read here, and nothing is read after.
// What keeps it from being compiled is for those to say who name it.
func (l *loader) module(o owner, file string) {
	l.read(o, file)
	if program, _ := l.opt.Compile(file); program != nil {
		l.keepProgram(o, program)
	}
}

// Function is a function of one of the application's scripts.
type Function struct {
	Program *script.Program
	Name    string
}

// Pos is where it is written.
func (f Function) Pos() eval.Pos { return f.Program.Pos(f.Name) }

// compile compiles a script and asks for a function in it.
func (a *App) compile(file, name string) (Function, eval.Problems) {
	program, problems := a.compiler(file)
	if program == nil {
		return Function{}, problems
	}
	problems = append(problems, program.Require(name)...)
	return Function{program, name}, problems
}

// CaseHook finds the function that a case, or the command line, names as a
// hook: Fn, file.Fn, file_test.Fn or src/dir/file_test.Fn, in the agent's test
// scripts. The problems have no place unless they are a script's.
func (a *App) CaseHook(agent *Agent, reference string) (Function, eval.Problems) {
	module, name := "", reference
	if dot := strings.LastIndexByte(reference, '.'); dot >= 0 {
		module, name = strings.TrimPrefix(reference[:dot], "src/"), reference[dot+1:]
	}
	if module == "" {
		return a.anyHook(agent, name)
	}
	if !strings.HasSuffix(module, testEnding) {
		module += testEnding
	}
	file, ok := agent.modules[module]
	if !ok {
		return Function{}, eval.Problems{{
			Message: fmt.Sprintf("agent %s has no script src/%s.ts", agent.ID, eval.Clip(module)), Hint: source.DidYouMean(module, agent.tests()),
		}}
	}
	return a.compile(file, name)
}

// anyHook finds the one test script that has a function of that name.
func (a *App) anyHook(agent *Agent, name string) (Function, eval.Problems) {
	var found []Function
	var problems eval.Problems
	for _, module := range agent.tests() {
		program, more := a.compiler(agent.modules[module])
		if program == nil {
			problems = append(problems, more...)
		} else if program.Pos(name).Line > 0 {
			found = append(found, Function{program, name})
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return Function{}, eval.Problems{{
			Message: fmt.Sprintf("%s is a function of %s and of %s", name, found[0].Program.File(), found[1].Program.File()), Hint: "name the file too: " + path.Base(strings.TrimSuffix(found[0].Program.File(), path.Ext(found[0].Program.File()))) + "." + name,
		}}
	case len(problems) > 0:
		return Function{}, problems
	default:
		return Function{}, eval.Problems{{Message: fmt.Sprintf("no script src/*%s.ts of agent %s has a function %q", testEnding, agent.ID, eval.Clip(name))}}
	}
}

// tests are the agent's test scripts.
func (a *Agent) tests() []string {
	return slices.DeleteFunc(sortedKeys(a.modules), func(name string) bool { return !strings.HasSuffix(name, testEnding) })
}

// Script finds the function scripts.MOD.FN names: in the application's
// scripts, else in those of the agent. In both it is a problem. The leading
// word may be left out.
func (a *App) Script(agent *Agent, reference string) (Function, eval.Problems) {
	reference = strings.TrimPrefix(reference, "scripts.")
	dot := strings.LastIndexByte(reference, '.')
	if dot <= 0 || dot == len(reference)-1 {
		return Function{}, eval.Problems{{Message: fmt.Sprintf("want scripts.MODULE.FUNCTION, got %q", eval.Clip(reference))}}
	}
	module, name := strings.ReplaceAll(reference[:dot], ".", "/"), reference[dot+1:]
	shared, inShared := a.modules[module]
	var own string
	inOwn := false
	known := sortedKeys(a.modules)
	if agent != nil {
		own, inOwn = agent.modules[module]
		known = append(known, sortedKeys(agent.modules)...)
	}
	switch {
	case inShared && inOwn:
		return Function{}, eval.Problems{{
			Message: fmt.Sprintf("there are two scripts %s: %s and %s", module, a.shown(shared), a.shown(own)), Hint: "rename one of them",
		}}
	case inShared:
		return a.compile(shared, name)
	case inOwn:
		return a.compile(own, name)
	default:
		return Function{}, eval.Problems{{
			Message: fmt.Sprintf("there is no script %s.ts in scripts/ or in src/ of the agent", eval.Clip(module)), Hint: source.DidYouMean(module, known),
		}}
	}
}

// AgentScript finds FN of a script of an agent's src folder: MOD.FN.
func (a *App) AgentScript(agent *Agent, reference string) (Function, eval.Problems) {
	dot := strings.LastIndexByte(reference, '.')
	if dot <= 0 {
		return Function{}, eval.Problems{{Message: fmt.Sprintf("want MODULE.FUNCTION, got %q", eval.Clip(reference))}}
	}
	module := strings.ReplaceAll(reference[:dot], ".", "/")
	file, ok := agent.modules[module]
	if !ok {
		return Function{}, eval.Problems{{
			Message: fmt.Sprintf("agent %s has no script src/%s.ts", agent.ID, eval.Clip(module)), Hint: source.DidYouMean(module, sortedKeys(agent.modules)),
		}}
	}
	return a.compile(file, reference[dot+1:])
}

// TestModules are the test scripts of an agent, by their names without the
// ending _test, with dots.
func (a *Agent) TestModules() []string {
	names := a.tests()
	for i, name := range names {
		names[i] = strings.ReplaceAll(strings.TrimSuffix(name, testEnding), "/", ".")
	}
	return names
}

// TestModule compiles a test script.
func (a *App) TestModule(agent *Agent, name string) (*script.Program, eval.Problems) {
	module := strings.TrimSuffix(strings.ReplaceAll(name, ".", "/"), testEnding) + testEnding
	file, ok := agent.modules[module]
	if !ok {
		return nil, eval.Problems{{
			Message: fmt.Sprintf("agent %s has no test script src/%s.ts", agent.ID, eval.Clip(module)), Hint: source.DidYouMean(module, agent.tests()),
		}}
	}
	return a.compiler(file)
}

// shown is a path of the application as people see it.
func (a *App) shown(file string) string {
	if name, err := filepath.Rel(a.Root, file); err == nil {
		return filepath.ToSlash(name)
	}
	return filepath.ToSlash(file)
}

// Split takes the id of an agent off a name with dots: the longest that there
// is. Both are "" where there is none.
func (a *App) Split(name string) (id, rest string) {
	for dot := len(name); dot > 0; dot = strings.LastIndexByte(name[:dot], '.') {
		if _, ok := a.agents[name[:dot]]; ok && dot < len(name) {
			return name[:dot], name[dot+1:]
		}
	}
	return "", ""
}
