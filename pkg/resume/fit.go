package resume

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/plan"
	"github.com/surefoot-dev/surefoot/pkg/report/past"
)

// Cleaner takes secrets out, as they were taken out of the report.
type Cleaner interface {
	Text(string) string
	Value(eval.Value) eval.Value
}

// named is how many cases a problem names.
const named = 3

// Check tells whether the run that is asked for now, with this plan and this
// first row, is the one the report is of. What differs and does not matter is
// a warning.
func (r *Run) Check(p *plan.Plan, now *eval.Start, clean Cleaner) eval.Problems {
	if r.Start == nil {
		return nil
	}
	var problems eval.Problems
	at := eval.Pos{File: r.name, Line: 1}
	other := func(message, hint string) {
		problems = append(problems, eval.Problem{Pos: at, Message: "--resume: " + message, Hint: hint})
	}
	was := r.Start
	const restore = "give what the run had, or begin a new one without --resume"
	switch {
	case was.Plan.Shard != now.Plan.Shard:
		other(fmt.Sprintf("the report is of %s, and this run is %s", part(was.Plan), part(now.Plan)), restore)
	case was.Plan.Hash != now.Plan.Hash:
		other("the plan is another one: "+strings.Join(r.changed(p, now, clean), "; "), restore)
	case was.Plan.Cases != now.Plan.Cases || was.Plan.Trials != now.Plan.Trials:
		// The run would end well, and leave a report that nobody can read.
		other(fmt.Sprintf("the plan has %s and %s, and the report says %d and %d", eval.Plural(now.Plan.Cases, "case"), eval.Plural(now.Plan.Trials, "trial"), was.Plan.Cases, was.Plan.Trials), "the first row of the report was changed: begin a new run without --resume")
	case len(r.strange(p, clean)) > 0:
		other("the report has cases that the plan has not: "+strings.Join(r.strange(p, clean), ", "), restore)
	}
	switch a, b := was.Plan.Application, now.Plan.Application; {
	case a == "":
		problems = append(problems, eval.Problem{Pos: at, Message: "--resume: " + past.Undigested, Warning: true})
	case a != b:
		other(fmt.Sprintf("the application has changed since, or a file that cases attach: its digest was %q, and is %q", eval.Clip(a), eval.Clip(b)),
			"put its files back, or begin a new run without --resume")
	}
	if a, b := was.Plan.Since, now.Plan.Since; a != b {
		other(fmt.Sprintf("the change of --affected was measured from %q, and is from %q", eval.Clip(a), eval.Clip(b)), restore)
	}
	if a, b := past.PolicyText(was), past.PolicyText(now); a != b {
		other(fmt.Sprintf("the gate's policy was %s, and is %s", a, b), restore)
	}
	for _, d := range past.Foreign(was, now) {
		other(fmt.Sprintf("%s was %q, and is %q", d.What, eval.Clip(d.A), eval.Clip(d.B)), restore)
	}
	for _, d := range past.Noted(was, now) {
		problems = append(problems, eval.Problem{Pos: at, Message: fmt.Sprintf("%s was %q, and is %q", d.What, eval.Clip(d.A), eval.Clip(d.B)), Warning: true})
	}
	return problems
}

func part(p eval.PlanFacts) string {
	if p.Shard == "" {
		return "the whole plan"
	}
	return "shard " + p.Shard
}

// runs is what --runs was.
func runs(p eval.PlanFacts) string {
	if p.MinRuns == 0 {
		return strconv.Itoa(p.Runs)
	}
	return fmt.Sprintf("%d..%d", p.MinRuns, p.Runs)
}

// planned are the cases of the plan by their keys in the report.
func planned(p *plan.Plan, clean Cleaner) map[eval.Key]*eval.Case {
	cases := make(map[eval.Key]*eval.Case, len(p.Cases))
	for _, c := range p.Cases {
		cases[eval.Key{Agent: clean.Text(c.Agent), ID: clean.Text(c.ID)}] = c
	}
	return cases
}

// strange are cases of the report that do not stand in the plan as they did.
func (r *Run) strange(p *plan.Plan, clean Cleaner) []string {
	var ids []string
	cases := planned(p, clean)
	for i := range r.report.Cases {
		told := &r.report.Cases[i]
		if c := cases[told.Key()]; c == nil || p.RunsOf(c) != told.Planned+told.Excused {
			ids = append(ids, strconv.Quote(eval.Clip(told.ID)))
		}
	}
	return ids
}

// changed says in what the plan differs from the one of the report, as far as
// the report tells of it.
func (r *Run) changed(p *plan.Plan, now *eval.Start, clean Cleaner) []string {
	var found, gone, other []string
	was := r.Start.Plan
	if was.Runs != now.Plan.Runs || was.MinRuns != now.Plan.MinRuns {
		found = append(found, fmt.Sprintf("--runs was %s, and is %s", runs(was), runs(now.Plan)))
	}
	if was.Cases != now.Plan.Cases || was.Filtered != now.Plan.Filtered {
		found = append(found, fmt.Sprintf("%s were selected of %d, and now %d of %d", eval.Plural(was.Cases, "case"), was.Cases+was.Filtered, now.Plan.Cases, now.Plan.Cases+now.Plan.Filtered))
	}
	cases := planned(p, clean)
	for i := range r.report.Cases {
		told := &r.report.Cases[i]
		c, l := cases[told.Key()], r.cases[told.Key()]
		switch {
		case c == nil:
			gone = append(gone, strconv.Quote(eval.Clip(told.ID)))
		case was.Runs == now.Plan.Runs && p.RunsOf(c) != told.Planned+told.Excused,
			l != nil && !clean.Value(c.Input).Equal(l.input):
			other = append(other, strconv.Quote(eval.Clip(told.ID)))
		}
	}
	if len(gone) > 0 {
		found = append(found, "gone: "+few(gone))
	}
	if len(other) > 0 {
		found = append(found, "changed: "+few(other))
	}
	if len(found) == 0 {
		found = append(found, "the text or the order of cases has changed")
	}
	return found
}

// few names some of the ids, and says how many more there are.
func few(ids []string) string {
	if len(ids) <= named {
		return strings.Join(ids, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(ids[:named], ", "), len(ids)-named)
}
