package gate

import (
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Watch tells, while trials end, when the policy can no longer be met
// whatever the rest does: what --fail-fast stops at. It is used from one
// goroutine.
type Watch struct {
	policy  eval.Policy
	planned map[eval.Key]int
	lost    map[eval.Key]int // trials that did not pass
	rated   int
	errors  int
	high    float64 // the best pass rate still possible, summed over cases
}

// NewWatch begins with how many trials each case will have; cases without any
// do not count.
func NewWatch(policy eval.Policy, planned map[eval.Key]int) *Watch {
	w := &Watch{policy: policy, planned: planned, lost: map[eval.Key]int{}}
	for _, runs := range planned {
		if runs > 0 {
			w.rated++
			w.high += 100
		}
	}
	return w
}

// Lost takes one finished trial and says why the gate can no longer pass, or
// nothing while it can.
func (w *Watch) Lost(t *eval.Trial) string {
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
	if class := w.policy.MinStability; class != "" {
		if best := eval.ClassOf(planned-lostTrials, planned); best.Below(class) {
			return fmt.Sprintf("case %q can no longer be %s", t.ID, class)
		}
	}
	if required := w.policy.MinPassRate; required != nil {
		if best := w.high / float64(w.rated); !reaches(best, *required) {
			return fmt.Sprintf("the pass rate can no longer reach %s %%", eval.Percent(*required))
		}
	}
	return ""
}
