package standing_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/internal/sample"
	"github.com/surefoot-dev/surefoot/pkg/report/standing"
)

func TestKinds(t *testing.T) {
	t.Parallel()
	run := sample.Compared()
	board := standing.New(&run.Report)
	want := map[string]standing.Kind{
		"greet": standing.Fine, "refuse-negative": standing.Regressed, "greet-fr": standing.Failing, "lookup-policy": standing.Known,
		"confirm-amount": standing.Fine, "small-talk": standing.Fine, "rates": standing.Quarantined, "old-rates": standing.Known,
		"submit-travel": standing.Fine, "taxi": standing.Known, "receipt": standing.Undecided, "hook": standing.Broken,
	}
	got := map[string]standing.Kind{}
	for i := range run.Report.Cases {
		got[run.Report.Cases[i].ID] = board.Kind(&run.Report.Cases[i])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAFailureIsKnownWhereThePolicyWouldHaveFailedItBefore(t *testing.T) {
	t.Parallel()
	failing := eval.CaseResult{Agent: "a", ID: "c", Status: eval.Failed, Planned: 5, Runs: 5, Passed: 2, Failed: 3}
	mostly := eval.Policy{MinStability: eval.MostlyStable}
	tests := []struct {
		name   string
		policy eval.Policy
		base   *eval.CaseOutcome
		rates  []float64
		want   standing.Kind
	}{
		{"nothing is known", eval.Policy{}, nil, nil, standing.Failing},
		{"it passed", eval.Policy{}, &eval.CaseOutcome{Planned: 5, Runs: 5, Passed: 5}, nil, standing.Failing},
		{"it did not pass each time", eval.Policy{}, &eval.CaseOutcome{Planned: 5, Runs: 5, Passed: 4, Failed: 1}, nil, standing.Known},
		{"it passed often enough", mostly, &eval.CaseOutcome{Planned: 5, Runs: 5, Passed: 4, Failed: 1}, nil, standing.Failing},
		{"it did not pass often enough", mostly, &eval.CaseOutcome{Planned: 5, Runs: 5, Passed: 3, Timeouts: 2}, nil, standing.Known},
		{"it was not decided", mostly, &eval.CaseOutcome{Planned: 5, Runs: 4, Passed: 3, Failed: 1}, nil, standing.Failing},
		{"nothing but errors", mostly, &eval.CaseOutcome{Planned: 5, Runs: 5, Errors: 5}, nil, standing.Failing},
		{"it did not pass in the last run that is remembered", eval.Policy{}, nil, []float64{100, 80, 40}, standing.Known},
		{"it passed in the last run that is remembered", eval.Policy{}, nil, []float64{80, 100, 40}, standing.Failing},
		{"it passed often enough in the last run that is remembered", mostly, nil, []float64{100, 80, 40}, standing.Failing},
		{"the memory begins here", eval.Policy{}, nil, []float64{40}, standing.Failing},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := failing
			r := eval.Report{Start: eval.Start{Policy: tt.policy}}
			if tt.base != nil {
				r.Comparison = &eval.Comparison{Cases: []eval.CaseChange{{Agent: "a", ID: "c", Change: eval.Suspect, Base: tt.base}}}
			}
			if tt.rates != nil {
				c.Memory = &eval.Memory{PassRates: tt.rates}
			}
			r.Cases = []eval.CaseResult{c}
			if got := standing.New(&r).Kind(&r.Cases[0]); got != tt.want {
				t.Errorf("got %d, want %d", got, tt.want)
			}
		})
	}
}

func TestARegressedCaseDoesNotPassWhereNoneMay(t *testing.T) {
	t.Parallel()
	away := &eval.Memory{Quarantine: &eval.Quarantine{Until: "2026-12-24"}}
	tests := []struct {
		name   string
		asked  bool
		change eval.Change
		memory *eval.Memory
		want   eval.Verdict
	}{
		{"nobody asks", false, eval.Regressed, nil, eval.VerdictPassed},
		{"it regressed", true, eval.Regressed, nil, eval.VerdictFailed},
		{"it may be chance", true, eval.Suspect, nil, eval.VerdictPassed},
		{"it is in quarantine", true, eval.Regressed, away, eval.VerdictPassed},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := eval.Report{
				Start:      eval.Start{Policy: eval.Policy{MinStability: eval.MostlyStable, NoRegression: tt.asked}},
				Cases:      []eval.CaseResult{{Agent: "a", ID: "c", Planned: 10, Runs: 10, Passed: 8, Failed: 2, Memory: tt.memory}},
				Comparison: &eval.Comparison{Cases: []eval.CaseChange{{Agent: "a", ID: "c", Change: tt.change}}},
			}
			if got := standing.New(&r).Verdict(&r.Cases[0]); got != tt.want {
				t.Errorf("got %s", got)
			}
		})
	}
}

func TestWhetherMoreTrialsWouldChangeIt(t *testing.T) {
	t.Parallel()
	rate := func(r float64) *float64 { return &r }
	tests := []struct {
		name   string
		policy eval.Policy
		c      eval.CaseResult
		want   string
	}{
		{"every trial must pass", eval.Policy{}, eval.CaseResult{Planned: 5, Runs: 5, Passed: 3, Failed: 2}, ""},
		{"every trial must pass, and may", eval.Policy{}, eval.CaseResult{Planned: 5, Runs: 3, Passed: 3}, "would decide it: 2 of 5 trials did not run, and every one must pass"},
		{"none did", eval.Policy{}, eval.CaseResult{Planned: 5, Runs: 5, Failed: 5}, ""},
		{"one trial", eval.Policy{MinStability: eval.Stable}, eval.CaseResult{Planned: 1, Runs: 1, Failed: 1, PassRate: rate(0), PassInterval: &eval.Interval{0, 79.4}}, ""},
		{
			"far below", eval.Policy{MinStability: eval.MostlyStable}, eval.CaseResult{Planned: 5, Runs: 5, Failed: 5, PassRate: rate(0), PassInterval: &eval.Interval{0, 43.5}},
			"would hardly change it: with 95 % confidence its rate lies within [0, 43.5], and mostly stable begins at 80 %",
		},
		{
			"a little below", eval.Policy{MinPass: &eval.Quota{Passed: 4, Of: 5}}, eval.CaseResult{Planned: 5, Runs: 5, Passed: 3, Failed: 2, PassRate: rate(60), PassInterval: &eval.Interval{23.0, 88.3}},
			"could change it: with 95 % confidence its rate lies within [23, 88.3], and 4 of 5 must pass",
		},
		{
			"stopped", eval.Policy{MinPassRate: rate(90)}, eval.CaseResult{Planned: 10, Runs: 3, Passed: 1, Failed: 2, PassRate: rate(33)},
			"would not change it: 7 of 10 trials did not run, and its rate ends between 10 and 80 %, highly unstable to mostly stable; 90 % are asked for",
		},
		{
			"undecided", eval.Policy{MinStability: eval.MostlyStable}, eval.CaseResult{Planned: 5, Runs: 3, Passed: 3},
			"would decide it: 2 of 5 trials did not run, and its rate ends between 60 and 100 %, unstable to stable; mostly stable begins at 80 %",
		},
		{
			"stopped since it is decided", eval.Policy{MinStability: eval.MostlyStable},
			eval.CaseResult{Planned: 10, Runs: 3, Failed: 3, Stopped: "decided: 3 of 3 trials did not pass, 8 of 10 must"},
			"would not change the verdict: 3 of 3 trials did not pass, 8 of 10 must; its rate ends between 0 and 70 %, highly unstable to unstable",
		},
		{"it passes", eval.Policy{MinStability: eval.Unstable}, eval.CaseResult{Planned: 5, Runs: 5, Passed: 3, Failed: 2, PassRate: rate(60), PassInterval: &eval.Interval{23.0, 88.3}}, ""},
		{"nothing but errors", eval.Policy{}, eval.CaseResult{Planned: 2, Runs: 2, Errors: 2}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := eval.Report{Start: eval.Start{Policy: tt.policy}, Summary: eval.Summary{ErrorTrials: tt.c.Errors}, Cases: []eval.CaseResult{tt.c}}
			got := ""
			for _, line := range standing.New(&r).Outlook(&r.Cases[0]) {
				got = line.Text
			}
			if got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestABaselineIsNamedInShort(t *testing.T) {
	t.Parallel()
	tests := []struct {
		base        eval.Baseline
		name, title string
	}{
		{eval.Baseline{}, "the baseline", "the baseline"},
		{eval.Baseline{Name: "main", Commit: "9be01d2c0ffee"}, "main", "main@9be01d2"},
		{eval.Baseline{Name: "origin/main"}, "origin/main", "origin/main"},
		{eval.Baseline{Name: "9be01d2c", Commit: "9be01d2c0ffee"}, "9be01d2c", "9be01d2c"},
		{eval.Baseline{Name: "reports/base.jsonl", Commit: "9be"}, "base.jsonl", "base.jsonl@9be"},
		{eval.Baseline{Name: `C:\reports\base.json`}, "base.json", "base.json"},
	}
	for _, tt := range tests {
		if name, title := standing.Name(&tt.base), standing.Title(&tt.base); name != tt.name || title != tt.title {
			t.Errorf("%+v: got %q and %q", tt.base, name, title)
		}
	}
}

func TestNoRateOfOtherCasesIsShownBeside(t *testing.T) {
	t.Parallel()
	rate := 98.3
	for change, shown := range map[eval.Change]bool{eval.Unchanged: true, eval.NewCase: true, eval.RemovedCase: false, eval.Unaffected: false} {
		c := &eval.Comparison{Base: eval.Baseline{PassRate: &rate}, Count: map[eval.Change]int{change: 1}, Cases: []eval.CaseChange{{Base: &eval.CaseOutcome{PassRate: &rate}}}}
		if got := standing.BaseRate(c); (got != nil) != shown {
			t.Errorf("%s: got %v", change, got)
		}
	}
	of, all := 100.0, 50.0
	filtered := &eval.Comparison{Base: eval.Baseline{PassRate: &all}, Count: map[eval.Change]int{eval.Unchanged: 1}, Cases: []eval.CaseChange{{Base: &eval.CaseOutcome{PassRate: &of}}}}
	if got := standing.BaseRate(filtered); got != nil {
		t.Errorf("the rate of all cases, %v, beside that of one", *got)
	}
	if standing.BaseRate(nil) != nil {
		t.Error("there is no baseline")
	}
}

func TestAComparisonInFigures(t *testing.T) {
	t.Parallel()
	run := sample.Compared()
	c := run.Report.Comparison
	want := []string{
		"1 regressed", "2 suspect", "1 improved", "3 unchanged", "2 flaky", "1 new", "1 removed", "1 with an unreliable baseline", "1 with too few trials", "1 not affected and not run",
		"pass rate −15.2 points [−38.1, +7.7]", "1 better, 3 worse (sign test: p = 0.62)", "+40 ms per trial", "+12 tokens per trial",
	}
	if diff := cmp.Diff(want, append(standing.Counts(c), standing.Figures(c)...)); diff != "" {
		t.Error(diff)
	}
	if got := standing.Figures(&eval.Comparison{}); got != nil {
		t.Errorf("of nothing it makes %q", got)
	}
}
