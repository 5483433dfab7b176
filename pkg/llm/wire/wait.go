package wire

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/tidwall/gjson"

	"github.com/surefoot-dev/surefoot/pkg/llm"
)

// longestAsked is the longest wait that is read from a body; one above is
// most likely no wait at all.
const longestAsked = 24 * time.Hour

// retryAfter is how long the provider asks to wait: by its headers, or where
// these do not say so, by what stands in the error itself.
func (c *Client) retryAfter(h http.Header, said Complaint) time.Duration {
	if d := llm.RetryAfter(h, c.now()); d > 0 || h.Get("Retry-After") != "" || h.Get("Retry-After-Ms") != "" {
		return d
	}
	if said.wait > 0 {
		return said.wait
	}
	return llm.RetryAfter(said.header, c.now())
}

// askedWait is how long an error's body asks to wait, 0 when it does not:
// Google's RetryInfo, OpenRouter's retry_after_seconds, or the words of the
// message.
func askedWait(v gjson.Result, message string) time.Duration {
	var wait time.Duration
	v.Get("details").ForEach(func(_, detail gjson.Result) bool {
		if d, err := time.ParseDuration(detail.Get("retryDelay").Str); err == nil {
			wait = d
		}
		return wait <= 0
	})
	if n := v.Get("metadata.retry_after_seconds"); wait <= 0 && n.Type == gjson.Number && n.Num <= longestAsked.Seconds() {
		wait = time.Duration(n.Num * float64(time.Second))
	}
	if wait <= 0 {
		wait = waitIn(message)
	}
	return min(max(0, wait), longestAsked)
}

// waitIn finds the wait in words such as "please try again in 1m26.4s" or
// "retry after 26 seconds".
func waitIn(message string) time.Duration {
	lower := strings.ToLower(message)
	for _, phrase := range []string{"try again in ", "retry in ", "retry after ", "try again after "} {
		if _, rest, found := strings.Cut(lower, phrase); found {
			return leadingSpan(rest)
		}
	}
	return 0
}

// leadingSpan is the span that a text begins with: numbers, each with its
// unit.
func leadingSpan(text string) (span time.Duration) {
	for {
		text = strings.TrimLeft(text, " ")
		digits := text[:len(text)-len(strings.TrimLeft(text, "0123456789."))]
		rest := strings.TrimLeft(text[len(digits):], " ")
		word := rest[:len(rest)-len(strings.TrimLeftFunc(rest, unicode.IsLetter))]
		n, err := strconv.ParseFloat(digits, 64)
		unit := unitOf(word)
		if err != nil || unit == 0 || n > float64(longestAsked/unit) || span > longestAsked {
			return span
		}
		span += time.Duration(math.Round(n * float64(unit)))
		text = rest[len(word):]
	}
}

func unitOf(word string) time.Duration {
	switch strings.TrimSuffix(word, "s") {
	case "m":
		if word == "ms" {
			return time.Millisecond
		}
		return time.Minute
	case "milli", "millisecond":
		return time.Millisecond
	case "", "sec", "second":
		if word == "" {
			return 0
		}
		return time.Second
	case "min", "minute":
		return time.Minute
	case "h", "hr", "hour":
		return time.Hour
	case "d", "day":
		return 24 * time.Hour
	default:
		return 0
	}
}
