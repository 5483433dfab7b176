package wire

import (
	"testing"
	"time"
)

func TestWaitsThatErrorsAskFor(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		body string
		want time.Duration
	}{
		"none":                                {`{"error":{"message":"boom"}}`, 0},
		"OpenAI's words":                      {`{"error":{"message":"Rate limit reached (RPM): Limit 3, Used 3. Please try again in 1.2s. Visit https://x to learn more."}}`, 1200 * time.Millisecond},
		"milliseconds":                        {`{"error":{"message":"Please try again in 20ms."}}`, 20 * time.Millisecond},
		"minutes and seconds":                 {`{"error":{"message":"Please try again in 6m0s."}}`, 6 * time.Minute},
		"Groq's words":                        {`{"error":{"message":"Please try again in 1h2m26.4s. Need more?"}}`, time.Hour + 2*time.Minute + 26400*time.Millisecond},
		"Azure's words":                       {`{"error":{"code":"429","message":"Please retry after 26 seconds. To increase it..."}}`, 26 * time.Second},
		"one second":                          {`{"message":"retry after 1 second"}`, time.Second},
		"minutes in words":                    {`{"message":"Try again in 2 minutes 30 seconds"}`, 150 * time.Second},
		"Google's words":                      {`[{"error":{"message":"limit: 20\nPlease retry in 34.5s."}}]`, 34500 * time.Millisecond},
		"Google's details":                    {`[{"error":{"message":"Please retry in 34.5s.","details":[{"@type":"x","links":[]},{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34s"}]}}]`, 34 * time.Second},
		"details of no wait leave the words":  {`{"error":{"message":"retry in 2s","details":[{"retryDelay":"soon"}]}}`, 2 * time.Second},
		"OpenRouter's number":                 {`{"error":{"message":"busy","metadata":{"retry_after_seconds":4.5}}}`, 4500 * time.Millisecond},
		"the words of the provider behind":    {`{"error":{"message":"Provider returned error","metadata":{"raw":"please retry in 3s"}}}`, 3 * time.Second},
		"an error that is a text":             {`{"error":"slow down, try again in 5s"}`, 5 * time.Second},
		"a number without its unit":           {`{"message":"try again in 5"}`, 0},
		"a number of something else":          {`{"message":"retry after 3 more requests"}`, 0},
		"words without a number":              {`{"message":"try again in a moment"}`, 0},
		"a number that is none":               {`{"message":"try again in 1.2.3s"}`, 0},
		"a span no trial waits for":           {`{"message":"try again in 900h"}`, 0},
		"a day at most":                       {`{"error":{"message":"x","details":[{"retryDelay":"900h"}]}}`, 24 * time.Hour},
		"less than nothing":                   {`{"error":{"message":"x","details":[{"retryDelay":"-3s"}]}}`, 0},
		"a reset, which says nothing of when": {`{"message":"the limit resets daily"}`, 0},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := ReadComplaint([]byte(tc.body)).wait; got != tc.want {
				t.Errorf("got %v, want %v", got, tc.want)
			}
		})
	}
}

func FuzzLeadingSpan(f *testing.F) {
	for _, seed := range []string{"1.2s", "6m0s", "26 seconds.", "1 h 2 min", "9e9s", "...", "١s"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got := waitIn("try again in " + text); got < 0 {
			t.Errorf("got %v", got)
		}
	})
}
