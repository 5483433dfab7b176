package eval

import "time"

// Start opens a report: what is about to run, and how.
type Start struct {
	SchemaVersion int               `json:"schema_version"`
	Version       string            `json:"version"`
	Timestamp     time.Time         `json:"timestamp"`
	Agents        []string          `json:"agents"`
	Environment   Environment       `json:"environment"`
	Settings      map[string]string `json:"settings"` // the settings that were given, as text
	Policy        Policy            `json:"policy"`
	Seed          int64             `json:"seed"`
	Plan          PlanFacts         `json:"plan"`
	Reports       []string          `json:"reports,omitempty"` // the files that are written
}

// Environment is the identity trials ran with.
type Environment struct {
	UserID     string `json:"user_id"`
	TeamID     string `json:"team_id"`
	Locale     string `json:"locale"`
	ClientType string `json:"client_type"`
	ClientIP   string `json:"client_ip"`
	Referer    string `json:"referer"`
	Accept     string `json:"accept"`
}

// PlanFacts identifies what was to run: the hash changes when a case or the
// number of its trials does.
type PlanFacts struct {
	Hash     string   `json:"hash"`
	Cases    int      `json:"cases"`              // selected, skipped ones included
	Trials   int      `json:"trials"`             // to be run
	Filtered int      `json:"filtered"`           // cases left out by --run, --case and --tag
	Runs     int      `json:"runs"`               // trials per case at most, unless a case says otherwise
	MinRuns  int      `json:"min_runs,omitempty"` // trials per case at least, of an adaptive run; 0 of any other
	Inputs   []string `json:"inputs"`             // the case files

	// Application changes when a file does that trials are made of: those of the
	// application, and what cases attach. "" of a report that does not know it.
	Application string `json:"application,omitempty"`

	// Of a run of --affected: the cases that were left out because the change
	// does not reach them, filters aside, and the commit it was measured from,
	// several with blanks between them. A shard has the numbers of the whole.
	Unaffected int    `json:"unaffected,omitempty"`
	Since      string `json:"since,omitempty"`

	Shard string    `json:"shard,omitempty"` // I/N, when this is only a part of the plan that has the hash
	Whole *PlanSize `json:"whole,omitempty"` // of all shards together
}

// PlanSize is how much a plan has to run.
type PlanSize struct {
	Cases  int `json:"cases"`
	Trials int `json:"trials"`
}

// Interval is where a rate may lie, from and to, 0 to 100: the two-sided 95 %
// confidence interval beside a rate that was measured.
type Interval [2]float64

// CaseResult is a case after all its trials: the stability row of a report.
// Rates are 0 to 100; a nil figure is unknown.
type CaseResult struct {
	Agent          string    `json:"agent"`
	ID             string    `json:"id"`
	Name           string    `json:"name,omitempty"`
	Status         Status    `json:"status"`  // passed when all trials passed that were needed, else the worst of error, timeout, failed
	Planned        int       `json:"planned"` // without those that took themselves out
	Runs           int       `json:"runs"`    // trials that ran
	Passed         int       `json:"passed"`
	Failed         int       `json:"failed"`
	Errors         int       `json:"errors"`
	Timeouts       int       `json:"timeouts"`
	Skipped        int       `json:"skipped"`
	Excused        int       `json:"excused,omitempty"`         // trials that took themselves out; in no rate
	Spared         int       `json:"spared,omitempty"`          // of the skipped ones, not needed for any verdict
	PassRate       *float64  `json:"pass_rate"`                 // of the trials that ran
	PassInterval   *Interval `json:"pass_rate_interval"`        // nil while trials are missing
	ScoredPassRate *float64  `json:"scored_pass_rate"`          // without errors
	ScoredInterval *Interval `json:"scored_pass_rate_interval"` // nil while trials are missing
	PassAt         []float64 `json:"pass_at_k,omitempty"`       // that one of k trials passes, from k = 1; none while trials are missing
	PassAll        []float64 `json:"pass_all_k,omitempty"`      // that all of k trials pass, pass^k
	Agreement      *float64  `json:"agreement"`                 // share of the answers that are like the most frequent one; nil below two answers
	Stable         bool      `json:"stable"`
	Class          Class     `json:"stability_class"`
	AvgMS          *float64  `json:"avg_duration_ms"` // of what the trials took, without waiting, as all durations here
	MinMS          *float64  `json:"min_duration_ms"`
	MaxMS          *float64  `json:"max_duration_ms"`
	StdDevMS       *float64  `json:"std_deviation_ms"` // population
	P50MS          *float64  `json:"p50_duration_ms"`
	P95MS          *float64  `json:"p95_duration_ms"`
	Reason         string    `json:"reason,omitempty"`           // of the first trial that did not pass, or why none ran
	PassBounds     *Interval `json:"pass_rate_bounds,omitempty"` // the rate if all missing trials fail, and if all pass; nil when none is missing
	Stopped        string    `json:"stopped,omitempty"`          // why it got fewer trials than planned, where that was decided and not suffered: the reason of the first trial held back
	Parting        *Parting  `json:"parting,omitempty"`
	Noise          *Noise    `json:"noise,omitempty"`
	Memory         *Memory   `json:"memory,omitempty"`
	Pos            Pos       `json:"pos"`
}

// Key is the case's key.
func (c *CaseResult) Key() Key { return Key{c.Agent, c.ID} }

// Quarantined reports whether the case is in quarantine: nothing that is asked
// of cases is asked of it. A quarantine that is over keeps no case outside.
func (c *CaseResult) Quarantined() bool {
	return c.Memory != nil && c.Memory.Quarantine != nil && !c.Memory.Quarantine.Expired
}

// DecidedRate is the pass rate, nil while the missing trials could still
// change the case's class: what is not decided must not satisfy a filter.
func (c *CaseResult) DecidedRate() *float64 {
	if c.Class == Undetermined {
		return nil
	}
	return c.PassRate
}

// Summary is a run in figures. Cases and trials are counted apart; skipped
// cases are in Total and in no rate.
type Summary struct {
	Total        int            `json:"total"`
	Passed       int            `json:"passed"`
	Failed       int            `json:"failed"`
	Skipped      int            `json:"skipped"`
	Errors       int            `json:"errors"`
	Timeouts     int            `json:"timeouts"`
	Filtered     int            `json:"filtered"`
	Unchecked    int            `json:"unchecked"` // passed cases in which nothing was asserted
	DurationMS   Millis         `json:"duration_ms"`
	AgentID      string         `json:"agent_id"` // several joined by a comma
	Connector    string         `json:"connector"`
	RunsPerCase  int            `json:"runs_per_case"`
	TotalRuns    int            `json:"total_runs"`   // trials that ran
	TotalTrials  int            `json:"total_trials"` // trials that were planned
	PassRate     *float64       `json:"overall_pass_rate"`
	PassInterval *Interval      `json:"overall_pass_rate_interval"` // clustered by case; nil while trials are missing
	P50MS        *float64       `json:"p50_duration_ms"`            // of all trials that ran, without waiting
	P95MS        *float64       `json:"p95_duration_ms"`
	StableCases  int            `json:"stable_cases"` // of those whose class is determined; so are the unstable ones
	Unstable     int            `json:"unstable_cases"`
	Undetermined int            `json:"undetermined_cases"` // that ran, and whose class missing trials could change
	ErrorTrials  int            `json:"error_trials"`
	Usage        map[Role]Usage `json:"usage,omitempty"`
	Saved        *Saved         `json:"saved,omitempty"`           // of an adaptive run
	Abandoned    int            `json:"abandoned_calls,omitempty"` // of scripts that could not be stopped: they may have taken what other trials needed
	Interrupted  string         `json:"interrupted,omitempty"`     // why the run ended before its plan did
	ReportFaults []string       `json:"report_faults,omitempty"`   // why the run did not complete: what a report or a cassette could not keep, and hooks after all trials that did not end well
}

// Report is a finished run without its transcripts, which stay in the JSONL
// the trials were written to. Cases stand in the plan's order.
type Report struct {
	Start    Start
	Cases    []CaseResult
	Summary  Summary
	Decision Decision

	Work       []Work      // besides trials, in the order in which it was done
	Comparison *Comparison // nil without a baseline

	Spent Spent // of all trials; it follows from them, and no format has it
}

// Completed is when the run ended, to the microsecond, as a report that was
// read back knows it; the zero time of a run that was killed and could not
// say it.
func (r *Report) Completed() time.Time {
	took := r.Summary.DurationMS.Duration().Truncate(time.Microsecond)
	if took == 0 {
		return time.Time{}
	}
	return r.Start.Timestamp.Add(took)
}
