package past

import (
	"errors"
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// whole refuses a report that has an end, and not all before it.
func (f *fold) whole(r *eval.Report) error {
	if f.summary == nil {
		if f.decision != nil {
			return fmt.Errorf("%s: the report is not whole: it has a gate row and no summary", f.name)
		}
		return nil
	}
	if f.summary.Interrupted != endsEarly {
		if err := f.complete(r); err != nil {
			return err
		}
	}
	return f.agree(&r.Summary)
}

// complete refuses a report that lacks a trial of its plan.
func (f *fold) complete(r *eval.Report) error {
	planned := 0
	for i := range r.Cases {
		c := &r.Cases[i]
		planned += c.Planned + c.Excused
		if want, got := max(c.Planned+c.Excused, 1), f.cases[c.Key()].seen; got != want {
			return f.lost(fmt.Sprintf("case %q has %d of its %s", eval.Clip(c.ID), got, eval.Plural(want, "result row")))
		}
	}
	if len(r.Cases) != f.start.Plan.Cases || planned != f.start.Plan.Trials {
		return f.lost(fmt.Sprintf("it has %s and %s, of %d and %d that were planned", eval.Plural(len(r.Cases), "case"), eval.Plural(planned, "trial"), f.start.Plan.Cases, f.start.Plan.Trials))
	}
	return nil
}

// agree refuses a summary that counts otherwise than the trials do.
func (f *fold) agree(rows *eval.Summary) error {
	told := f.summary
	for _, c := range []struct {
		what       string
		told, rows int
	}{
		{"trials", told.TotalRuns, rows.TotalRuns},
		{"passed cases", told.Passed, rows.Passed},
		{"failed cases", told.Failed, rows.Failed},
		{"cases with errors", told.Errors, rows.Errors},
		{"cases that timed out", told.Timeouts, rows.Timeouts},
		{"trials with errors", told.ErrorTrials, rows.ErrorTrials},
		{"trials that were not needed", spared(told), spared(rows)},
	} {
		if c.told != c.rows {
			return f.lost(fmt.Sprintf("the summary counts %d %s, the result rows %d", c.told, c.what, c.rows))
		}
	}
	return nil
}

func spared(s *eval.Summary) int {
	if s.Saved == nil {
		return 0
	}
	return s.Saved.Trials
}

func (f *fold) lost(what string) error {
	text := f.summedAt + ": the report is not whole: " + what
	if faults := f.summary.ReportFaults; len(faults) > 0 {
		text += " (the run said: " + eval.Clip(faults[0]) + ")"
	}
	return errors.New(text)
}
