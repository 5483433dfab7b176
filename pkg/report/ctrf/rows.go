package ctrf

import "github.com/surefoot-dev/surefoot/pkg/eval"

type status string

const (
	passed  status = "passed"
	failed  status = "failed"
	skipped status = "skipped"
	pending status = "pending"
	other   status = "other"
)

type tool struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
}

type summary struct {
	Tests    int          `json:"tests"`
	Passed   int          `json:"passed"`
	Failed   int          `json:"failed"`
	Skipped  int          `json:"skipped"`
	Pending  int          `json:"pending"`
	Other    int          `json:"other"`
	Flaky    int          `json:"flaky"`
	Suites   int          `json:"suites"`
	Start    int64        `json:"start"` // milliseconds since 1970
	Stop     int64        `json:"stop"`
	Duration *int64       `json:"duration,omitempty"`
	Extra    summaryExtra `json:"extra"`
}

type summaryExtra struct {
	Gate            eval.Decision            `json:"gate"`
	Interrupted     string                   `json:"interrupted,omitempty"`
	OverallPassRate *float64                 `json:"overall_pass_rate,omitempty"`
	Interval        *eval.Interval           `json:"overall_pass_rate_interval,omitempty"`
	P50DurationMS   *float64                 `json:"p50_duration_ms,omitempty"`
	P95DurationMS   *float64                 `json:"p95_duration_ms,omitempty"`
	TotalRuns       int                      `json:"total_runs"`
	TotalTrials     int                      `json:"total_trials"`
	ErrorTrials     int                      `json:"error_trials"`
	Usage           map[eval.Role]eval.Usage `json:"usage,omitempty"`
	Saved           *eval.Saved              `json:"saved,omitempty"`
	Comparison      *eval.Comparison         `json:"comparison,omitempty"` // its cases are those that are no test
}

// test is a case. Its duration is the sum of its trials.
type test struct {
	ID            string    `json:"id"`
	Name          string    `json:"name"`
	Status        status    `json:"status"`
	Duration      int64     `json:"duration"`
	Suite         []string  `json:"suite,omitempty"`
	Message       string    `json:"message,omitempty"`
	Trace         string    `json:"trace,omitempty"`
	Line          int       `json:"line,omitempty"`
	RawStatus     string    `json:"rawStatus"`
	Tags          []string  `json:"tags,omitempty"`
	Type          string    `json:"type"`
	FilePath      string    `json:"filePath,omitempty"`
	Retries       int       `json:"retries"`
	RetryAttempts []attempt `json:"retryAttempts,omitempty"`
	Flaky         bool      `json:"flaky"`
	Extra         *extra    `json:"extra,omitempty"`
}

type attempt struct {
	Attempt  int    `json:"attempt"`
	Status   status `json:"status"`
	Duration int64  `json:"duration"`
	Message  string `json:"message,omitempty"`
	Line     int    `json:"line,omitempty"`
	Extra    *raw   `json:"extra,omitempty"`
}

type raw struct {
	Status eval.Status `json:"status"`
}

type extra struct {
	Agent          string                   `json:"agent"`
	Title          string                   `json:"title,omitempty"`
	Planned        int                      `json:"planned"`
	Runs           int                      `json:"runs"`
	Excused        int                      `json:"excused,omitempty"` // trials that took themselves out
	PassRate       *float64                 `json:"pass_rate,omitempty"`
	Interval       *eval.Interval           `json:"pass_rate_interval,omitempty"`
	ScoredPassRate *float64                 `json:"scored_pass_rate,omitempty"`
	PassAt         []float64                `json:"pass_at_k,omitempty"`
	PassAll        []float64                `json:"pass_all_k,omitempty"`
	Agreement      *float64                 `json:"agreement,omitempty"`
	StabilityClass eval.Class               `json:"stability_class,omitempty"`
	AvgDurationMS  *float64                 `json:"avg_duration_ms,omitempty"`
	MinDurationMS  *float64                 `json:"min_duration_ms,omitempty"`
	MaxDurationMS  *float64                 `json:"max_duration_ms,omitempty"`
	P50DurationMS  *float64                 `json:"p50_duration_ms,omitempty"`
	P95DurationMS  *float64                 `json:"p95_duration_ms,omitempty"`
	Usage          map[eval.Role]eval.Usage `json:"usage,omitempty"`
	PassBounds     *eval.Interval           `json:"pass_rate_bounds,omitempty"`
	Stopped        string                   `json:"stopped,omitempty"`
	Parting        *eval.Parting            `json:"parting,omitempty"`
	Noise          *eval.Noise              `json:"noise,omitempty"`
	Memory         *eval.Memory             `json:"memory,omitempty"`
	Comparison     *eval.CaseChange         `json:"comparison,omitempty"`

	shown eval.Status // of the trial that message and trace are of
}

type environment struct {
	AppName string           `json:"appName,omitempty"`
	Healthy bool             `json:"healthy"`
	Extra   environmentExtra `json:"extra"`
}

type environmentExtra struct {
	eval.Environment
	Plan     eval.PlanFacts    `json:"plan"`
	Seed     int64             `json:"seed"`
	Policy   eval.Policy       `json:"policy"`
	Settings map[string]string `json:"settings,omitempty"`
}
