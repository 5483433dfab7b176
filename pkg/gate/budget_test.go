package gate_test

import (
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
	"github.com/surefoot-dev/surefoot/pkg/stability"
)

func TestBudgets(t *testing.T) {
	t.Parallel()
	usd := func(n float64) eval.Policy { return eval.Policy{MaxCost: &n} }
	tokens := func(n int64) eval.Policy { return eval.Policy{MaxTokens: &n} }
	// A trial costs $0.1 and takes ten tokens.
	three, open := report("ppp"), report("pp.")
	unknown, other, none := report("ppp"), report("ppp"), report("ppp")
	unknown.Summary.Usage = map[eval.Role]eval.Usage{eval.RoleAgent: {Calls: 3, Attempts: 3}}
	unknown.Spent = eval.Spent{}
	other.Summary.Usage[eval.RoleJudge] = eval.Usage{Calls: 1, Attempts: 1}
	none.Summary.Usage = nil
	tests := []struct {
		name   string
		policy eval.Policy
		report *eval.Report
		cond   string
		want   eval.Verdict
		reason string
	}{
		{"cost within", usd(0.3), three, "max-cost", "passed", "cost $0.3, $0.3 allowed"},
		{"cost beyond", usd(0.29), three, "max-cost", "failed", "cost $0.3, $0.29 allowed"},
		{"cost so far", usd(0.3), open, "max-cost", "inconclusive", "cost $0.2 so far, 1 trial not run, $0.3 allowed"},
		{"cost beyond already", usd(0.1), open, "max-cost", "failed", "cost $0.2, $0.1 allowed"},
		{"cost unknown", usd(9), unknown, "max-cost", "inconclusive", "what some answers cost is unknown, $9 allowed"},
		{"a part unknown", usd(9), other, "max-cost", "inconclusive", "what some answers cost is unknown, $9 allowed"},
		{"beyond without the unknown part", usd(0.2), other, "max-cost", "failed", "cost $0.3, $0.2 allowed"},
		{"nobody said anything of cost", usd(9), none, "max-cost", "inconclusive", "what some answers cost is unknown, $9 allowed"},
		{"tokens within", tokens(30), three, "max-tokens", "passed", "tokens 30, 30 allowed"},
		{"tokens beyond", tokens(29), three, "max-tokens", "failed", "tokens 30, 29 allowed"},
		{"tokens unknown", tokens(29), unknown, "max-tokens", "inconclusive", "the tokens of some answers are unknown, 29 allowed"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := condition(t, gate.Decide(tt.policy, tt.report), tt.cond)
			if got.Verdict != tt.want || got.Reason != tt.reason {
				t.Errorf("got %s, %q\nwant %s, %q", got.Verdict, got.Reason, tt.want, tt.reason)
			}
		})
	}
}

func TestABudgetAloneLetsNoFailingCaseThrough(t *testing.T) {
	t.Parallel()
	for _, policy := range []eval.Policy{{MaxCost: ptr(9.0)}, {MaxTokens: ptr(int64(999))}, {MaxP95MS: eval.Millis(time.Minute)}} {
		if got := gate.Decide(policy, report("ppf")); got.Verdict != eval.VerdictFailed {
			t.Errorf("%+v: %s", policy, got.Verdict)
		}
	}
}

func TestP95(t *testing.T) {
	t.Parallel()
	// Trials of case a take 8, 4, 9, 5, 1, 6, 2, 7, 3 ms, and so on.
	tests := []struct {
		name   string
		most   int
		report *eval.Report
		want   eval.Verdict
		reason string
	}{
		{"within", 9, report("ppppppppp"), "passed", "95 % of the trials took up to 9ms, 9ms allowed"},
		{"beyond", 8, report("ppppppppp"), "failed", "95 % of the trials took up to 9ms, 8ms allowed"},
		{"beyond already", 8, report("ppp......"), "failed", "95 % of the trials took up to 9ms, 8ms allowed"},
		{"open", 9, report("ppp......"), "inconclusive", "95 % of the trials took up to 9ms, 9ms allowed, but 6 trials did not run"},
		{"nothing ran", 9, report("..."), "inconclusive", "no trial ran, so nothing is known of what 95 % of them took, 9ms allowed"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			policy := eval.Policy{MaxP95MS: eval.Millis(tt.most) * eval.Millis(time.Millisecond)}
			got := condition(t, gate.Decide(policy, tt.report), "max-p95")
			if got.Verdict != tt.want || got.Reason != tt.reason {
				t.Errorf("got %s, %q\nwant %s, %q", got.Verdict, got.Reason, tt.want, tt.reason)
			}
		})
	}
}

// One answer that tells nothing of its cost must not hide what others told,
// whichever comes first.
func TestAnAnswerOfUnknownCostHidesNoExcess(t *testing.T) {
	t.Parallel()
	known := eval.Usage{TotalTokens: ptr(int64(50)), CostUSD: ptr(5.0), Calls: 1, Attempts: 1}
	unknown := eval.Usage{Calls: 1, Attempts: 1}
	for name, trials := range map[string][]eval.Usage{"first": {unknown, known, known}, "last": {known, known, unknown}} {
		for _, policy := range []eval.Policy{{MaxCost: ptr(9.0)}, {MaxTokens: ptr(int64(99))}} {
			c := &eval.Case{Agent: "a", ID: "c"}
			start := &eval.Start{Plan: eval.PlanFacts{Cases: 1, Trials: 3}}
			b := stability.NewBuilder(start, []*eval.Case{c}, func(*eval.Case) int { return 3 })
			watch := gate.NewWatch(policy, map[eval.Key]gate.Expected{c.Key(): {ID: c.ID, Planned: 3}})
			lost := ""
			for i, usage := range trials {
				trial := &eval.Trial{
					Agent: "a", ID: "c", Run: i + 1, Planned: 3, Status: eval.Passed, Usage: map[eval.Role]eval.Usage{eval.RoleAgent: usage},
				}
				b.Add(trial)
				if reason := watch.Lost(trial); lost == "" {
					lost = reason
				}
			}
			got := gate.Decide(policy, b.Report(0, ""))
			if got.Verdict != eval.VerdictFailed || lost == "" {
				t.Errorf("unknown %s: %s; --fail-fast says %q", name, got.Title, lost)
			}
		}
	}
}
