package history

import (
	"cmp"
	"slices"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// What a file keeps. A case that none of the runs has is forgotten; an entry of
// the quarantine never is.
const (
	maxRuns    = 200 // the last runs
	maxEntries = 50  // of a case, in these
	allEntries = 500_000
	minEntries = 10 // of a case, however many cases there are
)

// History is what is known of earlier runs. The zero value knows nothing. It is
// used from one goroutine.
type History struct {
	Quarantine []Quarantine // in the order of the file

	runs  []numbered // oldest first
	cases map[eval.Key][]entry
}

// Run is one run. Two are the same when they began at the same time with the
// same plan: a run that was resumed, or shards that were merged again. An
// attempt that repeats a run is another one, since the first would be lost
// wherever somebody repeats what failed.
type Run struct {
	Time   time.Time // when it began
	Plan   string    // the hash of what was to run
	Commit string    // "" is unknown
	Link   string    // of its page, "" where there is none
}

func (r Run) same(o Run) bool { return r.Plan == o.Plan && r.Time.Equal(o.Time) }

func (r Run) moment() *eval.Moment {
	return &eval.Moment{Time: r.Time.UTC(), Commit: r.Commit, Run: r.Link}
}

// numbered is a run with the number that entries name it by.
type numbered struct {
	number int
	Run
}

// entry is what one run said of a case.
type entry struct {
	run    int // its number
	passed int
	trials int // that ran
	errors int // of these
}

// Evidence reports whether a result tells anything of its agent that the run
// itself did not choose: all trials ran, or were stopped since no other could
// change anything, or one has failed, so that the case has not passed whatever
// the missing ones would have done. Trials that ended in an error tell nothing.
func Evidence(c *eval.CaseResult) bool {
	whole := c.Runs+c.Spared == c.Planned
	return c.Runs > c.Errors && (whole || c.Failed+c.Timeouts > 0)
}

// Add takes in what a run said of its cases, in place of what the same run said
// before, and forgets what is too long ago.
func (h *History) Add(run Run, cases []eval.CaseResult) {
	var told []*eval.CaseResult
	for i := range cases {
		if Evidence(&cases[i]) {
			told = append(told, &cases[i])
		}
	}
	if len(told) == 0 {
		return
	}
	number := h.number(run)
	if h.cases == nil {
		h.cases = map[eval.Key][]entry{}
	}
	for _, c := range told {
		entries := slices.DeleteFunc(h.cases[c.Key()], func(e entry) bool { return e.run == number })
		h.cases[c.Key()] = append(entries, entryOf(number, c))
	}
	h.settle()
}

func entryOf(number int, c *eval.CaseResult) entry {
	return entry{run: number, passed: c.Passed, trials: c.Runs, errors: c.Errors}
}

// number is the run's, which it gets if it has none.
func (h *History) number(run Run) int {
	next := 1
	for i := range h.runs {
		if h.runs[i].same(run) {
			h.runs[i].Commit, h.runs[i].Link = run.Commit, run.Link
			return h.runs[i].number
		}
		next = max(next, h.runs[i].number+1)
	}
	run.Time = run.Time.UTC()
	h.runs = append(h.runs, numbered{next, run})
	return next
}

// settle puts everything in the order of time, and keeps the bounds.
func (h *History) settle() {
	slices.SortStableFunc(h.runs, func(a, b numbered) int {
		return cmp.Or(a.Time.Compare(b.Time), cmp.Compare(a.Plan, b.Plan))
	})
	h.runs = h.runs[max(0, len(h.runs)-maxRuns):]
	at := h.places()
	most := maxEntries
	if len(h.cases) > 0 {
		most = min(max(allEntries/len(h.cases), minEntries), maxEntries)
	}
	for key, entries := range h.cases {
		entries = slices.DeleteFunc(entries, func(e entry) bool { _, known := at[e.run]; return !known })
		slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(at[a.run], at[b.run]) })
		entries = entries[max(0, len(entries)-most):]
		if len(entries) == 0 {
			delete(h.cases, key)
			continue
		}
		h.cases[key] = entries
	}
}

// places are where runs stand, by number.
func (h *History) places() map[int]int {
	at := make(map[int]int, len(h.runs))
	for i, run := range h.runs {
		at[run.number] = i
	}
	return at
}

// Keys are the cases that are known, sorted.
func (h *History) Keys() []eval.Key {
	keys := make([]eval.Key, 0, len(h.cases))
	for key := range h.cases {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b eval.Key) int { return cmp.Or(cmp.Compare(a.Agent, b.Agent), cmp.Compare(a.ID, b.ID)) })
	return keys
}

// Runs is how many runs are known.
func (h *History) Runs() int { return len(h.runs) }
