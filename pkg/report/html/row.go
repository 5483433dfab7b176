package html

import (
	"cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/evidence"
	"github.com/surefoot-dev/surefoot/pkg/report/standing"
)

// Row is a case in the list: the message "row".
type Row struct {
	Type      string      `json:"type"`
	N         int         `json:"n"`            // its place in the plan, from 0; of a run that goes on, its number
	At        *[3]int     `json:"at,omitempty"` // of a run that goes on, what orders the cases as the plan does
	Agent     string      `json:"agent"`
	ID        string      `json:"id"`
	Name      string      `json:"name,omitempty"`
	Tags      []string    `json:"tags,omitempty"`
	Group     Group       `json:"group"`
	Word      string      `json:"word"`             // how it did
	Class     eval.Class  `json:"class,omitempty"`  // none of one that did not run
	Strip     string      `json:"strip"`            // a letter for each trial, by run
	Score     string      `json:"score,omitempty"`  // how many passed, of several
	Rate      *float64    `json:"rate"`             // 0 to 100, nil is unknown
	MS        *float64    `json:"ms"`               // the mean trial, nil is unknown
	Change    eval.Change `json:"change,omitempty"` // since the baseline, "" without one
	Before    string      `json:"before,omitempty"` // how it did there
	Reason    string      `json:"reason,omitempty"`
	Asked     string      `json:"asked,omitempty"` // the beginning of its input
	Place     string      `json:"place,omitempty"`
	Unchecked bool        `json:"unchecked,omitempty"` // nothing is asserted
}

// Group is what a case counts as, in the page's own words.
type Group string

// The groups, those to look at first.
const (
	GroupRegressed   Group = "regressed"
	GroupFailed      Group = "failed"
	GroupKnown       Group = "known"   // failed before too
	GroupError       Group = "error"   // broke around the agent
	GroupRunning     Group = "running" // trials are to come that could still decide it
	GroupUndecided   Group = "undecided"
	GroupUnstable    Group = "unstable" // and let pass
	GroupQuarantined Group = "quarantined"
	GroupUnrun       Group = "unrun" // was to run and did not
	GroupSkipped     Group = "skipped"
	GroupPassed      Group = "passed"
)

// Bytes of the texts of a row, which are there to be found by.
const (
	reasonLimit = 240
	askedLimit  = 200
)

// Row is the row of the report's case n, of whose trials only a sketch is left.
func (f *Feed) Row(n int, s *Sketch) Row {
	b, c := f.board, &f.report.Cases[n]
	r := Row{
		Type: "row", N: n, Agent: c.Agent, ID: c.ID, Name: c.Name, Rate: c.PassRate, MS: c.AvgMS,
		Reason: evidence.Clip(c.Reason, reasonLimit), Place: c.Pos.LineString(), Before: b.Before(c),
		Tags: s.tags, Asked: s.asked, Unchecked: s.unchecked,
	}
	r.Group, r.Word = stateOf(b, c)
	toCome := 0
	if f.Going {
		toCome = c.Planned + c.Excused
		if r.Group == GroupUndecided {
			r.Group, r.Word = GroupRunning, string(GroupRunning)
		}
	}
	r.Strip = s.strip(toCome)
	if c.Runs > 0 {
		r.Class = c.Class
	}
	if c.Runs > 0 && c.Planned > 1 {
		r.Score = standing.Score(&eval.CaseOutcome{Planned: c.Planned, Runs: c.Runs, Passed: c.Passed})
	}
	if change := b.Change(c); change != nil {
		r.Change = change.Change
	}
	return r
}

// letter is what became of a trial.
func letter(t *eval.Trial) string {
	switch {
	case t.Status == eval.Skipped && t.Stopped == eval.StopExcused:
		return "x"
	case t.Status == eval.Skipped && t.Stopped.Spared():
		return "d"
	default:
		return cmp.Or(string(t.Status), "s")[:1] // passed, failed, error, timeout, skipped
	}
}

// stateOf is what the case counts as, and how it did in a word or two.
func stateOf(b *standing.Board, c *eval.CaseResult) (Group, string) {
	switch kind := b.Kind(c); {
	case kind == standing.Regressed && b.Verdict(c) == eval.VerdictPassed:
		return GroupRegressed, "regressed, and let pass"
	case kind == standing.Regressed:
		return GroupRegressed, "regressed"
	case kind == standing.Quarantined:
		return GroupQuarantined, "quarantined"
	case kind == standing.Undecided:
		return GroupUndecided, "undecided"
	case kind == standing.Known:
		return GroupKnown, wrong(c) + " before too"
	case kind == standing.Failing:
		return GroupFailed, wrong(c)
	case kind == standing.Broken:
		return GroupError, "broke"
	case c.Runs > 0 && c.Passed < c.Runs:
		return GroupUnstable, "unstable, and let pass"
	case c.Runs == 0 && c.Planned > 0:
		return GroupUnrun, "not run"
	case c.Runs == 0:
		return GroupSkipped, string(eval.Skipped)
	default:
		return GroupPassed, string(eval.Passed)
	}
}

// wrong is what the agent did wrong.
func wrong(c *eval.CaseResult) string {
	if c.Failed == 0 && c.Timeouts > 0 {
		return "timed out"
	}
	return string(eval.Failed)
}
