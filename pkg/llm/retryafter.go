package llm

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// longestWait bounds what a provider can make us wait for. No deadline of a
// trial is as far away, and a figure that was misread does not hold one up for
// years.
const longestWait = 24 * time.Hour

// RetryAfter is how long a provider asks to wait before the next request, at
// most a day: by its retry-after-ms header, else by Retry-After in seconds or
// as a date, else until the limits that are used up are reset. It is 0 when
// none says so in a form that can be read.
//
// A limit is used up when 0 remains of it; of several the last to be reset
// counts. Where none is, and the provider does not tell what remains of some,
// these count, since it did turn the request down.
func RetryAfter(h http.Header, now time.Time) time.Duration {
	if d, ok := units(h.Get("Retry-After-Ms"), time.Millisecond); ok {
		return d
	}
	if d, ok := ahead(h.Get("Retry-After"), now); ok {
		return d
	}
	var used, untold time.Duration
	anyUsed := false
	for name := range h {
		remaining, ok := remainingOf(name)
		if !ok {
			continue
		}
		d, ok := ahead(h.Get(name), now)
		if !ok {
			continue
		}
		switch left := strings.TrimSpace(h.Get(remaining)); {
		case left == "":
			untold = max(untold, d)
		case isNone(left):
			used, anyUsed = max(used, d), true
		}
	}
	if anyUsed {
		return used
	}
	return untold
}

// remainingOf is the header that says what remains of the limit whose reset
// stands in the named one, and whether that is one at all: OpenAI's and
// Groq's x-ratelimit-reset-requests, OpenRouter's x-ratelimit-reset,
// Anthropic's anthropic-ratelimit-requests-reset, and the ratelimit-reset of
// the IETF's draft. Names are in their canonical form.
func remainingOf(reset string) (name string, ok bool) {
	const openAI, anthropic = "X-Ratelimit-Reset", "Anthropic-Ratelimit-"
	switch reset {
	case anthropic + "Requests-Reset", anthropic + "Tokens-Reset",
		anthropic + "Input-Tokens-Reset", anthropic + "Output-Tokens-Reset":
		// Its other limits, of hours and weeks, come without such a figure.
		return strings.TrimSuffix(reset, "Reset") + "Remaining", true
	case "Ratelimit-Reset":
		return "Ratelimit-Remaining", true
	}
	of, ok := strings.CutPrefix(reset, openAI)
	return "X-Ratelimit-Remaining" + of, ok && (of == "" || of[0] == '-')
}

func isNone(figure string) bool {
	n, err := strconv.ParseFloat(figure, 64)
	return err == nil && n == 0
}

const (
	epochSeconds = 1e9  // the least that is a time and no span: a span of 31 years
	epochMillis  = 1e11 // the least that is a time in milliseconds: the year 5138 in seconds
)

// ahead is how far away a text says a time is, as a span or by a date.
func ahead(text string, now time.Time) (time.Duration, bool) {
	text = strings.TrimSpace(text)
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && n >= epochSeconds {
		at := time.UnixMilli(n)
		if n < epochMillis {
			at = time.Unix(n, 0)
		}
		return bounded(at.Sub(now)), true
	}
	if d, ok := units(text, time.Second); ok {
		return d, true
	}
	if d, err := time.ParseDuration(text); err == nil {
		return bounded(d), d >= 0
	}
	if at, err := http.ParseTime(text); err == nil {
		return bounded(at.Sub(now)), true
	}
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return bounded(at.Sub(now)), true
	}
	return 0, false
}

// units is a plain number of units.
func units(text string, unit time.Duration) (time.Duration, bool) {
	n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || math.IsNaN(n) || n < 0 {
		return 0, false
	}
	if n *= float64(unit); n < float64(longestWait) {
		return time.Duration(n), true
	}
	return longestWait, true
}

func bounded(d time.Duration) time.Duration { return min(max(0, d), longestWait) }
