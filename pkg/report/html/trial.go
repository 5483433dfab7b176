package html

import (
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/evidence"
)

// trial is a trial as pages show it. What it has in common with another part
// of the same message is not repeated: an "_as" says where it stands.
type trial struct {
	Run        int                      `json:"run"`
	Status     eval.Status              `json:"status"`
	Reason     string                   `json:"reason,omitempty"`
	Stopped    eval.Stop                `json:"stopped,omitempty"`
	Unchecked  bool                     `json:"unchecked,omitempty"`
	Input      value                    `json:"input,omitzero"`
	InputAs    string                   `json:"input_as,omitempty"` // first: as the first trial's
	Output     value                    `json:"output,omitzero"`
	Expected   value                    `json:"expected,omitzero"`
	Checks     []check                  `json:"checks,omitempty"`
	Turns      []turn                   `json:"turns,omitempty"`
	ToolCalls  []call                   `json:"tool_calls,omitempty"` // that no turn has
	Usage      map[eval.Role]eval.Usage `json:"usage,omitempty"`
	Attempts   []eval.Attempt           `json:"attempts,omitempty"`
	Connector  string                   `json:"connector,omitempty"`
	Model      string                   `json:"model,omitempty"`
	Truncated  string                   `json:"truncated,omitempty"`
	Refusal    string                   `json:"refusal,omitempty"`
	Notes      []string                 `json:"notes,omitempty"`
	Logs       []string                 `json:"logs,omitempty"`
	Error      string                   `json:"error,omitempty"`
	ErrorAt    string                   `json:"error_at,omitempty"`
	DurationMS eval.Millis              `json:"duration_ms"`
	WaitedMS   eval.Millis              `json:"waited_ms,omitempty"`
	QueuedMS   eval.Millis              `json:"queued_ms,omitempty"`
	Replayed   bool                     `json:"replayed,omitempty"`
	RecordedMS eval.Millis              `json:"recorded_ms,omitempty"`
}

// newTrial is a trial behind the first of its case, nil for the first one.
func newTrial(t, first *eval.Trial) trial {
	out := trial{
		Run: t.Run, Status: t.Status, Reason: t.Reason, Stopped: t.Stopped, Unchecked: t.Unchecked,
		Input: value{t.Input}, Output: value{t.Output}, Expected: value{t.Expected},
		Usage: t.Usage, Attempts: t.Attempts, Connector: t.Connector, Model: t.Model, Truncated: t.Truncated,
		Refusal: t.Refusal, Notes: t.Notes, Logs: t.Logs, Error: t.Error, DurationMS: t.DurationMS,
		WaitedMS: t.WaitedMS, QueuedMS: t.QueuedMS, Replayed: t.Replayed, RecordedMS: t.RecordedMS,
	}
	if first != nil && first.Input == t.Input {
		out.Input, out.InputAs = value{}, "first"
	}
	if t.ErrorPos != nil {
		out.ErrorAt = t.ErrorPos.String()
	}
	out.Checks = checks(t.Checks, t)
	untold := slices.Clone(t.ToolCalls)
	for i := range t.Turns {
		out.Turns = append(out.Turns, newTurn(&t.Turns[i], t))
		for _, told := range t.Turns[i].Response.ToolCalls {
			if at := slices.Index(untold, told); at >= 0 {
				untold = slices.Delete(untold, at, at+1)
			}
		}
	}
	out.ToolCalls = calls(untold)
	return out
}

// check is a check; its place is a text, and what was found may be the output.
type check struct {
	Type      string      `json:"type"`
	Assertion string      `json:"assertion"`
	Path      string      `json:"path,omitempty"`
	Status    eval.Status `json:"status"`
	Negate    bool        `json:"negate,omitempty"`
	Expected  value       `json:"expected,omitzero"`
	Actual    value       `json:"actual,omitzero"`
	ActualAs  string      `json:"actual_as,omitempty"` // output: the trial's
	Cut       bool        `json:"cut,omitempty"`       // no more than the beginning of what was found is known
	Message   string      `json:"message,omitempty"`
	Reason    string      `json:"reason,omitempty"`
	Score     *float64    `json:"score,omitempty"`
	Checks    []check     `json:"checks,omitempty"`
	At        string      `json:"at,omitempty"`
}

func checks(list []eval.Check, of *eval.Trial) []check {
	var out []check
	for i := range list {
		c := &list[i]
		shown := check{
			Type: c.Type, Assertion: c.Assertion, Path: c.Path, Status: c.Status, Negate: c.Negate, Expected: value{c.Expected},
			Actual: value{c.Actual}, Message: c.Message, Reason: c.Reason, Score: c.Score, Checks: checks(c.Checks, of), At: c.Pos.LineString(),
		}
		found, whole := evidence.Found(c, of)
		shown.Cut = !whole
		if found == of.Output && !shown.Actual.IsZero() {
			shown.Actual, shown.ActualAs = value{}, "output"
		}
		if shown.Reason == shown.Message {
			shown.Reason = ""
		}
		out = append(out, shown)
	}
	return out
}
