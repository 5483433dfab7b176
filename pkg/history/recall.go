package history

import (
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Recall is what earlier runs say of a case together with this one, which is
// the last of them whatever other clocks said. Its quarantine is not set.
func (h *History) Recall(run Run, c *eval.CaseResult) *eval.Memory {
	entries, runs := h.before(run, c.Key())
	m := &eval.Memory{Runs: len(entries), PassRates: []float64{}}
	for _, e := range entries {
		if e.outcome() == whole {
			m.Passed++
		}
	}
	now := Evidence(c)
	if now {
		entries, runs = append(entries, entryOf(0, c)), append(runs, run)
	}
	outcomes := make([]outcome, len(entries))
	for i, e := range entries {
		outcomes[i] = e.outcome()
		if i >= len(entries)-pastMax {
			m.PassRates = append(m.PassRates, e.rate())
		}
	}
	var since int
	m.State, since = judge(outcomes)
	if since >= 0 {
		m.Since = runs[since].moment()
	}
	m.Sentence = sentence(m, outcomes, since, now && since == len(outcomes)-1)
	return m
}

// Past is what the runs say of a case, without one that goes on.
func (h *History) Past(key eval.Key) *eval.Memory {
	return h.Recall(Run{}, &eval.CaseResult{Agent: key.Agent, ID: key.ID})
}

// before are the entries of a case that tell of its agent, and their runs,
// oldest first, without those of one run.
func (h *History) before(without Run, key eval.Key) ([]entry, []Run) {
	at := h.places()
	var entries []entry
	var runs []Run
	for _, e := range h.cases[key] {
		if run := h.runs[at[e.run]].Run; !run.same(without) {
			entries, runs = append(entries, e), append(runs, run)
		}
	}
	return entries, runs
}

// sentence is the memory in words. Now says that the state began with the run
// that ends.
func sentence(m *eval.Memory, runs []outcome, since int, now bool) string {
	n := len(runs)
	last := runs[max(0, n-recent):]
	passed := fmt.Sprintf("passed %d of the last %s", count(last, whole), eval.Plural(len(last), "run"))
	from := ""
	switch {
	case now:
		from = " since this run"
	case m.Since != nil:
		from = " since " + Name(m.Since)
	}
	switch m.State {
	case eval.Steady:
		if since < 0 {
			return fmt.Sprintf("steady: passed all of the %s that are known", eval.Plural(n, "run"))
		}
		return fmt.Sprintf("steady%s: passed the last %s", from, eval.Plural(trailing(runs, whole), "run"))
	case eval.Wavering:
		return fmt.Sprintf("flaky%s: %s", from, passed)
	case eval.Drifting:
		before := runs[max(0, since-recent):since]
		return fmt.Sprintf("was flaky, and is failing%s: no trial passed in the last %s, and some did in %d of the %d before",
			from, eval.Plural(n-since, "run"), len(before)-count(before, none), len(before))
	case eval.Broken:
		down := trailing(runs, none)
		if since < 0 {
			return fmt.Sprintf("broken: no trial passed in any of the %s that are known", eval.Plural(down, "run"))
		}
		text := fmt.Sprintf("broken%s: no trial passed in the last %s", from, eval.Plural(down, "run"))
		if now {
			text = "broken" + from
		}
		if stood := trailing(runs[:since], whole); stood > 0 {
			text += fmt.Sprintf(", after %s that passed", eval.Plural(stood, "run"))
		}
		return text
	default:
		if n == 0 {
			return "unknown: no run is known that says anything of it"
		}
		return fmt.Sprintf("unknown: %s cannot tell yet", eval.Plural(n, "run"))
	}
}

// Name is a run as people know it: the beginning of its commit, and its day.
func Name(m *eval.Moment) string {
	day := m.Time.UTC().Format(Day)
	if m.Commit == "" {
		return day
	}
	return fmt.Sprintf("%.7s (%s)", m.Commit, day)
}
