package html

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/again"
	"github.com/surefoot-dev/surefoot/pkg/report/figure"
	"github.com/surefoot-dev/surefoot/pkg/report/standing"
)

// Head is what stands first: the message "head". A newer one takes its place.
type Head struct {
	Type    string       `json:"type"`
	Subject string       `json:"subject"`
	Verdict eval.Verdict `json:"verdict"` // "" where nothing was decided, as while a run goes on
	Why     string       `json:"why,omitempty"`
	Trials  *Share       `json:"trials,omitempty"` // how far the run has come, of one that was not decided
	Gate    []Condition  `json:"gate"`
	Figures []Figure     `json:"figures"`
	Against *Against     `json:"against,omitempty"` // nil without a baseline
	Notes   []string     `json:"notes,omitempty"`   // what is wrong with the run or its report
	Work    []Work       `json:"work,omitempty"`
	Facts   [][2]string  `json:"facts"` // how, when and by what
	Ways    []Way        `json:"ways"`  // to run a case again
	Cases   int          `json:"cases"` // how many the run has, of which a report that ends early misses some
}

// Share is so many trials of all that are planned.
type Share struct {
	Ended int `json:"ended"`
	Of    int `json:"of"`
}

// Way is one way to run a case again: what stands before its arguments.
type Way struct {
	Title  string `json:"title"`
	Before string `json:"before"`
}

// Condition is one question of the gate, in words.
type Condition struct {
	Name     string       `json:"name"`
	Required string       `json:"required"`
	Actual   string       `json:"actual"`
	Verdict  eval.Verdict `json:"verdict"`
	Reason   string       `json:"reason,omitempty"`
}

// Against is the run beside its baseline.
type Against struct {
	Name    string   `json:"name"` // "" while there is no baseline yet
	Counts  []string `json:"counts"`
	Paired  int      `json:"paired"` // cases that ran on both sides
	Figures []string `json:"figures"`
	Notes   []string `json:"notes,omitempty"`
}

// Work is a hook of the run, or what made its cases.
type Work struct {
	Title    string      `json:"title"`
	Agent    string      `json:"agent"`
	Status   eval.Status `json:"status"`
	Error    string      `json:"error,omitempty"`
	ErrorAt  string      `json:"error_at,omitempty"`
	Took     eval.Millis `json:"duration_ms"`
	Notes    []string    `json:"notes,omitempty"`
	Logs     []string    `json:"logs,omitempty"`
	Attempts int         `json:"attempts,omitempty"` // that had to be repeated
	Tokens   string      `json:"tokens,omitempty"`
}

// Head is the report's, once the trials of all cases were shown that it counts.
func (f *Feed) Head() Head {
	r := f.report
	h := Head{
		Type: "head", Subject: subject(r), Verdict: r.Decision.Verdict, Gate: []Condition{}, Figures: f.figures(),
		Notes: notes(r), Facts: facts(r), Ways: ways(), Cases: max(len(r.Cases), r.Summary.Total),
	}
	if h.Verdict != "" {
		h.Why = figure.Spoken(strings.TrimPrefix(r.Decision.Title, string(h.Verdict)+": "))
	} else {
		h.Trials, h.Why = progress(&r.Summary)
	}
	for i := range r.Decision.Conditions {
		c := &r.Decision.Conditions[i]
		h.Gate = append(h.Gate, Condition{
			c.Name, figure.Quantity(c.Required, c.Unit), figure.Quantity(c.Actual, c.Unit), c.Verdict, figure.Spoken(c.Reason),
		})
	}
	if c := r.Comparison; c != nil {
		h.Against = &Against{Counts: append([]string{}, standing.Counts(c)...), Paired: c.Paired, Figures: append([]string{}, standing.Figures(c)...), Notes: c.Notes}
		if !c.Base.Timestamp.IsZero() || c.Base.Name != "" {
			h.Against.Name = standing.Title(&c.Base)
		}
	}
	for i := range r.Work {
		h.Work = append(h.Work, newWork(&r.Work[i]))
	}
	return h
}

// progress is how far a run has come.
func progress(s *eval.Summary) (share *Share, words string) {
	words = fmt.Sprintf("%s of %s ended", figure.Thousands(s.TotalRuns), eval.Plural(s.TotalTrials, "trial"))
	share = &Share{s.TotalRuns, s.TotalTrials}
	if s.Saved != nil {
		share.Ended += s.Saved.Trials
		words += fmt.Sprintf(", %s not needed", figure.Thousands(s.Saved.Trials))
	}
	return share, words
}

// ways are the binary, and an image that is built first.
func ways() []Way {
	const source = "https://github.com/surefoot-dev/surefoot.git"
	return []Way{{"surefoot", "surefoot "}, {"docker", again.Run{}.Within(again.Container{Source: source}) + " "}}
}

// subject is what was evaluated.
func subject(r *eval.Report) string {
	return strings.ReplaceAll(cmp.Or(r.Summary.AgentID, strings.Join(r.Start.Agents, ",")), ",", ", ")
}

// notes are what a reader must know of the run before its figures.
func notes(r *eval.Report) []string {
	s, d := &r.Summary, &r.Decision
	list := some(figure.Part(&r.Start))
	if s.Interrupted != "" && !strings.Contains(d.Title, s.Interrupted) {
		list = append(list, "the run ended early: "+s.Interrupted)
	}
	if missing := s.TotalTrials - s.TotalRuns; d.Verdict == eval.VerdictInconclusive && missing > 0 {
		list = append(list, fmt.Sprintf("%d of %s did not run", missing, eval.Plural(s.TotalTrials, "trial")))
	}
	if text := figure.Abandoned(s); text != "" {
		list = append(list, text)
	}
	for _, fault := range s.ReportFaults {
		list = append(list, "a report is not whole: "+fault)
	}
	if s.Unchecked > 0 {
		list = append(list, eval.Plural(s.Unchecked, "case")+" passed with nothing asserted, so any answer will do")
	}
	return list
}

func newWork(w *eval.Work) Work {
	title := strings.ReplaceAll(string(w.Kind), "_", " ") + " " + w.Use
	out := Work{
		Title: title, Agent: w.Agent, Status: w.Status, Error: w.Error, Took: w.DurationMS, Notes: w.Notes, Logs: w.Logs,
		Attempts: len(w.Attempts), Tokens: figure.Tokens(figure.Sum(w.Usage)),
	}
	if w.ErrorPos != nil {
		out.ErrorAt = w.ErrorPos.String()
	}
	return out
}

// facts say how, when and by what the run was made. What is not known is left
// out.
func facts(r *eval.Report) [][2]string {
	s, e := &r.Start, &r.Start.Environment
	list := [][2]string{}
	add := func(title, text string) {
		if text != "" {
			list = append(list, [2]string{title, text})
		}
	}
	when := func(title string, at time.Time) {
		if !at.IsZero() {
			add(title, at.UTC().Format(time.RFC3339))
		}
	}
	when("started", s.Timestamp)
	if r.Decision.Verdict != "" { // before, there is only how long it took so far
		when("completed", r.Completed())
	}
	add("connector", r.Summary.Connector)
	add("user", e.UserID)
	add("team", e.TeamID)
	add("locale", e.Locale)
	add("client", strings.TrimSpace(e.ClientType+" "+e.ClientIP))
	add("input files", strings.Join(s.Plan.Inputs, ", "))
	add("reports", strings.Join(s.Reports, ", "))
	for _, key := range slices.Sorted(maps.Keys(s.Settings)) {
		add("--"+key, strings.ReplaceAll(s.Settings[key], "\n", ", "))
	}
	add("seed", strconv.FormatInt(s.Seed, 10))
	add("shard", s.Plan.Shard)
	add("plan", s.Plan.Hash)
	if c := r.Comparison; c != nil {
		add("baseline", c.Base.Name)
		add("baseline's commit", c.Base.Commit)
		add("baseline's verdict", string(c.Base.Verdict))
		when("baseline started", c.Base.Timestamp)
	}
	add("surefoot", s.Version)
	return list
}
