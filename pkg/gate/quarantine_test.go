package gate_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
)

// quarantined is the case with a quarantine.
func quarantined(c eval.CaseResult, over bool) eval.CaseResult {
	c.Memory = &eval.Memory{Quarantine: &eval.Quarantine{Reason: "upstream", Until: "2026-12-24", Expired: over}}
	return c
}

func reportOf(cases ...eval.CaseResult) *eval.Report {
	r := &eval.Report{Cases: cases}
	sum := 0.0
	for i := range cases {
		c := &cases[i]
		r.Summary.Total++
		r.Summary.TotalTrials += c.Planned
		r.Summary.TotalRuns += c.Runs
		r.Summary.ErrorTrials += c.Errors
		if c.Runs > 0 {
			rate := 100 * float64(c.Passed) / float64(c.Runs)
			c.PassRate = &rate
			sum += rate
		}
	}
	if len(cases) > 0 {
		mean := sum / float64(len(cases))
		r.Summary.PassRate = &mean
	}
	return r
}

func TestNoTrialOfACaseInQuarantineIsNeededToFindARegression(t *testing.T) {
	t.Parallel()
	cases := []gate.Expected{{ID: "in", Planned: 2}, {ID: "out", Planned: 2, Outside: true}}
	for name, tt := range map[string]struct {
		policy eval.Policy
		needed bool
	}{
		"a regression": {eval.Policy{NoRegression: true}, false},
		"and a budget": {eval.Policy{NoRegression: true, MaxCost: ptr(1.0)}, true},
	} {
		o := gate.NewOutlook(tt.policy, cases, eval.PlanSize{})
		o.Add(0, eval.Passed)
		if !o.Needed(0) || o.Needed(1) != tt.needed || o.Held() {
			t.Errorf("%s: needed %v and %v", name, o.Needed(0), o.Needed(1))
		}
		o.Add(0, eval.Failed)
		if o.Needed(0) || o.Needed(1) != tt.needed || o.Held() == tt.needed {
			t.Errorf("%s, after all others: needed %v", name, o.Needed(1))
		}
	}
}

func TestWhatIsAskedOfCasesIsNotAskedOfAQuarantinedOne(t *testing.T) {
	t.Parallel()
	good := eval.CaseResult{ID: "good", Planned: 5, Runs: 5, Passed: 5}
	bad := eval.CaseResult{ID: "bad", Planned: 5, Runs: 5, Failed: 5}
	broke := eval.CaseResult{ID: "broke", Planned: 5, Runs: 5, Errors: 5}
	open := eval.CaseResult{ID: "open", Planned: 5}
	hundred, two, little := 100.0, 2, 0.5
	for _, tt := range []struct {
		name   string
		policy eval.Policy
		out    eval.CaseResult
		want   string
	}{
		{"every case", eval.Policy{}, bad, "passed: the one case passed; 1 case quarantined"},
		{"the pass rate", eval.Policy{MinPassRate: &hundred}, bad, "passed: pass rate 100 %, at least 100 % required; 1 case quarantined"},
		{"the class", eval.Policy{MinStability: eval.Stable}, bad, "passed: no case below stable; 1 case quarantined"},
		{"the quota", eval.Policy{MinPass: &eval.Quota{Passed: 5, Of: 5}}, bad, "passed: the one case passed at least 5 of 5 trials; 1 case quarantined"},
		{"errors", eval.Policy{MinPassRate: &hundred}, broke, "passed: pass rate 100 %, at least 100 % required; 1 case quarantined"},
		{"errors that are allowed", eval.Policy{MaxErrors: &two}, broke, "passed: none of 1 case failed; 1 case quarantined"},
		{"trials that are missing", eval.Policy{}, open, "passed: the one case passed; 1 case quarantined"},
		{"what it cost counts", eval.Policy{MaxCost: &little}, bad, "failed: cost $1, $0.5 allowed; 1 case quarantined"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := reportOf(good, quarantined(tt.out, false))
			cost := 1.0
			r.Summary.Usage = map[eval.Role]eval.Usage{eval.RoleAgent: {Calls: 10, CostUSD: &cost}}
			r.Decision = gate.Decide(tt.policy, r)
			if diff := cmp.Diff(tt.want, r.Decision.Title); diff != "" {
				t.Error(diff)
			}
			if got := gate.Case(tt.policy, r, &r.Cases[1]); got == eval.VerdictFailed {
				t.Errorf("the case by itself: %s", got)
			}
			if got := gate.Case(tt.policy, r, &r.Cases[0]); got != eval.VerdictPassed {
				t.Errorf("the other case by itself: %s", got)
			}
		})
	}
}

func TestAQuarantineThatIsOverFailsAndNamesTheCase(t *testing.T) {
	t.Parallel()
	good := eval.CaseResult{ID: "good", Planned: 1, Runs: 1, Passed: 1}
	got := gate.Decide(eval.Policy{}, reportOf(good, quarantined(good, true)))
	want := `failed: the quarantine of "good" ended on 2026-12-24: fix it or extend it`
	if got.Verdict != eval.VerdictFailed || got.Title != want {
		t.Errorf("got %s, %q, want %q", got.Verdict, got.Title, want)
	}
	bad := eval.CaseResult{ID: "bad", Planned: 1, Runs: 1, Failed: 1}
	r := reportOf(good, quarantined(bad, true))
	if got := gate.Case(eval.Policy{}, r, &r.Cases[1]); got != eval.VerdictFailed {
		t.Errorf("the case by itself: %s", got)
	}
}

func TestASuiteThatIsAllQuarantinedDoesNotPass(t *testing.T) {
	t.Parallel()
	good := quarantined(eval.CaseResult{ID: "good", Planned: 1, Runs: 1, Passed: 1}, false)
	got := gate.Decide(eval.Policy{}, reportOf(good, eval.CaseResult{ID: "skipped"}, good))
	if want := "failed: every case is quarantined, so that nothing was asked"; got.Verdict != eval.VerdictFailed || got.Title != want {
		t.Errorf("got %s, %q, want %q", got.Verdict, got.Title, want)
	}
}

// TestAQuarantineChangesWhatACaseCanChangeAndNothingElse: whatever a case in
// quarantine does, the verdict is that of the others alone.
func TestAQuarantineChangesWhatACaseCanChangeAndNothingElse(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		draw := func(label string) eval.CaseResult {
			c := eval.CaseResult{ID: label, Planned: 5}
			c.Passed = rapid.IntRange(0, 5).Draw(t, label+" passed")
			c.Failed = rapid.IntRange(0, 5-c.Passed).Draw(t, label+" failed")
			c.Errors = rapid.IntRange(0, 5-c.Passed-c.Failed).Draw(t, label+" errors")
			c.Runs = c.Passed + c.Failed + c.Errors
			return c
		}
		policies := []eval.Policy{{}}
		rate, limit := rapid.Float64Range(1, 100).Draw(t, "rate"), rapid.IntRange(0, 5).Draw(t, "limit")
		policies = append(policies, eval.Policy{MinPassRate: &rate}, eval.Policy{MinStability: eval.Unstable}, eval.Policy{MaxErrors: &limit}, eval.Policy{MinPass: &eval.Quota{Passed: 3, Of: 5}})
		policy := rapid.SampledFrom(policies).Draw(t, "policy")
		a, b, out := draw("a"), draw("b"), draw("out")
		alone := gate.Decide(policy, reportOf(a, b)).Verdict
		if got := gate.Decide(policy, reportOf(a, quarantined(out, false), b)).Verdict; got != alone {
			t.Fatalf("%s with the case, %s without", got, alone)
		}
	})
}
