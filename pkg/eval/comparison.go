package eval

import "time"

// Comparison is a run beside an earlier one: the comparison row of a report.
type Comparison struct {
	Base  Baseline       `json:"base,omitzero"` // the zero one, and not in rows, when there is no baseline yet, so that every case is new
	Cases []CaseChange   `json:"cases"`         // in the plan's order, removed ones behind
	Count map[Change]int `json:"count"`         // of cases, by what became of them; changes that no case has are left out

	// Over the cases that have scored trials on both sides, which are those that
	// passed, failed or timed out.
	Paired     int       `json:"paired_cases"`
	Better     int       `json:"better_cases"` // their pass rate rose
	Worse      int       `json:"worse_cases"`
	SignP      *float64  `json:"sign_test_p_value"`         // exact, two-sided; nil when no rate moved
	RateChange *float64  `json:"pass_rate_change"`          // mean of head less base, of scored trials, -100 to 100
	RateRange  *Interval `json:"pass_rate_change_interval"` // 95 %, clustered by case; nil where nothing can be estimated from
	DurationMS *float64  `json:"duration_change_ms"`        // mean trial, head less base
	Tokens     *float64  `json:"tokens_change"`             // per trial
	CostUSD    *float64  `json:"cost_change_usd"`           // per trial
	Notes      []string  `json:"notes,omitempty"`           // what makes the two less alike than one would wish
}

// Baseline is the earlier run.
type Baseline struct {
	Name        string    `json:"name"`             // the file, revision or run, as people know it
	Commit      string    `json:"commit,omitempty"` // where that is known
	Version     string    `json:"version"`          // of Surefoot
	Timestamp   time.Time `json:"timestamp"`
	Application string    `json:"application,omitempty"` // its digest
	Verdict     Verdict   `json:"verdict"`
	PassRate    *float64  `json:"overall_pass_rate"`
}

// Change is what became of a case since the baseline.
type Change string

// The changes. Regressed alone is what a gate acts on.
const (
	Regressed          Change = "regressed"
	Suspect            Change = "suspect" // worse, but not by more than chance brings about
	Improved           Change = "improved"
	Unchanged          Change = "unchanged"
	Flaky              Change = "flaky"               // unstable on both sides, and neither is better
	NewCase            Change = "new"                 // not in the baseline, or skipped there
	RemovedCase        Change = "removed"             // only in the baseline, or skipped now
	UnreliableBaseline Change = "unreliable_baseline" // the baseline has errors or missing trials in place of an answer, so that it could be a regression or none
	TooFewTrials       Change = "too_few_trials"      // the trials there are cannot tell, or errors and missing ones could change what they tell
	Unaffected         Change = "unaffected"          // not run, since the change does not reach it; Base is all there is
)

// Changes are all there are, those to look at first.
func Changes() []Change {
	return []Change{
		Regressed, Suspect, Improved, Unchanged, Flaky, NewCase, RemovedCase, UnreliableBaseline, TooFewTrials, Unaffected,
	}
}

// Rule is why a case counts as regressed.
type Rule string

// The rules.
const (
	ByFisher      Rule = "fisher"       // one-sided exact test on the trials, corrected over cases
	ByClassDrop   Rule = "class_drop"   // two classes or more, with a probability of 0.05 at most, uncorrected
	BySingleTrial Rule = "single_trial" // one trial each, and a pass became a fail
)

// CaseChange is one case on both sides. Its key is (Agent, ID).
type CaseChange struct {
	Agent        string       `json:"agent"`
	ID           string       `json:"id"`
	Change       Change       `json:"change"`
	Rule         Rule         `json:"rule,omitempty"` // of a regressed one
	Reason       string       `json:"reason"`         // in one line, figures included
	InputChanged bool         `json:"input_changed,omitempty"`
	Base         *CaseOutcome `json:"base"`               // nil of a case that the baseline does not have
	Head         *CaseOutcome `json:"head"`               // nil of a case that this run does not have
	P            *float64     `json:"p_value"`            // that scored trials this much worse, or better, are chance, one-sided; nil where no rate moved, and of one trial each
	PCorrected   *float64     `json:"p_value_corrected"`  // by Holm, over the cases that were tested; nil of one whose trials could never be significant
	DurationMS   *float64     `json:"duration_change_ms"` // of the mean trial
	Tokens       *float64     `json:"tokens_change"`      // per trial
	CostUSD      *float64     `json:"cost_change_usd"`    // per trial
	Parting      *Parting     `json:"parting,omitempty"`  // of the failing trials from those that passed before, where none passes any more
}

// Key is the case's key.
func (c *CaseChange) Key() Key { return Key{c.Agent, c.ID} }

// CaseOutcome is a case in one of the runs.
type CaseOutcome struct {
	Planned  int      `json:"planned"`
	Runs     int      `json:"runs"`
	Passed   int      `json:"passed"`
	Failed   int      `json:"failed"`
	Errors   int      `json:"errors"`
	Timeouts int      `json:"timeouts"`
	Spared   int      `json:"spared,omitempty"` // trials that did not run, and that no verdict needed
	PassRate *float64 `json:"pass_rate"`
	Class    Class    `json:"stability_class"`
}

// Row is "comparison".
func (*Comparison) Row() string { return "comparison" }
