package gate_test

import (
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
	"github.com/surefoot-dev/surefoot/pkg/stability/compare"
)

// after is a report beside a baseline; a nil one is none.
func after(base, head *eval.Report) *eval.Report {
	if base != nil {
		head.Comparison = compare.Runs(compare.Run{Report: base}, compare.Run{Report: head})
		head.Comparison.Base.Name = "main"
	}
	return head
}

func TestRegressions(t *testing.T) {
	t.Parallel()
	first := report("pp", "pp")
	first.Comparison = compare.Runs(compare.Run{Report: &eval.Report{}}, compare.Run{Report: first})
	failing := report("pp", "pf")
	failing.Comparison = compare.Runs(compare.Run{Report: &eval.Report{}}, compare.Run{Report: failing})
	shard := report("pf", "pp")
	shard.Start.Plan.Shard = "1/2"
	quarantined := after(report("ppp", "ppp"), report("ppp", "fff"))
	quarantined.Cases[1].Memory = &eval.Memory{Quarantine: &eval.Quarantine{Reason: "known", Until: "2099-01-01"}}
	compared := after(report("ppp", "ppp"), report("fff", "ppp"))
	compared.Start.Plan.Shard = "1/2"
	killed := after(report("ppp"), report("ppp"))
	killed.Start.Plan.Cases = 3
	aside := func(base, head *eval.Report) *eval.Report {
		last := &head.Cases[len(head.Cases)-1]
		last.Memory = &eval.Memory{Quarantine: &eval.Quarantine{Reason: "known", Until: "2099-01-01"}}
		return after(base, head)
	}
	tests := map[string]struct {
		policy eval.Policy
		report *eval.Report
		want   eval.Verdict
		title  string
	}{
		"none":                               {eval.Policy{}, after(report("ppp", "fff"), report("ppp", "fff")), "passed", "passed: none of 2 cases regressed"},
		"one":                                {eval.Policy{}, after(report("ppp", "fff"), report("fff", "fff")), "failed", `failed: 1 of 2 cases regressed: "a"`},
		"many":                               {eval.Policy{}, after(report("p", "p", "p", "p", "p"), report("f", "f", "f", "f", "f")), "failed", `failed: 5 of 5 cases regressed: "a", "b", "c", 2 more`},
		"suspect is none":                    {eval.Policy{}, after(report("pppppp"), report("pppppf")), "passed", "passed: none of 1 case regressed"},
		"a new case that passes":             {eval.Policy{}, after(report("ppp"), report("ppp", "ppp")), "passed", "passed: none of 1 case regressed"},
		"a new case that does not":           {eval.Policy{}, after(report("ppp"), report("ppp", "ppf")), "failed", "failed: new cases: 1 of 1 case did not pass"},
		"a new case within a rate":           {eval.Policy{MinPassRate: ptr(60.0)}, after(report("ppp"), report("ppp", "ppf")), "passed", "passed: pass rate 83.3 %, at least 60 % required"},
		"a new case that is skipped":         {eval.Policy{}, after(report("ppp"), report("ppp", "")), "passed", "passed: none of 1 case regressed"},
		"a rate is reached all the same":     {eval.Policy{MinPassRate: ptr(10.0)}, after(report("ppp", "ppp"), report("ppp", "fff")), "failed", `failed: 1 of 2 cases regressed: "b"`},
		"errors are not allowed":             {eval.Policy{}, after(report("fff"), report("ffe")), "failed", "failed: 1 error, 0 allowed"},
		"errors that may hide one":           {eval.Policy{MaxErrors: ptr(1)}, after(report("ppppp"), report("pfffe")), "inconclusive", `inconclusive: whether 1 of 1 case regressed cannot be told: "a"`},
		"errors that hide none":              {eval.Policy{MaxErrors: ptr(3)}, after(report("fff", "p"), report("eee", "p")), "passed", "passed: none of 2 cases regressed"},
		"a baseline of errors":               {eval.Policy{}, after(report("eee"), report("ppf")), "inconclusive", `inconclusive: whether 1 of 1 case regressed cannot be told: "a"`},
		"a baseline of errors, and all pass": {eval.Policy{}, after(report("eee"), report("ppp")), "passed", "passed: none of 1 case regressed"},
		"too few trials":                     {eval.Policy{}, after(report("p"), report("fffff")), "inconclusive", `inconclusive: whether 1 of 1 case regressed cannot be told: "a"`},
		"too few, and all pass":              {eval.Policy{}, after(report("f"), report("ppppp")), "passed", "passed: none of 1 case regressed"},
		"missing trials":                     {eval.Policy{}, after(report("ppppp"), report("pff..")), "inconclusive", `inconclusive: whether 1 of 1 case regressed cannot be told: "a"; 0 errors so far, 2 trials not run, 0 errors allowed`},
		"missing trials, lost already":       {eval.Policy{}, after(report("pppppppp"), report("fffffff.")), "failed", `failed: 1 of 1 case regressed: "a"`},
		"no baseline":                        {eval.Policy{}, report("pp"), "inconclusive", "inconclusive: there is no baseline to compare with"},
		"no baseline yet":                    {eval.Policy{}, first, "passed", "passed: there is no baseline yet"},
		"no baseline yet, and a failure":     {eval.Policy{}, failing, "failed", "failed: new cases: 1 of 2 cases did not pass"},
		"a shard":                            {eval.Policy{}, shard, "passed", "passed: 0 errors, 0 allowed (shard 1/2 alone); what regressed is for the merge of all shards to say"},
		"a shard that was compared":          {eval.Policy{}, compared, "failed", `failed: 1 of 2 cases regressed: "a" (shard 1/2 alone)`},
		"a run that was killed":              {eval.Policy{}, killed, "inconclusive", "inconclusive: 2 cases of the plan not in the report"},
		"a new one in quarantine":            {eval.Policy{}, aside(report("ppp"), report("ppp", "fff")), "passed", "passed: none of 1 case regressed; 1 case quarantined"},
		// 2/2 and then 0/5 is 1/21, and twice that were 0.095: 3/5 twice could be 5/210.
		"quarantine moves no other case": {eval.Policy{}, aside(report("pp", "pppff"), report("fffff", "pppff")), "failed", `failed: 1 of 1 case regressed: "a"; 1 case quarantined`},
		// Each is 1/21, and five times that is 0.24.
		"few trials of many cases": {eval.Policy{}, after(report("pp", "pp", "pp", "pp", "pp"), report("fffff", "fffff", "fffff", "fffff", "fffff")), "inconclusive", `inconclusive: whether 5 of 5 cases regressed cannot be told: "a", "b", "c", 2 more`},
		"few trials that rose":     {eval.Policy{}, after(report("pf"), report("ppf")), "passed", "passed: none of 1 case regressed"},
		"few trials that fell":     {eval.Policy{}, after(report("pp"), report("ppf")), "inconclusive", `inconclusive: whether 1 of 1 case regressed cannot be told: "a"`},
		"nothing to compare":       {eval.Policy{MinPassRate: ptr(10.0)}, after(report(), report("pp")), "passed", "passed: pass rate 100 %, at least 10 % required"},
		"in quarantine":            {eval.Policy{}, quarantined, "passed", "passed: none of 1 case regressed; 1 case quarantined"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.policy.NoRegression = true
			got := gate.Decide(tt.policy, tt.report)
			if got.Verdict != tt.want || got.Title != tt.title {
				t.Errorf("got %s, %q\nwant %s, %q", got.Verdict, got.Title, tt.want, tt.title)
			}
		})
	}
}

func TestACaseThatFailedBeforeIsAFailureByItself(t *testing.T) {
	t.Parallel()
	r := after(report("fff", "ppp"), report("fff", "ppp"))
	policy := eval.Policy{NoRegression: true}
	if a, b := gate.Case(policy, r, &r.Cases[0]), gate.Case(policy, r, &r.Cases[1]); a != eval.VerdictFailed || b != eval.VerdictPassed {
		t.Errorf("got %s and %s", a, b)
	}
}
