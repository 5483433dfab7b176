package compare

import (
	"crypto/sha256"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/stability/parting"
)

// Run is one of the two runs: its figures, and what its trials say beyond
// them. Traits may be nil, and then inputs, tokens and costs are unknown.
type Run struct {
	Report *eval.Report
	Traits *Traits

	// Unaffected are the cases that were left out since a change does not reach
	// them, where they are known: a report only counts them.
	Unaffected []eval.Key
}

// Traits keep of each case what its figures do not have: a digest of its input,
// what its trials took and, of several, which steps. The zero value is ready. They are used from one
// goroutine.
type Traits struct{ of map[eval.Key]*trait }

type trait struct {
	input [sha256.Size]byte
	known bool // the input
	usage eval.Usage
	steps *parting.Trials // nil of a single trial
}

// Add takes note of a trial, in any order.
func (t *Traits) Add(trial *eval.Trial) {
	if t.of == nil {
		t.of = map[eval.Key]*trait{}
	}
	of := t.of[trial.Key()]
	if of == nil {
		of = &trait{}
		t.of[trial.Key()] = of
	}
	if !of.known && !trial.Input.IsZero() {
		of.input, of.known = sha256.Sum256([]byte(trial.Input.Normal())), true
	}
	if trial.Planned > 1 {
		if of.steps == nil {
			of.steps = &parting.Trials{}
		}
		of.steps.Add(trial)
	}
	for _, usage := range trial.Usage {
		of.usage = of.usage.Add(usage)
	}
}

// Usage is what the trials of a case took together; the zero Usage of a case
// that is not known.
func (t *Traits) Usage(key eval.Key) eval.Usage {
	if of := t.of[key]; of != nil {
		return of.usage
	}
	return eval.Usage{}
}

// Event is Add of the events of a run, so that traits can be one of its
// readers.
func (t *Traits) Event(ev eval.Event) error {
	if trial, ok := ev.(*eval.Trial); ok {
		t.Add(trial)
	}
	return nil
}

// trait is that of a case, never nil.
func (r Run) trait(key eval.Key) *trait {
	if r.Traits != nil {
		if t := r.Traits.of[key]; t != nil {
			return t
		}
	}
	return &trait{}
}

// broken reports whether the run's report lacks cases of its plan, as that of a
// run does which was killed.
func (r Run) broken() bool { return len(r.Report.Cases) < r.Report.Start.Plan.Cases }

// partial reports whether the run had only some of the cases there are, and
// nobody knows which it left out: by its filters, as one shard, or since a
// change does not reach them.
func (r Run) partial() bool {
	plan := r.Report.Start.Plan
	return plan.Filtered > 0 || plan.Shard != "" || plan.Unaffected > len(r.Unaffected)
}

// mayHaveLeft reports whether a case of a later run that this one does not have
// may have been there all the same, and was left out. With the same filters it
// would have been left out of the later one too.
func (r Run) mayHaveLeft(later Run) bool {
	a, b := &r.Report.Start, &later.Report.Start
	filters := func(s *eval.Start) [3]string {
		return [...]string{s.Settings["run"], s.Settings["case"], s.Settings["tag"]}
	}
	return a.Plan.Shard != "" || a.Plan.Unaffected > len(r.Unaffected) || a.Plan.Filtered > 0 && filters(a) != filters(b)
}
