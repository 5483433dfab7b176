package resume

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/past"
)

// Run is a run that goes on. It is used from one goroutine.
type Run struct {
	Start   *eval.Start   // nil of a run that was killed before it wrote a row
	Summary *eval.Summary // of a run that is finished, so that nothing is to be done; else nil

	name   string
	anew   bool // its comparison, and the end that follows from that, are to be written again
	report *past.Report
	done   map[trialKey]*eval.Trial // what schedulers look at of the trials that are there
	cases  map[eval.Key]*left
}

type trialKey struct {
	eval.Key
	run int
}

// left is a case with trials in the report.
type left struct {
	planned, done int
	input         eval.Value
}

// whole reports whether every row of the case is there.
func (l *left) whole() bool { return l.done == max(l.planned, 1) }

// Read reads the report that people know by name. The file stays the caller's,
// and must stay open for the trials.
func Read(file io.ReaderAt, name string) (*Run, error) {
	r := &Run{name: name, done: map[trialKey]*eval.Trial{}, cases: map[eval.Key]*left{}}
	unborn, err := unborn(file)
	if err != nil {
		return nil, fmt.Errorf("cannot read report %q: %w", name, eval.Bare(err))
	}
	if unborn {
		return r, nil
	}
	if r.report, err = past.Read(file, name); err != nil {
		return nil, err
	}
	r.Start = &r.report.Start
	if r.report.Early == "" && r.report.Summary.Interrupted == "" && !r.undecided() {
		r.Summary = &r.report.Summary
	}
	for t, err := range r.report.Trials() {
		if err != nil {
			return nil, err
		}
		if r.Keep(t) {
			r.add(t)
		}
	}
	return r, nil
}

// undecided reports whether trials were skipped that the verdict waits for. A
// run may end before its time is up, where none of what is left could have its
// turn within it. A schedule that stops has its verdict.
func (r *Run) undecided() bool {
	return r.report.Decision.Verdict == eval.VerdictInconclusive &&
		slices.ContainsFunc(r.report.Cases, func(c eval.CaseResult) bool { return c.Runs < c.Planned })
}

// unborn reports whether the file ends within its first row.
func unborn(file io.ReaderAt) (bool, error) {
	const begin = `{"type":"start",`
	text, err := bufio.NewReader(io.NewSectionReader(file, 0, math.MaxInt64)).ReadBytes('\n')
	if !errors.Is(err, io.EOF) {
		return false, err
	}
	n := min(len(text), len(begin))
	return bytes.Equal(text[:n], []byte(begin[:n])) && !json.Valid(text), nil
}

func (r *Run) add(t *eval.Trial) {
	l := r.cases[t.Key()]
	if l == nil {
		l = &left{planned: t.Planned, input: t.Input}
		r.cases[t.Key()] = l
	}
	l.done++
	r.done[trialKey{t.Key(), t.Run}] = &eval.Trial{
		Agent: t.Agent, ID: t.ID, Run: t.Run, Planned: t.Planned, Status: t.Status, Reason: t.Reason, Stopped: t.Stopped,
		Usage: t.Usage, DurationMS: t.DurationMS, WaitedMS: t.WaitedMS, QueuedMS: t.QueuedMS,
	}
}

// Compare says that the run is put beside a baseline, be it finished, so that
// its report does not keep the comparison and the verdict that it has.
func (r *Run) Compare() { r.anew = true }

// Comparison is that of a run that is finished, nil where it has none or gets
// another one.
func (r *Run) Comparison() *eval.Comparison {
	if !r.Finished() || r.anew {
		return nil
	}
	return r.report.Comparison
}

// Finished reports whether the run came to the end of its plan.
func (r *Run) Finished() bool { return r.Summary != nil }

// Done is how many rows the case has there, as the report names it.
func (r *Run) Done(key eval.Key) int {
	if l := r.cases[key]; l != nil {
		return l.done
	}
	return 0
}

// Keep reports whether a row of the report stays: of a finished run each one,
// but for its end where that is to be written again, else the start, what was
// done besides trials, the trials that ran or were never to run, and the figures of
// cases all of whose trials are there. A trial that was skipped as the run
// ended is one to run.
func (r *Run) Keep(ev eval.Event) bool {
	switch ev := ev.(type) {
	case *eval.Start, *eval.Work:
		return true
	case *eval.Trial:
		return r.Finished() || ev.Status != eval.Skipped || ev.Planned == 0 || ev.Stopped == eval.StopExcused
	case *eval.CaseResult:
		l := r.cases[ev.Key()]
		return r.Finished() || l != nil && l.whole()
	case *eval.Comparison, *eval.Summary, *eval.Decision:
		return r.Finished() && !r.anew
	default:
		return false
	}
}

// Work is what the run did before besides its trials.
func (r *Run) Work() []eval.Work {
	if r.report == nil {
		return nil
	}
	return r.report.Work
}

// Trials are the trials that are there, one in memory at a time, case by case
// and by run.
func (r *Run) Trials() iter.Seq2[*eval.Trial, error] {
	return func(yield func(*eval.Trial, error) bool) {
		if r.report == nil {
			return
		}
		for t, err := range r.report.Trials() {
			if err == nil && !r.Keep(t) {
				continue
			}
			if !yield(t, err) {
				return
			}
		}
	}
}
