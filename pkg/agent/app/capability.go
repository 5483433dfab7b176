package app

import (
	"slices"
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// The capabilities that agents can ask for or inputs need.
const (
	Vision    = "vision"
	Audio     = "audio"
	toolCalls = "tool_calls"
	reasoning = "reasoning"
	jsonMode  = "json"
	warmth    = "temperature_adjustable"
)

// capabilityNames are the yes-or-no capabilities a connector can declare.
var capabilityNames = []string{
	Vision, Audio, toolCalls, reasoning, jsonMode, warmth,
	"stt", "streaming", "multimodal", "embedding", "image_generation",
}

// visionForms are the words that may stand for true in vision: how a provider
// takes images, which is the client's business.
var visionForms = []string{"openai", "claude", "default"}

// Capabilities is what a connector says its model can do.
type Capabilities struct {
	declared        map[string]bool // nil without a block
	maxOutputTokens *int
	lacks           string // what the provider's API has no way for
}

// Allows reports whether the model can do it: anything its API has a way for
// without a block, else only what the block declares.
func (c Capabilities) Allows(name string) bool {
	return name != c.lacks && (c.declared == nil || c.declared[name])
}

// denies reports whether the block says that the model cannot do it.
func (c Capabilities) denies(name string) bool {
	can, said := c.declared[name]
	return said && !can
}

func readCapabilities(f *source.Fields, faults *source.Faults) Capabilities {
	n := f.Node("capabilities")
	if n == nil {
		return Capabilities{}
	}
	f = f.Object("capabilities")
	c := Capabilities{declared: map[string]bool{}}
	for _, name := range capabilityNames {
		if name == Vision {
			c.vision(f, faults)
			continue
		}
		if can := f.Bool(name); can != nil {
			c.declared[name] = *can
		}
	}
	idle := func(name string) *eval.Problem {
		p := faults.At(f.Pos(name), f.Path(name), "has no effect in this version")
		p.Warning = true
		return p
	}
	if c.denies("streaming") {
		idle("streaming").Hint = "answers are always asked for as streams"
	}
	if f.Int("max_input_tokens", 1) != nil {
		idle("max_input_tokens").Hint = "inputs are sent whole, and the provider refuses those that are too long"
	}
	c.maxOutputTokens = f.Int("max_output_tokens", 1)
	f.Done()
	return c
}

func (c *Capabilities) vision(f *source.Fields, faults *source.Faults) {
	n := f.Node(Vision)
	switch {
	case n == nil:
	case n.Kind() == eval.Boolean:
		c.declared[Vision] = n.Value.Raw() == "true"
	case n.Kind() == eval.String && slices.Contains(visionForms, n.Text):
		c.declared[Vision] = true
	default:
		faults.At(n.Pos, f.Path(Vision), "want true, false, \"openai\", \"claude\" or \"default\", got %s", source.Describe(n))
	}
}

// Suits reports what of an agent does not go with a connector. The problems
// have no place: that is where somebody named the connector.
func (a *Agent) Suits(c *Connector) eval.Problems {
	var list eval.Problems
	add := func(warning bool, hint, message string) {
		list = append(list, eval.Problem{Agent: a.ID, Message: message, Hint: hint, Warning: warning})
	}
	name := "connector " + strconv.Quote(c.ID)
	if len(a.Connectors) > 0 && !slices.Contains(a.Connectors, c.ID) {
		add(true, "", name+" is not among the agent's connector_options.connectors")
	}
	for _, need := range a.Filters {
		if !c.Capabilities.Allows(need) {
			add(false, "the agent asks for it in connector_options.filters", name+" lacks the capability "+strconv.Quote(need))
		}
	}
	if _, set := a.Options["temperature"]; set && c.Capabilities.denies(warmth) {
		add(true, "", name+" has a fixed temperature, so the agent's is not sent")
	}
	if format := a.Options["response_format"]; c.Capabilities.denies(jsonMode) && !isTextFormat(format) {
		add(false, "", name+" cannot answer in JSON, as the agent's response_format asks")
	}
	for _, p := range c.unfit(a) {
		add(false, "", name+": the agent's "+p.Error())
	}
	for _, option := range []string{"max_tokens", "max_completion_tokens"} {
		most := c.Capabilities.maxOutputTokens
		wanted, set := a.Options[option]
		if set && most != nil && eval.CompareNumbers(wanted.Raw(), strconv.Itoa(*most)) > 0 {
			add(false, "", name+" answers with at most "+strconv.Itoa(*most)+" tokens, the agent's "+option+" is "+wanted.Raw())
		}
	}
	return list
}

func isTextFormat(format eval.Value) bool {
	kind, _ := format.Members()["type"].Str()
	return kind == "" || kind == "text"
}
