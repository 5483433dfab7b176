// Package generator knows how what makes cases is named, asked and answered:
// agents:ID?count=5&focus=x and scripts:MODULE.FUNCTION?k=v. It runs nothing;
// agent asks, and dataset reads what came back as it reads case files. It
// refuses answers that are no cases, and guesses at none.
package generator

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/jsonfind"
)

// usual is how many cases an agent is asked for.
const usual = "5"

// Use is a generator as the command line names it.
type Use struct {
	Text   string // as it was written
	Agent  string // the id of an agent, or
	Script string // MODULE.FUNCTION
	params map[string]eval.Value
}

// Is reports whether an input names a generator.
func Is(input string) bool {
	return strings.HasPrefix(input, "agents:") || strings.HasPrefix(input, "scripts:")
}

// Parse reads the name of a generator.
func Parse(text string) (*Use, error) {
	name, query, _ := strings.Cut(text, "?")
	u := &Use{Text: text, params: map[string]eval.Value{}}
	if id, ok := strings.CutPrefix(name, "agents:"); ok {
		u.Agent = id
	} else {
		u.Script = strings.TrimPrefix(name, "scripts:")
	}
	if u.Agent+u.Script == "" {
		return nil, errors.New("it names neither an agent nor a function")
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return nil, fmt.Errorf("its parameters cannot be read: %w (write k=v&k=v, with %%20 for a blank and %%26 for &)", err)
	}
	for key, list := range values {
		if key == "" || len(list) > 1 {
			return nil, fmt.Errorf("parameter %q is given %d times", eval.Clip(key), len(list))
		}
		u.params[key] = valueOf(list[0])
	}
	if count, given := u.params["count"]; given {
		if n, err := strconv.Atoi(count.Raw()); err != nil || n < 1 {
			return nil, fmt.Errorf("count: want a whole number above 0, got %s", eval.Clip(count.Raw()))
		}
	}
	return u, nil
}

// valueOf is a number or true or false where the text is one, and else text.
func valueOf(text string) eval.Value {
	if v, err := eval.Parse(text); err == nil && (v.Kind() == eval.Number || v.Kind() == eval.Boolean) {
		return v
	}
	return eval.StringValue(text)
}

// Tested is the agent that cases are for, as generators are told of it.
type Tested struct {
	ID          string   `json:"id"`
	Name        string   `json:"name,omitempty"`
	Description string   `json:"description,omitempty"`
	Tools       []string `json:"tools"`
}

// Arguments are those of a script's function: the agent and the parameters.
func (u *Use) Arguments(of Tested) ([]eval.Value, error) {
	agent, err := eval.ValueOf(of)
	if err != nil {
		return nil, err
	}
	params, err := eval.ValueOf(u.params)
	return []eval.Value{agent, params}, err
}

// Request is what an agent is asked.
func (u *Use) Request(of Tested) (eval.Value, error) {
	ask := map[string]any{"target_agent": of, "count": eval.Trusted(usual)}
	extra := map[string]eval.Value{}
	for key, v := range u.params {
		if key == "count" || key == "focus" {
			ask[key] = v
		} else {
			extra[key] = v
		}
	}
	if len(extra) > 0 {
		ask["extra"] = extra
	}
	return eval.ValueOf(ask)
}

// Cases are the cases of an answer, as the text of a case file with one on
// each line. The answer is a list, an object with a list cases or test_cases,
// or one case, or text in which such a value is found; the notes say what was
// odd about that.
func Cases(answer eval.Value) (text string, notes []string, err error) {
	if said, ok := answer.Str(); ok {
		found, err := jsonfind.Find(said)
		if err != nil {
			return "", nil, err
		}
		if found.Value.IsZero() {
			return "", nil, fmt.Errorf("its answer holds no JSON, but %s", eval.Clip(said))
		}
		answer, notes = found.Value, found.Notes
	}
	list, err := listOf(answer)
	if err != nil {
		return "", nil, err
	}
	if len(list) == 0 {
		return "", nil, errors.New("it made no cases")
	}
	var b bytes.Buffer
	for _, item := range list {
		if item.Kind() != eval.Object {
			return "", nil, fmt.Errorf("want cases, which are objects, got %s", eval.Clip(item.Raw()))
		}
		if err := json.Compact(&b, []byte(item.Raw())); err != nil {
			return "", nil, err
		}
		b.WriteByte('\n')
	}
	return b.String(), notes, nil
}

func listOf(answer eval.Value) ([]eval.Value, error) {
	switch answer.Kind() {
	case eval.Array:
		return answer.Items(), nil
	case eval.Object:
		members := answer.Members()
		_, id := members["id"]
		_, input := members["input"]
		if id || input {
			return []eval.Value{answer}, nil
		}
		for _, name := range []string{"cases", "test_cases"} {
			if v, ok := members[name]; ok && v.Kind() == eval.Array {
				return v.Items(), nil
			}
		}
	}
	if answer.IsZero() {
		return nil, errors.New("it returned nothing")
	}
	return nil, fmt.Errorf("want a list of cases, {cases: [...]}, {test_cases: [...]} or one case, got %s", eval.Clip(answer.Raw()))
}
