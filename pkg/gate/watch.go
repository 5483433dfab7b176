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
	outlook *Outlook
	at      map[eval.Key]int
	usage   map[eval.Role]eval.Usage
	spent   eval.Spent
}

// NewWatch begins with the cases; those without any trials do not count.
func NewWatch(policy eval.Policy, expected map[eval.Key]Expected) *Watch {
	w := &Watch{policy: policy, at: make(map[eval.Key]int, len(expected)), usage: map[eval.Role]eval.Usage{}}
	cases := make([]Expected, 0, len(expected))
	for key, c := range expected {
		w.at[key] = len(cases)
		cases = append(cases, c)
	}
	w.outlook = NewOutlook(policy, cases, eval.PlanSize{})
	return w
}

// Lost takes one finished trial and says why the gate can no longer pass, or
// nothing while it can.
func (w *Watch) Lost(t *eval.Trial) string {
	if reason := w.overspent(t); reason != "" {
		return reason
	}
	if at, known := w.at[t.Key()]; known {
		w.outlook.Take(at, t)
	}
	return w.outlook.Lost()
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
