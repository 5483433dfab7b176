package past

import (
	"errors"
	"fmt"
	"maps"
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

// toldCase is a case's figures as the file has them.
type toldCase struct {
	place  string
	result *eval.CaseResult
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

// replace puts the figures that the file has of cases in the place of those
// its trials give, which must be the same: they may be known more exactly.
func (f *fold) replace(cases []eval.CaseResult) error {
	at := make(map[eval.Key]int, len(cases))
	for i := range cases {
		at[cases[i].Key()] = i
	}
	for _, told := range f.told {
		c := told.result
		i, known := at[c.Key()]
		if !known {
			return fmt.Errorf("%s: case %q has figures and no trials: rows are missing", told.place, eval.Clip(c.ID))
		}
		if counts(c) != counts(&cases[i]) || c.Status != cases[i].Status {
			return fmt.Errorf("%s: case %q: %d of %s passed, %s, by these figures, but by its trials %d of %d, %s", told.place, eval.Clip(c.ID),
				c.Passed, eval.Plural(c.Planned, "trial"), c.Status, cases[i].Passed, cases[i].Planned, cases[i].Status)
		}
		if c.Class != cases[i].Class {
			return fmt.Errorf("%s: case %q: its class is %q by these figures, but by its trials %q", told.place, eval.Clip(c.ID), eval.Clip(string(c.Class)), cases[i].Class)
		}
		if c.Stopped != cases[i].Stopped || c.PassBounds != nil && (cases[i].PassBounds == nil || *c.PassBounds != *cases[i].PassBounds) {
			return fmt.Errorf("%s: case %q: its figures do not tell of the trials that did not run what these themselves tell", told.place, eval.Clip(c.ID))
		}
		if !parts(c.Parting, c.Failed+c.Timeouts, c.Passed) {
			return fmt.Errorf("%s: case %q: its parting is not one of its trials", told.place, eval.Clip(c.ID))
		}
		cases[i] = *c
	}
	return nil
}

// fits refuses a comparison of other figures than those of the cases, or one
// that counts its changes wrongly.
func (f *fold) fits(cases []eval.CaseResult) error {
	if f.compared == nil {
		return nil
	}
	of := make(map[eval.Key]*eval.CaseResult, len(cases))
	for i := range cases {
		of[cases[i].Key()] = &cases[i]
	}
	count := map[eval.Change]int{}
	for i := range f.compared.Cases {
		change := &f.compared.Cases[i]
		wrong := func(what string) error {
			return fmt.Errorf("%s: the comparison does not fit the report: case %q %s", f.beside, eval.Clip(change.ID), what)
		}
		count[change.Change]++
		c := of[change.Key()]
		switch {
		case !known(change.Change):
			return wrong(fmt.Sprintf("became %q, which is no change", eval.Clip(string(change.Change))))
		case change.Head == nil && c != nil && change.Change != eval.Unaffected:
			return wrong("is not in this run by it, and has trials")
		case change.Head != nil && c == nil:
			return wrong("is in this run by it, and has no trials")
		case change.Head != nil && !same(change.Head, c):
			return wrong(fmt.Sprintf("passed %d of %s by it, by its trials %d of %d", change.Head.Passed, eval.Plural(change.Head.Planned, "trial"), c.Passed, c.Planned))
		case change.Parting != nil && (change.Head == nil || change.Base == nil || !parts(change.Parting, change.Head.Failed+change.Head.Timeouts, change.Base.Passed)):
			return wrong("has a parting of other trials than these")
		}
		delete(of, change.Key())
	}
	for i := range cases {
		if of[cases[i].Key()] != nil {
			return fmt.Errorf("%s: the comparison does not fit the report: it has no case %q, or has it twice", f.beside, eval.Clip(cases[i].ID))
		}
	}
	if !maps.Equal(count, f.compared.Count) {
		return fmt.Errorf("%s: the comparison does not fit the report: its changes are not what it counts", f.beside)
	}
	return nil
}

func same(o *eval.CaseOutcome, c *eval.CaseResult) bool {
	return [...]int{o.Planned, o.Runs, o.Passed, o.Failed, o.Errors, o.Timeouts, o.Spared} == [...]int{c.Planned, c.Runs, c.Passed, c.Failed, c.Errors, c.Timeouts, c.Spared}
}

func known(c eval.Change) bool { return slices.Contains(eval.Changes(), c) }

func counts(c *eval.CaseResult) [9]int {
	return [...]int{c.Planned, c.Runs, c.Passed, c.Failed, c.Errors, c.Timeouts, c.Skipped, c.Spared, c.Excused}
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
