package llm

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Retryable reports whether a request that was answered with this HTTP status
// may succeed when it is simply repeated.
func Retryable(status int) bool {
	switch status {
	case http.StatusRequestTimeout, // the server gave up waiting for us
		http.StatusConflict, // a lock that others hold; OpenAI's own clients repeat it
		http.StatusTooEarly, // by its definition (RFC 8470) to be repeated
		http.StatusTooManyRequests,
		http.StatusInternalServerError,
		http.StatusBadGateway,
		http.StatusServiceUnavailable,
		http.StatusGatewayTimeout,
		520, 521, 522, 523, 524, // Cloudflare could not reach the provider behind it
		529: // overloaded, as Anthropic says it
		return true
	default:
		return false
	}
}

// RetryAfter is how long a provider asks to wait before the next request, by
// its retry-after-ms header or else by Retry-After in seconds or as a date.
// It is 0 when neither says so in a form that can be read.
func RetryAfter(h http.Header, now time.Time) time.Duration {
	if d, ok := wait(h.Get("Retry-After-Ms"), time.Millisecond); ok {
		return d
	}
	value := h.Get("Retry-After")
	if d, ok := wait(value, time.Second); ok {
		return d
	}
	if at, err := http.ParseTime(strings.TrimSpace(value)); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}

func wait(text string, unit time.Duration) (time.Duration, bool) {
	n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || math.IsNaN(n) || n < 0 {
		return 0, false
	}
	if n *= float64(unit); n < float64(math.MaxInt64) {
		return time.Duration(n), true
	}
	return math.MaxInt64, true
}
