package stability

import (
	"maps"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Planned is a case as the plan has it: how many trials it gets, none when it
// is skipped.
type Planned struct {
	Agent, ID, Name string
	Pos             eval.Pos
	Runs            int
}

// Builder folds trials as they end, in any order. It keeps some 300 bytes a
// case and nothing of a trial. It is used from one goroutine.
type Builder struct {
	start      *eval.Start
	order      []*tally
	cases      map[eval.Key]*tally
	usage      map[eval.Role]eval.Usage
	connectors map[string]bool
}

// NewBuilder begins with the cases in the plan's order.
func NewBuilder(start *eval.Start, planned []Planned) *Builder {
	b := &Builder{
		start:      start,
		cases:      make(map[eval.Key]*tally, len(planned)),
		usage:      map[eval.Role]eval.Usage{},
		connectors: map[string]bool{},
	}
	for _, p := range planned {
		t := &tally{planned: max(p.Runs, 1)}
		t.result = eval.CaseResult{Agent: p.Agent, ID: p.ID, Name: p.Name, Planned: p.Runs, Pos: p.Pos}
		b.order = append(b.order, t)
		b.cases[t.result.Key()] = t
	}
	return b
}

// Add takes one trial, and returns the case's result when it was the last one
// of its case.
func (b *Builder) Add(trial *eval.Trial) *eval.CaseResult {
	t := b.cases[trial.Key()]
	if t == nil {
		return nil
	}
	t.add(trial)
	for role, usage := range trial.Usage {
		b.usage[role] = b.usage[role].Add(usage)
	}
	if trial.Connector != "" {
		b.connectors[trial.Connector] = true
	}
	if t.seen != t.planned {
		return nil
	}
	result := t.finish()
	return &result
}

// Report is everything known of the run so far, without the gate's decision.
func (b *Builder) Report(duration eval.Millis, interrupted string) *eval.Report {
	r := &eval.Report{Start: *b.start, Cases: make([]eval.CaseResult, 0, len(b.order))}
	s := &r.Summary
	*s = eval.Summary{
		Total: len(b.order), Filtered: b.start.Plan.Filtered, DurationMS: duration,
		AgentID: strings.Join(b.start.Agents, ","), Connector: strings.Join(slices.Sorted(maps.Keys(b.connectors)), ","),
		RunsPerCase: b.start.Plan.Runs, TotalTrials: b.start.Plan.Trials,
		Usage: maps.Clone(b.usage), Interrupted: interrupted,
	}
	sum, rated := 0.0, 0
	for _, t := range b.order {
		c := t.finish()
		r.Cases = append(r.Cases, c)
		s.TotalRuns += c.Runs
		s.ErrorTrials += c.Errors
		count(s, c, t.unchecked)
		if c.PassRate != nil {
			sum += *c.PassRate
			rated++
		}
	}
	if rated > 0 {
		mean := sum / float64(rated)
		s.PassRate = &mean
	}
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
	case c.Stable:
		s.StableCases++
	default:
		s.Unstable++
	}
}
