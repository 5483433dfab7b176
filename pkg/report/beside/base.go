package beside

import (
	"fmt"
	"iter"
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/past"
	"github.com/surefoot-dev/surefoot/pkg/stability/compare"
)

// Base is an earlier run as later ones are compared with it. It does not
// change, and may be used from several goroutines.
type Base struct {
	run    compare.Run
	name   string
	commit string
}

// Read takes what is needed of a report and its trials. The name is the file,
// revision or run as people know it, the commit is "" where it is not known.
// The error is one that the trials bring.
func Read(report *eval.Report, trials iter.Seq2[*eval.Trial, error], name, commit string) (*Base, error) {
	traits, err := Traits(trials)
	if err != nil {
		return nil, err
	}
	return &Base{compare.Run{Report: report, Traits: traits}, name, commit}, nil
}

// Of is a base whose trials were heard of as they ended.
func Of(run compare.Run, name, commit string) *Base { return &Base{run, name, commit} }

// Traits are those of the trials.
func Traits(trials iter.Seq2[*eval.Trial, error]) (*compare.Traits, error) {
	traits := &compare.Traits{}
	for t, err := range trials {
		if err != nil {
			return nil, err
		}
		traits.Add(t)
	}
	return traits, nil
}

// Compare puts a later run beside the base. A nil base is none yet: then every
// case is new. Both reports have the keys that are left after redaction.
func (b *Base) Compare(head compare.Run) *eval.Comparison {
	if b == nil {
		c := compare.Runs(compare.Run{Report: &eval.Report{}}, head)
		c.Notes = []string{"there is no baseline yet, so that every case is new"}
		return c
	}
	c := compare.Runs(b.run, head)
	r := b.run.Report
	c.Base = eval.Baseline{
		Name: b.name, Commit: b.commit, Version: r.Start.Version, Timestamp: r.Start.Timestamp, Application: r.Start.Plan.Application,
		Verdict: r.Decision.Verdict, PassRate: r.Summary.PassRate,
	}
	c.Notes = append(b.notes(head.Report), c.Notes...)
	return c
}

// Report is the report of the base, which must not be changed.
func (b *Base) Report() *eval.Report { return b.run.Report }

// Name is the base as people know it.
func (b *Base) Name() string { return b.name }

// Usage is what the trials of a case took together.
func (b *Base) Usage(key eval.Key) eval.Usage { return b.run.Traits.Usage(key) }

// notes say what should be known of the two before what differs is put down to
// the agent.
func (b *Base) notes(head *eval.Report) []string {
	var notes []string
	base := b.run.Report
	note := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	if why := base.Summary.Interrupted; why != "" {
		note("the baseline is not whole: %s", why)
	}
	if shard := base.Start.Plan.Shard; shard != "" {
		note("the baseline is shard %s alone", shard)
	}
	if n := base.Start.Plan.Filtered; n > 0 {
		note("the filters of the baseline left %s out", eval.Plural(n, "case"))
	}
	if n := base.Start.Plan.Unaffected; n > 0 {
		note("the baseline left %s out that a change did not reach", eval.Plural(n, "case"))
	}
	differences := past.Foreign(&base.Start, &head.Start)
	for _, d := range differences {
		note("%s was %q in the baseline, and is %q now", d.What, eval.Clip(d.A), eval.Clip(d.B))
	}
	if digest := base.Start.Plan.Application; digest != "" && digest == head.Start.Plan.Application && len(differences) == 0 {
		note("the application's files are the same in both: what differs is chance, the cases, or what it calls (a provider, a server of tools)")
	}
	spared := func(c eval.CaseResult) bool { return c.Spared > 0 }
	if slices.ContainsFunc(base.Cases, spared) || slices.ContainsFunc(head.Cases, spared) {
		note("some cases stopped before all their trials, whose rates are less exact")
	}
	return notes
}
