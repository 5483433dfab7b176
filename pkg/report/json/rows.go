package json

import "github.com/surefoot-dev/surefoot/pkg/eval"

// resultRow is a case and its trials. Input and expected are those of the
// first trial; output and error those of the first trial that has one.
type resultRow struct {
	ID         string         `json:"id"`
	Agent      string         `json:"agent"`
	Name       string         `json:"name,omitempty"`
	Tags       []string       `json:"tags,omitempty"`
	Status     eval.Status    `json:"status"`
	Reason     string         `json:"reason,omitempty"`
	Unchecked  bool           `json:"unchecked,omitempty"`
	PassRate   *float64       `json:"pass_rate"`
	Interval   *eval.Interval `json:"pass_rate_interval"`
	Planned    int            `json:"planned"`
	Runs       int            `json:"runs"`
	Passed     int            `json:"passed"`
	Failed     int            `json:"failed"`
	Errors     int            `json:"errors"`
	Timeouts   int            `json:"timeouts"`
	Class      eval.Class     `json:"stability_class"`
	Input      eval.Value     `json:"input,omitzero"`
	Output     eval.Value     `json:"output,omitzero"`
	Expected   eval.Value     `json:"expected,omitzero"`
	DurationMS *float64       `json:"duration_ms"` // mean of what the trials took, without waiting
	Error      string         `json:"error,omitempty"`
	Pos        eval.Pos       `json:"pos"`
	RunDetails []runDetail    `json:"run_details"`
}

// runDetail is what a trial's row has beyond its case's.
type runDetail struct {
	Run        int                      `json:"run"`
	Status     eval.Status              `json:"status"`
	Reason     string                   `json:"reason,omitempty"`
	Stopped    eval.Stop                `json:"stopped,omitempty"`
	DurationMS eval.Millis              `json:"duration_ms"`
	Output     eval.Value               `json:"output,omitzero"`
	Error      string                   `json:"error,omitempty"`
	ErrorPos   *eval.Pos                `json:"error_pos,omitempty"`
	Checks     []eval.Check             `json:"checks,omitempty"`
	Turns      []eval.Turn              `json:"turns,omitempty"`
	ToolCalls  []eval.ToolCall          `json:"tool_calls,omitempty"`
	Usage      map[eval.Role]eval.Usage `json:"usage,omitempty"`
	Attempts   []eval.Attempt           `json:"attempts,omitempty"`
	Connector  string                   `json:"connector,omitempty"`
	Model      string                   `json:"model,omitempty"`
	Truncated  string                   `json:"truncated,omitempty"`
	Refusal    string                   `json:"refusal,omitempty"`
	Notes      []string                 `json:"notes,omitempty"`
	Logs       []string                 `json:"logs,omitempty"`
	WaitedMS   eval.Millis              `json:"waited_ms,omitempty"`
	QueuedMS   eval.Millis              `json:"queued_ms,omitempty"`
	Replayed   bool                     `json:"replayed,omitempty"`
	RecordedMS eval.Millis              `json:"recorded_ms,omitempty"`
}

// skippedRow is a case that was not to run.
type skippedRow struct {
	ID        string      `json:"id"`
	Agent     string      `json:"agent"`
	Name      string      `json:"name,omitempty"`
	Tags      []string    `json:"tags,omitempty"`
	Status    eval.Status `json:"status"`
	Reason    string      `json:"reason"`
	Unchecked bool        `json:"unchecked,omitempty"`
	Input     eval.Value  `json:"input,omitzero"`
	Expected  eval.Value  `json:"expected,omitzero"`
	Pos       eval.Pos    `json:"pos"`
}

// stabilityRow is a case's figures with its trials in short.
type stabilityRow struct {
	*eval.CaseResult
	RunDetails []shortDetail `json:"run_details"`
}

type shortDetail struct {
	Run        int         `json:"run"`
	Status     eval.Status `json:"status"`
	DurationMS eval.Millis `json:"duration_ms"`
	Error      string      `json:"error,omitempty"`
}

func newResultRow(c *eval.CaseResult) resultRow {
	return resultRow{
		ID: c.ID, Agent: c.Agent, Name: c.Name, Status: c.Status, Reason: c.Reason,
		PassRate: c.DecidedRate(), Interval: c.PassInterval, Planned: c.Planned, Runs: c.Runs,
		Passed: c.Passed, Failed: c.Failed, Errors: c.Errors, Timeouts: c.Timeouts,
		Class: c.Class, DurationMS: c.AvgMS, Pos: c.Pos, RunDetails: []runDetail{},
	}
}

func (r *resultRow) add(t *eval.Trial) {
	if len(r.RunDetails) == 0 {
		r.Tags, r.Input, r.Expected = t.Tags, t.Input, t.Expected
	}
	r.Unchecked = r.Unchecked || t.Unchecked
	if known(r.Output).IsZero() {
		r.Output = known(t.Output)
	}
	if r.Error == "" {
		r.Error = t.Error
	}
	r.RunDetails = append(r.RunDetails, runDetail{
		Run: t.Run, Status: t.Status, Reason: t.Reason, Stopped: t.Stopped, DurationMS: t.DurationMS, Output: known(t.Output),
		Error: t.Error, ErrorPos: t.ErrorPos, Checks: t.Checks, Turns: t.Turns, ToolCalls: t.ToolCalls,
		Usage: t.Usage, Attempts: t.Attempts, Connector: t.Connector, Model: t.Model,
		Truncated: t.Truncated, Refusal: t.Refusal, Notes: t.Notes, Logs: t.Logs, WaitedMS: t.WaitedMS,
		QueuedMS: t.QueuedMS, Replayed: t.Replayed, RecordedMS: t.RecordedMS,
	})
}

// known drops the null that a row has for an output that never came.
func known(v eval.Value) eval.Value {
	if v.Kind() == eval.Null {
		return eval.Value{}
	}
	return v
}
