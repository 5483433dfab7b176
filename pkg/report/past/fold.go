package past

import (
	"fmt"
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/stability"
)

// endsEarly is why the verdict of a report without an end is not known. Such
// a report keeps the words in every format.
const endsEarly = "the report ends early: the run was killed"

// fold makes a report of the parts of a file, which come in the order the
// file has them.
type fold struct {
	name     string
	start    eval.Start
	builder  *stability.Builder
	cases    map[eval.Key]*rows
	told     []toldCase
	compared *eval.Comparison
	beside   string // where that stands
	summary  *eval.Summary
	summedAt string
	decision *eval.Decision
	torn     bool
	warning  string
	early    string
	last     string // the place of the last row
}

// rows are what the file has of one case.
type rows struct {
	planned int
	seen    int
}

func newFold(name string) *fold {
	f := &fold{name: name, cases: map[eval.Key]*rows{}}
	f.builder = stability.NewBuilder(&f.start, nil, nil)
	return f
}

func (f *fold) see(place string, ev eval.Event) error {
	f.last = place
	switch ev := ev.(type) {
	case *eval.Start:
		f.start = *ev
	case *eval.Trial:
		if err := f.trial(ev); err != nil {
			return fmt.Errorf("%s: case %q: %w", place, eval.Clip(ev.ID), err)
		}
	case *eval.CaseResult:
		f.told = append(f.told, toldCase{place, ev})
	case *eval.Work:
		f.builder.Work(ev)
	case *eval.Comparison:
		f.compared, f.beside = ev, place
	case *eval.Summary:
		f.summary, f.summedAt = ev, place
	case *eval.Decision:
		if err := decided(ev); err != nil {
			return fmt.Errorf("%s: %w", place, err)
		}
		f.decision = ev
	}
	return nil
}

// decided refuses a verdict that is none, or not the one its conditions have
// led to: it is that of the worst of them.
func decided(d *eval.Decision) error {
	known := []eval.Verdict{eval.VerdictPassed, eval.VerdictInconclusive, eval.VerdictFailed}
	if !slices.Contains(known, d.Verdict) {
		return fmt.Errorf("unknown verdict %q", eval.Clip(string(d.Verdict)))
	}
	worst := eval.VerdictPassed
	for _, c := range d.Conditions {
		if !slices.Contains(known, c.Verdict) {
			return fmt.Errorf("condition %q: unknown verdict %q", eval.Clip(c.Name), eval.Clip(string(c.Verdict)))
		}
		if slices.Index(known, c.Verdict) > slices.Index(known, worst) {
			worst = c.Verdict
		}
	}
	// A report that ends early has no conditions, since nothing was decided.
	switch {
	case len(d.Conditions) == 0 && d.Verdict != eval.VerdictInconclusive:
		return fmt.Errorf("the verdict is %q, and no condition says why", d.Verdict)
	case len(d.Conditions) > 0 && d.Verdict != worst:
		return fmt.Errorf("the verdict is %q, but its conditions make it %q", d.Verdict, worst)
	}
	return nil
}

func (f *fold) trial(t *eval.Trial) error {
	r := f.cases[t.Key()]
	if r == nil {
		r = &rows{planned: t.Planned}
		f.cases[t.Key()] = r
		f.builder.Expect(&eval.Case{Agent: t.Agent, ID: t.ID, Name: t.Name, Pos: t.Pos}, t.Planned)
	}
	r.seen++
	switch {
	case !slices.Contains([]eval.Status{eval.Passed, eval.Failed, eval.Error, eval.Timeout, eval.Skipped}, t.Status):
		return fmt.Errorf("unknown status %q", eval.Clip(string(t.Status)))
	case t.Planned != r.planned:
		return fmt.Errorf("this row plans %s, an earlier one %d", eval.Plural(t.Planned, "trial"), r.planned)
	case t.Planned < 0 || t.Planned > eval.MaxRuns || t.Run < 1 || t.Run > max(t.Planned, 1):
		return fmt.Errorf("there is no trial %d of %d", t.Run, t.Planned)
	case t.Stopped != "" && (t.Status != eval.Skipped || t.Planned == 0):
		return fmt.Errorf("it was held back (%q), and yet is %s", eval.Clip(string(t.Stopped)), t.Status)
	case t.Stopped != "" && !t.Stopped.Spared() && t.Stopped != eval.StopBudget && t.Stopped != eval.StopExcused:
		return fmt.Errorf("unknown reason %q to hold a trial back", eval.Clip(string(t.Stopped)))
	case t.Planned == 0 && t.Status != eval.Skipped:
		return fmt.Errorf("%s, but no trial was planned", t.Status)
	}
	f.builder.Add(t)
	return nil
}

// report is what the file says, once its parts are known to fit.
func (f *fold) report() (*eval.Report, error) {
	switch {
	case f.start.SchemaVersion < 1:
		return nil, fmt.Errorf("%s: not a report: it has no schema version", f.name)
	case f.torn && f.decision != nil:
		return nil, fmt.Errorf("%s: a cut row stands behind the end of the report: it holds rows of two runs (give each a file of its own)", f.name)
	}
	f.early, f.warning = "", ""
	r := f.builder.Report(0, "")
	// In parallel, trials end in no order; the plan's is that of the inputs.
	slices.SortStableFunc(r.Cases, InPlanOrder(f.start.Plan.Inputs))
	if err := f.whole(r); err != nil {
		return nil, err
	}
	if err := f.replace(r.Cases); err != nil {
		return nil, err
	}
	if err := f.fits(r.Cases); err != nil {
		return nil, err
	}
	r.Comparison = f.compared
	if f.summary != nil {
		r.Summary = *f.summary
	} else {
		f.cut(&r.Summary)
	}
	if f.decision != nil {
		r.Decision = *f.decision
	} else {
		r.Decision = eval.Decision{Verdict: eval.VerdictInconclusive, Title: string(eval.VerdictInconclusive) + ": " + endsEarly, Conditions: []eval.Condition{}}
	}
	if f.decision == nil || r.Summary.Interrupted == endsEarly {
		f.early = f.last
		f.warning = fmt.Sprintf("the report ends early: the run was killed, or is not over; of %s %d ended", eval.Plural(f.start.Plan.Trials, "trial"), r.Summary.TotalRuns)
		if r.Decision.Verdict != eval.VerdictInconclusive {
			return nil, fmt.Errorf("%s: the report ends early, and yet its verdict is %q", f.name, r.Decision.Verdict)
		}
	}
	return r, nil
}

// cut completes the summary of a report without one: what it does not tell of
// was not run, for all that is known.
func (f *fold) cut(s *eval.Summary) {
	s.Interrupted = endsEarly
	s.PassInterval = nil // cases may be missing
	if missing := f.start.Plan.Cases - s.Total; missing > 0 {
		s.Skipped += missing
		s.Total += missing
	}
}
