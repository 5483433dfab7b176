package gate

import (
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Watch tells, while trials end, when the policy can no longer be met
// whatever the rest does: what --fail-fast stops at. What 95 % of the trials
// took is decided at the end. It is used from one goroutine.
type Watch struct {
	policy  eval.Policy
	planned map[eval.Key]int
	lost    map[eval.Key]int // trials that did not pass
	weight  weight
	errors  int
	high    float64 // the best pass rate still possible, summed over cases
	usage   map[eval.Role]eval.Usage
	spent   eval.Spent
}

// NewWatch begins with how many trials each case will have; cases without any
// do not count.
func NewWatch(policy eval.Policy, planned map[eval.Key]int) *Watch {
	w := &Watch{policy: policy, planned: planned, lost: map[eval.Key]int{}, usage: map[eval.Role]eval.Usage{}}
	for _, runs := range planned {
		if runs > 0 {
			w.weight.add(runs)
			w.high += 100
		}
	}
	return w
}

// Lost takes one finished trial and says why the gate can no longer pass, or
// nothing while it can.
func (w *Watch) Lost(t *eval.Trial) string {
	if reason := w.overspent(t); reason != "" {
		return reason
	}
	planned := w.planned[t.Key()]
	if t.Status == eval.Passed || t.Status == eval.Skipped || planned == 0 {
		return ""
	}
	w.lost[t.Key()]++
	w.high -= 100 / float64(planned)
	if t.Status == eval.Error {
		w.errors++
	}
	return w.reason(t, planned, w.lost[t.Key()])
}

func (w *Watch) reason(t *eval.Trial, planned, lostTrials int) string {
	if limit, asked := maxErrors(w.policy); asked && w.errors > limit {
		return fmt.Sprintf("%s, %d allowed", eval.Plural(w.errors, "error"), limit)
	}
	if everyCase(w.policy) {
		if t.Status == eval.Error && w.policy.MaxErrors != nil {
			return ""
		}
		return fmt.Sprintf("case %q did not pass", t.ID)
	}
	if class := w.policy.MinStability; class != "" && !steady(w.policy, planned-lostTrials, planned) {
		return fmt.Sprintf("case %q can no longer be %s%s", t.ID, class, w.surely())
	}
	if q := w.policy.MinPass; q != nil && planned-lostTrials < q.Passed {
		return fmt.Sprintf("case %q can no longer pass %d of %s", t.ID, q.Passed, eval.Plural(q.Of, "trial"))
	}
	if required := w.policy.MinPassRate; required != nil {
		if best := believed(w.policy, w.high/w.weight.cases, w.weight.trials()); !reaches(best, *required) {
			return fmt.Sprintf("the pass rate can no longer reach %s %%%s", eval.Percent(*required), w.surely())
		}
	}
	return ""
}

func (w *Watch) surely() string {
	if w.policy.Confidence == nil {
		return ""
	}
	return fmt.Sprintf(" at %s %% confidence", amount(*w.policy.Confidence))
}

// overspent adds what the trial took and says which budget is exceeded.
func (w *Watch) overspent(t *eval.Trial) string {
	for role, usage := range t.Usage {
		w.usage[role] = w.usage[role].Add(usage)
	}
	w.spent.Add(t.Usage)
	if limit := w.policy.MaxCost; limit != nil && cost(w.usage, w.spent).exceeds(*limit) {
		return fmt.Sprintf("it cost more than %s", dollars(*limit))
	}
	if limit := w.policy.MaxTokens; limit != nil && tokens(w.usage, w.spent).exceeds(float64(*limit)) {
		return fmt.Sprintf("it took more than %d tokens", *limit)
	}
	return ""
}
