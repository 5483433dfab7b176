package llm_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/llm"
)

// pairs are headers by their names as providers write them.
func pairs(list ...string) http.Header {
	h := http.Header{}
	for i := 0; i < len(list); i += 2 {
		h.Set(list[i], list[i+1])
	}
	return h
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	cases := map[string]struct {
		header http.Header
		want   time.Duration
	}{
		"nothing":                            {pairs(), 0},
		"seconds":                            {pairs("retry-after", "7"), 7 * time.Second},
		"a fraction of a second":             {pairs("retry-after", "0.25"), 250 * time.Millisecond},
		"a span with its unit":               {pairs("retry-after", "1m30s"), 90 * time.Second},
		"blanks around":                      {pairs("retry-after", " 7 "), 7 * time.Second},
		"a date":                             {pairs("retry-after", "Mon, 30 Nov 2026 12:01:30 GMT"), 90 * time.Second},
		"a date as RFC 850 has it":           {pairs("retry-after", "Monday, 30-Nov-26 12:01:30 GMT"), 90 * time.Second},
		"a date as asctime has it":           {pairs("retry-after", "Mon Nov 30 12:01:30 2026"), 90 * time.Second},
		"a date as RFC 3339 has it":          {pairs("retry-after", "2026-11-30T13:01:30+01:00"), 90 * time.Second},
		"a date that has passed":             {pairs("retry-after", "Mon, 30 Nov 2026 11:00:00 GMT"), 0},
		"milliseconds win":                   {pairs("retry-after", "7", "retry-after-ms", "1500"), 1500 * time.Millisecond},
		"milliseconds of zero are an answer": {pairs("retry-after", "7", "retry-after-ms", "0"), 0},
		"bad milliseconds leave seconds":     {pairs("retry-after", "7", "retry-after-ms", "soon"), 7 * time.Second},
		"garbage":                            {pairs("retry-after", "soon"), 0},
		"a negative number":                  {pairs("retry-after", "-1"), 0},
		"a negative span":                    {pairs("retry-after", "-1s"), 0},
		"not a number":                       {pairs("retry-after", "NaN"), 0},
		"a day is the most":                  {pairs("retry-after", "86401"), day},
		"also of what no span holds":         {pairs("retry-after", "1e300"), day},
		"also of infinity":                   {pairs("retry-after", "Inf"), day},
		"also of a date":                     {pairs("retry-after", "Mon, 30 Nov 2099 12:00:00 GMT"), day},
		"also of a date out of reach":        {pairs("x-ratelimit-reset", "9223372036854775807"), day},

		"a limit of requests that is used up": {
			pairs("x-ratelimit-remaining-requests", "0", "x-ratelimit-reset-requests", "8.64s",
				"x-ratelimit-remaining-tokens", "149976", "x-ratelimit-reset-tokens", "9ms"), 8640 * time.Millisecond},
		"a limit of tokens that is used up": {
			pairs("x-ratelimit-remaining-requests", "4999", "x-ratelimit-reset-requests", "24h0m0s",
				"x-ratelimit-remaining-tokens", "0", "x-ratelimit-reset-tokens", "6m0s"), 6 * time.Minute},
		"of two that are used up the later": {
			pairs("x-ratelimit-remaining-requests", "0", "x-ratelimit-reset-requests", "1s",
				"x-ratelimit-remaining-tokens", "0", "x-ratelimit-reset-tokens", "20ms"), time.Second},
		"limits that are not used up":               {pairs("x-ratelimit-remaining-requests", "3", "x-ratelimit-reset-requests", "1s", "x-ratelimit-remaining-tokens", "12", "x-ratelimit-reset-tokens", "6m0s"), 0},
		"a limit of which nothing more is told":     {pairs("x-ratelimit-reset-requests", "1s"), time.Second},
		"of two such the later":                     {pairs("x-ratelimit-reset-requests", "1s", "x-ratelimit-reset-tokens", "2m59.56s"), 2*time.Minute + 59560*time.Millisecond},
		"one that is used up before such":           {pairs("x-ratelimit-reset-requests", "2h", "x-ratelimit-remaining-tokens", "0", "x-ratelimit-reset-tokens", "20ms"), 20 * time.Millisecond},
		"one that is used up and reset by now":      {pairs("x-ratelimit-reset-requests", "2h", "x-ratelimit-remaining-tokens", "0", "x-ratelimit-reset-tokens", "0s"), 0},
		"Azure's seconds without a unit":            {pairs("x-ratelimit-remaining-tokens", "0", "x-ratelimit-reset-tokens", "26"), 26 * time.Second},
		"Azure's way to say that there is none":     {pairs("x-ratelimit-remaining-tokens", "-1", "x-ratelimit-reset-tokens", "0"), 0},
		"a limit by any other name":                 {pairs("x-ratelimit-remaining-tokens-minute", "0", "x-ratelimit-reset-tokens-minute", "12.5"), 12500 * time.Millisecond},
		"a reset that cannot be read":               {pairs("x-ratelimit-remaining-requests", "0", "x-ratelimit-reset-requests", "soon"), 0},
		"a header that only begins like one":        {pairs("x-ratelimit-resets", "60"), 0},
		"Retry-After wins over all":                 {pairs("retry-after", "2", "x-ratelimit-remaining-requests", "0", "x-ratelimit-reset-requests", "6m0s", "x-ratelimit-reset", "1796040090"), 2 * time.Second},
		"one that cannot be read wins over none":    {pairs("retry-after", "soon", "x-ratelimit-remaining-requests", "0", "x-ratelimit-reset-requests", "6m0s"), 6 * time.Minute},
		"a reset in seconds since 1970":             {pairs("x-ratelimit-remaining", "0", "x-ratelimit-reset", "1796040090"), 90 * time.Second},
		"a reset in milliseconds since 1970":        {pairs("x-ratelimit-remaining", "0", "x-ratelimit-reset", "1796040090500"), 90500 * time.Millisecond},
		"a reset that has passed":                   {pairs("x-ratelimit-remaining", "0", "x-ratelimit-reset", "1796040000"), 0},
		"a reset in seconds from now":               {pairs("x-ratelimit-remaining", "0", "x-ratelimit-reset", "30"), 30 * time.Second},
		"a reset while something remains":           {pairs("x-ratelimit-remaining", "1", "x-ratelimit-reset", "30"), 0},
		"the draft's names":                         {pairs("ratelimit-remaining", "0", "ratelimit-reset", "30"), 30 * time.Second},
		"Anthropic's requests":                      {pairs("anthropic-ratelimit-requests-remaining", "0", "anthropic-ratelimit-requests-reset", "2026-11-30T12:00:12Z", "anthropic-ratelimit-tokens-remaining", "79000", "anthropic-ratelimit-tokens-reset", "2026-11-30T12:01:00Z"), 12 * time.Second},
		"Anthropic's tokens":                        {pairs("anthropic-ratelimit-requests-remaining", "49", "anthropic-ratelimit-requests-reset", "2026-11-30T12:00:12Z", "anthropic-ratelimit-tokens-remaining", "0", "anthropic-ratelimit-tokens-reset", "2026-11-30T12:01:00Z"), time.Minute},
		"Anthropic's input tokens":                  {pairs("anthropic-ratelimit-input-tokens-remaining", "0", "anthropic-ratelimit-input-tokens-reset", "2026-11-30T12:00:03Z"), 3 * time.Second},
		"Anthropic's output tokens":                 {pairs("anthropic-ratelimit-output-tokens-remaining", "0", "anthropic-ratelimit-output-tokens-reset", "2026-11-30T12:00:04Z"), 4 * time.Second},
		"Anthropic's limits of a week do not count": {pairs("anthropic-ratelimit-unified-7d-reset", "1796400000"), 0},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := llm.RetryAfter(tc.header, now); got != tc.want {
				t.Errorf("got %v, want %v", got, tc.want)
			}
		})
	}
}

func FuzzRetryAfter(f *testing.F) {
	for _, seed := range []string{"7", "0.25", "6m0s", "1796040090500", "Mon, 30 Nov 2026 12:01:30 GMT", "2026-11-30T12:00:03Z", "-1", "NaN"} {
		f.Add(seed, seed, "0")
	}
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, after, reset, remaining string) {
		h := http.Header{"Retry-After": {after}, "X-Ratelimit-Reset-Requests": {reset}, "X-Ratelimit-Remaining-Requests": {remaining}}
		if got := llm.RetryAfter(h, now); got < 0 || got > 24*time.Hour {
			t.Errorf("got %v", got)
		}
	})
}
