package eval

// Forecast is what a plan will take and what it could find, said before it
// runs: dry runs only. What nothing is known of is nil.
type Forecast struct {
	Baseline   string    `json:"baseline,omitempty"` // the report that figures are from
	Cases      int       `json:"cases"`              // to be run
	Known      int       `json:"known_cases"`        // of them, that the baseline has trials of
	Trials     *Estimate `json:"trials"`             // that are still to run
	Tokens     *Estimate `json:"tokens"`             // of all roles
	CostUSD    *Estimate `json:"cost_usd"`
	DurationMS *Estimate `json:"duration_ms"` // of the run, with its trials in flight together

	Power     float64        `json:"power"`               // how often, in percent, what is called found is found
	Drops     []SmallestDrop `json:"smallest_drops"`      // of one case, the smallest first
	SuiteDrop *float64       `json:"smallest_suite_drop"` // of the mean when all cases fall alike, in points; nil where none is found
	Detect    []Detection    `json:"detect,omitempty"`    // of a drop that somebody asked for
}

// Row is "forecast".
func (*Forecast) Row() string { return "forecast" }

// Estimate is what is to be expected of a figure.
type Estimate struct {
	From  float64 `json:"from"`
	To    float64 `json:"to"`    // more than From where the number of trials is open
	Cases int     `json:"cases"` // it is known of; the others come on top
}

// SmallestDrop is the smallest fall of a case's pass rate that a comparison is
// expected to call regressed, of cases that are alike, while the others do as
// before. Without a baseline the rate is supposed of all cases, and the
// comparison is that of two runs of this plan.
type SmallestDrop struct {
	BaseRate   float64  `json:"base_pass_rate"` // from which it falls, 0 to 100
	Runs       int      `json:"runs"`           // trials of the case, all of an adaptive run
	BaseRuns   int      `json:"base_runs"`      // trials it is compared with
	Cases      int      `json:"cases"`          // that are so
	Tested     int      `json:"tested_cases"`   // among which chance could bring a fall about: what the test is corrected for
	Drop       *float64 `json:"drop"`           // in points; nil when not even a fall to 0 is found
	FalseAlarm float64  `json:"false_alarm"`    // how often, in percent, such a case counts as regressed that does as before
}

// Detection is how many trials a drop needs to be found.
type Detection struct {
	Drop     float64 `json:"drop"`           // in points
	BaseRate float64 `json:"base_pass_rate"` // of the case that needs most; supposed of all where there is no baseline
	Case     string  `json:"case,omitempty"` // AGENT/ID, the case that needs most
	Runs     *int    `json:"runs"`           // trials of a case in this run; nil when MaxRuns are too few
	Both     *int    `json:"runs_of_both"`   // the same when the baseline had as many; nil when MaxRuns are too few
	Exempt   int     `json:"exempt_cases"`   // which pass too seldom to fall so far
}

// CaseForecast is the same of one case, by the mean of its trials in the
// baseline.
type CaseForecast struct {
	BaseRate     *float64 `json:"base_pass_rate"`
	Tokens       *float64 `json:"tokens"`   // of a trial
	CostUSD      *float64 `json:"cost_usd"` // of a trial
	DurationMS   *float64 `json:"duration_ms"`
	SmallestDrop *float64 `json:"smallest_drop"` // in points, from the base rate, or from 100 where that is unknown
}
