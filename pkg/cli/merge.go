package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"sync/atomic"

	"github.com/spf13/pflag"

	"github.com/surefoot-dev/surefoot/pkg/config"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
	"github.com/surefoot-dev/surefoot/pkg/report"
	"github.com/surefoot-dev/surefoot/pkg/report/console"
	"github.com/surefoot-dev/surefoot/pkg/report/walk"
)

// merging is what the flags of a merge say.
type merging struct {
	outputs  []string
	verbose  bool
	settings *config.Settings
	given    map[string]string // the flags of the policy, as text
	memory   *memory
	compared *compared // nil without a baseline
}

// ofPolicy are the flags of eval that say what the whole must reach.
func ofPolicy() []string {
	return []string{"min-pass-rate", "min-stability", "min-pass", "confidence", "sequential", "alpha", "beta", "indifference", "max-errors", "max-cost", "max-tokens", "max-p95", "fail-on-regression"}
}

// defineMerge is the command that makes one report of those of all shards.
func defineMerge(set *pflag.FlagSet) action {
	m := merging{settings: config.Default(), given: map[string]string{}}
	set.VarP(kinds{&m.outputs, "FILE"}, "output", "o", "report file of the whole, format by its extension; may be repeated")
	set.BoolVarP(&m.verbose, "verbose", "v", false, "also show turns, tool calls and logs, and every case")
	for _, row := range m.settings.Table() {
		if slices.Contains(append(ofPolicy(), "baseline", "on-inconclusive", "detailed-exitcode", "history", "quarantine"), row.Name) {
			flag := set.VarPF(row.Value, row.Name, "", row.Help)
			if row.Value.Type() == "bool" {
				flag.NoOptDefVal = "true"
			}
		}
	}
	return func(p *Process, ctx context.Context, words []string) int {
		set.Visit(func(f *pflag.Flag) { m.given[f.Name] = f.Value.String() })
		var running atomic.Bool
		ctx, stop := p.watch(ctx, &running)
		defer stop()
		return p.merge(ctx, m, words, &running)
	}
}

// merge reads the reports, joins them, decides, and writes and shows the whole.
func (p *Process) merge(ctx context.Context, m merging, words []string, running *atomic.Bool) int {
	if len(words) == 0 {
		return p.refused(m, errors.New("no report to merge (name the .jsonl reports of all shards)"))
	}
	shards, err := p.parts(words)
	defer closeAll(shards)
	if err != nil {
		return p.refused(m, err)
	}
	if m.compared, _, err = p.beside(ctx, nil, m.settings, false, nil); err != nil {
		return p.refused(m, err)
	}
	whole, err := m.join(p, shards)
	if err != nil {
		return p.refused(m, err)
	}
	for _, note := range whole.Notes {
		console.Problems(p.Err, eval.Problems{{Message: note, Warning: true}})
	}
	running.Store(true)
	e := &earlier{Report: whole.Report, whole: whole}
	if err := p.keep(ctx, e, m.read(shards), "a report that is merged", m.outputs); err != nil {
		return p.unfinished(ctx, m, err)
	}
	fault := m.memory.keep(ctx, e.Cases)
	if err := errors.Join(fault, p.display(ctx, e, m.verbose, m.outputs...)); err != nil {
		return p.unfinished(ctx, m, err)
	}
	return verdictCode(m.settings, &e.Report)
}

// tolerate takes over what the shards make of a run that did not decide. Any
// word that is not known would let it pass.
func (m *merging) tolerate(word string) error {
	for _, row := range m.settings.Table() {
		if row.Name != "on-inconclusive" || word == "" {
			continue
		}
		if err := row.Value.Set(word); err != nil {
			return fmt.Errorf("%q: %w", eval.Clip(word), err)
		}
	}
	return nil
}

// satisfiable refuses a policy that the trials there are could never reach, as
// a run does before it begins.
func satisfiable(policy eval.Policy, r *eval.Report) error {
	var cases []*eval.Case
	for i := range r.Cases {
		if c := &r.Cases[i]; !gate.Outside(c) {
			cases = append(cases, &eval.Case{Agent: c.Agent, ID: c.ID, Pos: c.Pos, Runs: c.Planned + c.Excused})
		}
	}
	var errs []error
	for _, problem := range gate.Check(policy, cases, func(c *eval.Case) int { return c.Runs }) {
		errs = append(errs, errors.New(problem.String()))
	}
	return errors.Join(errs...)
}

// keep writes a report that was made of others, which were read from files that
// are what: none of them before all are known to be possible.
func (p *Process) keep(ctx context.Context, e *earlier, read []string, what string, paths []string) error {
	if err := p.distinct(paths, read, what); err != nil {
		return err
	}
	drafts := make([]draft, len(paths))
	for i, path := range paths {
		format, err := report.FormatOf(path)
		if err != nil {
			return err
		}
		if drafts[i], err = newDraft(p.abs(path), format); err != nil {
			return unwritable(path, err)
		}
	}
	for i, file := range drafts {
		err := file.publish(func(w io.Writer) error {
			if file.format == report.JSONL {
				return writeRows(w, &e.Report, e.trials(ctx))
			}
			return writeReport(w, file.format, e.Report, e.trials(ctx))
		})
		if err != nil {
			return fmt.Errorf("report %q was not written: %w", paths[i], err)
		}
	}
	return nil
}

// writeRows writes a report as a run writes it whose trials end in the order of
// the plan.
func writeRows(w io.Writer, r *eval.Report, trials iter.Seq2[*eval.Trial, error]) error {
	rows := lines{w}
	if err := rows.Event(&r.Start); err != nil {
		return err
	}
	if err := tellWork(rows, r.Work, false); err != nil {
		return err
	}
	err := walk.Cases(r.Cases, trials, func(c *eval.CaseResult, trials iter.Seq[*eval.Trial]) error {
		for t := range trials {
			if err := rows.Event(t); err != nil {
				return err
			}
		}
		return rows.Event(c)
	})
	err = errors.Join(err, tellWork(rows, r.Work, true))
	if r.Comparison != nil {
		err = errors.Join(err, rows.Event(r.Comparison))
	}
	return errors.Join(err, rows.Event(&r.Summary), rows.Event(&r.Decision))
}

// refused says what keeps the reports from being merged.
func (p *Process) refused(m merging, err error) int {
	for _, line := range errorLines(err) {
		console.Problems(p.Err, eval.Problems{{Message: line}})
	}
	return exit(m.settings, exitInput)
}

// unfinished says what kept a merge from its end.
func (p *Process) unfinished(ctx context.Context, m merging, err error) int {
	if code := p.failed(ctx, err); code == exitInterrupted {
		return code
	}
	return exit(m.settings, exitNotCompleted)
}

// tolerated reports whether a run that did not pass is let through all the
// same: nothing was decided, and --on-inconclusive minds that not. One that did
// not complete is not.
func tolerated(s *config.Settings, r *eval.Report) bool {
	return r.Decision.Verdict == eval.VerdictInconclusive && s.OnInconclusive != config.InconclusiveFail && len(r.Summary.ReportFaults) == 0
}

// verdictCode is the exit code of a decided report.
func verdictCode(s *config.Settings, r *eval.Report) int {
	switch verdict := r.Decision.Verdict; {
	case verdict == eval.VerdictPassed, tolerated(s, r):
		return exitPassed
	case verdict == eval.VerdictInconclusive:
		return exit(s, exitNotCompleted)
	default:
		return exitFailed
	}
}
