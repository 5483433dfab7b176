package cli

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/config"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/redact"
	"github.com/surefoot-dev/surefoot/pkg/report/beside"
	"github.com/surefoot-dev/surefoot/pkg/stability/compare"
)

// compared is what a run is put beside, and what the comparison needs of the
// run's own trials; nil of a run without a baseline.
type compared struct {
	base    *beside.Base // nil when there is none yet
	unknown bool         // whether there is one could not be found out, and nothing is compared
	own     compare.Traits
}

// baseline reads the report of --baseline, which must be there before a token
// is spent. A shard alone is compared with nothing: whoever merges the shards
// compares the whole.
func (p *Process) baseline(ctx context.Context, s *suite, redactor *redact.Redactor) eval.Problems {
	if s.settings.Baseline == "" && s.resumed != nil && s.resumed.Finished() {
		return nil // it keeps the comparison that it has
	}
	found, more, err := p.beside(ctx, s.github, s.settings, s.settings.NoRegression, redactor)
	if err != nil {
		return append(more, problemsOf(err)...)
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
	return more
}

// beside is what the settings want to compare with; nil for nothing. Gated says
// that the policy asks for a comparison. The problems are warnings.
func (p *Process) beside(ctx context.Context, g *publisher, s *config.Settings, gated bool, redactor *redact.Redactor) (*compared, eval.Problems, error) {
	switch s.Baseline {
	case config.NoBaseline:
		return nil, nil, nil
	case config.AutoBaseline, "":
		return p.mainline(ctx, g, s, gated, redactor)
	}
	base, err := p.base(ctx, s.Baseline, redactor)
	if err != nil {
		return nil, nil, fmt.Errorf("--baseline: %w", err)
	}
	return &compared{base: base}, nil, nil
}

// file is the report that the run is compared with, "" where it is none that
// this machine has by a name.
func (c *compared) file(s *config.Settings) string {
	if c == nil || slices.Contains([]string{config.AutoBaseline, "-"}, s.Baseline) {
		return ""
	}
	return s.Baseline
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
	case s.compared == nil || s.compared.unknown:
		return nil
	}
	return s.compared.base.Compare(compare.Run{Report: &clean, Traits: &s.compared.own, Unaffected: unaffected})
}

// with puts an earlier run, or the whole of all shards, beside the base.
func (c *compared) with(report *eval.Report, trials iter.Seq2[*eval.Trial, error]) (*eval.Comparison, error) {
	if c.unknown {
		return nil, nil
	}
	traits, err := beside.Traits(trials)
	if err != nil {
		return nil, err
	}
	return c.base.Compare(compare.Run{Report: report, Traits: traits}), nil
}
