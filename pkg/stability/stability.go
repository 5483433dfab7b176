// Package stability folds trials into what they say about each case and the
// run: counts, rates, classes and durations. It is pure arithmetic over the
// vocabulary, reads no clock and decides nothing; gate does.
package stability

import (
	"math"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Rate is 100 * passed / of, nil of nothing.
func Rate(passed, of int) *float64 {
	if of == 0 {
		return nil
	}
	r := 100 * float64(passed) / float64(of)
	return &r
}

// tally gathers one case while its trials end. It keeps sums, not trials, by
// Welford's method (B. P. Welford, Technometrics 4, 1962), which loses no
// precision to a large mean.
type tally struct {
	result    eval.CaseResult
	planned   int // trials the plan has, or 1 for a skipped case's row
	seen      int
	unchecked bool
	firstRun  int // the run Reason is of
	mean, m2  float64
	min, max  float64
}

func (t *tally) add(trial *eval.Trial) {
	t.seen++
	r := &t.result
	t.unchecked = trial.Unchecked
	switch trial.Status {
	case eval.Passed:
		r.Passed++
	case eval.Failed:
		r.Failed++
	case eval.Error:
		r.Errors++
	case eval.Timeout:
		r.Timeouts++
	case eval.Skipped:
		r.Skipped++
	}
	if reason := reasonOf(trial); reason != "" && (t.firstRun == 0 || trial.Run < t.firstRun || r.Reason == "") {
		t.firstRun, r.Reason = trial.Run, reason
	}
	if trial.Status == eval.Skipped {
		return
	}
	r.Runs++
	ms := trial.DurationMS.Float()
	delta := ms - t.mean
	t.mean += delta / float64(r.Runs)
	t.m2 += delta * (ms - t.mean)
	if r.Runs == 1 || ms < t.min {
		t.min = ms
	}
	if r.Runs == 1 || ms > t.max {
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

func (t *tally) finish() eval.CaseResult {
	r := t.result
	r.PassRate = Rate(r.Passed, r.Runs)
	r.ScoredPassRate = Rate(r.Passed, r.Passed+r.Failed+r.Timeouts)
	r.Class = classWithin(r)
	r.Stable = r.Class == eval.Stable
	r.Status = statusOf(r)
	if r.Runs > 0 {
		deviation := math.Sqrt(t.m2 / float64(r.Runs))
		mean, low, high := t.mean, t.min, t.max
		r.AvgMS, r.MinMS, r.MaxMS, r.StdDevMS = &mean, &low, &high, &deviation
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

// statusOf is the worst of what happened; passed only when every trial ran.
func statusOf(r eval.CaseResult) eval.Status {
	switch {
	case r.Errors > 0:
		return eval.Error
	case r.Timeouts > 0:
		return eval.Timeout
	case r.Failed > 0:
		return eval.Failed
	case r.Passed > 0 && r.Runs == r.Planned:
		return eval.Passed
	default:
		return eval.Skipped
	}
}
