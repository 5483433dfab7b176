package generator_test

import (
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/agent/generator"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

func TestAnAgentIsAskedInTheFormThatGeneratorsKnow(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"agents:g":                             `{"count":5,"target_agent":{"id":"shop","tools":[]}}`,
		"agents:g?count=10&focus=edge%20cases": `{"count":10,"focus":"edge cases","target_agent":{"id":"shop","tools":[]}}`,
		"agents:g?strict=true&n=1.5&x=1e&y":    `{"count":5,"extra":{"n":1.5,"strict":true,"x":"1e","y":""},"target_agent":{"id":"shop","tools":[]}}`,
	} {
		use, err := generator.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		got, err := use.Request(generator.Tested{ID: "shop", Tools: []string{}})
		if err != nil || got.Raw() != want {
			t.Errorf("%s: got %s, %v, want %s", text, got.Raw(), err, want)
		}
	}
}

func TestParametersThatMeanNothingAreRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"agents:", "scripts:?a=1", "agents:g?count=-1", "agents:g?count=1.0", "agents:g?count=many", "agents:g?a=1&a=1", "agents:g?=1", "agents:g?a=%zz", "agents:g?a;b"} {
		if _, err := generator.Parse(text); err == nil {
			t.Errorf("%s: no error", text)
		}
	}
}

func TestTheFormsOfAnAnswer(t *testing.T) {
	t.Parallel()
	const one, two = `{"id":"a","input":"x"}` + "\n", `{"id":"b","cases":[]}` + "\n"
	for answer, want := range map[string]string{
		`[{"id": "a", "input": "x"}, {"id": "b", "cases": []}]`:       one + two,
		`{"cases": [{"id": "a", "input": "x"}]}`:                      one,
		`{"test_cases": [{"id": "a", "input": "x"}], "note": "mine"}`: one,
		`{"id": "a", "input": "x"}`:                                   one,
		`{"id": "b", "cases": []}`:                                    two,
		`"Sure:\n[\n{\"id\": \"a\", \"input\": \"x\"},\n]"`:           one,
	} {
		text, _, err := generator.Cases(eval.Trusted(answer))
		if err != nil || text != want {
			t.Errorf("%s: got %q, %v", answer, text, err)
		}
	}
	for answer, want := range map[string]string{
		"": "it returned nothing", "null": "want a list", "7": "want a list", "[]": "it made no cases", `{"cases": {}}`: "want a list", `{"cases": []}`: "it made no cases",
		`[1]`: "which are objects", `"no"`: "holds no JSON", `"[{\"id\": \"a\", "`: "holds no JSON",
	} {
		text, _, err := generator.Cases(eval.Trusted(answer))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %q, %v, want %s", answer, text, err, want)
		}
	}
}
