package stability_test

import (
	"strconv"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// BenchmarkReport folds 100,000 trials of 20,000 cases, one of seven of which
// fails, and makes the figures.
func BenchmarkReport(b *testing.B) {
	const cases, runs = 20_000, 5
	var plan []planned
	var trials []*eval.Trial
	for i := range cases {
		id := strconv.Itoa(i)
		plan = append(plan, planned{id, runs})
		for run := range runs {
			t := trial(id, run+1, eval.Passed, run)
			if (i+run)%7 == 0 {
				t.Status = eval.Failed
			}
			t.Output = eval.StringValue("Your expense of 12 euros was submitted, and is waiting for Ms. Doe.")
			trials = append(trials, t)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		build(plan, trials...)
	}
}
