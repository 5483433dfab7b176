package beside_test

import (
	"errors"
	"iter"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/beside"
	"github.com/surefoot-dev/surefoot/pkg/stability/compare"
)

// report is one of a case that passed or did not.
func report(passed int) eval.Report {
	rate := 100 * float64(passed)
	return eval.Report{
		Start: eval.Start{
			SchemaVersion: 1, Version: "1.2.3", Timestamp: time.Unix(1, 0).UTC(), Seed: 1, Settings: map[string]string{},
			Plan: eval.PlanFacts{Cases: 1, Trials: 1, Application: "abc", Inputs: []string{"c.jsonl"}},
		},
		Cases: []eval.CaseResult{{
			Agent: "a", ID: "c", Planned: 1, Runs: 1, Passed: passed, Failed: 1 - passed, PassRate: &rate, Pos: eval.Pos{File: "c.jsonl", Line: 1},
		}},
		Summary:  eval.Summary{PassRate: &rate},
		Decision: eval.Decision{Verdict: eval.VerdictPassed},
	}
}

func trials(input string, err error) iter.Seq2[*eval.Trial, error] {
	return func(yield func(*eval.Trial, error) bool) {
		if yield(&eval.Trial{Agent: "a", ID: "c", Run: 1, Planned: 1, Input: eval.StringValue(input)}, nil) && err != nil {
			yield(nil, err)
		}
	}
}

func read(t *testing.T, r eval.Report) *beside.Base {
	t.Helper()
	base, err := beside.Read(&r, trials("hi", nil), "main.jsonl", "0a1b")
	if err != nil {
		t.Fatal(err)
	}
	return base
}

func head(t *testing.T, r eval.Report, input string) compare.Run {
	t.Helper()
	traits, err := beside.Traits(trials(input, nil))
	if err != nil {
		t.Fatal(err)
	}
	return compare.Run{Report: &r, Traits: traits}
}

func TestTheBaselineIsNamed(t *testing.T) {
	t.Parallel()
	rate := 100.0
	c := read(t, report(1)).Compare(head(t, report(0), "ho"))
	want := eval.Baseline{
		Name: "main.jsonl", Commit: "0a1b", Version: "1.2.3", Timestamp: time.Unix(1, 0).UTC(), Application: "abc", Verdict: eval.VerdictPassed, PassRate: &rate,
	}
	if diff := cmp.Diff(want, c.Base); diff != "" {
		t.Error(diff)
	}
	if got := c.Cases[0]; got.Change != eval.Regressed || !got.InputChanged {
		t.Errorf("got %+v", got)
	}
}

func TestWhatMakesTheRunsLessAlikeIsNoted(t *testing.T) {
	t.Parallel()
	const same = "the application's files are the same in both: what differs is chance, the cases, or what it calls (a provider, a server of tools)"
	tests := []struct {
		name string
		edit func(base, head *eval.Report)
		want []string
	}{
		{"nothing but the application", func(_, head *eval.Report) { head.Start.Plan.Application = "def" }, nil},
		{"the same application", func(_, _ *eval.Report) {}, []string{same}},
		{"nobody knows the application", func(base, head *eval.Report) { base.Start.Plan.Application, head.Start.Plan.Application = "", "" }, nil},
		{"other settings", func(base, head *eval.Report) {
			base.Start.Settings["connector"], head.Start.Seed, head.Start.Version = "gpt", 2, "1.3.0"
			head.Start.Plan.Application = ""
		}, []string{
			`the version of Surefoot was "1.2.3" in the baseline, and is "1.3.0" now`, `the seed was "1" in the baseline, and is "2" now`, `--connector was "gpt" in the baseline, and is "" now`,
		}},
		{"a baseline that was killed", func(base, head *eval.Report) {
			base.Summary.Interrupted, base.Start.Plan.Shard, base.Start.Plan.Filtered = "the report ends early: the run was killed", "1/2", 3
			head.Start.Plan.Application = ""
		}, []string{"the baseline is not whole: the report ends early: the run was killed", "the baseline is shard 1/2 alone", "the filters of the baseline left 3 cases out"}},
		{"a case that stopped", func(_, head *eval.Report) {
			head.Start.Plan.Application, head.Cases[0].Spared, head.Cases[0].Planned = "", 4, 5
		}, []string{"some cases stopped before all their trials, whose rates are less exact"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			base, later := report(1), report(1)
			tt.edit(&base, &later)
			c := read(t, base).Compare(head(t, later, "hi"))
			if diff := cmp.Diff(tt.want, c.Notes); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWithoutABaselineYetEveryCaseIsNew(t *testing.T) {
	t.Parallel()
	var none *beside.Base
	c := none.Compare(head(t, report(1), "hi"))
	if c.Count[eval.NewCase] != 1 || len(c.Cases) != 1 || c.Base != (eval.Baseline{}) || len(c.Notes) != 1 {
		t.Errorf("got %+v", c)
	}
}

func TestATrialThatCannotBeReadIsNoBaseline(t *testing.T) {
	t.Parallel()
	r := report(1)
	broken := errors.New("gone")
	if _, err := beside.Read(&r, trials("hi", broken), "x", ""); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}
