// Package stability folds trials into what they say about each case and the
// run: counts, rates with their intervals, classes, durations, agreement. It
// is pure arithmetic over the vocabulary, reads no clock and decides nothing;
// gate does. What a figure cannot be known from is nil, never zero.
package stability

import (
	"math"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/stability/interval"
)

// rate is 100 * passed / of, nil of nothing.
func rate(passed, of int) *float64 {
	if of == 0 {
		return nil
	}
	r := 100 * float64(passed) / float64(of)
	return &r
}

// tally gathers one case while its trials end. Mean and deviation are sums by
// Welford's method (B. P. Welford, Technometrics 4, 1962), which loses no
// precision to a large mean. There is one per case, so it is kept small.
type tally struct {
	of        *eval.Case
	planned   int32
	rows      int32 // to come: the planned trials, or one row of a skipped case
	seen      int32
	passed    int32
	failed    int32
	errors    int32
	timeouts  int32
	skipped   int32
	excused   int32 // of the skipped, by themselves
	firstRun  int32 // the run reason is of
	unchecked bool
	excuse    bool // reason is why a trial took itself out, which tells nothing of the others
	reason    string
	mean, m2  float64
	min, max  float64
	several   *sample // nil for a single trial, which is its own median and agrees with nothing
}

func (t *tally) ran() int32 { return t.passed + t.failed + t.errors + t.timeouts }

func (t *tally) add(trial *eval.Trial) {
	t.seen++
	t.unchecked = trial.Unchecked
	switch trial.Status {
	case eval.Passed:
		t.passed++
	case eval.Failed:
		t.failed++
	case eval.Error:
		t.errors++
	case eval.Timeout:
		t.timeouts++
	case eval.Skipped:
		t.skipped++
	}
	run := int32(trial.Run)
	excuse := trial.Stopped == eval.StopExcused
	if reason := reasonOf(trial); reason != "" && (t.reason == "" || t.excuse && !excuse || t.excuse == excuse && run < t.firstRun) {
		t.firstRun, t.reason, t.excuse = run, reason, excuse
	}
	if t.planned > 1 && t.several == nil && (trial.Status != eval.Skipped || trial.Stopped != "") && trial.Stopped != eval.StopExcused {
		t.several = newSample()
	}
	if trial.Stopped == eval.StopExcused {
		t.excused++
		return
	}
	if trial.Status == eval.Skipped {
		if t.several != nil {
			t.several.held.add(trial)
		}
		return
	}
	if t.several != nil {
		t.several.add(trial)
	}
	ms := trial.TookMS().Float()
	delta := ms - t.mean
	t.mean += delta / float64(t.ran())
	t.m2 += delta * (ms - t.mean)
	if t.ran() == 1 || ms < t.min {
		t.min = ms
	}
	if t.ran() == 1 || ms > t.max {
		t.max = ms
	}
}

// reasonOf is why a trial did not pass.
func reasonOf(trial *eval.Trial) string {
	switch {
	case trial.Status == eval.Passed:
		return ""
	case trial.Error != "":
		return trial.Error
	default:
		return trial.Reason
	}
}

func (t *tally) result() eval.CaseResult {
	r := eval.CaseResult{
		Agent: t.of.Agent, ID: t.of.ID, Name: t.of.Name, Pos: t.of.Pos, Planned: int(t.planned - t.excused), Excused: int(t.excused), Runs: int(t.ran()),
		Passed: int(t.passed), Failed: int(t.failed), Errors: int(t.errors), Timeouts: int(t.timeouts),
		Skipped: int(t.skipped), Reason: t.reason,
	}
	scored := r.Passed + r.Failed + r.Timeouts
	r.PassRate, r.ScoredPassRate = rate(r.Passed, r.Runs), rate(r.Passed, scored)
	// A run that its own outcomes may have ended is no sample to infer from.
	if r.Runs == r.Planned {
		r.PassInterval = interval.Wilson(r.Passed, r.Runs)
		r.ScoredInterval = r.PassInterval
		if scored != r.Runs {
			r.ScoredInterval = interval.Wilson(r.Passed, scored)
		}
		r.PassAt, r.PassAll = interval.PassAt(r.Passed, r.Runs), interval.PassAll(r.Passed, r.Runs)
	}
	if missing := r.Planned - r.Runs; missing > 0 {
		r.PassBounds = &eval.Interval{*rate(r.Passed, r.Planned), *rate(r.Passed+missing, r.Planned)}
	}
	needed := r.Planned
	if t.several != nil {
		r.Stopped, r.Spared = t.several.held.reason, t.several.held.decided+t.several.held.settled
		needed -= t.several.held.decided
	}
	r.Class = classWithin(r)
	r.Stable = r.Class == eval.Stable
	r.Status = statusOf(r, needed)
	if r.Runs > 0 {
		figures := [...]float64{t.mean, t.min, t.max, math.Sqrt(t.m2 / float64(r.Runs))}
		r.AvgMS, r.MinMS, r.MaxMS, r.StdDevMS = &figures[0], &figures[1], &figures[2], &figures[3]
		r.P50MS, r.P95MS = r.MinMS, r.MinMS
	}
	if s := t.several; s != nil && r.Runs > 0 {
		r.P50MS, r.P95MS = quantile(0.5, s.took), quantile(0.95, s.took)
		r.Agreement = agreement(s.answers)
		r.Parting = s.parting(t.seen == t.rows)
		r.Noise = s.noise.attributed(t.passed)
	}
	return r
}

// classWithin is the class of a case whose trials may not all have run: the
// one it has whatever the missing trials would have done, else undetermined.
func classWithin(r eval.CaseResult) eval.Class {
	missing := r.Planned - r.Runs
	worst, best := eval.ClassOf(r.Passed, r.Planned), eval.ClassOf(r.Passed+missing, r.Planned)
	if worst != best {
		return eval.Undetermined
	}
	return worst
}

// statusOf is the worst of what happened; passed only when every trial ran
// that was needed.
func statusOf(r eval.CaseResult, needed int) eval.Status {
	switch {
	case r.Errors > 0:
		return eval.Error
	case r.Timeouts > 0:
		return eval.Timeout
	case r.Failed > 0:
		return eval.Failed
	case r.Passed > 0 && r.Runs >= needed:
		return eval.Passed
	default:
		return eval.Skipped
	}
}
