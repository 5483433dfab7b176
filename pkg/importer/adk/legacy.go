package adk

import (
	"errors"
	"strconv"
	"strings"
	"unicode"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/importer"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// errNoQuery keeps a turn from being sent.
var errNoQuery = errors.New("it has no \"query\"")

// turnID is the id of a turn's case: the conversation's own when it is the
// only one.
func turnID(id string, i, of int) string {
	if strings.TrimSpace(id) != id || strings.ContainsFunc(id, unicode.IsControl) || len(id) > 200 {
		if id = importer.Slug(id); id == "" {
			id = "case"
		}
	}
	if of == 1 {
		return id
	}
	return id + "-turn-" + itoa(i+1)
}

func itoa(i int) string { return strconv.Itoa(i) }

// legacy reads a conversation in the form of older versions: a list of turns
// with query, expected_tool_use and reference.
func (r *reader) legacy(at *source.Node, name string, data, session *source.Node) {
	var turns []turn
	for _, n := range data.Items {
		t := turn{pos: n.Pos, user: importer.Text(n.Field("query"))}
		if n.Field("query") == nil || n.Field("query").Kind() != eval.String {
			t.fault = errNoQuery
		}
		r.leftovers(n, "the turn", "query", "reference", "expected_tool_use", "expected_intermediate_agent_responses")
		if reference := n.Field("reference"); importer.Text(reference) != "" {
			t.answer, t.said = reference.Text, true
			t.expect = append(t.expect, expectation{"expected_response", reference.Value, reference.Pos, why("response_match_score")})
		}
		if uses := n.Field("expected_tool_use"); uses != nil && len(uses.Items) > 0 {
			t.expect = append(t.expect, expectation{"expected_tools", uses.Value, uses.Pos, why("tool_trajectory_avg_score")})
		}
		if said := n.Field("expected_intermediate_agent_responses"); said != nil && len(said.Items) > 0 {
			r.suite.Lose(said.Pos, "expected_intermediate_agent_responses", "answers on the way are not looked at in this version", "")
		}
		turns = append(turns, t)
	}
	if len(turns) == 0 {
		r.suite.Lose(at.Pos, "eval case", "it has no turns, so no case was written", "")
		return
	}
	r.conversation(name, turns, session)
}
