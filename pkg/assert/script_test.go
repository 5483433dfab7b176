package assert_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/assert"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// scripts answer what they are to, and keep what they were given.
type scripts struct {
	answer    string
	err       error
	reference string
	args      []eval.Value
}

func (s *scripts) Script(_ context.Context, reference string, args ...eval.Value) (eval.Value, error) {
	s.reference, s.args = reference, args
	if s.answer == "" {
		return eval.Value{}, s.err
	}
	return eval.Trusted(s.answer), s.err
}

func TestWhatAScriptSaysIsTheVerdict(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		answer  string
		err     error
		negate  bool
		status  eval.Status
		message string
	}{
		"true":                   {`true`, nil, false, eval.Passed, "want scripts.check.F to pass, got passed"},
		"false":                  {`false`, nil, false, eval.Failed, "want scripts.check.F to pass, got not passed"},
		"message and reason":     {`{"reason":"b","score":0.2,"pass":false,"message":"a"}`, nil, false, eval.Failed, "want scripts.check.F to pass, got a"},
		"two fields too many":    {`{"z":1,"pass":true,"y":2,"x":3}`, nil, false, eval.Error, "scripts.check.F returned an object with x: 3 (want true, false, or {pass, message, score})"},
		"false under negate":     {`false`, nil, true, eval.Passed, "want scripts.check.F not to pass, got not passed"},
		"an object":              {`{"pass":false,"message":"too dear","score":0.2}`, nil, false, eval.Failed, "want scripts.check.F to pass, got too dear"},
		"the other spelling":     {`{"passed":true,"reason":null}`, nil, false, eval.Passed, "want scripts.check.F to pass, got passed"},
		"both that differ":       {`{"passed":true,"pass":false}`, nil, false, eval.Error, "pass and passed that differ"},
		"nothing":                {``, nil, false, eval.Error, "scripts.check.F returned nothing (want true, false, or {pass, message, score})"},
		"null under negate":      {`null`, nil, true, eval.Error, "scripts.check.F returned null"},
		"a number":               {`1`, nil, false, eval.Error, "scripts.check.F returned 1"},
		"an object without pass": {`{"message":"x"}`, nil, false, eval.Error, "an object without pass"},
		"an unknown member":      {`{"pass":true,"ok":false}`, nil, false, eval.Error, "an object with ok: false"},
		"an exception":           {``, errors.New("no such table"), true, eval.Error, "scripts.check.F: no such table"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			raw := `{"type":"script","script":"scripts.check.F","negate":` + map[bool]string{true: "true", false: "false"}[tt.negate] + `}`
			a, err := assert.NewCompiler(8).Compile(eval.Trusted(raw), "assert", eval.Pos{})
			if err != nil {
				t.Fatal(err)
			}
			s := &scripts{answer: tt.answer, err: tt.err}
			c := &eval.Case{ID: "c", Input: eval.Trusted(`"in"`), Expected: eval.Trusted(`"out"`), Raw: eval.Trusted(`{"id":"c"}`)}
			check := a.Evaluate(t.Context(), assert.NewView(&eval.Transcript{Output: eval.Trusted(`"x"`)}).For(c, s))
			if check.Status != tt.status || !strings.Contains(check.Message, tt.message) {
				t.Errorf("got %s, %q", check.Status, check.Message)
			}
			if s.reference != "check.F" || len(s.args) != 4 || s.args[0].Raw() != `"x"` || s.args[1].Raw() != `"in"` || s.args[2].Raw() != `"out"` || !strings.HasPrefix(s.args[3].Raw(), `{"case":{"id":"c"},`) {
				t.Errorf("called %s with %v", s.reference, s.args)
			}
		})
	}
}

func TestReferencesAreThoseOfGroupsToo(t *testing.T) {
	t.Parallel()
	got := assert.References(eval.Trusted(`{"type":"all","assert":[{"type":"script","use":"scripts:a.F"},{"type":"any","assert":[{"type":"script","script":"scripts.b.G"},{"type":"equals","value":1}]}]}`))
	if len(got) != 2 || got[0] != "a.F" || got[1] != "b.G" {
		t.Errorf("got %q", got)
	}
}
