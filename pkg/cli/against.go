package cli

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/surefoot-dev/surefoot/pkg/agent"
	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/config"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/plan"
	"github.com/surefoot-dev/surefoot/pkg/revision"
	"github.com/surefoot-dev/surefoot/pkg/script"
)

// against is the application at another revision, whose trials run beside those
// of this one: the cases are the same, and so are the environment and all
// settings. It is nil of a run that has none.
type against struct {
	name   string // the revision as it was given, with its commit
	commit revision.Commit
	app    *app.App
	target *agent.Target
	plan   *plan.Plan
	digest string
	folder string // with its files, while trials may need them
}

// close removes the files of the revision.
func (a *against) close() {
	if a != nil && a.folder != "" {
		_ = os.RemoveAll(a.folder)
	}
}

// against reads the application at the revision of --against. Its files are
// gone again when this returns: nothing of them is read by a trial, but where
// servers are commands, which run among them. As long as they are there a
// signal ends the context, which ends this, and not the process.
func (p *Process) against(ctx context.Context, s *suite, running *atomic.Bool) eval.Problems {
	rev := s.settings.Against
	if rev == "" {
		return nil
	}
	if problem := s.unfitForAgainst(); problem != nil {
		return eval.Problems{*problem}
	}
	refuse := func(err error) eval.Problems { return eval.Problems{{Message: "--against: " + err.Error()}} }
	repo, err := revision.Open(s.root)
	if err != nil {
		return refuse(err)
	}
	a := &against{}
	if a.commit, err = repo.Resolve(rev); err != nil {
		return refuse(err)
	}
	a.name = rev + "@" + a.commit.Short()
	running.Store(true)
	temporary, err := os.MkdirTemp(p.TempDir, "surefoot-against-")
	if err != nil {
		running.Store(false)
		return refuse(err)
	}
	defer func() {
		if a.folder == "" {
			_ = os.RemoveAll(temporary)
			running.Store(false)
		}
	}()
	// An agent that is an application has its id from its folder.
	dir := filepath.Join(temporary, filepath.Base(repo.Top()))
	if err := os.Mkdir(dir, 0o700); err != nil {
		return refuse(err)
	}
	root, pointers, err := repo.Materialise(ctx, a.commit, s.root, dir)
	if err != nil {
		return refuse(err)
	}
	problems := p.loadAgainst(s, a, root, dir)
	if problems.Errors() == 0 {
		problems = append(problems, a.lacks(pointers, dir)...)
	}
	if problems.Errors() == 0 {
		problems = append(problems, a.choose(s)...)
	}
	s.against = a
	if problems.Errors() == 0 && a.app.Commands() {
		a.folder = temporary
	}
	return problems
}

// unfitForAgainst is why a run cannot have another revision beside it.
func (s *suite) unfitForAgainst() *eval.Problem {
	if s.selection.message != nil {
		return &eval.Problem{Message: "--against is of cases in files, and there is a message", Hint: "leave it out"}
	}
	for _, other := range []struct{ name, hint string }{
		{"shard", "run all cases in one, or keep the report of each revision and compare them: surefoot compare"},
		{"resume", "begin a new run"},
		{"record", "record a run of each revision by itself"},
		{"replay", "a replay answers what was recorded, whatever the revision"},
		{"baseline", "keep one of them; --baseline none takes back what surefoot.yml says"},
	} {
		none := other.name == "baseline" && s.settings.Baseline == config.NoBaseline
		if _, given := s.settings.Given(other.name); given && !none {
			return &eval.Problem{Message: "--against and --" + other.name + " exclude each other", Hint: other.hint}
		}
	}
	return nil
}

// loadAgainst reads the application in a folder, with the environment of this
// run.
func (p *Process) loadAgainst(s *suite, a *against, root, dir string) eval.Problems {
	engine, err := script.New(script.Options{Root: root, Base: dir})
	if err != nil {
		return eval.Problems{{Message: "--against: " + err.Error()}}
	}
	// The variables of the run are those of the working tree.
	if err := os.Remove(filepath.Join(root, ".env")); err != nil && !os.IsNotExist(err) {
		return eval.Problems{{Message: "--against: " + err.Error()}}
	}
	here := s.abandoned
	s.abandoned = func() int { return here() + engine.Abandoned() }
	o := p.loading(s.request)
	if env := filepath.Join(s.root, ".env"); o.EnvFile == "" && exists(env) {
		o.EnvFile = env
	}
	o.Compile, o.Name = engine.Compile, func(path string) string { return a.shown(path, dir, p.name) }
	a.app, _ = app.Load(root, o)
	a.target = p.targetOf(s, a.app)
	return nil
}

// shown is a path at the revision as people see it.
func (a *against) shown(path, dir string, name func(string) string) string {
	rel, err := filepath.Rel(dir, path)
	if err != nil || !filepath.IsLocal(rel) {
		return name(path)
	}
	return a.name + ":" + filepath.ToSlash(rel)
}

// lacks refuses what was read of files that Git LFS keeps elsewhere.
func (a *against) lacks(pointers []string, dir string) eval.Problems {
	for _, s := range a.app.Sources() {
		if slices.Contains(pointers, resolved(s.Path)) {
			return eval.Problems{{
				Message: "--against: " + a.shown(s.Path, dir, filepath.ToSlash) + " is kept in Git LFS and is not here", Hint: "git lfs fetch origin " + string(a.commit),
			}}
		}
	}
	return nil
}

// choose finds the cases that the revision can run. One whose agent was not
// there is new; one that could not run there is too, and that is said.
func (a *against) choose(s *suite) eval.Problems {
	part := *s.plan
	part.Cases, part.Filtered, part.Unaffected = nil, 0, nil
	a.plan = &part
	problems := a.unprepared(s)
	for _, c := range s.plan.Cases {
		if _, ok := a.app.Agent(c.Agent); !ok {
			continue
		}
		if c.Skip == "" {
			if slices.ContainsFunc(problems, func(p eval.Problem) bool { return p.Case == "" && p.Agent == c.Agent }) {
				continue
			}
			if at := slices.Concat(a.target.Check(c), judging(a.target, c)); at.Errors() > 0 {
				i := slices.IndexFunc(at, func(p eval.Problem) bool { return !p.Warning })
				problems = append(problems, eval.Problem{
					Pos: c.Pos, Agent: c.Agent, Case: c.ID, Warning: true,
					Message: "the case cannot run at " + a.name + ", and counts as new: " + at[i].Message,
				})
				continue
			}
		}
		part.Cases = append(part.Cases, c)
	}
	for _, problem := range a.target.Problems(part.Cases) {
		if !problem.Warning {
			problem.Hint = strings.TrimPrefix(problem.Hint+"; ", "; ") + "the application must be whole at " + a.name + " too"
			problems = append(problems, problem)
		}
	}
	if problems.Errors() > 0 {
		return problems
	}
	digest, more := a.target.Digest(part.Cases)
	a.digest = digest
	return append(problems, more...)
}

// unprepared says of which agents no case can run, since a hook of the run is
// not there.
func (a *against) unprepared(s *suite) eval.Problems {
	var problems eval.Problems
	for _, id := range runnable(s.plan.Cases) {
		var missing eval.Problems
		for _, setting := range []struct {
			name    string
			entries []string
		}{{"before-all", s.settings.BeforeAll}, {"after-all", s.settings.AfterAll}} {
			if use := hook(setting.entries, id); use != "" {
				missing = append(missing, a.target.CheckHook(id, setting.name, use)...)
			}
		}
		if missing.Errors() > 0 {
			problems = append(problems, eval.Problem{
				Agent: id, Warning: true, Message: "the cases of agent " + id + " cannot run at " + a.name + ", and count as new: " + missing.First().Message,
			})
		}
	}
	return problems
}

// has reports whether the revision can run a case.
func (a *against) has() func(*eval.Case) bool {
	known := make(map[eval.Key]bool, len(a.plan.Cases))
	for _, c := range a.plan.Cases {
		known[c.Key()] = true
	}
	return func(c *eval.Case) bool { return known[c.Key()] }
}
