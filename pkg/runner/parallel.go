package runner

import (
	"net/http"
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Parallel is how many trials are in flight: a fixed number of at least 1, or
// Auto.
type Parallel struct {
	N    int
	Auto bool
}

// The bounds of an automatic limit.
const (
	autoStart = 4
	autoMost  = 64
)

// limit is the number of trials that may be in flight now. An automatic one
// doubles after as many clean trials as it allows, until a trial met a 429;
// then it halves, and from there on grows by one a round.
type limit struct {
	auto    bool
	n       int
	clean   int  // trials without a 429 since the last change
	steady  bool // a 429 was seen: grow slowly
	holding int  // trials still to end that started before the last halving
}

func newLimit(p Parallel) *limit {
	if p.Auto {
		return &limit{auto: true, n: autoStart}
	}
	return &limit{n: max(p.N, 1)}
}

// most is how many trials may ever be in flight.
func most(p Parallel) int {
	if p.Auto {
		return autoMost
	}
	return max(p.N, 1)
}

func (l *limit) now() int { return l.n }

func (l *limit) record(t *eval.Trial) {
	if !l.auto {
		return
	}
	throttled := slices.ContainsFunc(t.Attempts, func(a eval.Attempt) bool {
		return a.Status == http.StatusTooManyRequests
	})
	if l.holding > 0 {
		// These were under way when the limit was halved; one burst of
		// refusals is one signal.
		l.holding--
		return
	}
	if throttled {
		l.holding = l.n - 1
		l.n, l.clean, l.steady = max(l.n/2, 1), 0, true
		return
	}
	if l.clean++; l.clean < l.n {
		return
	}
	l.clean = 0
	if l.steady {
		l.n = min(l.n+1, autoMost)
	} else {
		l.n = min(l.n*2, autoMost)
	}
}
