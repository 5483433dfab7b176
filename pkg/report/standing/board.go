package standing

import (
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
)

// Kind is why a case is to be looked at.
type Kind int

// The kinds, in the order of their importance.
const (
	Regressed   Kind = iota // worse than its baseline by more than chance, whatever the gate lets pass
	Failing                 // the agent does wrong, and did not before or nobody knows
	Known                   // the agent does wrong, and the run before would not have passed either
	Broken                  // nothing but errors, which say nothing of the agent
	Undecided               // trials are missing that could still decide it
	Quarantined             // out of the gate for a time, however it does
	Fine                    // it passes, or did not run
)

// Board is the cases of a report beside what is known of their past. It does
// not change, and may be asked from several goroutines.
type Board struct {
	report  *eval.Report
	changes map[eval.Key]*eval.CaseChange
}

// New makes the board of a report, which must not change after.
func New(r *eval.Report) *Board {
	b := &Board{report: r, changes: map[eval.Key]*eval.CaseChange{}}
	if r.Comparison != nil {
		for i := range r.Comparison.Cases {
			change := &r.Comparison.Cases[i]
			b.changes[change.Key()] = change
		}
	}
	return b
}

// Change is what became of the case since the baseline, nil where nothing is
// told of it.
func (b *Board) Change(c *eval.CaseResult) *eval.CaseChange { return b.changes[c.Key()] }

// Verdict is what the policy makes of one case, for formats in which every case
// passes or fails by itself: [gate.Case], but that one which regressed does not
// pass where none may.
func (b *Board) Verdict(c *eval.CaseResult) eval.Verdict {
	verdict := gate.Case(b.report.Start.Policy, b.report, c)
	if change := b.Change(c); verdict == eval.VerdictPassed && b.report.Start.Policy.NoRegression && change != nil && change.Change == eval.Regressed && !gate.Outside(c) {
		return eval.VerdictFailed
	}
	return verdict
}

// Kind is why the case is to be looked at.
func (b *Board) Kind(c *eval.CaseResult) Kind {
	if c.Runs == 0 {
		return Fine
	}
	if gate.Outside(c) {
		return Quarantined
	}
	if change := b.Change(c); change != nil && change.Change == eval.Regressed {
		return Regressed
	}
	switch verdict := b.Verdict(c); {
	case verdict == eval.VerdictPassed:
		return Fine
	case verdict == eval.VerdictInconclusive:
		return Undecided
	case c.Failed+c.Timeouts == 0 && c.Errors > 0:
		return Broken
	case b.failedBefore(c):
		return Known
	default:
		return Failing
	}
}

// failedBefore tells that the policy would not have let the case pass in the
// run before: in the baseline, else in the last run that is remembered.
func (b *Board) failedBefore(c *eval.CaseResult) bool {
	if change := b.Change(c); change != nil && change.Base != nil {
		base := change.Base
		before := eval.CaseResult{
			Planned: base.Planned, Runs: base.Runs, Passed: base.Passed, Failed: base.Failed, Errors: base.Errors, Timeouts: base.Timeouts,
		}
		report := eval.Report{Summary: eval.Summary{ErrorTrials: base.Errors}}
		return base.Failed+base.Timeouts > 0 && gate.Case(b.report.Start.Policy, &report, &before) == eval.VerdictFailed
	}
	if m := c.Memory; m != nil && len(m.PassRates) > 1 {
		least, name := asked(&b.report.Start.Policy)
		if name == "" {
			least = 100
		}
		return m.PassRates[len(m.PassRates)-2] < least
	}
	return false
}
