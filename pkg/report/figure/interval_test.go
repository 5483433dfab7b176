package figure_test

import (
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/figure"
)

func TestIntervalIsRoundedOutwards(t *testing.T) {
	t.Parallel()
	for want, i := range map[string]*eval.Interval{
		"":              nil,
		" [75.8, 93.1]": {75.83, 93.08},
		" [0, 100]":     {0.04, 99.96},
		" [80, 100]":    {80, 100},
	} {
		if got := figure.Interval(i); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
