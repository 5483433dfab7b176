package eval_test

import (
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

func TestSpansAreShortAndReadBackAsTheSame(t *testing.T) {
	t.Parallel()
	for text, d := range map[string]time.Duration{
		"0s": 0, "1.5s": 1500 * time.Millisecond, "10s": 10 * time.Second, "1m": time.Minute, "10m": 10 * time.Minute, "1m30s": 90 * time.Second,
		"2h": 2 * time.Hour, "20h": 20 * time.Hour, "1h0m5s": time.Hour + 5*time.Second, "1h10m": 70 * time.Minute,
	} {
		if got := eval.Span(d); got != text {
			t.Errorf("%v is %s, want %s", d, got, text)
		}
		if back, err := time.ParseDuration(text); err != nil || back != d {
			t.Errorf("%s is read as %v, %v", text, back, err)
		}
	}
}

func TestAProbabilityShowsOnWhichSideOfTheLevelItLies(t *testing.T) {
	t.Parallel()
	for p, want := range map[float64]string{
		0: "<0.0001", 0.00009: "<0.0001", 0.0001: "0.0001", 0.00396825: "0.004", 0.0476: "0.048", 0.0499: "0.0499", 0.04996: "0.04996",
		0.05: "0.05", 0.04999999999999996: "0.05", 0.0501: "0.05", 0.0833333: "0.083", 0.5: "0.5", 0.999: "1", 1: "1",
	} {
		if got := eval.Probability(p); got != want {
			t.Errorf("%v is %q, want %q", p, got, want)
		}
	}
}
