package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/surefoot-dev/surefoot/pkg/config"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/redact"
	"github.com/surefoot-dev/surefoot/pkg/report"
	"github.com/surefoot-dev/surefoot/pkg/report/again"
	"github.com/surefoot-dev/surefoot/pkg/report/console"
	"github.com/surefoot-dev/surefoot/pkg/report/markdown"
)

// mergeInAction is surefoot merge as a step of a workflow: it joins the reports
// of shards in place of a run, and publishes the whole as a run is published.
func (p *Process) mergeInAction(ctx context.Context, r request, problems eval.Problems, running *atomic.Bool) int {
	g, s := r.github, r.settings
	problems = append(problems, onlyOfRuns(s)...)
	redactor := redact.New(g.secrets(), nil)
	refuse := func(err error) int {
		for _, line := range errorLines(err) {
			problems = append(problems, eval.Problem{Message: line})
		}
		problems = redactor.Problems(problems)
		console.Problems(p.Err, problems)
		running.Store(true) // the pages are worth the wait
		g.refused(ctx, p, "nothing was merged", problems)
		return exit(s, exitInput)
	}
	if problems.Errors() > 0 {
		return refuse(nil)
	}
	m := p.mergingOf(s)
	shards, more, err := p.toJoin(ctx, g, s.Action.Merge, redactor)
	defer closeAll(shards)
	problems = append(problems, more...)
	if err != nil {
		return refuse(err)
	}
	if m.compared, more, err = p.beside(ctx, g, s, m.gated(shards), redactor); err != nil {
		return refuse(err)
	}
	problems = append(problems, more...)
	whole, err := m.join(p, shards)
	if err != nil {
		return refuse(err)
	}
	running.Store(true)
	e := &earlier{Report: whole.Report, whole: whole, redactor: redactor}
	if err := p.keep(ctx, e, m.read(shards), "a report that is merged", m.outputs); err != nil {
		return refuse(err)
	}
	for _, note := range whole.Notes {
		problems = append(problems, eval.Problem{Message: note, Warning: true})
	}
	problems = redactor.Problems(problems)
	console.Problems(p.Err, problems)
	fault := errors.Join(m.memory.keep(ctx, e.Cases), p.display(ctx, e, m.verbose, m.outputs...))
	if g != nil {
		g.publish(ctx, p, p.joined(ctx, g, e, m.outputs), problems)
	}
	if fault != nil {
		return p.unfinished(ctx, m, fault)
	}
	return verdictCode(s, &e.Report)
}

// mergingOf is what the inputs of a step say, as the flags of merge do.
func (p *Process) mergingOf(s *config.Settings) merging {
	m := merging{outputs: s.Output, verbose: s.Verbose, settings: s, given: map[string]string{}}
	if len(m.outputs) == 0 {
		m.outputs = []string{"output-" + p.Now().Format("20060102150405") + ".jsonl"}
	}
	for name, text := range s.Texts() {
		if slices.Contains(append(ofPolicy(), "baseline", "on-inconclusive"), name) {
			m.given[name] = text
		}
	}
	return m
}

// gated reports whether the policy asks for a comparison: that of the shards,
// unless another is given.
func (m *merging) gated(shards []*earlier) bool {
	return m.settings.NoRegression || slices.ContainsFunc(shards, func(e *earlier) bool { return e.Start.Policy.NoRegression })
}

// onlyOfRuns refuses the inputs of a step that merges which only a run can
// obey. Variables and their like may be of all steps, and are passed over.
func onlyOfRuns(s *config.Settings) eval.Problems {
	var problems eval.Problems
	of := append(ofPolicy(), "baseline", "on-inconclusive", "detailed-exitcode", "output", "verbose", "history", "quarantine")
	for _, row := range s.Table() {
		if from, given := s.Given(row.Name); given && from.Kind == config.FromInput && !slices.Contains(of, row.Name) {
			hint := "give it to the shards"
			if row.Name == "against" {
				hint = "leave it out: shards have no other revision beside them; baseline compares the whole"
			}
			problems = append(problems, eval.Problem{Message: "input " + row.Name + ": merging runs nothing, so it changes nothing", Hint: hint})
		}
	}
	if s.DryRun && len(problems) == 0 {
		problems = append(problems, eval.Problem{Message: "a merge cannot be a dry run", Hint: "it spends nothing"})
	}
	return problems
}

// toJoin are the reports that the input merge names. Those that could be read
// are there even with an error.
func (p *Process) toJoin(ctx context.Context, g *publisher, what config.Merge, redactor *redact.Redactor) ([]*earlier, eval.Problems, error) {
	if what.Artifacts {
		if g == nil {
			return nil, nil, errors.New("merge true joins the artifacts of a run of GitHub Actions, and this is none (name the reports)")
		}
		ctx, cancel := context.WithTimeout(ctx, publishing)
		defer cancel()
		return g.shardsOf(ctx, p, redactor)
	}
	var words []string
	var errs []error
	for _, pattern := range what.Files {
		found, err := p.matching(pattern)
		if err != nil {
			errs = append(errs, fmt.Errorf("input merge %s: %w", quote(pattern), err))
		}
		for _, path := range found {
			if !slices.Contains(words, path) {
				words = append(words, path)
			}
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, nil, err
	}
	shards, err := p.parts(words)
	return shards, nil, err
}

// matching are the files that a pattern names, at least one.
func (p *Process) matching(pattern string) ([]string, error) {
	path := p.abs(pattern)
	if _, err := os.Stat(path); err == nil || !strings.ContainsAny(pattern, "*?[{") {
		return []string{path}, nil // reading says what is wrong with it
	}
	found, err := doublestar.FilepathGlob(path, doublestar.WithFilesOnly(), doublestar.WithNoFollow())
	switch {
	case err != nil:
		return nil, errors.New("it is no pattern")
	case len(found) == 0:
		return nil, errors.New("no file matches it")
	}
	slices.Sort(found)
	return found, nil
}

// joined is a whole as it is published.
func (p *Process) joined(ctx context.Context, g *publisher, e *earlier, outputs []string) finished {
	f := finished{report: e.redactor.Report(e.Report), trials: e.trials(context.WithoutCancel(ctx)), clean: e.redactor.Text}
	for _, path := range outputs {
		f.files = append(f.files, p.abs(path))
		if format, err := report.FormatOf(path); err == nil && format == report.JSONL && f.jsonl == "" {
			f.jsonl = p.abs(path)
		}
	}
	f.commands = func(c *eval.CaseResult) []markdown.Command {
		run, ok := again.Of(&e.Start, c)
		if !ok {
			return nil
		}
		run.Dir = g.below()
		return []markdown.Command{{Line: f.clean(run.Command(c)) + "  # surefoot " + version()}}
	}
	return f
}
