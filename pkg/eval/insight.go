package eval

import "time"

// Parting is the first thing whose presence tells a case's failing trials from
// its passing ones.
type Parting struct {
	Kind       PartingKind `json:"kind"`
	Name       string      `json:"name"` // of the tool or checkpoint, the call, or what the answer is or began with, cut where long
	Turn       int         `json:"turn"` // 1-based
	Failing    Share       `json:"failing"`
	Passing    Share       `json:"passing"`
	P          float64     `json:"p_value"`           // exact, two-sided
	PCorrected float64     `json:"p_value_corrected"` // by Bonferroni, for all that was looked at; from 0.05 on it may be chance
	Sentence   string      `json:"sentence"`
}

// PartingKind is what the trials part at.
type PartingKind string

// The kinds, in the order in which they come within a turn.
const (
	PartAtTurn       PartingKind = "turn"
	PartAtToolCall   PartingKind = "tool_call"
	PartAtCheckpoint PartingKind = "checkpoint"
	PartAtAnswer     PartingKind = "answer"
)

// Share is how many of some trials have something.
type Share struct {
	With int `json:"with"`
	Of   int `json:"of"`
}

// Noise says whose the differences between a case's trials are. Shares are 0
// to 100 of the trials that did not pass; a nil one is unknown.
type Noise struct {
	Agent          *float64 `json:"agent"`
	Judge          *float64 `json:"judge"`
	Simulator      *float64 `json:"simulator"`
	Infrastructure *float64 `json:"infrastructure"`
	Rejudged       int      `json:"rejudged"` // verdicts that were asked for again
	Overturned     int      `json:"overturned"`
	Invalid        int      `json:"invalid"` // trials whose simulated user left its brief
	Sentence       string   `json:"sentence"`
}

// Memory is what earlier runs say of a case.
type Memory struct {
	Runs       int         `json:"runs"`       // earlier runs that have it
	Passed     int         `json:"passed"`     // in which all its trials passed
	State      MemoryState `json:"state"`      // this run included
	Since      *Moment     `json:"since"`      // when the state began, nil where that was before the memory
	PassRates  []float64   `json:"pass_rates"` // of the last runs, oldest first, this one last
	Quarantine *Quarantine `json:"quarantine,omitempty"`
	Sentence   string      `json:"sentence"`
}

// MemoryState is how a case has done of late.
type MemoryState string

// The states.
const (
	Steady   MemoryState = "steady"  // passes
	Wavering MemoryState = "flaky"   // passes now and then
	Drifting MemoryState = "failing" // was flaky, and does not pass any more
	Broken   MemoryState = "broken"  // has not passed
	Unknown  MemoryState = "unknown" // too few runs
)

// Moment is a run in the past.
type Moment struct {
	Time   time.Time `json:"time"`
	Commit string    `json:"commit,omitempty"`
	Run    string    `json:"run,omitempty"` // its link or number
}

// Quarantine takes a case out of the gate for a time.
type Quarantine struct {
	Reason  string `json:"reason"`
	Until   string `json:"until"` // the last day, 2006-01-02, UTC
	Expired bool   `json:"expired,omitempty"`
}

// Saved is what was not spent, since it could not have changed the verdict. A
// nil figure is unknown.
type Saved struct {
	Trials  int      `json:"trials"`
	Tokens  *float64 `json:"tokens"` // by the mean of the case's own trials
	CostUSD *float64 `json:"cost_usd"`
}
