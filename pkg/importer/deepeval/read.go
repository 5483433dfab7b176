// Package deepeval turns datasets of DeepEval, goldens and test cases saved as
// JSON, into cases. The metrics they are judged by stand in Python and not in
// the file, so what a golden expects is kept in the case's metadata and listed,
// and the case is skipped until somebody writes what must hold.
package deepeval

import (
	"slices"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/importer"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

const tool = "deepeval"

// reader turns one dataset into a suite.
type reader struct {
	suite *importer.Suite
	agent importer.Agent
	ids   importer.Names
	count int // of goldens met
}

// lists are the members of a dataset that hold goldens or test cases.
var lists = []string{"goldens", "conversational_goldens", "test_cases", "conversational_test_cases", "llm_test_cases"}

// Read turns a dataset into a suite: a list of goldens or test cases, one of
// them, or an object with such lists.
func Read(n *source.Node) *importer.Suite {
	r := &reader{suite: &importer.Suite{}}
	r.suite.Lose(n.Pos, "metrics", "DeepEval's metrics stand in Python and are not in the file, so nothing of them is translated", "write what must hold into assert of each case, and remove skip")
	switch {
	case n.Kind() == eval.Array:
		r.all(n)
	case n.Kind() == eval.Object && (importer.Field(n, "input") != nil || importer.Field(n, "scenario") != nil || importer.Field(n, "turns") != nil):
		r.golden(n)
	case n.Kind() == eval.Object:
		r.suite.Name = importer.Text(importer.Field(n, "alias"))
		for _, m := range n.Fields {
			isList := func(name string) bool { return m.Key == name || m.Key == importer.Camel(name) }
			switch {
			case slices.ContainsFunc(lists, isList):
				r.all(m.Node)
			case importer.Given(m.Node) != nil && m.Key != "alias":
				r.suite.Lose(m.KeyPos, m.Key, "there is nothing like it here for a dataset", "")
			}
		}
	default:
		r.suite.Lose(n.Pos, "dataset", "want a list of goldens, got "+source.Describe(n), "")
	}
	if len(r.agent.Cases) > 0 {
		r.suite.Agents = []importer.Agent{r.agent}
	}
	return r.suite
}

func (r *reader) all(n *source.Node) {
	for _, item := range n.Items {
		r.golden(item)
	}
}

// expected are the members that a metric may judge an answer by, and why they
// assert nothing here.
var expected = map[string]string{
	"expected_output":  "an answer like it is meant, not the same one, and only a metric tells",
	"expected_outcome": "only a judge tells whether it came to that, and judges are not supported in this version",
	"expected_tools":   "assertions of tool calls are not supported in this version",
}

// kept are members that go into the metadata as they are.
var kept = []string{
	"context", "retrieval_context", "actual_output", "tools_called", "source_file", "comments", "chatbot_role",
	"user_description", "scenario", "token_cost", "completion_time", "custom_column_key_values",
}

// golden makes a case of a golden or a test case.
func (r *reader) golden(n *source.Node) {
	r.count++
	if n.Kind() != eval.Object {
		r.suite.Lose(n.Pos, "golden", "want an object, got "+source.Describe(n), "")
		return
	}
	input, answer, ok := r.input(n)
	if !ok {
		return
	}
	c := importer.Case{Input: input, Name: importer.Text(importer.Field(n, "name"))}
	id := importer.Slug(c.Name)
	if id == "" {
		id = "golden-" + strconv.Itoa(r.count)
	}
	c.ID = r.ids.Unique(id)
	origin := importer.Origin{Tool: tool, At: n.Pos.LineString()}
	metadata := []importer.Member{}
	if extra := importer.Field(n, "additional_metadata"); extra != nil && extra.Kind() == eval.Object {
		for _, m := range extra.Fields {
			metadata = append(metadata, importer.Member{Key: m.Key, Value: m.Node.Value})
		}
	}
	if !answer.IsZero() {
		metadata = append(metadata, importer.Member{Key: "recorded_answer", Value: answer})
	}
	for _, m := range n.Fields {
		name := snake(m.Key)
		why, isExpected := expected[name]
		switch {
		case importer.Given(m.Node) == nil || slices.Contains([]string{"input", "turns", "name", "additional_metadata"}, name):
		case isExpected && !empty(m.Node):
			r.suite.Lose(m.Node.Pos, name, why, "it is kept in the metadata of case "+c.ID)
			origin.Lost = append(origin.Lost, name)
			metadata = append(metadata, importer.Member{Key: name, Value: m.Node.Value})
		case slices.Contains(kept, name):
			metadata = append(metadata, importer.Member{Key: name, Value: m.Node.Value})
		case !isExpected:
			r.suite.Lose(m.KeyPos, m.Key, "there is nothing like it here for a golden", "")
		}
	}
	if len(origin.Lost) == 0 { // metrics judge also what expects nothing
		origin.Lost = []string{"metrics"}
	}
	if err := c.Settle(origin, metadata); err != nil {
		r.suite.Lose(n.Pos, "golden", "it cannot be written: "+err.Error(), "")
		return
	}
	r.agent.Cases = append(r.agent.Cases, c)
}

// empty reports whether a list or a text expects nothing.
func empty(n *source.Node) bool {
	return n.Kind() == eval.Array && len(n.Items) == 0 || n.Kind() == eval.String && strings.TrimSpace(n.Text) == ""
}
