package cli

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/config"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// request is a command line that was understood: what to evaluate, by which
// settings, in which application.
type request struct {
	settings  *config.Settings
	selection selection
	root      string   // of the application
	own       []string // files of settings
	github    *publisher
	lookOnly  bool // nothing is to be run, not even what makes cases
}

// complete adds to flags or inputs that were read, with the words beside them,
// what the environment and surefoot.yml say, and finds the application. The
// settings are there even with problems. The run is of the process that is
// returned: this one, in the folder that was asked for.
func (p *Process) complete(r request, words []string, problems eval.Problems) (*Process, request, eval.Problems) {
	if r.settings.Help {
		return p, r, nil
	}
	at, problems := p.settle(r.settings, problems)
	r, problems = at.locate(r, words, problems)
	return at, r, problems
}

// settle adds what the environment says, and is the process in the folder that
// was asked for.
func (p *Process) settle(s *config.Settings, problems eval.Problems) (*Process, eval.Problems) {
	problems = append(problems, s.Environment(p.Environ)...)
	at, more := p.within(s)
	return at, append(problems, more...)
}

// locate reads surefoot.yml and the selection, and finds the application.
func (p *Process) locate(r request, words []string, problems eval.Problems) (request, eval.Problems) {
	if problems.Errors() > 0 {
		return r, problems
	}
	dir := p.Dir
	if r.settings.App != "" {
		dir = p.abs(r.settings.App)
	}
	inAgent := app.InAgent(dir)
	first, more := p.read(words, r.settings, inAgent)
	if more.Errors() > 0 {
		return r, append(problems, more...)
	}
	root, err := p.root(r.settings, first)
	if err != nil {
		return r, append(problems, eval.Problem{
			Message: err.Error(), Hint: "change into an application's folder, or name it with -a",
		})
	}
	r.root = root
	more, r.own = p.settingsFile(r.settings, root, first)
	problems = append(problems, more...)
	problems = append(problems, r.settings.SettleCassettes()...)
	problems = append(problems, r.settings.SettleHooks()...)
	problems = append(problems, r.settings.CheckDetect()...)
	problems = append(problems, r.settings.CheckSequential()...)
	r.selection, more = p.read(words, r.settings, inAgent)
	return r, append(problems, more...)
}

// root is the folder of the application: the one that was named, or the one
// the first case file lies in, or the current one.
func (p *Process) root(s *config.Settings, sel selection) (string, error) {
	if s.App != "" {
		root := p.abs(s.App)
		if info, err := os.Stat(root); err != nil || !info.IsDir() {
			return "", errors.New("--app " + quote(s.App) + ": there is no such folder")
		}
		return root, nil
	}
	if len(sel.patterns) > 0 {
		if root, _, err := app.Find(p.abs(literal(sel.patterns[0]))); err == nil {
			return root, nil
		}
	}
	root, _, err := app.Find(p.Dir)
	return root, err
}

// settingsFile reads surefoot.yml: the application's, else the one beside the
// first case file, else the current folder's. Paths in it are relative to it.
// The files are those that were or could have been read before another.
func (p *Process) settingsFile(s *config.Settings, root string, sel selection) (_ eval.Problems, own []string) {
	dirs := []string{root}
	if len(sel.patterns) > 0 {
		dirs = append(dirs, filepath.Dir(p.abs(literal(sel.patterns[0]))))
	}
	dirs = append(dirs, p.Dir)
	for _, dir := range dirs {
		own = append(own, filepath.Join(dir, "surefoot.yml"))
		if other := filepath.Join(dir, "surefoot.yaml"); exists(other) {
			return eval.Problems{{Pos: eval.Pos{File: p.name(other)}, Message: "the settings file is called surefoot.yml", Hint: "rename it"}}, own
		}
		path := filepath.Join(dir, "surefoot.yml")
		if !exists(path) {
			continue // whatever else is there must be readable
		}
		file, problems := source.ReadFile(path, p.name(path))
		if len(problems) > 0 {
			return problems, own
		}
		docs, problems := source.ReadYAML(file)
		switch {
		case len(problems) > 0:
			return problems, own
		case len(docs) == 0:
			return nil, own
		case len(docs) > 1:
			return eval.Problems{{Pos: docs[1].Pos, Message: "more than one document in the settings"}}, own
		}
		problems = s.File(docs[0])
		p.anchor(s, dir)
		return problems, own
	}
	return nil, own
}

// anchor makes the paths that came from a settings file relative to its
// folder.
func (p *Process) anchor(s *config.Settings, dir string) {
	from := func(name string) bool {
		o, given := s.Given(name)
		return given && o.Kind == config.FromFile
	}
	join := func(path string) string {
		if path == "" || filepath.IsAbs(path) {
			return path
		}
		return filepath.Join(dir, path)
	}
	if from("env") {
		s.Env = join(s.Env)
	}
	if from("ctx") {
		s.Context = join(s.Context)
	}
	if from("record") {
		s.Record = p.name(join(s.Record))
	}
	if from("replay") {
		s.Replay = p.name(join(s.Replay))
	}
	if from("history") {
		s.History = p.name(join(s.History))
	}
	if from("quarantine") {
		s.Quarantine = p.name(join(s.Quarantine))
	}
	if from("prices") {
		s.Prices = join(s.Prices)
	}
	if from("baseline") && s.Baseline != config.NoBaseline && s.Baseline != config.AutoBaseline {
		s.Baseline = p.name(join(s.Baseline))
	}
	if from("output") {
		for i := range s.Output {
			s.Output[i] = join(s.Output[i])
		}
	}
	if from("input") {
		for i, input := range s.Input {
			if p.kindOf(input) == kindFile {
				s.Input[i] = join(input)
			}
		}
	}
}
