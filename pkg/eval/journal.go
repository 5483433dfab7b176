package eval

// Sent is a message that a script sent to the user while the agent worked, as
// it was in the end.
type Sent struct {
	ID      string `json:"message_id"`
	Block   string `json:"block_id,omitempty"` // messages of one block belong together
	Message Value  `json:"message"`            // an object with a type
	Open    bool   `json:"open,omitempty"`     // it was streamed, and never ended
}

// Trace is what scripts noted of their work.
type Trace struct {
	Nodes []TraceNode `json:"nodes,omitempty"`
	Logs  []TraceLog  `json:"logs,omitempty"` // of no node
}

// TraceNode is a step of the work, with the steps within it.
type TraceNode struct {
	ID          string           `json:"id"`
	Label       string           `json:"label,omitempty"`
	Type        string           `json:"type,omitempty"`
	Icon        string           `json:"icon,omitempty"`
	Description string           `json:"description,omitempty"`
	Status      TraceStatus      `json:"status"`
	Input       Value            `json:"input,omitzero"`
	Output      Value            `json:"output,omitzero"`
	Metadata    map[string]Value `json:"metadata,omitempty"`
	Error       string           `json:"error,omitempty"`
	DurationMS  Millis           `json:"duration_ms,omitempty"` // until it ended
	Logs        []TraceLog       `json:"logs,omitempty"`
	Nodes       []TraceNode      `json:"nodes,omitempty"`
}

// TraceStatus is how far a step came.
type TraceStatus string

// The statuses.
const (
	TraceRunning   TraceStatus = "running" // it never said that it ended
	TraceCompleted TraceStatus = "completed"
	TraceFailed    TraceStatus = "failed"
)

// TraceLog is a line of a trace.
type TraceLog struct {
	Level string `json:"level"` // debug, info, warn, error
	Text  string `json:"text"`
}

// IsZero reports whether nothing was noted.
func (t Trace) IsZero() bool { return len(t.Nodes) == 0 && len(t.Logs) == 0 }
