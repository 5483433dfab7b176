package eval

// Policy is what a run must reach; conditions that are nil or empty are not
// asked. The zero Policy asks that every case passes.
type Policy struct {
	MinPassRate  *float64    `json:"min_pass_rate,omitempty"`      // suite mean, 0 to 100
	MinStability Class       `json:"min_stability,omitempty"`      // no case below
	MinPass      *Quota      `json:"min_pass,omitempty"`           // of each case
	Confidence   *float64    `json:"confidence,omitempty"`         // above 50 and below 100; rate and class are asked of the lower bound then
	Sequential   *Sequential `json:"sequential,omitempty"`         // the class is tested case by case, by as many trials as that takes
	MaxErrors    *int        `json:"max_errors,omitempty"`         // trials; 0 when nil and another condition than budgets is given
	MaxCost      *float64    `json:"max_cost,omitempty"`           // US dollars, of all roles
	MaxTokens    *int64      `json:"max_tokens,omitempty"`         // of all roles
	MaxP95MS     Millis      `json:"max_p95_ms,omitempty"`         // of all trials; 0 is not asked
	NoRegression bool        `json:"fail_on_regression,omitempty"` // no case regressed against the baseline
}

// Sequential says how sure a sequential test must be, in percent.
type Sequential struct {
	Alpha        float64 `json:"alpha"`        // of cases that are too bad, so many may pass
	Beta         float64 `json:"beta"`         // of cases that are good, so many may fail
	Indifference float64 `json:"indifference"` // a case is too bad when its rate is so far below the required one
}

// Quota is how many of a case's trials must pass, and how many it has.
type Quota struct {
	Passed int `json:"passed"`
	Of     int `json:"of"`
}

// Verdict is the gate's answer. Inconclusive means the question was not
// decided, and is never shown as passed.
type Verdict string

// The verdicts.
const (
	VerdictPassed       Verdict = "passed"
	VerdictFailed       Verdict = "failed"
	VerdictInconclusive Verdict = "inconclusive"
)

// Decision is the gate row of a report.
type Decision struct {
	Verdict    Verdict     `json:"verdict"`
	Title      string      `json:"title"` // one line
	Conditions []Condition `json:"conditions"`
}

// Condition is one question the gate asked. Its name is the flag's word,
// every-case for the default policy, or complete where the run did not.
type Condition struct {
	Name     string  `json:"name"`
	Required Value   `json:"required"`
	Actual   Value   `json:"actual"`
	Unit     string  `json:"unit,omitempty"` // %, trials, cases, class, USD, tokens, ms, faults
	Verdict  Verdict `json:"verdict"`
	Reason   string  `json:"reason"`
}
