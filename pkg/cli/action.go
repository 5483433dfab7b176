package cli

import (
	"context"
	"os"
	"strings"
	"sync/atomic"

	"github.com/surefoot-dev/surefoot/pkg/config"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/github/run"
)

// action is what the container of the action runs: eval, or merge, with the
// inputs of the workflow step in place of flags.
func (p *Process) action(ctx context.Context, args []string) int {
	if len(args) > 0 {
		if args[0] == "-h" || args[0] == "--help" {
			return p.help("action")
		}
		return p.refuse(eval.Problem{
			Message: "surefoot action takes no arguments, got " + quote(args[0]), Hint: "its settings are the inputs of the workflow step; surefoot eval takes flags",
		})
	}
	var running atomic.Bool
	ctx, stop := p.watch(ctx, &running)
	defer stop()
	here, problems := run.Of(p.lookup, p.event())
	r := request{settings: config.Default()}
	problems = append(problems, r.settings.Inputs(p.inputs(here))...)
	at, problems := p.settle(r.settings, problems)
	r.github = at.publisher(here, r.settings)
	if r.settings.Action.Merge.Asked() {
		return at.mergeInAction(ctx, r, problems, &running)
	}
	r, problems = at.locate(r, nil, problems)
	return at.evaluate(ctx, r, problems, &running)
}

// inputs is the environment with the runner's paths in inputs as this process
// sees them, wherever a whole line is one.
func (p *Process) inputs(here run.Run) []string {
	environ := make([]string, 0, len(p.Environ))
	for _, pair := range p.Environ {
		if name, text, ok := strings.Cut(pair, "="); ok && strings.HasPrefix(name, "INPUT_") {
			lines := strings.Split(text, "\n")
			for i, line := range lines {
				lines[i] = here.Workspace.Local(strings.TrimSpace(line))
			}
			pair = name + "=" + strings.Join(lines, "\n")
		}
		environ = append(environ, pair)
	}
	return environ
}

// within is the process in the folder that working-directory names.
func (p *Process) within(s *config.Settings) (*Process, eval.Problems) {
	dir := s.Action.WorkingDirectory
	if dir == "" {
		return p, nil
	}
	at := *p
	at.Dir = p.abs(dir)
	if info, err := os.Stat(at.Dir); err != nil || !info.IsDir() {
		word := "input working-directory "
		if from, _ := s.Given("working-directory"); from.Kind == config.FromEnvironment {
			word = "SUREFOOT_WORKING_DIRECTORY "
		}
		return p, eval.Problems{{
			Message: word + quote(dir) + ": there is no such folder", Hint: "is the repository checked out before this step?",
		}}
	}
	return &at, nil
}
