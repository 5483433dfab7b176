package stability_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/stability"
)

func trial(id string, run int, status eval.Status, ms int) *eval.Trial {
	return &eval.Trial{
		Agent: "a", ID: id, Run: run, Status: status, Reason: fmt.Sprintf("%s %d", status, run),
		DurationMS: eval.Millis(time.Duration(ms) * time.Millisecond),
	}
}

// planned is a case of agent a and how many trials it gets.
type planned struct {
	id   string
	runs int
}

func builder(cases []planned) *stability.Builder {
	runs := map[string]int{}
	var list []*eval.Case
	for _, c := range cases {
		runs[c.id] = c.runs
		list = append(list, &eval.Case{Agent: "a", ID: c.id})
	}
	return stability.NewBuilder(&eval.Start{Agents: []string{"a"}}, list, func(c *eval.Case) int { return runs[c.ID] })
}

func build(cases []planned, trials ...*eval.Trial) *eval.Report {
	b := builder(cases)
	for _, t := range trials {
		b.Add(t)
	}
	return b.Report(0, "")
}

func TestHandWorkedFigures(t *testing.T) {
	t.Parallel()
	report := build([]planned{{"x", 5}},
		trial("x", 1, eval.Passed, 20), trial("x", 2, eval.Passed, 40), trial("x", 3, eval.Passed, 40),
		trial("x", 4, eval.Error, 40), trial("x", 5, eval.Failed, 110))
	c := report.Cases[0]
	// 20 40 40 40 110: mean 50, population variance (900+100+100+100+3600)/5 = 960.
	near(t, "mean", *c.AvgMS, 50)
	near(t, "standard deviation", *c.StdDevMS, math.Sqrt(960))
	near(t, "min", *c.MinMS, 20)
	near(t, "max", *c.MaxMS, 110)
	near(t, "pass rate", *c.PassRate, 60)
	near(t, "scored pass rate", *c.ScoredPassRate, 75)
	if c.Status != eval.Error || c.Class != eval.Unstable || c.Reason != "error 4" {
		t.Errorf("got %s, %s, %q", c.Status, c.Class, c.Reason)
	}
	if s := report.Summary; s.Errors != 1 || s.ErrorTrials != 1 || s.Unstable != 1 || s.StableCases != 0 {
		t.Errorf("summary %+v", s)
	}
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-9 {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func TestMeanPassRateLeavesSkippedCasesOut(t *testing.T) {
	t.Parallel()
	report := build([]planned{{"x", 2}, {"y", 1}, {"z", 0}},
		trial("x", 1, eval.Passed, 1), trial("x", 2, eval.Failed, 1), trial("y", 1, eval.Passed, 1), trial("z", 1, eval.Skipped, 0))
	near(t, "mean pass rate", *report.Summary.PassRate, 75)
	if s := report.Summary; s.Total != 3 || s.Skipped != 1 || s.Passed != 1 || s.Failed != 1 || s.TotalRuns != 3 {
		t.Errorf("summary %+v", s)
	}
	if c := report.Cases[2]; c.PassRate != nil || c.Class != eval.Undetermined || c.Reason != "skipped 1" {
		t.Errorf("skipped case %+v", c)
	}
}

func TestACaseWhoseTrialsDidNotAllRunIsNotPassed(t *testing.T) {
	t.Parallel()
	report := build([]planned{{"x", 5}},
		trial("x", 1, eval.Passed, 1), trial("x", 2, eval.Passed, 1), trial("x", 3, eval.Skipped, 0))
	if c := report.Cases[0]; c.Status != eval.Skipped || c.Class != eval.Undetermined || c.Stable {
		t.Errorf("got %s, %s", c.Status, c.Class)
	}
	report = build([]planned{{"x", 5}},
		trial("x", 1, eval.Failed, 1), trial("x", 2, eval.Failed, 1), trial("x", 3, eval.Failed, 1))
	if c := report.Cases[0]; c.Class != eval.HighlyUnstable {
		t.Errorf("three of five failed: %s, want what it is whatever the rest does", c.Class)
	}
}

func TestOrderOfTrialsChangesNothing(t *testing.T) {
	t.Parallel()
	cases := []planned{{"x", 6}, {"y", 6}}
	statuses := []eval.Status{eval.Passed, eval.Failed, eval.Error, eval.Timeout, eval.Passed, eval.Passed}
	var trials []*eval.Trial
	for run, status := range statuses {
		trials = append(trials, trial("x", run+1, status, 10*run), trial("y", run+1, eval.Passed, 3))
	}
	want := build(cases, trials...)
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 1))
		rng.Shuffle(len(trials), func(i, j int) { trials[i], trials[j] = trials[j], trials[i] })
		got := build(cases, trials...)
		if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-9 })); diff != "" {
			t.Fatal(diff)
		}
	}
}

func TestWhyATrialTookItselfOutIsNotWhyOthersFailed(t *testing.T) {
	t.Parallel()
	out := trial("x", 1, eval.Skipped, 0)
	out.Stopped = eval.StopExcused
	for want, trials := range map[string][]*eval.Trial{
		"failed 2":  {out, trial("x", 2, eval.Failed, 1)},
		"failed 3":  {trial("x", 3, eval.Failed, 1), out},
		"skipped 1": {out},
	} {
		if got := build([]planned{{"x", len(trials)}}, trials...).Cases[0]; got.Reason != want || got.Excused != 1 {
			t.Errorf("got %q, want %q; %d excused", got.Reason, want, got.Excused)
		}
	}
}

func TestTheLastTrialOfACaseBringsItsResult(t *testing.T) {
	t.Parallel()
	b := builder([]planned{{"x", 2}})
	if r := b.Add(trial("x", 2, eval.Passed, 1)); r != nil {
		t.Errorf("after one of two: %+v", r)
	}
	if r := b.Add(trial("x", 1, eval.Passed, 1)); r == nil || !r.Stable {
		t.Errorf("after both: %+v", r)
	}
}
