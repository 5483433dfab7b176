package app

import (
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent/locale"
	"github.com/surefoot-dev/surefoot/pkg/agent/prompt"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// refusedKeys are what later versions bring, by what users call it.
var refusedKeys = []struct{ key, what string }{
	{"kb", "knowledge bases are"},
	{"db", "database models are"},
	{"search", "search is"},
	{"sandbox", "a sandbox is"},
	{"workflow", "a workflow is"},
	{"dependencies", "dependencies are"},
	{"script", "hooks are"},
	{"scripts", "scripts are"},
	{"source", "hooks are"},
}

var (
	shares  = []string{"private", "team"}
	useKeys = []string{"vision", "audio", "search", "fetch", "web", "keyword", "querydsl", "rerank"}
)

// packageReader reads one package.yao.
type packageReader struct {
	l      *loader
	a      *Agent
	f      *source.Fields
	faults *source.Faults
}

func (r *packageReader) read(n *source.Node) {
	r.describe()
	r.connector()
	r.modes()
	r.a.Options = readOptions(r.f.Object("options"), r.faults)
	r.a.DisableGlobalPrompts = r.f.Flag("disable_global_prompts")
	r.a.AllowTruncated = r.f.Flag("allow_truncated")
	r.inlinePrompts()
	r.inlineLocales()
	for _, refused := range refusedKeys {
		if at := r.f.Node(refused.key); at != nil && !isNothing(at) {
			r.faults.At(keyPos(n, refused.key), refused.key, "%s not supported in this version", refused.what)
		}
	}
	r.mcp()
	r.wrappers()
	r.f.Done()
}

func (r *packageReader) describe() {
	a, f := r.a, r.f
	a.Name = f.String("name")
	if !f.Has("name") {
		r.faults.At(f.Pos("name"), "", "the agent has no name").Hint = "add \"name\""
	} else if n := f.Node("name"); n.Kind() == eval.String && strings.TrimSpace(a.Name) == "" {
		r.faults.At(n.Pos, "name", "the name is empty")
	}
	a.Type = f.String("type")
	if a.Type == "" {
		a.Type = "assistant"
	}
	a.Avatar, a.Description, a.Capabilities = f.String("avatar"), f.String("description"), f.String("capabilities")
	a.Tags, a.Sort, a.Share = f.Strings("tags"), f.Number("sort"), f.String("share")
	if a.Share != "" && !slices.Contains(shares, a.Share) {
		r.faults.At(f.Pos("share"), "share", "want \"private\" or \"team\", got %q", eval.Clip(a.Share))
	}
	a.Public, a.Readonly, a.BuiltIn = f.Flag("public"), f.Flag("readonly"), f.Flag("built_in")
	a.Mentionable, a.Automated = f.Flag("mentionable"), f.Flag("automated")
	p := f.Object("placeholder")
	a.Placeholder = Placeholder{Title: p.String("title"), Description: p.String("description"), Prompts: p.Strings("prompts")}
	p.Done()
	for key, text := range map[string]string{"name": a.Name, "description": a.Description, "capabilities": a.Capabilities} {
		// A text that is itself looked up would be found as its own meaning.
		if text != "" && !locale.IsTemplate(text) {
			a.Book.Own[key] = text
		}
	}
}

func (r *packageReader) connector() {
	a := r.a
	a.written = r.f.String("connector")
	if n := r.f.Node("connector"); n != nil {
		a.connectorPos = n.Pos
		// Of a value that is wrong already nothing more is said.
		a.unsure = n.Kind() != eval.String
		for _, fault := range r.faults.List {
			a.unsure = a.unsure || fault.Path == "connector"
		}
		if a.unsure {
			a.written = ""
		}
	}
	f := r.f.Object("connector_options")
	a.Optional = f.Flag("optional")
	a.Connectors, a.Filters = f.Strings("connectors"), f.Strings("filters")
	for i, id := range a.Connectors {
		if _, ok := r.l.app.connectors[id]; !ok && prompt.EnvNames(id) == nil {
			p := r.l.app.UnknownConnector(id)
			at := f.Node("connectors").Items[i]
			r.faults.At(at.Pos, f.Path("connectors"), "%s", p.Message).Hint = p.Hint
		}
	}
	for i, name := range a.Filters {
		if !slices.Contains(capabilityNames, name) {
			p := unknown("capability", name, capabilityNames)
			r.faults.At(f.Node("filters").Items[i].Pos, f.Path("filters"), "%s", p.Message).Hint = p.Hint
		}
	}
	f.Done()
}

// modes reads a list, or names with commas between them.
func (r *packageReader) modes() {
	a := r.a
	if n := r.f.Node("modes"); n != nil {
		var modes []string
		if n.Kind() == eval.String {
			modes = strings.Split(n.Text, ",")
		} else {
			modes = r.f.Strings("modes")
		}
		a.Modes = nil
		for _, mode := range modes {
			mode = strings.TrimSpace(mode)
			switch {
			case mode == "":
				r.faults.At(n.Pos, "modes", "a mode is empty")
			case slices.Contains(a.Modes, mode):
				r.faults.At(n.Pos, "modes", "the mode %q stands twice", eval.Clip(mode))
			default:
				a.Modes = append(a.Modes, mode)
			}
		}
		if len(a.Modes) == 0 {
			a.Modes = []string{"chat"}
		}
	}
	a.DefaultMode = a.Modes[0]
	if mode := r.f.String("default_mode"); mode != "" {
		if !slices.Contains(a.Modes, mode) && prompt.EnvNames(mode) == nil {
			p := unknown("mode", mode, a.Modes)
			r.faults.At(r.f.Pos("default_mode"), "default_mode", "%s", p.Message).Hint = p.Hint
			return
		}
		a.DefaultMode = mode
	}
}
