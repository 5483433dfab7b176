package eval

import "time"

// WorkKind says what a run did besides its trials.
type WorkKind string

// The kinds.
const (
	WorkBeforeAll WorkKind = "before_all" // a hook that ran before an agent's trials
	WorkAfterAll  WorkKind = "after_all"  // a hook that ran after them
	WorkGenerator WorkKind = "generator"  // what made the cases of an agent
)

// Work is something that a run did besides its trials. It decides no case, but
// what models took for it counts as what they took for trials.
type Work struct {
	Kind       WorkKind       `json:"kind"`
	Agent      string         `json:"agent"` // whose trials or cases it was for
	Use        string         `json:"use"`   // the function or agent, as it was written
	Started    time.Time      `json:"started_at"`
	DurationMS Millis         `json:"duration_ms"`
	Status     Status         `json:"status"` // passed, error, timeout; skipped when the run ended before it did
	Error      string         `json:"error,omitempty"`
	ErrorPos   *Pos           `json:"error_pos,omitempty"`
	Usage      map[Role]Usage `json:"usage,omitempty"`
	Attempts   []Attempt      `json:"attempts,omitempty"` // requests that had to be repeated
	Notes      []string       `json:"notes,omitempty"`
	Logs       []string       `json:"logs,omitempty"` // console output of scripts

	Base bool `json:"-"` // at the other revision that the run is put beside
}

// Row is "work".
func (*Work) Row() string { return "work" }

// WorkKey tells the works of a run apart, also of one that went on.
type WorkKey struct {
	Kind    WorkKind
	Agent   string
	Use     string
	Started int64 // nanoseconds
}

// Key is the work's key.
func (w *Work) Key() WorkKey { return WorkKey{w.Kind, w.Agent, w.Use, w.Started.UnixNano()} }

// Line says that the work went wrong and where, in one line; "" when it did
// not.
func (w *Work) Line() string {
	if w.Status == Passed {
		return ""
	}
	text := string(w.Status) + ": " + w.Error
	if w.ErrorPos != nil {
		text = w.ErrorPos.String() + ": " + w.Error + " [" + string(w.Status) + "]"
	}
	return text
}
