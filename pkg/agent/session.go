package agent

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/agent/memory"
	"github.com/surefoot-dev/surefoot/pkg/cassette"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// session is one trial's conversation with the agent under test.
type session struct {
	trial *trial
	agent *conversation
	turn  int
	data  eval.Value // what the case's hook before handed on
	side  *ledger    // of the case's own scripts, since the last Aside
}

var _ target.Session = (*session)(nil)

// Send has the agent answer the new messages.
func (s *session) Send(ctx context.Context, messages []eval.Message) (*target.Reply, error) {
	s.turn++
	scope := s.trial.scope
	scope.Turn = s.turn
	ctx = s.trial.within(eval.WithScope(ctx, scope))
	s.trial.ledger = &ledger{}
	_, kept, err := load(messages, false)
	var a *answer
	if err == nil {
		a, err = s.agent.turn(ctx, messages)
		s.agent.memory.Space(memory.Context).Clear()
	}
	var calls []eval.ToolCall
	if a != nil {
		calls = a.calls
	}
	if doomed := s.trial.fate(); doomed != nil && ctx.Err() == nil {
		a, err = nil, doomed
	}
	s.trial.unmet()
	reply := s.trial.ledger.sums()
	reply.Input, reply.Sent, reply.Trace = kept, s.trial.outbox.Take(), s.trial.trace.Take()
	if a == nil {
		a = &answer{}
		if connector, ok := s.agent.own(); ok {
			a.connector, a.model = connector.ID, connector.Model
		}
	}
	reply.Output, reply.Response, reply.Connector, reply.Model = a.output, a.response, a.connector, a.model
	reply.Truncated, reply.Refusal, reply.ToolCalls = a.truncated, a.refusal, calls
	if len(calls) > 0 && !s.agent.asked.skip.Output {
		reply.Response.ToolCalls = calls // of all rounds, with what came of them
	}
	return &reply, err
}

// toolsFault is the error of an answer that calls tools. None was offered, so
// there is nothing to run, and the text beside the calls is no answer.
func toolsFault(c *app.Connector, answer *llm.Response) error {
	var names []string
	for _, call := range answer.ToolCalls {
		if name := strconv.Quote(call.Tool); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return &target.Fault{Message: fmt.Sprintf("%s: the model called %s, but it was offered no tools",
		connectorName(c), strings.Join(names, ", "))}
}

// connectorFault puts the connector before an error of its model, and keeps
// the place in a script. A miss names the connector itself.
func connectorFault(c *app.Connector, err error) error {
	if miss := (*cassette.Miss)(nil); errors.As(err, &miss) {
		return &target.Fault{Message: miss.Error(), Err: err}
	}
	f := &target.Fault{Message: connectorName(c) + ": " + err.Error(), Err: err}
	var fault *llm.Error
	if errors.As(err, &fault) {
		f.Pos, f.Late = fault.Pos, fault.Late
	}
	return f
}

// Close ends the hooks and the models.
func (s *session) Close(context.Context) error {
	s.agent.close()
	s.trial.close()
	return nil
}
