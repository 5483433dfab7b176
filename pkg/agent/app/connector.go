package app

import (
	"fmt"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/anthropic"
	"github.com/surefoot-dev/surefoot/pkg/llm/openai"
	"github.com/surefoot-dev/surefoot/pkg/script"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// The types of connectors.
const (
	OpenAI    = "openai"
	Anthropic = "anthropic"
	Script    = "script"
)

// connectorTypes are the types, as users write them.
var connectorTypes = []string{OpenAI, Anthropic, Script}

const wantType = "want \"openai\", \"anthropic\" or \"script\""

// Connector is a way to a model, as a connector file defines it.
type Connector struct {
	ID           string
	Name         string // for people, "" when the file gives none
	Type         string // one of the types above
	Pos          eval.Pos
	Host         string     // its server as people may see it, "" when the file names none
	Variables    []Variable // that the file uses
	Model        string
	Capabilities Capabilities
	MaxAttempts  int // 0 is the retry's own
	Limits       llm.Limits
	Prices       llm.Prices
	Defaults     llm.Options      // sent unless the agent says otherwise
	OpenAI       openai.Config    // of an OpenAI connector, without what a run adds
	Anthropic    anthropic.Config // of an Anthropic connector, without what a run adds
	Program      *script.Program  // of a script connector
}

// connectorReader reads one connector file.
type connectorReader struct {
	l      *loader
	path   string   // of the file, absolute
	root   eval.Pos // of the file's object
	faults *source.Faults
	c      *Connector
}

// connector reads one connector file. What is wrong in it belongs to it.
func (l *loader) connector(path, id string) {
	name := l.opt.Name(path)
	c := &Connector{ID: id, Pos: eval.Pos{File: name}}
	own := owner{ofConnector, id}
	if other, ok := l.app.connectors[id]; ok {
		l.add(owner{ofConnector, id}, eval.Problems{{Pos: c.Pos, Message: fmt.Sprintf("connector %q is defined twice", id), Hint: "the other is " + other.Pos.File}})
		return
	}
	l.app.connectors[id] = c
	raw := l.object(own, path)
	if raw == nil {
		return
	}
	var faults, unset source.Faults
	l.keepLiteral(c, raw)
	n := l.env.expand(raw, "", l.collect(&c.Variables), &unset)
	c.Host = shownHost(n.Field("options"))
	if l.opt.Offline {
		unset = source.Faults{}
		n = l.env.expand(l.env.unasked(raw), "", l.collect(&c.Variables), &unset)
	}
	r := connectorReader{l: l, path: path, root: n.Pos, faults: &faults, c: c}
	r.read(source.Object(n, "", &faults), raw, len(unset.List) == 0)
	l.add(own, faults.List)
	for _, p := range unset.List {
		l.app.faults = append(l.app.faults, fault{owner: own, problem: p, unset: true})
	}
}

// keepLiteral remembers keys that were written into the file, so that they are
// redacted like any other.
func (l *loader) keepLiteral(c *Connector, raw *source.Node) {
	options := raw.Field("options")
	if options == nil {
		return
	}
	if key := options.Field("key"); key != nil && key.Text != "" && !strings.HasPrefix(key.Text, "$ENV.") {
		l.hide("key of connector "+c.ID, key.Text)
	}
	for _, name := range []string{"host", "proxy"} {
		if address := options.Field(name); address != nil {
			l.suspect(name+" of connector "+c.ID, "", address.Text)
		}
	}
	if headers := options.Field("headers"); headers != nil {
		for _, m := range headers.Fields {
			l.suspect("header "+m.Key+" of connector "+c.ID, m.Key, m.Node.Text)
		}
	}
}

// read checks all members. Values are only looked into when whole: each
// variable of theirs is set.
func (r *connectorReader) read(f *source.Fields, raw *source.Node, whole bool) {
	c := r.c
	c.Name = f.String("name")
	if label := f.String("label"); label != "" {
		c.Name = label
	}
	f.String("version")
	c.Type = f.String("type")
	options := f.Object("options")
	c.Model = options.String("model")
	c.Capabilities = readCapabilities(options, r.faults)
	if n := options.Int("max_attempts", 1); n != nil {
		c.MaxAttempts = *n
	}
	if n := options.Node("prices"); n != nil {
		c.Prices = readPrices(n, options.Path("prices"), r.faults)
	}
	c.Limits = readLimits(options, r.faults)
	switch c.Type {
	case OpenAI:
		r.openAI(f, options, raw, whole)
	case Script:
		r.script(f, options)
	case Anthropic:
		r.anthropic(f, options, raw, whole)
	default:
		f.Allow("auth_mode", "script")
		options.Allow("host", "proxy", "key", "auth", "extra_body", "temperature", "max_tokens", "thinking", "headers")
		r.unknownType(f)
	}
	options.Done()
	f.Done()
}

func (r *connectorReader) unknownType(f *source.Fields) {
	n := f.Node("type")
	switch {
	case n == nil:
		r.faults.At(f.Pos("type"), "", "the connector has no type").Hint = wantType
	case n.Kind() == eval.String:
		fault := r.faults.At(n.Pos, "type", "unknown connector type %q", eval.Clip(n.Text))
		if fault.Hint = source.DidYouMean(n.Text, connectorTypes); fault.Hint == "" {
			fault.Hint = wantType
		}
	}
}
