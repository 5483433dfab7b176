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

// limit is the number of trials that may be in flight now. An automatic one is
// changed by rounds of as many trials as it allows: it doubles after one in
// which no trial queued for its connector's limits, and is one less after one
// that mostly queued. When a trial met a 429 it halves, and from the first
// time it was too high it grows by one a round.
type limit struct {
	auto    bool
	n       int
	steady  bool // it was too high once: grow slowly
	holding int  // trials still to end that started before the last halving
	round   round
}

// round is what trials came to since the last change of the limit.
type round struct {
	trials, queued int
	took, waited   eval.Millis // waited for limits
}

func (r *round) add(t *eval.Trial) {
	r.trials++
	r.took += t.DurationMS
	r.waited += t.QueuedMS
	// Requests that came in one moment are spread a little, which is no sign
	// of too many.
	if 10*t.QueuedMS > t.DurationMS {
		r.queued++
	}
}

// crowded is a round that each trial queued in, for half of the time in all.
func (r *round) crowded() bool { return r.queued == r.trials && 2*r.waited >= r.took }

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
		l.n, l.round, l.steady = max(l.n/2, 1), round{}, true
		return
	}
	if l.round.add(t); l.round.trials < l.n {
		return
	}
	switch {
	case l.round.crowded():
		l.n, l.steady = max(l.n-1, 1), true
	case l.round.queued > 0:
	case l.steady:
		l.n = min(l.n+1, autoMost)
	default:
		l.n = min(l.n*2, autoMost)
	}
	l.round = round{}
}
