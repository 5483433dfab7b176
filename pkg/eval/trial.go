package eval

import "time"

// Status says how a trial ended. Failed means an assertion does not hold;
// error means that a judge, hook, tool, script or network broke, and is never
// a verdict on the agent.
type Status string

// The statuses of trials, and of checks where they apply.
const (
	Passed  Status = "passed"
	Failed  Status = "failed"
	Error   Status = "error"
	Timeout Status = "timeout"
	Skipped Status = "skipped"
)

// Stop is why a trial was held back, by the schedule of the run or by itself.
// It is skipped then.
type Stop string

// The reasons.
const (
	StopDecided Stop = "decided" // it could change neither its case's verdict nor the gate's
	StopSettled Stop = "settled" // the gate fails whatever it does, although its case is open
	StopBudget  Stop = "budget"  // it might have exceeded a budget
	StopExcused Stop = "excused" // it took itself out, as a script test that skips itself does
)

// Spared reports whether the trial was not needed, rather than not possible.
func (s Stop) Spared() bool { return s == StopDecided || s == StopSettled }

// Trial is one attempt at a case and everything that is known of it: the
// result row of a report.
type Trial struct {
	Agent      string         `json:"agent"`
	ID         string         `json:"id"`
	Name       string         `json:"name,omitempty"`
	Tags       []string       `json:"tags,omitempty"`
	Run        int            `json:"run"`               // 1-based
	Base       bool           `json:"-"`                 // of the other revision that the run is put beside
	Planned    int            `json:"planned,omitempty"` // trials of the case; 0 of one that was not to run
	Status     Status         `json:"status"`
	Reason     string         `json:"reason,omitempty"`  // why it was skipped, failed or ended early, in one line
	Stopped    Stop           `json:"stopped,omitempty"` // why it was held back, of a skipped one; Reason has the words
	Unchecked  bool           `json:"unchecked,omitempty"`
	Input      Value          `json:"input"`
	Output     Value          `json:"output"`
	Expected   Value          `json:"expected,omitzero"`
	Checks     []Check        `json:"checks,omitempty"`
	Turns      []Turn         `json:"turns,omitempty"`
	ToolCalls  []ToolCall     `json:"tool_calls,omitempty"`
	Usage      map[Role]Usage `json:"usage,omitempty"`
	Attempts   []Attempt      `json:"attempts,omitempty"` // requests that had to be repeated
	Connector  string         `json:"connector,omitempty"`
	Model      string         `json:"model,omitempty"`
	Truncated  string         `json:"truncated,omitempty"` // the finish reason that allow_truncated let pass
	Refusal    string         `json:"refusal,omitempty"`   // the model declined, in these words
	Notes      []string       `json:"notes,omitempty"`     // oddities that did not change the verdict
	Logs       []string       `json:"logs,omitempty"`      // console output of scripts
	Error      string         `json:"error,omitempty"`
	ErrorPos   *Pos           `json:"error_pos,omitempty"`
	DurationMS Millis         `json:"duration_ms"`
	WaitedMS   Millis         `json:"waited_ms,omitempty"`   // of the duration, spent between attempts and in the queue
	QueuedMS   Millis         `json:"queued_ms,omitempty"`   // of WaitedMS, spent waiting for a connector's limits
	Replayed   bool           `json:"replayed,omitempty"`    // answers came from a cassette
	RecordedMS Millis         `json:"recorded_ms,omitempty"` // what replayed answers took when they were recorded; not in the duration
	Pos        Pos            `json:"pos"`
}

// TookMS is what the agent took, to the microsecond: the duration without what
// was waited for limits and between attempts, and with what replayed answers
// took when they were recorded.
func (t *Trial) TookMS() Millis {
	whole := func(m Millis) time.Duration { return m.Duration().Truncate(time.Microsecond) } // as rows hold it
	return Millis(max(whole(t.DurationMS)-whole(t.WaitedMS)+whole(t.RecordedMS), 0))
}

// Key is the trial's case: (Agent, ID).
func (t *Trial) Key() Key { return Key{t.Agent, t.ID} }

// Key names a case within a run.
type Key struct {
	Agent string
	ID    string
}

// Check is what became of one assertion.
type Check struct {
	Type      string   `json:"type"`
	Assertion string   `json:"assertion"` // where it stands in the case: assert[1]
	Path      string   `json:"path,omitempty"`
	Passed    bool     `json:"passed"`
	Status    Status   `json:"status"` // passed, failed or error
	Negate    bool     `json:"negate,omitempty"`
	Expected  Value    `json:"expected"`
	Actual    Value    `json:"actual"`
	Message   string   `json:"message"` // what was wanted and found; the user's own message where one was given
	Reason    string   `json:"reason,omitempty"`
	Score     *float64 `json:"score,omitempty"`
	Checks    []Check  `json:"checks,omitempty"` // of a group
	Pos       Pos      `json:"pos"`
}

// Turn is one exchange with the agent. Turns count from 1.
type Turn struct {
	Turn               int      `json:"turn"`
	Input              Value    `json:"input"` // the messages that were new in this turn
	Output             Value    `json:"output"`
	Response           Response `json:"response"`
	Sent               []Sent   `json:"messages,omitempty"` // what scripts sent to the user meanwhile
	Trace              Trace    `json:"trace,omitzero"`     // what scripts noted
	CheckpointsReached []string `json:"checkpoints_reached,omitempty"`
	DurationMS         Millis   `json:"duration_ms"`
}

// Response is the agent's whole answer in one turn.
type Response struct {
	Content   string     `json:"content"`
	Reasoning string     `json:"reasoning,omitempty"`
	ToolCalls []ToolCall `json:"tool_calls,omitempty"`
	Next      Value      `json:"next,omitzero"`
}

// Transcript is what assertions look at: the conversation and its figures.
// The zero Value of Output is a trial without an answer.
type Transcript struct {
	Output    Value
	Turns     []Turn
	ToolCalls []ToolCall
	Usage     Usage  // the agent's own
	Unpriced  string // why its cost is unknown, where that is known
	Duration  Millis // the trial's own, without what was waited and with what replayed answers took
}
