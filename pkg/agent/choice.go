package agent

import (
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// choose finds the agent of a case and the connector it is to use: the run's,
// else the case's, else the agent's own. The problem says why that cannot be.
func (t *Target) choose(c *eval.Case) (*app.Agent, *app.Connector, *eval.Problem) {
	agent, ok := t.app.Agent(c.Agent)
	if !ok {
		p := t.unknownAgent(c)
		return nil, nil, &p
	}
	id, pos := agent.Connector, agent.Pos
	switch {
	case t.opt.Connector != "":
		id, pos = t.opt.Connector, eval.Pos{}
	case namesConnector(c):
		id, pos = c.Options.Connector, c.Options.Places["connector"]
	case id == "" && (agent.Answers() || c.Test != nil):
		return agent, nil, nil
	case id == "" && agent.Hooks != nil:
		return agent, nil, &eval.Problem{Pos: eval.Pos{File: agent.Hooks.File()}, Agent: agent.ID,
			Message: "the agent has no connector, and neither a Create nor a Next hook", Hint: "export function Create or Next, or name a connector"}
	case id == "":
		return agent, nil, &eval.Problem{Pos: pos, Agent: agent.ID, Path: "connector", Message: "the agent has no connector"}
	}
	connector, ok := t.app.Connector(id)
	if !ok {
		p := t.app.UnknownConnector(id)
		p.Pos, p.Agent, p.Path = pos, agent.ID, "connector"
		return agent, nil, &p
	}
	return agent, connector, nil
}

// ConnectorOf is the id of the connector that the case's agent is to use, ""
// if that cannot be known.
func (t *Target) ConnectorOf(c *eval.Case) string {
	_, connector, problem := t.choose(c)
	if problem != nil || connector == nil {
		return ""
	}
	return connector.ID
}

// own is the connector that the conversation uses unless a hook says otherwise.
func (c *conversation) own() (*app.Connector, bool) {
	id := c.asked.connector
	if id == "" {
		id = c.agent.Connector
	}
	return c.trial.target.app.Connector(id)
}

func namesConnector(c *eval.Case) bool { return c.Options != nil && c.Options.Connector != "" }

func (t *Target) unknownAgent(c *eval.Case) eval.Problem {
	p := t.app.UnknownAgent(c.Agent)
	if c.Agent == "" {
		p = eval.Problem{Message: "the case names no agent", Hint: "give one with --agent"}
	}
	p.Pos, p.Case = c.Pos, c.ID
	return p
}

// reach is the part of the application that a case meets.
func (t *Target) reach(c *eval.Case, agent *app.Agent) app.Reach {
	r := app.Reach{Agents: []string{agent.ID}}
	switch {
	case t.opt.Connector != "":
		r.Connectors = []string{t.opt.Connector}
	case namesConnector(c):
		r.Connectors = []string{c.Options.Connector}
	default:
		r.Own = r.Agents
	}
	return r
}

func connectorName(c *app.Connector) string { return "connector " + strconv.Quote(c.ID) }
