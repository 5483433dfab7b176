package agent

import (
	"context"
	"errors"
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/agent/binding"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/source"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// callAgent is ctx.agent: another agent answers, and this one goes on.
func (c *conversation) callAgent(ctx context.Context, r binding.Request, onChunk func(binding.Chunk) error) (binding.Result, error) {
	how := c.asked
	how.connector, how.mode, how.global, how.referer = "", "", nil, "agent"
	faults := &source.Faults{}
	options, err := optionsOf(r.Options, faults)
	if err != nil {
		return binding.Result{}, err
	}
	if err := c.readAsked(options, faults, &how); err != nil {
		return binding.Result{}, err
	}
	messages, err := binding.Read(r.Messages, "messages", c.heard)
	if err != nil {
		return binding.Result{}, err
	}
	other, err := c.enter(r.ID, how)
	if err != nil {
		return c.outcome(ctx, nil, err)
	}
	defer other.close()
	if r.Beside {
		other.memory = c.memory.Fork()
		defer c.trial.leave(ctx)
	}
	l := listener{tell: onChunk}
	other.hear = l.hears()
	a, err := other.turn(ctx, messages)
	if errors.Is(err, binding.ErrStop) {
		return binding.Result{Content: l.heard}, nil
	}
	return c.outcome(ctx, a, err)
}

// outcome is what a call tells its script. What ends the trial ends the
// script: its deadline, a request that nobody recorded, a fault of a hook.
func (c *conversation) outcome(ctx context.Context, a *answer, err error) (binding.Result, error) {
	var thrown *binding.Thrown
	if errors.As(err, &thrown) {
		return binding.Result{}, thrown
	}
	if err != nil {
		if !ofModel(ctx, err) {
			c.trial.doom(ctx, err)
			return binding.Result{}, err
		}
		c.trial.ledger.note("a call that a script made failed: " + err.Error())
		return binding.Result{Error: err.Error()}, nil
	}
	if a.truncated != "" {
		c.trial.ledger.note("an answer to a call that a script made was cut (finish_reason " + strconv.Quote(a.truncated) + ")")
	}
	if len(a.calls) > 0 {
		names := make([]string, len(a.calls))
		for i, call := range a.calls {
			names[i] = strconv.Quote(eval.Clip(call.Tool))
		}
		c.trial.ledger.note("an agent that a script called called " + listed(names) + ", which assertions on tools do not look at")
	}
	response, err := eval.ValueOf(a.response)
	if err != nil {
		return binding.Result{}, err
	}
	content := a.content
	if content == "" {
		content = a.output.Text()
	}
	return binding.Result{Response: response, Content: content}, nil
}

// callModel is ctx.llm: a connector's model answers, without any agent's
// prompts.
func (c *conversation) callModel(ctx context.Context, r binding.Request, onChunk func(binding.Chunk) error) (binding.Result, error) {
	connector, ok := c.trial.target.app.Connector(r.ID)
	if !ok {
		p := c.trial.target.app.UnknownConnector(r.ID)
		return c.outcome(ctx, nil, &target.Fault{Pos: c.place(app.CreateHook), Message: p.String()})
	}
	if p := c.trial.target.app.Fault(app.Reach{Connectors: []string{r.ID}}); p != nil {
		return c.outcome(ctx, nil, faultOf(*p))
	}
	faults := &source.Faults{}
	f, err := optionsOf(r.Options, faults)
	if err != nil {
		return binding.Result{}, err
	}
	own := app.Agent{Options: app.Generation(f, app.CreateOptions(), faults)}
	if choice := f.Node("tool_choice"); choice != nil {
		if own.Options == nil {
			own.Options = llm.Options{}
		}
		own.Options["tool_choice"] = choice.Value
	}
	tools := readTools(f, faults)
	f.Done()
	if faults.List.Errors() > 0 {
		return binding.Result{}, plain(faults.List.First())
	}
	messages, err := binding.Read(r.Messages, "messages", c.heard)
	if err != nil {
		return binding.Result{}, err
	}
	sent, _, err := load(messages, true)
	if err != nil {
		return binding.Result{}, err
	}
	if r.Beside {
		defer c.trial.leave(ctx)
	}
	l := listener{tell: onChunk}
	answer, err := c.trial.ask(ctx, connector, &llm.Request{Messages: sent, Tools: tools, Options: connector.Options(&own)}, l.hears())
	if errors.Is(err, binding.ErrStop) {
		return binding.Result{Content: l.heard}, nil
	}
	if err != nil {
		return c.outcome(ctx, nil, err)
	}
	response, err := eval.ValueOf(completionOf(answer))
	return binding.Result{Response: response, Content: answer.Content}, err
}

// optionsOf are the fields of the options that a script gives with a call.
func optionsOf(v eval.Value, faults *source.Faults) (*source.Fields, error) {
	if v.IsZero() || v.Kind() == eval.Null {
		return source.Object(nil, "options", faults), nil
	}
	n, problems := source.ReadJSON(source.NewFile("", v.Raw()))
	if problems != nil {
		return nil, errors.New(problems.First().Message)
	}
	dropNulls(n)
	return source.Object(n, "options", faults), nil
}

// plain is a problem of a value that stands in no file.
func plain(p eval.Problem) error {
	p.Pos = eval.Pos{}
	return errors.New(p.String())
}

// readTools reads tools in the form of the chat completions API.
func readTools(f *source.Fields, faults *source.Faults) []llm.Tool {
	n := f.Node("tools")
	if n == nil {
		return nil
	}
	if n.Kind() != eval.Array {
		faults.At(n.Pos, f.Path("tools"), "want a list of tools, got %s", source.Describe(n))
		return nil
	}
	var tools []llm.Tool
	for i, item := range n.Items {
		g := source.Object(item, f.Path("tools")+"["+strconv.Itoa(i)+"]", faults)
		g.String("type")
		h := g.Object("function")
		tool := llm.Tool{Name: h.String("name"), Description: h.String("description"), Parameters: h.Value("parameters")}
		h.Bool("strict")
		if tool.Name == "" {
			faults.At(item.Pos, h.Path("name"), "missing")
		}
		h.Done()
		g.Done()
		tools = append(tools, tool)
	}
	return tools
}

// listener tells a script of what a model says.
type listener struct {
	tell  func(binding.Chunk) error // nil where the script does not listen
	heard string                    // of the answer, so far
	n     int
}

func (l *listener) hears() func(llm.Delta) error {
	if l.tell == nil {
		return nil
	}
	return func(d llm.Delta) error {
		if err := l.say("thinking", d.Reasoning); err != nil {
			return err
		}
		l.heard += d.Content
		return l.say("text", d.Content)
	}
}

func (l *listener) say(kind, text string) error {
	if text == "" {
		return nil
	}
	l.n++
	return l.tell(binding.Chunk{
		Type: kind, Props: eval.Trusted(`{"content":` + eval.StringValue(text).Raw() + `}`),
		ChunkID: "C" + strconv.Itoa(l.n), MessageID: "M1", Delta: true,
	})
}
