package anthropic

import (
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

// The options, by the names of the chat completions API, that this room
// speaks of in errors.
const (
	optTemperature   = "temperature"
	optTopP          = "top_p"
	optMaxTokens     = "max_tokens"
	optMaxCompletion = "max_completion_tokens"
	optToolChoice    = "tool_choice"
	optThinking      = "thinking"
	optBudget        = "thinking.budget_tokens"

	// leastBudget is the smallest budget the API takes.
	leastBudget = 1024
	// leastTopP is the smallest top_p that goes with thinking.
	leastTopP = "0.95"
)

// limits are what a configuration demands of the options of each request.
type limits struct {
	maxTokens int64
	thinking  string // its type, "" for none
	raw       string // of thinking
	budget    int64  // of thinking, 0 for none
}

func limitsOf(cfg Config) (limits, error) {
	l := limits{maxTokens: int64(cfg.MaxTokens), raw: cfg.Thinking.Raw()}
	if cfg.MaxTokens < 0 {
		return l, wire.Misset(optMaxTokens, "is %d, but must be at least 1", cfg.MaxTokens)
	}
	if l.maxTokens == 0 {
		l.maxTokens = DefaultMaxTokens
	}
	if cfg.Thinking.IsZero() {
		return l, nil
	}
	if err := l.think(cfg.Thinking); err != nil {
		return l, err
	}
	if l.budget >= l.maxTokens {
		return l, l.overBudget(optBudget, l.maxTokens)
	}
	return l, nil
}

// think reads the thinking that was configured.
func (l *limits) think(v eval.Value) error {
	if v.Kind() != eval.Object {
		return wire.Misset(optThinking, "must be an object with a type, not %s", v.Kind())
	}
	members := v.Members()
	l.thinking, _ = members["type"].Str()
	switch l.thinking {
	case "enabled":
		if l.budget = count(members["budget_tokens"]); l.budget < leastBudget {
			return wire.Misset(optBudget, "must be a whole number from %d on", leastBudget)
		}
	case "adaptive", "disabled":
		if !members["budget_tokens"].IsZero() {
			return wire.Misset(optBudget, "goes with the type %q only", "enabled")
		}
	default:
		return wire.Misset("thinking.type", "must be enabled, adaptive or disabled")
	}
	for name, value := range members {
		switch name {
		case "type", "budget_tokens":
		case "display":
			word, _ := value.Str()
			if l.thinking == "disabled" || word != "summarized" && word != "omitted" {
				return wire.Misset("thinking.display", "must be summarized or omitted, of thinking that is not disabled")
			}
		default:
			return wire.Misset("thinking."+eval.Clip(name), "is not known")
		}
	}
	return nil
}

func (l *limits) thinks() bool { return l.thinking == "enabled" || l.thinking == "adaptive" }

// overBudget is the error of a limit that thinking alone would use up.
func (l *limits) overBudget(option string, most int64) *wire.ConfigError {
	if option == optBudget {
		return &wire.ConfigError{Option: option, Problem: "is " + strconv.FormatInt(l.budget, 10) +
			", but must be less than max_tokens, which is " + strconv.FormatInt(most, 10)}
	}
	return &wire.ConfigError{Option: option, Problem: "is " + strconv.FormatInt(most, 10) +
		", but must be more than the connector's thinking.budget_tokens, which is " + strconv.FormatInt(l.budget, 10)}
}

// tokens is how long an answer may be, and the option that says so.
func (l *limits) tokens(options llm.Options) (most int64, option string) {
	for _, option := range []string{optMaxCompletion, optMaxTokens} {
		if n := count(options[option]); n > 0 {
			return n, option
		}
	}
	return l.maxTokens, optBudget
}

// check is what of the options does not go with the configuration.
func (l *limits) check(options llm.Options) []*wire.ConfigError {
	var list []*wire.ConfigError
	if most, option := l.tokens(options); l.budget >= most {
		list = append(list, l.overBudget(option, most))
	}
	if !l.thinks() {
		return list
	}
	add := func(option, problem string) {
		list = append(list, &wire.ConfigError{Option: option, Problem: problem})
	}
	if v := options[optTemperature]; v.Kind() == eval.Number && eval.CompareNumbers(v.Raw(), "1") != 0 {
		add(optTemperature, "is "+v.Raw()+", but must be 1 or unset beside the connector's thinking")
	}
	if v := options[optTopP]; v.Kind() == eval.Number && eval.CompareNumbers(v.Raw(), leastTopP) < 0 {
		add(optTopP, "is "+v.Raw()+", but must be from "+leastTopP+" to 1 beside the connector's thinking")
	}
	if v := options[optToolChoice]; !v.IsZero() {
		if word, _ := v.Str(); v.Kind() != eval.Null && word != "auto" && word != "none" {
			add(optToolChoice, "must be auto or none beside the connector's thinking")
		}
	}
	return list
}
