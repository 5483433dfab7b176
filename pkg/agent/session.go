package agent

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/cassette"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// session is one trial's conversation with an agent.
type session struct {
	connector      *app.Connector
	model          llm.Model
	end            func() // of what the model holds
	scope          eval.Scope
	turn           int
	talk           []eval.Message // what the model was told so far, prompts first
	options        llm.Options
	allowTruncated bool
	skip           eval.Skips
}

var _ target.Session = (*session)(nil)

// Send asks the model for its answer to the talk so far and the new messages.
func (s *session) Send(ctx context.Context, messages []eval.Message) (*target.Reply, error) {
	s.turn++
	s.scope.Turn = s.turn
	ctx = eval.WithScope(ctx, s.scope)
	reply := &target.Reply{Connector: s.connector.ID, Model: s.connector.Model}
	sent, kept, err := load(messages, !s.skip.ContentParsing)
	reply.Input = kept
	if err != nil {
		return reply, err
	}
	talk := slices.Concat(s.talk, sent)
	answer, err := s.model.Stream(ctx, &llm.Request{
		Messages: talk, Options: s.options, AllowTruncated: s.allowTruncated,
	}, nil)
	if err != nil {
		failed(reply, err)
		return reply, connectorFault(s.connector, err)
	}
	s.record(reply, answer)
	if len(answer.ToolCalls) > 0 {
		return reply, s.toolsFault(answer)
	}
	reply.Output = eval.StringValue(answer.Content)
	s.talk = append(talk, eval.Message{
		Role: "assistant", Content: eval.Content{Text: answer.Content}, Refusal: answer.Refusal, Opaque: answer.Opaque,
	})
	return reply, nil
}

// record keeps what the model answered. A case may leave the answer itself
// out of the transcript.
func (s *session) record(reply *target.Reply, answer *llm.Response) {
	if !s.skip.Output {
		reply.Response = eval.Response{
			Content: answer.Content, Reasoning: answer.Reasoning, ToolCalls: answer.ToolCalls,
		}
	}
	reply.Usage = map[eval.Role]eval.Usage{eval.RoleAgent: answer.Usage}
	reply.Attempts, reply.Notes, reply.Logs = answer.Attempts, answer.Notes, answer.Logs
	if reply.Unpriced = answer.Unpriced; answer.Unpriced != "" && s.connector.Prices != (llm.Prices{}) {
		reply.Notes = append(slices.Clip(reply.Notes), "the cost is unknown: "+answer.Unpriced)
	}
	reply.Queued, reply.Replayed, reply.Recorded = eval.Millis(answer.Queued), answer.Replayed, eval.Millis(answer.Recorded)
	reply.Refusal = answer.Refusal
	if answer.Model != "" {
		reply.Model = answer.Model
	}
	if answer.Truncated {
		reply.Truncated = answer.FinishReason
	}
}

// toolsFault is the error of an answer that calls tools. None was offered, so
// there is nothing to run, and the text beside the calls is no answer.
func (s *session) toolsFault(answer *llm.Response) error {
	var names []string
	for _, call := range answer.ToolCalls {
		if name := strconv.Quote(call.Tool); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return &target.Fault{Message: fmt.Sprintf("%s: the model called %s, but it was offered no tools (tools are not supported in this version)",
		connectorName(s.connector), strings.Join(names, ", "))}
}

// failed keeps what is known of a call that brought no answer.
func failed(reply *target.Reply, err error) {
	if usage := llm.FailedUsage(err); usage.Calls > 0 {
		reply.Usage = map[eval.Role]eval.Usage{eval.RoleAgent: usage}
	}
	var fault *llm.Error
	if !errors.As(err, &fault) {
		return
	}
	reply.Attempts, reply.Logs, reply.Queued = fault.Attempts, fault.Logs, eval.Millis(fault.Queued)
	if fault.Stack != "" {
		reply.Logs = append(slices.Clip(reply.Logs), fault.Stack)
	}
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

// Close ends what the model holds.
func (s *session) Close(context.Context) error {
	s.end()
	return nil
}
