package stability

import (
	"maps"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/stability/interval"
)

// Builder folds trials as they end, in any order. It keeps little of a case
// and a few bytes of a trial. It is used from one goroutine.
type Builder struct {
	start      *eval.Start
	tallies    []tally // in the order of the cases
	at         map[eval.Key]int32
	usage      map[eval.Role]eval.Usage
	spent      eval.Spent
	connectors map[string]bool
	work       []eval.Work
}

// NewBuilder begins with the cases in the plan's order, and how many trials
// each gets; none when it is skipped.
func NewBuilder(start *eval.Start, cases []*eval.Case, runs func(*eval.Case) int) *Builder {
	b := &Builder{
		start:      start,
		tallies:    make([]tally, 0, len(cases)),
		at:         make(map[eval.Key]int32, len(cases)),
		usage:      map[eval.Role]eval.Usage{},
		connectors: map[string]bool{},
	}
	for _, c := range cases {
		b.Expect(c, runs(c))
	}
	return b
}

// Expect adds a case behind the others, and how many trials it gets. Only its
// key, name and place are looked at.
func (b *Builder) Expect(c *eval.Case, planned int) {
	b.at[c.Key()] = int32(len(b.tallies))
	b.tallies = append(b.tallies, tally{of: c, planned: int32(planned), rows: max(int32(planned), 1)})
}

// Add takes one trial, and returns the case's result when it was the last one
// of its case.
func (b *Builder) Add(trial *eval.Trial) *eval.CaseResult {
	at, known := b.at[trial.Key()]
	if !known {
		return nil
	}
	t := &b.tallies[at]
	t.add(trial)
	for role, usage := range trial.Usage {
		b.usage[role] = b.usage[role].Add(usage)
	}
	b.spent.Add(trial.Usage)
	if trial.Connector != "" {
		b.connectors[trial.Connector] = true
	}
	if t.seen != t.rows {
		return nil
	}
	result := t.result()
	return &result
}

// Work takes what the run did besides its trials.
func (b *Builder) Work(w *eval.Work) {
	b.work = append(b.work, *w)
	for role, usage := range w.Usage {
		b.usage[role] = b.usage[role].Add(usage)
	}
	b.spent.Add(w.Usage)
}

// Report is everything known of the run so far, without the gate's decision.
func (b *Builder) Report(duration eval.Millis, interrupted string) *eval.Report {
	r := &eval.Report{Start: *b.start, Cases: make([]eval.CaseResult, 0, len(b.tallies)), Spent: b.spent, Work: slices.Clone(b.work)}
	s := &r.Summary
	*s = eval.Summary{
		Total: len(b.tallies), Filtered: b.start.Plan.Filtered, DurationMS: duration,
		AgentID: strings.Join(b.start.Agents, ","), Connector: strings.Join(slices.Sorted(maps.Keys(b.connectors)), ","),
		RunsPerCase: b.start.Plan.Runs, TotalTrials: b.start.Plan.Trials,
		Usage: maps.Clone(b.usage), Interrupted: interrupted,
	}
	sum, rates, whole := 0.0, []float64(nil), true
	took := make([]float64, 0, len(b.tallies))
	for i := range b.tallies {
		t := &b.tallies[i]
		c := t.result()
		r.Cases = append(r.Cases, c)
		s.TotalRuns += c.Runs
		s.ErrorTrials += c.Errors
		s.TotalTrials -= c.Excused
		count(s, c, t.unchecked)
		if c.PassRate != nil {
			sum += *c.PassRate
			rates = append(rates, *c.PassRate)
		}
		whole = whole && c.Runs == c.Planned
		took = t.durations(took)
	}
	if len(rates) > 0 {
		mean := sum / float64(len(rates))
		s.PassRate = &mean
	}
	if whole {
		s.PassInterval = interval.Suite(rates, s.TotalRuns)
	}
	s.Saved = b.saved()
	s.P50MS, s.P95MS = quantile(0.5, took), quantile(0.95, took)
	return r
}

func count(s *eval.Summary, c eval.CaseResult, unchecked bool) {
	switch c.Status {
	case eval.Passed:
		s.Passed++
		if unchecked {
			s.Unchecked++
		}
	case eval.Failed:
		s.Failed++
	case eval.Error:
		s.Errors++
	case eval.Timeout:
		s.Timeouts++
	case eval.Skipped:
		s.Skipped++
	}
	switch {
	case c.Runs == 0:
	case c.Class == eval.Undetermined:
		s.Undetermined++
	case c.Stable:
		s.StableCases++
	default:
		s.Unstable++
	}
}
