package llm

import (
	"math"
	"time"
)

// bucket is a budget that refills evenly and holds at most size. Instead of a
// level that would drift with each refill it keeps the one moment at which it
// is full again, as the generic cell rate algorithm does (ITU-T I.371): what
// was taken moves it on, and what is given back moves it back.
//
// A bucket whose unit is 0 has no bound.
type bucket struct {
	unit time.Duration // in which one comes back
	size int64         // what a full bucket gives at once
	full time.Time     // from when on it is full
}

// ready is when n can be taken, not before now. More than the bucket holds
// can be taken once it is full.
func (b *bucket) ready(now time.Time, n int64) time.Time {
	if b.unit == 0 {
		return now
	}
	at := b.full.Add(b.span(min(n, b.size)) - b.span(b.size))
	if at.Before(now) {
		return now
	}
	return at
}

// take takes n at a moment, also more than there is: that is a debt, which
// others wait for.
func (b *bucket) take(now time.Time, n int64) {
	if b.full.Before(now) {
		b.full = now
	}
	b.full = b.full.Add(b.span(n))
}

// give puts n back.
func (b *bucket) give(n int64) { b.full = b.full.Add(-b.span(n)) }

// longest bounds what one taking can cost, so that no sum of times overflows.
const longest = 365 * 24 * time.Hour

func (b *bucket) span(n int64) time.Duration {
	if b.unit == 0 {
		return 0
	}
	return time.Duration(min(n, int64(longest/b.unit))) * b.unit
}

// requestsBucket refills with rate requests a second. A tenth of a second's
// worth may go at once, since timers are no finer than that is for high rates.
func requestsBucket(rate float64) bucket {
	if rate <= 0 {
		return bucket{}
	}
	return bucket{unit: time.Duration(math.Ceil(float64(time.Second) / rate)), size: max(1, int64(rate/10))}
}

// tokensBucket refills with n tokens a minute and holds a minute's worth.
func tokensBucket(n int64) bucket {
	if n <= 0 {
		return bucket{}
	}
	return bucket{unit: (time.Minute + time.Duration(n) - 1) / time.Duration(n), size: n}
}
