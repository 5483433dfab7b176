package llm_test

import (
	"math"
	"net/http"
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/llm"
)

func TestRetryable(t *testing.T) {
	t.Parallel()
	want := map[int]bool{
		0: false, 200: false, 301: false, 400: false, 401: false, 402: false, 403: false, 404: false, 405: false,
		413: false, 422: false, 501: false, 505: false,
		408: true, 409: true, 425: true, 429: true, 500: true, 502: true, 503: true, 504: true, 522: true, 529: true,
	}
	for status, retry := range want {
		if got := llm.Retryable(status); got != retry {
			t.Errorf("Retryable(%d) is %v", status, got)
		}
	}
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	cases := map[string]struct {
		seconds, millis string
		want            time.Duration
	}{
		"nothing":                                   {"", "", 0},
		"seconds":                                   {"7", "", 7 * time.Second},
		"a fraction of a second":                    {"0.25", "", 250 * time.Millisecond},
		"blanks around":                             {" 7 ", "", 7 * time.Second},
		"a date":                                    {"Mon, 30 Nov 2026 12:01:30 GMT", "", 90 * time.Second},
		"a date that has passed":                    {"Mon, 30 Nov 2026 11:00:00 GMT", "", 0},
		"milliseconds win":                          {"7", "1500", 1500 * time.Millisecond},
		"milliseconds of zero are an answer":        {"7", "0", 0},
		"bad milliseconds leave seconds":            {"7", "soon", 7 * time.Second},
		"garbage":                                   {"soon", "", 0},
		"a negative number":                         {"-1", "", 0},
		"not a number":                              {"NaN", "", 0},
		"more than a duration holds is the most":    {"1e300", "", math.MaxInt64},
		"infinity is the most":                      {"Inf", "", math.MaxInt64},
		"a bit more than a duration is the most":    {"9223372037", "", math.MaxInt64},
		"what a duration just holds is not rounded": {"9223372036", "", 9223372036 * time.Second},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := http.Header{}
			if tc.seconds != "" {
				h.Set("retry-after", tc.seconds)
			}
			if tc.millis != "" {
				h.Set("retry-after-ms", tc.millis)
			}
			if got := llm.RetryAfter(h, now); got != tc.want {
				t.Errorf("got %v, want %v", got, tc.want)
			}
		})
	}
}
