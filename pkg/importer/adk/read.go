// Package adk turns eval sets of Google's Agent Development Kit into cases.
// Each turn of a recorded conversation becomes a case: what was said before
// it, with the agent's recorded answers, and the user's next words. What a
// turn expects, an answer like another one and calls of tools, has no equal in
// this version; it is kept in the case's metadata and listed, and the case is
// skipped until somebody writes what must hold.
package adk

import (
	"errors"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/importer"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

const tool = "adk"

// Options say how an eval set is read.
type Options struct {
	Folder importer.Folder // the file's
	Name   string          // of a conversation without one
}

// reader turns one eval set into a suite.
type reader struct {
	Options
	suite *importer.Suite
	agent importer.Agent
	ids   importer.Names

	judged []string // criteria that judge a turn also where it expects nothing
}

// Read turns an eval set into a suite: the object of one, or a list of
// conversations or of turns as older versions wrote them.
func Read(n *source.Node, o Options) *importer.Suite {
	r := &reader{Options: o, suite: &importer.Suite{}}
	r.criteria()
	switch {
	case n.Kind() == eval.Object && importer.Field(n, "eval_cases") != nil:
		r.suite.Name = importer.Text(importer.Field(n, "name"))
		r.leftovers(n, "the eval set", "eval_set_id", "name", "description", "eval_cases", "creation_timestamp")
		for _, c := range importer.Field(n, "eval_cases").Items {
			r.evalCase(c)
		}
	case n.Kind() == eval.Object && importer.Field(n, "eval_id") != nil:
		r.evalCase(n)
	case n.Kind() == eval.Array && len(n.Items) > 0 && n.Items[0].Field("query") != nil:
		r.legacy(n, o.Name, n, nil)
	case n.Kind() == eval.Array:
		for i, c := range n.Items {
			name := importer.Text(c.Field("name"))
			if name == "" {
				name = "case-" + strconv.Itoa(i+1)
			}
			data := c.Field("data")
			if data == nil || data.Kind() != eval.Array {
				r.suite.Lose(c.Pos, "eval case", "it has no list \"data\" of turns, so no case was written", "")
				continue
			}
			r.leftovers(c, "the eval case", "name", "data", "initial_session")
			r.legacy(c, name, data, c.Field("initial_session"))
		}
	default:
		r.suite.Lose(n.Pos, "eval set", "want an object with \"eval_cases\", or a list of conversations or turns", "")
	}
	if len(r.agent.Cases) > 0 {
		r.suite.Agents = []importer.Agent{r.agent}
	}
	return r.suite
}

// leftovers lists members that nothing is made of.
func (r *reader) leftovers(n *source.Node, what string, names ...string) {
	for _, m := range n.Fields {
		isName := func(name string) bool { return m.Key == name || m.Key == importer.Camel(name) }
		if importer.Given(m.Node) != nil && !slices.ContainsFunc(names, isName) {
			r.suite.Lose(m.KeyPos, m.Key, "there is nothing like it here for "+what, "")
		}
	}
}

// criteria lists what the file beside the eval set says of its scores.
func (r *reader) criteria() {
	const name = "test_config.json"
	f, err := r.Folder.File(name)
	if errors.Is(err, importer.ErrMissing) {
		return // there need not be one
	}
	unread := []string{"the criteria of " + name}
	if err != nil {
		r.suite.Lose(eval.Pos{File: r.Folder.Name(filepath.Join(r.Folder.Dir, name))}, "criteria", err.Error(), "")
		r.judged = unread
		return
	}
	n, problems := source.ReadJSON(f)
	if len(problems) > 0 {
		r.suite.Lost = append(r.suite.Lost, problems...)
		r.judged = unread
		return
	}
	criteria := importer.Field(n, "criteria")
	if criteria == nil {
		return
	}
	for _, m := range criteria.Fields {
		if !slices.Contains(compared, m.Key) {
			r.judged = append(r.judged, "criterion "+eval.Clip(m.Key))
		}
		r.suite.Lose(m.KeyPos, "criterion "+m.Key, why(m.Key), "write what must hold into assert of each case, and remove skip")
	}
}

// compared are the criteria that say nothing of a turn without what they
// compare with.
var compared = []string{"tool_trajectory_avg_score", "response_match_score", "final_response_match_v2"}

// why a criterion is not translated.
func why(criterion string) string {
	switch criterion {
	case "tool_trajectory_avg_score":
		return "assertions of tool calls are not supported in this version"
	case "response_match_score":
		return "there is no score of how alike two answers are (ROUGE) in this version"
	default:
		return "judges and scores are not supported in this version"
	}
}
