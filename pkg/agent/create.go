package agent

import (
	"context"
	"maps"
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/agent/binding"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// created is what the Create hook makes of a turn.
type created struct {
	messages []eval.Message
	delegate *delegation
}

// create calls the Create hook, which may change the request, and settles
// which model is asked.
func (c *conversation) create(ctx context.Context, heard []eval.Message, r *request) (created, error) {
	said := created{messages: heard}
	messages, err := binding.Messages(heard)
	if err != nil {
		return said, err
	}
	v, err := c.hook(ctx, app.CreateHook, r, messages, r.asOptions())
	if err != nil {
		return said, err
	}
	f, faults, err := c.returned(app.CreateHook, v)
	if err != nil {
		return said, err
	}
	if f != nil {
		c.readCreated(f, faults, heard, r, &said)
		f.Done()
		if faults.List.Errors() > 0 {
			return said, c.wrong(app.CreateHook, faults.List)
		}
	}
	if said.delegate == nil {
		err = c.settle(r)
	}
	return said, err
}

// asOptions is the third argument of Create: what was asked for.
func (r *request) asOptions() eval.Value {
	v, err := eval.ValueOf(struct {
		Connector string                `json:"connector,omitempty"`
		Mode      string                `json:"mode,omitempty"`
		Search    *bool                 `json:"search,omitempty"`
		Global    *bool                 `json:"disable_global_prompts,omitempty"`
		Metadata  map[string]eval.Value `json:"metadata,omitempty"`
		Skip      map[string]bool       `json:"skip,omitempty"`
	}{r.asked.connector, r.mode, r.search, negated(r.global), r.metadata, skipNames(r.skip)})
	if err != nil {
		panic("agent: plain values always encode: " + err.Error())
	}
	return v
}

func negated(b *bool) *bool {
	if b == nil {
		return nil
	}
	return new(!*b)
}

// skipNames are the steps that are turned off, by their names.
func skipNames(s eval.Skips) map[string]bool {
	names := map[string]bool{}
	for name, off := range map[string]bool{
		"history": s.History, "trace": s.Trace, "output": s.Output, "keyword": s.Keyword, "search": s.Search, "content_parsing": s.ContentParsing,
	} {
		if off {
			names[name] = true
		}
	}
	return names
}

func (c *conversation) readCreated(f *source.Fields, faults *source.Faults, heard []eval.Message, r *request, said *created) {
	if n := f.Node("messages"); n != nil && n.Kind() != eval.Null {
		list, err := binding.Read(n.Value, "messages", heard)
		if err != nil {
			faults.At(n.Pos, "", "%v", err)
		}
		said.messages = list
	}
	r.extra = app.Generation(f, app.CreateOptions(), faults)
	if id := f.String("connector"); id != "" {
		r.asked.connector = id
	}
	if f.Has("prompt_preset") {
		r.preset, r.presetSet = f.String("prompt_preset"), true
	}
	if off := f.Bool("disable_global_prompts"); off != nil {
		r.global = new(!*off)
	}
	for name, to := range map[string]*string{"locale": &r.locale, "theme": &r.theme, "route": &r.route} {
		if text := f.String(name); text != "" {
			*to = text
		}
	}
	merge(f, "metadata", r)
	search(f, faults, r)
	if n := f.Node("mcp_servers"); n != nil {
		r.servers = c.trial.target.app.Uses(c.agent, n, "mcp_servers", faults)
	}
	if force := f.Bool("force_uses"); force != nil {
		r.forceUses = *force
	}
	if n := f.Node("uses"); n != nil && n.Kind() != eval.Null {
		r.wrap(c.trial.target.app.ReadUses(c.agent, f.Object("uses"), faults))
	}
	if n := f.Node("delegate"); n != nil && n.Kind() != eval.Null {
		said.delegate = readDelegation(f.Object("delegate"), faults, heard)
	}
	c.later(f, faults)
}

// wrap puts wrappers over those of the package.
func (r *request) wrap(uses app.Uses) {
	all := maps.Clone(r.uses)
	if all == nil {
		all = app.Uses{}
	}
	maps.Copy(all, uses)
	r.uses = all
}

// merge puts members of an object over the metadata.
func merge(f *source.Fields, name string, r *request) {
	for key, v := range f.Value(name).Members() {
		if r.metadata == nil {
			r.metadata = map[string]eval.Value{}
		}
		r.metadata[key] = v
	}
}

// search reads whether the agent is to search: true or false, or what says so.
func search(f *source.Fields, faults *source.Faults, r *request) {
	n := f.Node("search")
	switch {
	case n == nil || n.Kind() == eval.Null:
	case n.Kind() == eval.Boolean && n.Value.Raw() == "false":
		r.search = new(false)
	default:
		faults.At(n.Pos, "search", "search is not supported in this version").Hint = "return false, or leave it out"
	}
}

// later refuses what a hook may return in later versions.
func (c *conversation) later(f *source.Fields, faults *source.Faults) {
	for name, what := range map[string]string{"audio": "spoken answers are"} {
		if n := f.Node(name); n != nil && n.Kind() != eval.Null && (n.Kind() != eval.Array || len(n.Items) > 0) {
			faults.At(n.Pos, name, "%s not supported in this version", what)
		}
	}
}

// settle finds the connector of the request.
func (c *conversation) settle(r *request) error {
	id := r.asked.connector
	if id == "" {
		id = c.agent.Connector
	}
	if id == "" && c.agent.Answers() {
		return nil
	}
	if id == "" {
		return &target.Fault{Pos: c.agent.Pos, Message: "agent " + c.agent.ID + " has no connector, and neither a Create nor a Next hook"}
	}
	if given := c.trial.target.opt.Connector; given != "" && len(c.above) == 0 && id != given {
		c.trial.ledger.note("the Create hook of " + c.agent.ID + " asked connector " + strconv.Quote(id) + " and not " + strconv.Quote(given) + ", which the run was given")
	}
	connector, ok := c.trial.target.app.Connector(id)
	if !ok {
		p := c.trial.target.app.UnknownConnector(id)
		p.Path = "connector"
		return c.wrong(app.CreateHook, eval.Problems{p})
	}
	if p := c.trial.target.app.Fault(app.Reach{Connectors: []string{id}}); p != nil {
		return faultOf(*p)
	}
	for _, p := range c.agent.Suits(connector) {
		if !p.Warning {
			return &target.Fault{Pos: c.place(app.CreateHook), Message: p.String()}
		}
	}
	r.connector = connector
	return nil
}
