package history

import (
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/stability/fisher"
)

// What a state is made of, in runs. docs/stability.md says what each is worth:
// a case that passes 74 % of its runs passes ten in a row in one of 20 tries.
const (
	recent  = 10   // that are looked at; as many alike end any wavering
	few     = 3    // below which nothing is said
	streak  = 3    // without a trial that passed, before a flaky case is taken for failing
	chance  = 0.05 // that a flaky case has such a streak all the same
	pastMax = 20   // rates that a memory shows
)

// outcome is what a run was for a case, of the trials that ended without an
// error.
type outcome int

const (
	none  outcome = iota // of the trials passed
	some                 // of them did
	whole                // all did
)

func (e entry) outcome() outcome {
	switch {
	case e.passed == 0:
		return none
	case e.passed < e.trials-e.errors:
		return some
	default:
		return whole
	}
}

func (e entry) rate() float64 { return 100 * float64(e.passed) / float64(e.trials-e.errors) }

// judge is the state of a case by its runs, oldest first, and the run with
// which it began; -1 where that is not known.
func judge(runs []outcome) (eval.MemoryState, int) {
	n := len(runs)
	if n < few {
		return eval.Unknown, -1
	}
	down := trailing(runs, none)
	before := runs[max(0, n-down-recent) : n-down]
	if down >= streak && drifted(before, down) {
		return eval.Drifting, n - down
	}
	alike := trailing(runs, runs[n-1])
	since := n - alike
	if alike < recent && wavers(runs[max(0, since-recent):]) || runs[n-1] == some {
		return eval.Wavering, began(runs)
	}
	if since == 0 {
		since = -1
	}
	if runs[n-1] == whole {
		return eval.Steady, since
	}
	return eval.Broken, since
}

// trailing is how many of the last runs were so.
func trailing(runs []outcome, as outcome) int {
	n := 0
	for _, o := range slices.Backward(runs) {
		if o != as {
			break
		}
		n++
	}
	return n
}

// wavers reports whether a case passed and did not, back and forth: within a
// run, or from run to run. One change is none, but a case that broke, or was
// mended.
func wavers(runs []outcome) bool {
	changes := 0
	for i, o := range runs {
		if o == some {
			return true
		}
		if i > 0 && o != runs[i-1] {
			changes++
		}
	}
	return changes > 1
}

// drifted reports whether a case wavered, and has now gone so many runs without
// a trial that passed that one which wavers as before would hardly do so. The
// probability is exact: if the runs with a trial that passed fall anywhere
// among all of them alike, that is how often the last ones have none, whatever
// length the streak happens to have.
func drifted(before []outcome, down int) bool {
	passing := len(before) - count(before, none)
	return wavers(append(slices.Clone(before), none)) && fisher.Less(0, down, passing, len(before)) < chance
}

func count(runs []outcome, as outcome) int {
	n := 0
	for _, o := range runs {
		if o == as {
			n++
		}
	}
	return n
}

// began is the run with which the wavering began: the first one unlike the last
// stretch that was long enough to be no wavering. At the beginning of what is
// known a short one will do.
func began(runs []outcome) int {
	for i := len(runs) - 1; i > 0; i-- {
		as := runs[i-1]
		alike := trailing(runs[:i], as)
		if as != some && runs[i] != as && (alike >= recent || alike == i && alike >= streak) {
			return i
		}
	}
	return -1
}
