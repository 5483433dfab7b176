package adk

import (
	"errors"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/importer"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// turn is what the user says, and what is expected of the agent.
type turn struct {
	pos    eval.Pos
	user   string
	answer string // the recorded one
	said   bool   // there is a recorded answer
	fault  error  // why the user's words cannot be sent
	expect []expectation
}

// expectation is something a turn is judged by.
type expectation struct {
	key   string // in the case's metadata
	value eval.Value
	pos   eval.Pos
	why   string
}

// evalCase reads a conversation in the form of today.
func (r *reader) evalCase(n *source.Node) {
	id := importer.Text(importer.Field(n, "eval_id"))
	if n.Kind() != eval.Object || id == "" {
		r.suite.Lose(n.Pos, "eval case", "it has no \"eval_id\", so no case was written", "")
		return
	}
	r.leftovers(n, "the eval case", "eval_id", "conversation", "session_input", "creation_timestamp", "rubrics", "conversation_scenario", "final_session_state")
	if scenario := importer.Field(n, "conversation_scenario"); scenario != nil {
		r.suite.Lose(scenario.Pos, "conversation_scenario", "simulated users are not supported in this version, so no case was written", "")
		return
	}
	conversation := importer.Field(n, "conversation")
	if conversation == nil || conversation.Kind() != eval.Array || len(conversation.Items) == 0 {
		r.suite.Lose(n.Pos, "eval case", "it has no conversation, so no case was written", "")
		return
	}
	var turns []turn
	for _, invocation := range conversation.Items {
		turns = append(turns, r.invocation(invocation))
	}
	last := &turns[len(turns)-1]
	if rubrics := importer.Field(n, "rubrics"); rubrics != nil {
		last.expect = append(last.expect, expectation{"rubrics", rubrics.Value, rubrics.Pos, why("")})
	}
	if state := importer.Field(n, "final_session_state"); state != nil && len(state.Fields) > 0 {
		last.expect = append(last.expect, expectation{"final_session_state", state.Value, state.Pos, "an agent's state is not looked at in this version"})
	}
	r.conversation(id, turns, importer.Field(n, "session_input"))
}

// invocation reads one turn.
func (r *reader) invocation(n *source.Node) turn {
	t := turn{pos: n.Pos}
	r.leftovers(n, "the turn", "invocation_id", "user_content", "final_response", "intermediate_data", "creation_timestamp", "rubrics", "app_details", "duration", "inference_call_count")
	if content := importer.Field(n, "user_content"); content != nil {
		t.user, t.fault = parts(content)
	} else {
		t.fault = errors.New("it has no \"user_content\"")
	}
	if response := importer.Field(n, "final_response"); response != nil {
		var err error
		t.answer, err = parts(response)
		t.said = err == nil && t.answer != ""
		if t.said {
			t.expect = append(t.expect, expectation{"expected_response", eval.StringValue(t.answer), response.Pos, why("response_match_score")})
		} else if err != nil {
			t.expect = append(t.expect, expectation{"expected_response", response.Value, response.Pos, why("response_match_score")})
		}
	}
	if data := importer.Field(n, "intermediate_data"); data != nil {
		r.intermediate(&t, data)
	}
	if rubrics := importer.Field(n, "rubrics"); rubrics != nil {
		t.expect = append(t.expect, expectation{"rubrics", rubrics.Value, rubrics.Pos, why("")})
	}
	return t
}

// intermediate reads what the agent did before it answered.
func (r *reader) intermediate(t *turn, data *source.Node) {
	uses := importer.Field(data, "tool_uses")
	if uses == nil {
		uses = importer.Field(data, "invocation_events")
	}
	if uses != nil && len(uses.Items) > 0 {
		t.expect = append(t.expect, expectation{"expected_tools", uses.Value, uses.Pos, why("tool_trajectory_avg_score")})
	}
	if said := importer.Field(data, "intermediate_responses"); said != nil && len(said.Items) > 0 {
		r.suite.Lose(said.Pos, "intermediate_responses", "answers on the way are not looked at in this version", "")
	}
}

// parts is the text of a content.
func parts(n *source.Node) (string, error) {
	list := importer.Field(n, "parts")
	if list == nil {
		return "", errors.New("the content has no parts")
	}
	var body string
	for _, part := range list.Items {
		for _, m := range part.Fields {
			switch {
			case m.Key == "text" && m.Node.Kind() == eval.String:
				body += m.Node.Text
			case importer.Given(m.Node) != nil:
				return "", errors.New("a part of the content holds more than text (" + eval.Clip(m.Key) + ")")
			}
		}
	}
	return body, nil
}

// conversation makes a case of each turn.
func (r *reader) conversation(id string, turns []turn, session *source.Node) {
	user := ""
	var state eval.Value
	if session != nil {
		r.leftovers(session, "a session", "app_name", "user_id", "state", "session_id")
		user = importer.Text(importer.Field(session, "user_id"))
		if s := importer.Field(session, "state"); s != nil && len(s.Fields) > 0 {
			state = s.Value
			r.suite.Lose(s.Pos, "session_input.state", "a session's state reaches no agent in this version", "it is kept in the metadata of the case")
		}
	}
	var history []importer.Prompt
	for i, t := range turns {
		if t.fault != nil {
			r.suite.Lose(t.pos, "turn "+itoa(i+1)+" of "+id, t.fault.Error()+", so no case was written for it and what follows", "")
			return
		}
		c := importer.Case{ID: r.ids.Unique(turnID(id, i, len(turns))), Name: id, User: user}
		history = append(history, importer.Prompt{Role: "user", Content: t.user})
		var err error
		if c.Input, err = importer.Chat(history); err == nil {
			err = r.settle(&c, t, state)
		}
		if err != nil {
			r.suite.Lose(t.pos, "turn "+itoa(i+1)+" of "+id, "it cannot be written: "+err.Error(), "")
			return
		}
		r.agent.Cases = append(r.agent.Cases, c)
		if i+1 < len(turns) && !t.said {
			r.suite.Lose(t.pos, "turn "+itoa(i+1)+" of "+id, "no answer was recorded, so no case was written for the turns after it", "add a final_response")
			return
		}
		if i+1 < len(turns) {
			r.suite.Change(turns[i+1].pos, "turn "+itoa(i+2)+" of "+id, "the agent is given the recorded answers as its own, not those it gave", "")
		}
		history = append(history, importer.Prompt{Role: "assistant", Content: t.answer})
	}
}

// settle puts into a case what its turn expects.
func (r *reader) settle(c *importer.Case, t turn, state eval.Value) error {
	origin := importer.Origin{Tool: tool, At: t.pos.LineString()}
	var metadata []importer.Member
	if !state.IsZero() {
		metadata = append(metadata, importer.Member{Key: "session_state", Value: state})
	}
	for _, e := range t.expect {
		r.suite.Lose(e.pos, e.key, e.why, "it is kept in the metadata of case "+c.ID)
		origin.Lost = append(origin.Lost, e.key)
		metadata = append(metadata, importer.Member{Key: e.key, Value: e.value})
	}
	origin.Lost = append(origin.Lost, r.judged...)
	return c.Settle(origin, metadata)
}
