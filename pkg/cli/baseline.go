package cli

import (
	"context"
	"fmt"
	"iter"

	"github.com/surefoot-dev/surefoot/pkg/config"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/redact"
	"github.com/surefoot-dev/surefoot/pkg/report/beside"
	"github.com/surefoot-dev/surefoot/pkg/stability/compare"
)

// compared is what a run is put beside, and what the comparison needs of the
// run's own trials; nil of a run without a baseline.
type compared struct {
	base *beside.Base // nil when there is none yet
	own  compare.Traits
}

// baseline reads the report of --baseline, which must be there before a token
// is spent. A shard alone is compared with nothing: whoever merges the shards
// compares the whole.
func (p *Process) baseline(ctx context.Context, s *suite, redactor *redact.Redactor) eval.Problems {
	found, err := p.beside(ctx, s.settings, redactor)
	if err != nil {
		return problemsOf(err)
	}
	if found != nil {
		s.base = found.base
	}
	switch {
	case !s.settings.Shard.IsWhole():
	case found == nil && s.resumed != nil && s.resumed.Finished(): // it keeps the comparison that it has
	case found != nil && s.resumed != nil:
		s.resumed.Compare()
		s.compared = found
	case found == nil && s.settings.NoRegression && s.against == nil:
		return eval.Problems{{Message: "--fail-on-regression needs a run to compare with", Hint: "give --baseline FILE, the report of an earlier run, or --against REV"}}
	default:
		s.compared = found
	}
	return nil
}

// beside is what the setting names to compare with; nil for nothing.
func (p *Process) beside(ctx context.Context, s *config.Settings, redactor *redact.Redactor) (*compared, error) {
	if s.Baseline == "" || s.Baseline == config.NoBaseline {
		return nil, nil
	}
	base, err := p.base(ctx, s.Baseline, redactor)
	if err != nil {
		return nil, fmt.Errorf("--baseline: %w", err)
	}
	return &compared{base: base}, nil
}

func problemsOf(err error) eval.Problems {
	var problems eval.Problems
	for _, line := range errorLines(err) {
		problems = append(problems, eval.Problem{Message: line})
	}
	return problems
}

// base reads an earlier run to compare with, without what the redactor knows.
func (p *Process) base(ctx context.Context, word string, redactor *redact.Redactor) (*beside.Base, error) {
	e, err := p.quietly(word)
	if err != nil {
		return nil, err
	}
	defer e.close()
	if redactor != nil {
		e.redactor, e.Report = redactor, redactor.Report(e.Report)
		if err := e.merged(); err != nil {
			return nil, err
		}
	}
	return beside.Read(&e.Report, e.trials(ctx), e.name, "")
}

// comparison puts the finished run, without secrets, beside its baseline. A run
// that was finished before keeps what its report has where none is given.
func (s *suite) comparison(clean eval.Report, redactor *redact.Redactor, beside *pair, took eval.Millis) *eval.Comparison {
	var unaffected []eval.Key
	for _, c := range s.plan.Unaffected {
		unaffected = append(unaffected, eval.Key{Agent: redactor.Text(c.Agent), ID: redactor.Text(c.ID)})
	}
	switch {
	case beside != nil:
		return beside.comparison(s.settings.Policy(), clean, took, clean.Summary.Interrupted, unaffected)
	case s.compared == nil && s.resumed != nil:
		return s.resumed.Comparison()
	case s.compared == nil:
		return nil
	}
	return s.compared.base.Compare(compare.Run{Report: &clean, Traits: &s.compared.own, Unaffected: unaffected})
}

// with puts an earlier run, or the whole of all shards, beside the base.
func (c *compared) with(report *eval.Report, trials iter.Seq2[*eval.Trial, error]) (*eval.Comparison, error) {
	traits, err := beside.Traits(trials)
	if err != nil {
		return nil, err
	}
	return c.base.Compare(compare.Run{Report: report, Traits: traits}), nil
}
