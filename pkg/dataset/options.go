package dataset

import (
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// options reads a case's settings for its agent, nil when there are none.
func (d *decoder) options(parent *source.Fields) *eval.Options {
	n := parent.Node("options")
	if n == nil {
		return nil
	}
	f := parent.Object("options")
	o := &eval.Options{
		Connector:            d.filled(f, "connector"),
		Mode:                 d.filled(f, "mode"),
		Search:               f.Bool("search"),
		DisableGlobalPrompts: f.Bool("disable_global_prompts"),
		Metadata:             f.Value("metadata"),
		Places:               map[string]eval.Pos{},
	}
	s := f.Object("skip")
	o.Skip = eval.Skips{
		History:        s.Flag("history"),
		Trace:          s.Flag("trace"),
		Output:         s.Flag("output"),
		Keyword:        s.Flag("keyword"),
		Search:         s.Flag("search"),
		ContentParsing: s.Flag("content_parsing"),
	}
	s.Done()
	f.Done()
	for _, m := range n.Fields {
		o.Places[m.Key] = m.Node.Pos
	}
	return o
}

// agent is the id of the agent the case is for: the run's own, else the one
// of its target, else the file's.
func (d *decoder) agent(f *source.Fields) string {
	id := d.target(f)
	switch {
	case d.opts.Agent != "":
		return d.opts.Agent
	case id != "":
		return id
	default:
		return d.in.Agent
	}
}

// target reads the agent a case names for itself, "" when it names none.
func (d *decoder) target(f *source.Fields) string {
	n := f.Node("target")
	if n == nil {
		return ""
	}
	if n.Kind() == eval.String {
		return d.agentID(f, "target")
	}
	if n.Kind() != eval.Object {
		d.faults.At(n.Pos, "target", "want an agent id or an object, got %s", source.Describe(n))
		return ""
	}
	t := f.Object("target")
	kind := d.one(t, n, "target", "agent", "cli", "url")
	if kind == "cli" || kind == "url" {
		// What else such a target may hold is not known yet either, so only
		// the one thing to say is said.
		d.faults.At(t.Pos(kind), "target", "%q is not supported in this version", kind)
		return ""
	}
	t.Done()
	if kind == "" {
		return ""
	}
	return d.agentID(t, "agent")
}

func (d *decoder) agentID(f *source.Fields, name string) string {
	text := d.filled(f, name)
	id := strings.TrimPrefix(text, "agents:")
	if text != "" && strings.TrimSpace(id) == "" {
		d.faults.At(f.Pos(name), f.Path(name), "want an agent id, got %q", eval.Clip(text))
		return ""
	}
	return id
}

// one is the member of n that is given where exactly one of names must be; ""
// when that is not so. It makes all names known.
func (d *decoder) one(f *source.Fields, n *source.Node, path string, names ...string) string {
	given := ""
	for _, name := range names {
		switch {
		case !f.Has(name):
		case given != "":
			d.faults.At(f.Pos(name), path, "%q and %q exclude each other", given, name)
			return ""
		default:
			given = name
		}
	}
	if given == "" && n.Kind() == eval.Object {
		d.faults.At(n.Pos, path, "want one of %s", quoted(names))
	}
	return given
}
