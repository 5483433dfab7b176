package app

import (
	"maps"
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
)

// Options are what is sent with each request of an agent: its own options,
// over those of the connector. A temperature the connector says it cannot
// change is left out.
func (c *Connector) Options(agent *Agent) llm.Options {
	if len(c.Defaults) == 0 && c.TakesTemperature() {
		return agent.Options
	}
	all := maps.Clone(c.Defaults)
	if all == nil {
		all = llm.Options{}
	}
	if _, set := agent.Options["max_completion_tokens"]; set {
		delete(all, "max_tokens")
	}
	maps.Copy(all, agent.Options)
	if !c.TakesTemperature() {
		delete(all, "temperature")
	}
	return all
}

// Adds is what the connector adds to each request besides the options, as an
// object; absent for nothing.
func (c *Connector) Adds() eval.Value {
	if c.Type != Anthropic {
		return c.OpenAI.Extra
	}
	members := maps.Clone(c.Anthropic.Extra.Members())
	if members == nil {
		members = map[string]eval.Value{}
	}
	if !c.Anthropic.Thinking.IsZero() {
		members["thinking"] = c.Anthropic.Thinking
	}
	if n := c.Anthropic.MaxTokens; n > 0 {
		members["max_tokens"] = eval.Trusted(strconv.Itoa(n))
	}
	if len(members) == 0 {
		return eval.Value{}
	}
	adds, err := eval.ValueOf(members)
	if err != nil {
		panic("app: JSON values always encode: " + err.Error())
	}
	return adds
}

// TakesTemperature reports whether the model's temperature can be set.
func (c *Connector) TakesTemperature() bool { return !c.Capabilities.denies(warmth) }
