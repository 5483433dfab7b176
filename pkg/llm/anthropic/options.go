package anthropic

import (
	"maps"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

// fieldOutput is the field that says how an answer is to look.
const fieldOutput = "output_config"

// Check is what of a request's options this API or the configuration does not
// take, in order of their names.
func Check(cfg Config, options llm.Options) []*wire.ConfigError {
	l, err := limitsOf(cfg)
	if err != nil {
		return nil // New says so
	}
	_, list := translate(options)
	return append(list, l.check(options)...)
}

// translation is what options mean in this API's words.
type translation struct {
	fields  map[string]string // by their names, as JSON
	output  map[string]string // members of output_config
	choice  string            // members of tool_choice, "" for none
	serial  bool              // one tool call at a time
	problem []*wire.ConfigError
}

// translate gives the options in this API's words, and what of them it has no
// word for. Limits are not among them.
func translate(options llm.Options) (*translation, []*wire.ConfigError) {
	t := &translation{fields: map[string]string{}, output: map[string]string{}}
	for _, name := range slices.Sorted(maps.Keys(options)) {
		if v := options[name]; !v.IsZero() && v.Kind() != eval.Null {
			t.option(name, v)
		}
	}
	return t, t.problem
}

func (t *translation) refuse(option, problem string) {
	t.problem = append(t.problem, &wire.ConfigError{Option: option, Problem: problem})
}

func (t *translation) option(name string, v eval.Value) {
	switch name {
	case optMaxTokens, optMaxCompletion: // see limits
		if count(v) < 1 {
			t.refuse(name, "must be a whole number from 1 on")
		}
	case optTemperature:
		if v.Kind() == eval.Number && eval.CompareNumbers(v.Raw(), "1") > 0 {
			t.refuse(name, "is "+v.Raw()+", but this API takes 0 to 1")
		}
		t.fields[name] = v.Raw()
	case optTopP:
		t.fields[name] = v.Raw()
	case "stop":
		raw := v.Raw()
		if v.Kind() == eval.String {
			raw = "[" + raw + "]"
		}
		t.fields["stop_sequences"] = raw
	case "user":
		t.fields["metadata"] = `{"user_id":` + v.Raw() + `}`
	case "n":
		if !v.Equal(eval.Trusted("1")) {
			t.refuse(name, "is "+v.Raw()+", but one answer is read (remove it)")
		}
	case optToolChoice:
		t.toolChoice(v)
	case "parallel_tool_calls":
		t.serial = v.Raw() == "false"
	case "response_format":
		t.format(v)
	case "reasoning_effort":
		word, _ := v.Str()
		if !slices.Contains(efforts, word) {
			t.refuse(name, "must be one of "+strings.Join(efforts, ", ")+" in this API")
		}
		t.output["effort"] = v.Raw()
	default:
		t.refuse(name, "is not taken by this API (remove it, or put what the API takes into extra_body)")
	}
}

var efforts = []string{"low", "medium", "high", "xhigh", "max"}

func (t *translation) toolChoice(v eval.Value) {
	word, _ := v.Str()
	if inner, _ := v.Members()["type"].Str(); inner == "function" {
		if name, _ := v.Members()["function"].Members()["name"].Str(); name != "" {
			t.choice = `"type":"tool","name":` + string(wire.Quote(nil, name))
			return
		}
	}
	switch word {
	case "auto", "none":
		t.choice = `"type":"` + word + `"`
	case "required":
		t.choice = `"type":"any"`
	default:
		t.refuse(optToolChoice, "must be auto, none, required or a function by its name")
	}
}

// toolChoiceField is the choice with what goes into it, "" for none.
func (t *translation) toolChoiceField() string {
	members := t.choice
	if t.serial && members != `"type":"none"` {
		if members == "" {
			members = `"type":"auto"`
		}
		members += `,"disable_parallel_tool_use":true`
	}
	if members == "" {
		return ""
	}
	return "{" + members + "}"
}

// count is a whole number, 0 for anything else.
func count(v eval.Value) int64 {
	n := wire.Count(gjson.Parse(v.Raw()))
	if n == nil {
		return 0
	}
	return *n
}

// format asks for an answer that fits a schema. Its name and strictness say
// nothing here: each schema is strict.
func (t *translation) format(v eval.Value) {
	switch kind, _ := v.Members()["type"].Str(); kind {
	case "text":
	case "json_schema":
		schema := v.Members()["json_schema"].Members()["schema"]
		if schema.Kind() != eval.Object {
			t.refuse("response_format", "has no schema")
			return
		}
		t.output["format"] = `{"type":"json_schema","schema":` + schema.Raw() + `}`
	default:
		t.refuse("response_format", "must be text or json_schema in this API, which has no JSON without a schema")
	}
}
