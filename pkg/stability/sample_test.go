package stability_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

func TestQuantilesAreDurationsThatWereMeasured(t *testing.T) {
	t.Parallel()
	var trials []*eval.Trial
	for i := range 20 {
		trials = append(trials, trial("x", i+1, eval.Passed, (i*7)%20+1)) // 1 to 20, in no order
	}
	trials = append(trials, trial("y", 1, eval.Failed, 100))
	report := build([]planned{{"x", 20}, {"y", 1}}, trials...)
	c := report.Cases[0]
	near(t, "p50", *c.P50MS, 10)
	near(t, "p95", *c.P95MS, 19)
	near(t, "p95 of one", *report.Cases[1].P95MS, 100)
	near(t, "p95 of all", *report.Summary.P95MS, 20)
	near(t, "p50 of all", *report.Summary.P50MS, 11)
}

func TestDurationsAreWhatTheAgentTook(t *testing.T) {
	t.Parallel()
	ms := func(n int) eval.Millis { return eval.Millis(time.Duration(n) * time.Millisecond) }
	waited, replayed := trial("x", 1, eval.Passed, 1000), trial("x", 2, eval.Passed, 3)
	waited.WaitedMS = ms(900)
	replayed.RecordedMS, replayed.Replayed = ms(297), true
	c := build([]planned{{"x", 2}}, waited, replayed).Cases[0]
	near(t, "mean", *c.AvgMS, 200)
	near(t, "least", *c.MinMS, 100)
	near(t, "most", *c.MaxMS, 300)
	near(t, "deviation", *c.StdDevMS, 100)
	near(t, "p50", *c.P50MS, 100)
	near(t, "p95", *c.P95MS, 300)
}

func TestAgreement(t *testing.T) {
	t.Parallel()
	text := eval.StringValue
	tests := []struct {
		name    string
		outputs []eval.Value
		want    *float64
	}{
		{"all the same", []eval.Value{text("yes"), text("yes"), text("yes")}, new(100.0)},
		{"case and blanks do not count", []eval.Value{text(" Yes,  it\nis"), text("yes, it is"), text("no"), text("maybe")}, new(50.0)},
		{"all different", []eval.Value{text("a"), text("b"), text("c"), text("d")}, new(25.0)},
		{"the order of keys does not count", []eval.Value{eval.Trusted(`{"a": 1, "b": 2}`), eval.Trusted(`{"b":2,"a":1}`)}, new(100.0)},
		{"a text is no number", []eval.Value{text("1"), eval.Trusted("1")}, new(50.0)},
		{"no answer is none", []eval.Value{text("a"), text("a"), {}, eval.Trusted("null")}, new(100.0)},
		{"one answer agrees with nothing", []eval.Value{text("a"), {}}, nil},
		{"no answers", []eval.Value{{}, {}}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var trials []*eval.Trial
			for i, output := range tt.outputs {
				one := trial("x", i+1, eval.Passed, 1)
				one.Output = output
				trials = append(trials, one)
			}
			got := build([]planned{{"x", len(trials)}}, trials...).Cases[0].Agreement
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestIntervalsAreUnknownWhileTrialsAreMissing(t *testing.T) {
	t.Parallel()
	report := build([]planned{{"x", 3}, {"y", 2}},
		trial("x", 1, eval.Passed, 1), trial("x", 2, eval.Passed, 1), trial("x", 3, eval.Skipped, 0),
		trial("y", 1, eval.Passed, 1), trial("y", 2, eval.Error, 1))
	x, y, s := report.Cases[0], report.Cases[1], report.Summary
	if x.PassInterval != nil || x.ScoredInterval != nil || x.PassAt != nil || x.PassAll != nil || s.PassInterval != nil {
		t.Errorf("x %+v, summary %+v", x, s)
	}
	if y.PassInterval == nil || y.ScoredInterval == nil || len(y.PassAt) != 2 || len(y.PassAll) != 2 {
		t.Errorf("y %+v", y)
	}
	// 1 of 2, and 1 of the 1 that was scored.
	near(t, "low", y.PassInterval[0], 9.453120573423985)
	near(t, "scored, low", y.ScoredInterval[0], 20.654931437723745)
	only := build([]planned{{"z", 0}}, trial("z", 1, eval.Skipped, 0))
	if c := only.Cases[0]; c.PassInterval != nil || c.P95MS != nil || c.Agreement != nil || only.Summary.PassInterval != nil || only.Summary.P95MS != nil {
		t.Errorf("skipped case %+v", c)
	}
}

func TestNoOrderOfTrialsChangesAFigure(t *testing.T) {
	t.Parallel()
	statuses := map[rune]eval.Status{'p': eval.Passed, 'f': eval.Failed, 'e': eval.Error, 't': eval.Timeout, 's': eval.Skipped}
	rapid.Check(t, func(t *rapid.T) {
		var cases []planned
		var trials []*eval.Trial
		for i := range rapid.IntRange(1, 4).Draw(t, "cases") {
			line := rapid.StringMatching(`[pfets]{1,8}`).Draw(t, "trials")
			id := string(rune('a' + i))
			cases = append(cases, planned{id, len(line)})
			for run, letter := range line {
				one := trial(id, run+1, statuses[letter], rapid.IntRange(0, 50).Draw(t, "ms"))
				one.Output = eval.StringValue(rapid.SampledFrom([]string{"a", "B", "b", ""}).Draw(t, "output"))
				trials = append(trials, one)
			}
		}
		want := build(cases, trials...)
		got := build(cases, rapid.Permutation(trials).Draw(t, "order")...)
		if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 })); diff != "" {
			t.Fatal(diff)
		}
	})
}
