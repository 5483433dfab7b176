package app

import (
	"github.com/surefoot-dev/surefoot/pkg/agent/locale"
	"github.com/surefoot-dev/surefoot/pkg/agent/prompt"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
)

// Agent is an agent as its folder defines it. Descriptive texts are as they
// were written; Label translates them.
type Agent struct {
	ID  string
	Dir string   // absolute
	Pos eval.Pos // its definition

	Name, Type, Avatar        string
	Description, Capabilities string
	Tags                      []string
	Sort                      *float64
	Placeholder               Placeholder
	Share                     string
	Public, Readonly, BuiltIn bool
	Mentionable, Automated    bool

	Connector  string   // the id of the one it uses, "" when it has none
	Optional   bool     // users may choose another
	Connectors []string // that they may choose from; any when empty
	Filters    []string // capabilities its connector must have

	Options              llm.Options
	Modes                []string // never empty
	DefaultMode          string
	DisableGlobalPrompts bool
	AllowTruncated       bool
	Prompts              []prompt.Prompt
	Presets              map[string][]prompt.Prompt
	Book                 *locale.Book

	written      string   // its connector, as its package says with variables replaced
	connectorPos eval.Pos // where, or its definition
	role         string   // by which agent.yml gave it a connector
	unsure       bool     // its package could not be read as far as the connector
	hooks        bool     // it has hooks
}

// Placeholder is what a chat window shows before the first message.
type Placeholder struct {
	Title, Description string
	Prompts            []string
}

// Label is a descriptive text in a locale.
func (a *Agent) Label(name, text string) string { return a.Book.Label(name, text) }

// at places a problem with the agent's connector.
func (a *Agent) at(p eval.Problem) eval.Problem {
	p.Pos, p.Agent, p.Path = a.connectorPos, a.ID, "connector"
	return p
}
