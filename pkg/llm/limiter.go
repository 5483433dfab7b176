package llm

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// Limits bound the requests to one provider. A zero bound is none.
type Limits struct {
	RPS         float64 // requests a second
	TPM         int64   // tokens a minute, prompts and answers
	Concurrency int     // requests in flight
}

// Limiter lets requests go in the order they came, within its limits and not
// before a provider's Retry-After is over. All models of one connector share
// one. It is safe for concurrent use.
//
// A request that needs more tokens than a whole minute has goes when the
// budget is full, and leaves a debt.
type Limiter struct {
	limits Limits

	mu       sync.Mutex
	queue    []*waiter
	requests bucket
	tokens   bucket
	flying   int
	held     time.Time     // until when the provider asked to wait
	spread   time.Duration // over which those that waited for it are to go
	next     time.Time     // not before it, for the sake of the spread
	timer    *time.Timer   // for the head of the queue
	answers  mean
}

// NewLimiter makes a limiter. Without limits it still heeds Retry-After.
func NewLimiter(l Limits) *Limiter {
	return &Limiter{limits: l, requests: requestsBucket(l.RPS), tokens: tokensBucket(l.TPM)}
}

// waiter is a request on its way through.
type waiter struct {
	tokens   int64 // that it is taken to need
	deadline time.Time
	bounded  bool          // by the deadline
	turn     chan struct{} // closed when it goes or is refused
	refusal  string        // why it need not wait
	gone     bool
}

// enter waits for a request's turn and says how long that took. Its error is
// an *Error of a request that was not made.
func (l *Limiter) enter(ctx context.Context, req *Request) (w *waiter, queued time.Duration, err error) {
	if err := ctx.Err(); err != nil {
		return nil, 0, &Error{Unsent: true, Message: err.Error(), Err: err}
	}
	w = &waiter{turn: make(chan struct{})}
	w.deadline, w.bounded = ctx.Deadline()
	began := time.Now()
	l.mu.Lock()
	if l.limits.TPM > 0 {
		w.tokens = estimate(req, l.answers.whole())
	}
	l.queue = append(l.queue, w)
	l.advance(began)
	gone := w.gone
	l.mu.Unlock()
	if gone {
		return w, 0, nil
	}
	select {
	case <-w.turn:
	case <-ctx.Done():
	}
	queued = time.Since(began)
	if err := ctx.Err(); err != nil {
		l.cancel(w)
		return nil, queued, &Error{Unsent: true, Message: err.Error(), Queued: queued, Err: err}
	}
	if w.refusal != "" {
		return nil, queued, &Error{Unsent: true, Late: true, Message: w.refusal, Queued: queued}
	}
	return w, queued, nil
}

// cancel takes a request out that will not be made, and undoes what it had
// taken when its turn came in the same moment.
func (l *Limiter) cancel(w *waiter) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if w.gone {
		l.flying--
		l.requests.give(1)
		l.tokens.give(w.tokens)
	}
	l.queue = slices.DeleteFunc(l.queue, func(other *waiter) bool { return other == w })
	l.advance(time.Now())
}

// outcome is what a request came to, as far as that is known.
type outcome struct {
	used     *int64        // tokens, of prompt and answer
	answered *int64        // of these, the answer's
	after    time.Duration // the provider asked to wait
}

// leave ends a request.
func (l *Limiter) leave(w *waiter, o outcome) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	l.flying--
	switch {
	case o.used == nil: // what was guessed stays taken
	case *o.used > w.tokens:
		l.tokens.take(now, *o.used-w.tokens)
	default:
		l.tokens.give(w.tokens - *o.used)
	}
	if o.answered != nil {
		l.answers.add(*o.answered)
	}
	if until := now.Add(o.after); o.after > 0 && until.After(l.held) {
		l.held, l.spread = until, min(o.after/10, maxSpread)
	}
	l.advance(now)
}

// maxSpread is the longest time over which requests that a provider held back
// go on.
const maxSpread = 2 * time.Second

// advance lets all go whose turn it is, and sets the clock for the next.
func (l *Limiter) advance(now time.Time) {
	l.refuse(now)
	for len(l.queue) > 0 && (l.limits.Concurrency == 0 || l.flying < l.limits.Concurrency) {
		w := l.queue[0]
		if at := l.earliest(l.requests, l.tokens, moment{time: now}, w).time; at.After(now) {
			l.wake(at.Sub(now))
			return
		}
		l.queue[0] = nil
		l.queue = l.queue[1:]
		l.requests.take(now, 1)
		l.tokens.take(now, w.tokens)
		l.flying++
		l.disperse(now)
		w.gone = true
		close(w.turn)
	}
	if l.timer != nil {
		l.timer.Stop()
	}
}

// disperse keeps those that waited for one moment from going all in it: the
// rest of the spread is shared by the rest of the queue.
func (l *Limiter) disperse(now time.Time) {
	if len(l.queue) == 0 {
		l.spread = 0
	}
	if l.spread == 0 {
		return
	}
	share := l.spread / time.Duration(len(l.queue))
	l.spread -= share
	l.next = now.Add(time.Duration(2 * rand.Float64() * float64(share)))
}

func (l *Limiter) wake(after time.Duration) {
	if l.timer != nil {
		l.timer.Reset(after)
		return
	}
	l.timer = time.AfterFunc(after, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.advance(time.Now())
	})
}

// refuse ends the waits that cannot end before their deadlines, so that
// nobody waits in vain. How long requests in flight will take is not known,
// so what is reckoned with is the soonest.
func (l *Limiter) refuse(now time.Time) {
	requests, tokens, at := l.requests, l.tokens, moment{time: now}
	kept := l.queue[:0]
	for _, w := range l.queue {
		soonest := l.earliest(requests, tokens, at, w)
		if w.bounded && soonest.by != "" && !soonest.time.Before(w.deadline) {
			w.refusal = l.refusal(soonest, now, w.deadline)
			close(w.turn)
			continue
		}
		requests.take(soonest.time, 1)
		tokens.take(soonest.time, w.tokens)
		at = soonest
		kept = append(kept, w)
	}
	clear(l.queue[len(kept):])
	l.queue = kept
}

// moment is a time, and what makes it so late.
type moment struct {
	time time.Time
	by   bound
}

// bound is what holds a request back, by the name of its option.
type bound string

const (
	byProvider bound = "Retry-After"
	byRPS      bound = "max_rps"
	byTPM      bound = "max_tpm"
)

// earliest is when a request can go, at the soonest after another one.
func (l *Limiter) earliest(requests, tokens bucket, after moment, w *waiter) moment {
	m := after
	for _, other := range [...]moment{
		{l.held, byProvider},
		{l.next, byProvider},
		{requests.ready(after.time, 1), byRPS},
		{tokens.ready(after.time, w.tokens), byTPM},
	} {
		if other.time.After(m.time) {
			m = other
		}
	}
	return m
}

func (l *Limiter) refusal(soonest moment, now, deadline time.Time) string {
	limit, hint := "the provider's "+string(byProvider), "raise --timeout or --max-time"
	switch soonest.by {
	case byRPS:
		limit = fmt.Sprintf("%s %v", byRPS, l.limits.RPS)
	case byTPM:
		limit = fmt.Sprintf("%s %d", byTPM, l.limits.TPM)
	}
	if soonest.by != byProvider {
		hint = fmt.Sprintf("lower --parallel, raise %s, --timeout or --max-time", soonest.by)
	}
	return fmt.Sprintf("%s lets this request go in %s, but the deadline leaves %s (%s)",
		limit, span(soonest.time.Sub(now)), span(max(0, deadline.Sub(now))), hint)
}
