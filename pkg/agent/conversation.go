package agent

import (
	"context"
	"errors"
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/agent/memory"
	"github.com/surefoot-dev/surefoot/pkg/agent/process"
	"github.com/surefoot-dev/surefoot/pkg/cassette"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/script"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// conversation is an agent at work within a trial: the one under test, or one
// that it handed its work to. It is used from one goroutine.
type conversation struct {
	trial    *trial
	agent    *app.Agent
	asked    asked    // of every turn
	above    []string // the agents that led here, from the one under test
	memory   *memory.Memory
	hear     func(llm.Delta) error            // what the model says as it says it; may be nil
	vm       *script.VM                       // of its hooks, opened with the first of them
	idle     map[*script.Program][]*script.VM // worlds of other scripts that nobody is in
	registry *process.Registry                // of what its scripts may call; made with the first call
	talk     []eval.Message                   // so far, without prompts
	heard    []eval.Message                   // that, and what the turn adds; the files of calls are among them
}

// asked is how an agent is to go about a turn, by those who call it: a case,
// or another agent.
type asked struct {
	connector      string // "" is the agent's own
	mode           string // "" is its default
	locale         string
	theme, route   string
	referer        string
	metadata       map[string]eval.Value
	global         *bool // global prompts; nil as the agent has them
	search         *bool
	allowTruncated bool
	skip           eval.Skips
}

// answer is what an agent came to in a turn.
type answer struct {
	output    eval.Value
	response  eval.Response
	content   string // of the model, whatever the transcript shows
	connector string
	model     string
	truncated string
	refusal   string
	opaque    eval.Value
	calls     []eval.ToolCall // that were run
}

// turn has the agent answer the new messages: the Create hook, the model, the
// Next hook. Either hook may hand over to another agent. With an error, the
// answer is what was known by then, or nil.
func (c *conversation) turn(ctx context.Context, messages []eval.Message) (*answer, error) {
	heard := slices.Concat(c.talk, messages)
	c.heard = heard
	r := c.request()
	created, err := c.create(ctx, heard, r)
	if err != nil {
		return nil, err
	}
	var a *answer
	if created.delegate != nil {
		a, err = c.delegate(ctx, created.delegate, created.messages)
	} else {
		a, err = c.respond(ctx, created.messages, r)
	}
	if err != nil {
		if a != nil {
			a.output = eval.Value{}
		}
		return a, err
	}
	c.talk = append(heard, eval.Message{
		Role: "assistant", Content: eval.Content{Text: a.said()}, Refusal: a.refusal, Opaque: a.opaque,
	})
	return a, nil
}

// respond is what the model and the Next hook make of the messages.
func (c *conversation) respond(ctx context.Context, messages []eval.Message, r *request) (*answer, error) {
	a := &answer{}
	var done worked
	var failure error
	if r.connector != nil {
		a.connector, a.model = r.connector.ID, r.connector.Model
		if done, failure = c.complete(ctx, messages, r); done.completion != nil {
			a.take(done.completion, c.asked.skip.Output)
			a.calls = done.calls
		}
		if failure != nil && !ofModel(ctx, failure) {
			return a, failure
		}
	}
	next, err := c.next(ctx, messages, done, failure, r)
	switch {
	case err != nil:
		return a, err
	case next.delegate != nil:
		if failure != nil {
			c.trial.ledger.note("the model failed, and the Next hook handed over: " + failure.Error())
		}
		if !next.data.IsZero() {
			c.trial.ledger.note("the Next hook of " + c.agent.ID + " returned data beside delegate, which is not used")
		}
		other, err := c.delegate(ctx, next.delegate, messages)
		return other.after(a), err
	case !next.data.IsZero():
		a.output, a.response.Next = next.data, next.data
		if failure != nil {
			c.trial.ledger.note("the model failed, and the Next hook answered: " + failure.Error())
		}
	case failure != nil:
		return a, failure
	case done.completion == nil:
		a.output = eval.Trusted("null")
	case a.content == "" && a.refusal == "" && len(done.completion.ToolCalls) > 0: // its tools have the last word
		a.output = toolsOutput(done.calls)
	}
	return a, nil
}

// after is the answer of an agent to which another one handed over, after what
// that one did. Tools that were called were called by the agent under test,
// whoever of the two had the model.
func (a *answer) after(first *answer) *answer {
	if a == nil {
		a = &answer{connector: first.connector, model: first.model}
	}
	a.calls = slices.Concat(first.calls, a.calls)
	return a
}

// take is what the model says by itself. A case may leave the answer out of
// the transcript.
func (a *answer) take(completion *llm.Response, hide bool) {
	a.output, a.opaque, a.content = eval.StringValue(completion.Content), completion.Opaque, completion.Content
	a.response = eval.Response{Content: completion.Content, Reasoning: completion.Reasoning, ToolCalls: completion.ToolCalls}
	if hide {
		a.response = eval.Response{}
	}
	a.refusal = completion.Refusal
	if completion.Model != "" {
		a.model = completion.Model
	}
	if completion.Truncated {
		a.truncated = completion.FinishReason
	}
}

// said is the answer as the next turn remembers it: what the model said, or
// what the Next hook made of nothing.
func (a *answer) said() string {
	if a.content == "" && a.refusal == "" {
		return a.output.Text()
	}
	return a.content
}

// complete asks the model.
func (c *conversation) complete(ctx context.Context, messages []eval.Message, r *request) (worked, error) {
	prompts, err := c.prompts(r)
	if err != nil {
		return worked{}, err
	}
	sent, _, err := load(messages, !c.asked.skip.ContentParsing)
	if err != nil {
		return worked{}, err
	}
	if sent, err = c.wrapped(ctx, sent, r); err != nil {
		return worked{}, err
	}
	return c.loop(ctx, prompts, sent, r)
}

// ofModel reports that a model, or the way to it, failed: that is the Next
// hook's to know. The end of the trial is not, nor a request that nobody
// recorded, nor a fault of the application, as a connector's script that broke
// is one: it stands in the model's place, and said nothing for it.
func ofModel(ctx context.Context, err error) bool {
	var fault *llm.Error
	var turns *errToolTurns
	if errors.As(err, &turns) {
		return true
	}
	var miss *cassette.Miss
	var late *target.Fault
	if errors.As(err, &late) && late.Late {
		return false
	}
	return ctx.Err() == nil && errors.As(err, &fault) && fault.Pos.IsZero() && !errors.As(err, &miss)
}

// close ends the scripts.
func (c *conversation) close() {
	for _, idle := range c.idle {
		for _, vm := range idle {
			vm.Close()
		}
	}
	c.idle = nil
	if c.vm != nil {
		c.vm.Close()
		c.vm = nil
	}
}
