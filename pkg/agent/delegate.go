package agent

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/agent/binding"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// maxDepth is how many agents may hand over to each other in a turn.
const maxDepth = 8

// delegation is a turn that a hook hands over to another agent.
type delegation struct {
	agent    string
	messages []eval.Message // nil for those the hook was given
	options  *source.Fields
	faults   *source.Faults
}

// readDelegation reads what a hook returned as delegate.
func readDelegation(f *source.Fields, faults *source.Faults, heard []eval.Message) *delegation {
	d := &delegation{agent: f.String("agent_id"), options: f.Object("options"), faults: faults}
	if d.agent == "" {
		faults.At(f.Pos("agent_id"), f.Path("agent_id"), "missing")
	}
	if n := f.Node("messages"); n != nil {
		list, err := binding.Read(n.Value, f.Path("messages"), heard)
		if err != nil {
			faults.At(n.Pos, "", "%v", err)
		}
		d.messages = list
	}
	f.Done()
	return d
}

// delegate has another agent answer in this one's place.
func (c *conversation) delegate(ctx context.Context, d *delegation, heard []eval.Message) (*answer, error) {
	asked := c.asked
	asked.connector, asked.mode, asked.global, asked.referer = "", "", nil, "agent"
	if err := c.readAsked(d.options, d.faults, &asked); err != nil {
		return nil, &target.Fault{Pos: c.place(app.CreateHook), Message: "delegating to " + d.agent + ": " + err.Error()}
	}
	other, err := c.enter(d.agent, asked)
	if err != nil {
		return nil, err
	}
	defer other.close()
	if d.messages != nil {
		heard = d.messages
	}
	other.hear = c.hear
	return other.turn(ctx, heard)
}

// readAsked reads how the other agent is to go about it.
func (c *conversation) readAsked(f *source.Fields, faults *source.Faults, to *asked) error {
	to.connector, to.mode = f.String("connector"), f.String("mode")
	if off := f.Bool("disable_global_prompts"); off != nil {
		to.global = new(!*off)
	}
	r := &request{asked: *to}
	r.metadata = maps.Clone(to.metadata)
	merge(f, "metadata", r)
	search(f, faults, r)
	to.metadata, to.search = r.metadata, r.search
	skip := f.Object("skip")
	for name, off := range map[string]*bool{
		"history": &to.skip.History, "trace": &to.skip.Trace, "output": &to.skip.Output,
		"keyword": &to.skip.Keyword, "search": &to.skip.Search, "content_parsing": &to.skip.ContentParsing,
	} {
		if b := skip.Bool(name); b != nil {
			*off = *b
		}
	}
	skip.Done()
	f.Done()
	if faults.List.Errors() > 0 {
		faults.List.Sort() // some were met by chance
		return plain(faults.List.First())
	}
	return nil
}

// enter begins a conversation with another agent of the application.
func (c *conversation) enter(id string, how asked) (*conversation, error) {
	chained := append(slices.Clone(c.above), c.agent.ID)
	fault := func(p eval.Problem) error {
		return &target.Fault{Pos: c.place(app.CreateHook), Message: chain(append(chained, id)) + ": " + p.String()}
	}
	agent, ok := c.trial.target.app.Agent(id)
	if !ok {
		return nil, fault(c.trial.target.app.UnknownAgent(id))
	}
	if len(chained) > maxDepth {
		text := fmt.Sprintf("agents hand over more than %d deep", maxDepth)
		if slices.Contains(chained, id) {
			text += ", in a circle"
		}
		return nil, fault(eval.Problem{Message: text})
	}
	reach := app.Reach{Agents: []string{id}}
	if how.connector == "" {
		reach.Own = reach.Agents
	}
	if p := c.trial.target.app.Fault(reach); p != nil {
		return nil, faultOf(*p)
	}
	if how.mode != "" && !slices.Contains(agent.Modes, how.mode) {
		return nil, fault(eval.Problem{Message: fmt.Sprintf("unknown mode %q", eval.Clip(how.mode)), Hint: "the agent has " + listed(agent.Modes)})
	}
	return &conversation{trial: c.trial, agent: agent, asked: how, above: chained, memory: c.memory}, nil
}
