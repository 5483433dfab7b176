package agent

import (
	"maps"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/llm"
)

// request is one turn as the agent and its Create hook want it.
type request struct {
	asked
	connector *app.Connector // nil where no model is asked
	preset    string
	presetSet bool
	extra     llm.Options // of Create
	servers   []app.Use
	uses      app.Uses
	forceUses bool // also for what the model could take
}

func (c *conversation) request() *request {
	r := &request{asked: c.asked, servers: c.agent.Servers, uses: c.agent.Wrappers}
	r.metadata = maps.Clone(c.asked.metadata)
	if r.mode == "" {
		r.mode = c.agent.DefaultMode
	}
	return r
}

// options are what is sent with the request.
func (r *request) options(agent *app.Agent) llm.Options {
	options := r.connector.Options(agent)
	if len(r.extra) == 0 {
		return options
	}
	options = maps.Clone(options)
	if options == nil {
		options = llm.Options{}
	}
	for name, value := range r.extra {
		if name == "temperature" && !r.connector.TakesTemperature() {
			continue
		}
		switch name { // two names of one thing
		case "max_tokens":
			delete(options, "max_completion_tokens")
		case "max_completion_tokens":
			delete(options, "max_tokens")
		}
		options[name] = value
	}
	return options
}
