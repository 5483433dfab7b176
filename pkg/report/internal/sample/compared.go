package sample

import (
	"fmt"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
)

// Compared has a case of every kind that a past gives: regressed, failing
// anew, failing as before, suspect, improved, in quarantine, stopped early,
// undecided, broken.
func Compared() Run {
	one := 1
	policy := eval.Policy{MinStability: eval.MostlyStable, MaxErrors: &one, NoRegression: true}
	wrong := contains("12", "I cannot help with that.")
	script := broken(eval.Error, "TypeError: order is undefined")
	line := 1
	c := func(id string) eval.Case {
		line++
		return eval.Case{ID: id, Pos: at("tests/inputs.jsonl", line, 1)}
	}
	several := func(passed, failed int) []*eval.Trial {
		var trials []*eval.Trial
		for range failed {
			trials = append(trials, fail(900, wrong))
		}
		for range passed {
			trials = append(trials, pass(900))
		}
		return trials
	}
	run := finish(policy, "the budget of $1 is spent",
		plan{c("greet"), 5, several(5, 0)},
		plan{c("refuse-negative"), 5, several(0, 5)},
		plan{c("greet-fr"), 5, several(1, 4)},
		plan{c("lookup-policy"), 5, several(3, 2)},
		plan{c("confirm-amount"), 5, several(4, 1)},
		plan{c("small-talk"), 5, several(4, 1)},
		plan{c("rates"), 5, several(1, 4)},
		plan{c("old-rates"), 5, several(2, 3)},
		plan{c("submit-travel"), 5, several(5, 0)},
		plan{c("taxi"), 10, several(0, 3)},
		plan{c("receipt"), 5, several(3, 0)},
		plan{c("hook"), 1, []*eval.Trial{script}},
	)
	r := &run.Report
	for i := range r.Cases {
		remember(&r.Cases[i])
	}
	tokens, cost := 840.0, 0.0147
	r.Summary.Saved = &eval.Saved{Trials: 7, Tokens: &tokens, CostUSD: &cost}
	r.Comparison = comparison(r)
	r.Decision = gate.Decide(policy, r)
	return run
}

// remember gives a case what is known beyond its own trials.
func remember(c *eval.CaseResult) {
	began := &eval.Moment{Time: time.Date(2026, 11, 26, 9, 0, 0, 0, time.UTC), Commit: "3f2c1aa9c0ffee", Run: "8123"}
	switch c.ID {
	case "refuse-negative":
		c.Memory = &eval.Memory{Runs: 6, Passed: 6, State: eval.Unknown, PassRates: []float64{100, 100, 0}, Sentence: "passed in all 6 earlier runs"}
	case "lookup-policy":
		c.Memory = &eval.Memory{Runs: 9, Passed: 4, State: eval.Drifting, Since: began, PassRates: []float64{100, 80, 60, 60}, Sentence: "failing since run 8123 (3f2c1aa), 4 days ago; flaky before"}
		c.Parting = &eval.Parting{
			Kind: eval.PartAtToolCall, Name: "find", Turn: 1, Failing: eval.Share{With: 2, Of: 2}, Passing: eval.Share{With: 0, Of: 3}, P: 0.1,
			Sentence: `2 of 2 failing trials called "find" in turn 1, none of 3 passing ones did (p = 0.1)`,
		}
	case "confirm-amount":
		c.Parting = &eval.Parting{
			Kind: eval.PartAtToolCall, Name: "find", Turn: 1, Failing: eval.Share{With: 1, Of: 1}, Passing: eval.Share{With: 0, Of: 4}, P: 0.2,
			Sentence: `the failing trial called "find" in turn 1, none of 4 passing ones did (p = 0.2)`,
		}
		half := 50.0
		c.Noise = &eval.Noise{Agent: &half, Judge: &half, Rejudged: 6, Overturned: 1, Sentence: "half the agent's, half the judge's, who overturned 1 of 6 verdicts"}
	case "rates":
		c.Memory = &eval.Memory{Runs: 9, Passed: 2, State: eval.Wavering, Since: began, Sentence: "flaky since run 8123 (3f2c1aa), 4 days ago", Quarantine: &eval.Quarantine{Reason: "the ledger of the sandbox is down (EX-12)", Until: "2026-12-24"}}
	case "old-rates":
		c.Memory = &eval.Memory{Runs: 9, State: eval.Broken, PassRates: []float64{40, 40}, Sentence: "has not passed in 10 runs", Quarantine: &eval.Quarantine{Reason: "to be rewritten", Until: "2026-11-15", Expired: true}}
	case "taxi":
		c.Stopped = "decided: 3 of 3 trials did not pass, 8 of 10 must"
		c.PassBounds = &eval.Interval{0, 70}
	case "receipt":
		c.PassBounds = &eval.Interval{60, 100}
	}
}

// comparison is the report beside a baseline.
func comparison(r *eval.Report) *eval.Comparison {
	rate, change, p, corrected, sign, ms, tokens := 78.5, -15.2, 0.004, 0.048, 0.625, 40.0, 12.0
	cmp := &eval.Comparison{
		Base: eval.Baseline{
			Name: "main", Commit: "9be01d2c0ffee", Version: "0.1.0", Timestamp: time.Date(2026, 11, 29, 8, 0, 0, 0, time.UTC), Application: "9c1d7e",
			Verdict: eval.VerdictPassed, PassRate: &rate,
		},
		Count: map[eval.Change]int{}, Paired: 9, Better: 1, Worse: 3, SignP: &sign, RateChange: &change, RateRange: &eval.Interval{-38.1, 7.7},
		DurationMS: &ms, Tokens: &tokens, Notes: []string{`the model differs: "gpt-x-1" then, "gpt-x-2" now`},
	}
	outcomes := map[string]struct {
		change eval.Change
		passed int
	}{
		"greet": {eval.Unchanged, 5}, "refuse-negative": {eval.Regressed, 5}, "greet-fr": {eval.NewCase, -1}, "lookup-policy": {eval.Flaky, 3},
		"confirm-amount": {eval.Suspect, 5}, "small-talk": {eval.Flaky, 4}, "rates": {eval.Suspect, 3}, "old-rates": {eval.Unchanged, 2},
		"submit-travel": {eval.Improved, 3}, "taxi": {eval.Unchanged, 0}, "receipt": {eval.TooFewTrials, 5}, "hook": {eval.UnreliableBaseline, 0},
	}
	add := func(c eval.CaseChange) {
		cmp.Count[c.Change]++
		cmp.Cases = append(cmp.Cases, c)
	}
	for i := range r.Cases {
		c := &r.Cases[i]
		o := outcomes[c.ID]
		change := eval.CaseChange{
			Agent: c.Agent, ID: c.ID, Change: o.change,
			Head: &eval.CaseOutcome{Planned: c.Planned, Runs: c.Runs, Passed: c.Passed, Failed: c.Failed, Errors: c.Errors, PassRate: c.PassRate, Class: c.Class},
		}
		if o.passed >= 0 {
			percent := 20 * float64(o.passed)
			change.Base = &eval.CaseOutcome{Planned: 5, Runs: 5, Passed: o.passed, Failed: 5 - o.passed, PassRate: &percent, Class: eval.ClassOf(o.passed, 5)}
			change.Reason = fmt.Sprintf("%d/5 before, %d/%d now", o.passed, c.Passed, c.Runs)
		} else {
			change.Reason = "it is not in the baseline"
		}
		if o.change == eval.Regressed {
			change.Rule, change.P, change.PCorrected, change.Reason = eval.ByFisher, &p, &corrected, "5/5 before, 0/5 now (p = 0.004, 0.048 corrected over 12 cases)"
			change.InputChanged = true
		}
		add(change)
	}
	add(eval.CaseChange{Agent: "expense", ID: "legacy", Change: eval.RemovedCase, Base: &eval.CaseOutcome{Planned: 5, Runs: 5, Passed: 5, Class: eval.Stable}, Reason: "it is only in the baseline"})
	add(eval.CaseChange{Agent: "expense", ID: "legal", Change: eval.Unaffected, Base: &eval.CaseOutcome{Planned: 5, Runs: 5, Passed: 5, Class: eval.Stable}, Reason: "nothing that it is made of has changed"})
	return cmp
}
