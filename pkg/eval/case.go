package eval

import "time"

// MaxRuns bounds the trials of one case, so that a slip of the finger does not
// spend a fortune.
const MaxRuns = 100_000

// Case is one thing to evaluate: an input, and what must hold of the answer.
// Its key is (Agent, ID). Case values are made by the million, so what is
// rarely written sits behind Options, and texts share memory with Raw.
type Case struct {
	Agent string // id of the agent under test
	ID    string
	Name  string
	Tags  []string
	Pos   Pos   // of its opening brace
	Raw   Value // the whole case as it was written

	Input      Value     // as it was written
	Messages   []Message // the input, decoded; the last is of role user or tool
	Expected   Value
	Assertions []Assertion

	User, Team     string // "" leaves the run's identity
	Metadata       Value  // an object, or absent
	Options        *Options
	Hooks          *CaseHooks    // nil of a case that has none
	Test           *ScriptTest   // nil of a case that asks an agent
	Tools          Value         // what tools are to give in place of their servers, by their names; or absent
	Skip           string        // the reason, "" to run the case
	Timeout        time.Duration // 0 is the run's
	Runs           int           // 0 is the run's
	AllowTruncated bool
}

// Key is the case's key.
func (c *Case) Key() Key { return Key{c.Agent, c.ID} }

// Unchecked reports whether nothing is asserted of the answer. What a script
// test asserts is known when it ran.
func (c *Case) Unchecked() bool { return len(c.Assertions) == 0 && c.Test == nil }

// Assertion is what a user wrote, not yet compiled. An expected value counts
// as one, of type equals.
type Assertion struct {
	Raw  Value  // the object as it was written
	Path string // where in the case: assert, assert[1], expected
	Pos  Pos
}

// Options are a case's settings for its agent.
type Options struct {
	Connector            string
	Mode                 string
	Search               *bool
	DisableGlobalPrompts *bool
	Metadata             Value // an object, or absent; wins over the case's
	Skip                 Skips

	Places map[string]Pos // where each option's value stands, by its name
}

// Skips names the steps a case turns off.
type Skips struct {
	History, Trace, Output, Keyword, Search, ContentParsing bool
}

// CaseHooks are functions of the agent's scripts that run around each trial of
// a case, as they were written: "env_test.Before". "" is none.
type CaseHooks struct {
	Before, After       string
	BeforePos, AfterPos Pos
}

// ScriptTest is a case that is a function of the agent's test scripts.
type ScriptTest struct {
	Module   string // without the ending _test, with dots for folders
	Function string
}

// Identity is who the agent believes it talks to.
type Identity struct {
	User, Team string
	Locale     string
	ChatID     string // of the context file; "" makes one per trial
	Authorized Value  // an object, or absent
	Metadata   Value  // an object, or absent
	Client     Client
	Referer    string
	Accept     string
}

// Client is the caller's side as agents see it.
type Client struct {
	Type      string `json:"type"`
	UserAgent string `json:"user_agent"`
	IP        string `json:"ip"`
}
