package eval

// Policy is what a run must reach; conditions that are nil or empty are not
// asked. The zero Policy asks that every case passes.
type Policy struct {
	MinPassRate  *float64 `json:"min_pass_rate,omitempty"` // suite mean, 0 to 100
	MinStability Class    `json:"min_stability,omitempty"` // no case below
	MaxErrors    *int     `json:"max_errors,omitempty"`    // trials; 0 when nil and another condition is given
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

// Condition is one question the gate asked. Its name is the flag's word, or
// every-case for the default policy.
type Condition struct {
	Name     string  `json:"name"`
	Required Value   `json:"required"`
	Actual   Value   `json:"actual"`
	Unit     string  `json:"unit,omitempty"` // %, trials, cases, class
	Verdict  Verdict `json:"verdict"`
	Reason   string  `json:"reason"`
}
