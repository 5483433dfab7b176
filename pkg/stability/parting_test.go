package stability_test

import (
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

func TestACaseSaysWhereItsTrialsPart(t *testing.T) {
	t.Parallel()
	answers := func(id string, run int, status eval.Status, text string) *eval.Trial {
		one := trial(id, run, status, 1)
		one.Output = eval.StringValue(text)
		return one
	}
	b := builder([]planned{{"x", 5}, {"y", 1}})
	b.Add(answers("y", 1, eval.Failed, "no"))
	for run := 1; run <= 4; run++ {
		status, text := eval.Passed, "yes"
		if run%2 == 0 {
			status, text = eval.Failed, "no"
		}
		b.Add(answers("x", run, status, text))
	}
	// So far, then with the last trial, and no other way afterwards.
	const so = `both failing trials answered "no"; neither passing one did; that may be chance`
	if got := b.Report(0, "").Cases[0].Parting; got == nil || got.Sentence != so {
		t.Errorf("so far: %+v", got)
	}
	const end = `both failing trials answered "no"; none of the 3 passing ones did; that may be chance`
	if c := b.Add(answers("x", 5, eval.Passed, "yes")); c == nil || c.Parting == nil || c.Parting.Sentence != end {
		t.Errorf("in the end: %+v", c)
	}
	report := b.Report(0, "")
	if got := report.Cases[0].Parting; got == nil || got.Sentence != end {
		t.Errorf("in the report: %+v", got)
	}
	if report.Cases[1].Parting != nil {
		t.Error("a single trial parts from nothing")
	}
}
