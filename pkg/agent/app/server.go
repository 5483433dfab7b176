package app

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/agent/prompt"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// Server is an MCP server as its file defines it.
type Server struct {
	ID          string // agents.AGENT.NAME of an agent's own, else its path with dots
	Agent       string // whose it is, "" of the application's
	Pos         eval.Pos
	Label       string
	Description string
	Transport   Transport
	Tools       []ServerTool // of a process server, by name

	Command string // of a server on standard streams, which runs in the application's folder
	Args    []string
	Env     map[string]string // its own, beside what any child may know
	URL     string
	Header  map[string]string
	Timeout time.Duration // of connecting and of each call; 0 is the default
}

// Transport is how a server is spoken to.
type Transport string

// The transports.
const (
	ByProcess Transport = "process" // its tools are processes of the application
	ByStdio   Transport = "stdio"
	ByHTTP    Transport = "http"
	BySSE     Transport = "sse"
)

// ServerTool is a tool of a process server.
type ServerTool struct {
	Name        string
	Process     string // that it calls
	Description string
	In          eval.Value // JSON Schema of its arguments, without what is ours in it
	Out         eval.Value // JSON Schema of its result, absent for any
	Args        []string   // what of the arguments the process is given; nil for all of them as one
}

// Use is a server that an agent uses, and what of it.
type Use struct {
	Server *Server
	Tools  []string // nil for all
}

const serverEnding = ".mcp.yao"

// servers reads the definitions below a folder mcps. What belongs to a server
// lies in mapping, beside them.
func (l *loader) servers(o owner, f folder, prefix, agent string) {
	for _, entry := range f.entries {
		file, name := f.path(entry.Name()), entry.Name()
		switch id, ok := strings.CutSuffix(name, serverEnding); {
		case ok:
			l.server(o, f, file, prefix+id, agent, id)
		case name == "mapping":
		case l.into(o, entry, file):
			l.servers(o, l.list(o, file), prefix+strings.ReplaceAll(name, ".", "_")+".", agent)
		case strings.HasSuffix(name, ".yao") || strings.Contains(name, ".mcp."):
			l.unread(o, f, entry, "NAME"+serverEnding, true)
		}
	}
}

func (l *loader) server(o owner, f folder, file, id, agent, stem string) {
	raw := l.object(o, file)
	if raw == nil {
		return
	}
	faults := l.faultsOf(o)
	n := l.env.expand(raw, "", func(name string) { l.used[name] = true }, faults)
	fields := source.Object(n, "", faults)
	s := &Server{
		ID: id, Agent: agent, Pos: n.Pos, Label: fields.String("label"), Description: fields.String("description"), Transport: Transport(fields.String("transport")),
	}
	fields.String("name")
	switch s.Transport {
	case ByProcess:
		l.serverTools(o, s, fields, f, stem, faults)
	case ByStdio:
		s.Command, s.Args, s.Env = fields.String("command"), fields.Strings("arguments"), texts(fields.Object("env"), fields.Node("env"))
		if s.Command == "" {
			faults.At(fields.Pos("command"), "command", "the server has no command")
		}
		s.timeout(fields, faults)
	case ByHTTP, BySSE:
		s.URL, s.Header = fields.String("url"), texts(fields.Object("headers"), fields.Node("headers"))
		if u, err := url.Parse(s.URL); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			faults.At(fields.Pos("url"), "url", "want the http or https address of the server, got %q", eval.Clip(s.URL))
		}
		if token := fields.String("authorization_token"); token != "" {
			if written := raw.Field("authorization_token"); prompt.EnvNames(written.Text) == nil {
				l.literals["token of MCP server "+id] = token
			}
			if s.Header == nil {
				s.Header = map[string]string{}
			}
			s.Header["Authorization"] = "Bearer " + strings.TrimPrefix(token, "Bearer ")
		}
		s.timeout(fields, faults)
	case "":
		faults.At(fields.Pos("transport"), "", "the server has no transport").Hint = `want "process", "stdio", "http" or "sse"`
		fields.Allow("command", "arguments", "env", "url", "authorization_token", "headers", "timeout", "tools", "resources", "prompts")
	default:
		p := unknown("transport", string(s.Transport), []string{"process", "stdio", "http", "sse"})
		faults.At(fields.Pos("transport"), "transport", "%s", p.Message).Hint = p.Hint
	}
	fields.Done()
	l.add(o, faults.List)
	if other := l.app.servers[id]; other != nil {
		l.fail(o, eval.Problems{{Pos: n.Pos, Message: "the server is defined twice", Hint: "the other is " + other.Pos.File}})
		return
	}
	l.app.servers[id] = s
}

// timeout reads how long the server may take.
func (s *Server) timeout(f *source.Fields, faults *source.Faults) {
	text := f.String("timeout")
	if text == "" {
		return
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		faults.At(f.Pos("timeout"), "timeout", "want a duration above zero, got %q", eval.Clip(text)).Hint = "write 30s or 2m"
	}
	s.Timeout = d
}

// texts are the members of an object, which are texts.
func texts(f *source.Fields, n *source.Node) map[string]string {
	if n == nil || n.Kind() != eval.Object {
		return nil
	}
	all := map[string]string{}
	for _, m := range n.Fields {
		all[m.Key] = f.String(m.Key)
	}
	return all
}

// serverTools reads the processes of a server, and the schemas beside it.
func (l *loader) serverTools(o owner, s *Server, f *source.Fields, dir folder, stem string, faults *source.Faults) {
	n := f.Node("tools")
	if n == nil {
		faults.At(f.Pos("tools"), "", "the server has no tools").Hint = "name processes by the tools that call them"
		return
	}
	tools := f.Object("tools")
	schemes := l.inner(o, l.inner(o, l.inner(o, dir, "mapping"), stem), "schemes")
	for _, m := range n.Fields {
		tool := ServerTool{Name: m.Key, Process: tools.String(m.Key), In: eval.Trusted(`{"type":"object"}`)}
		if m.Node.Kind() == eval.String && tool.Process == "" {
			faults.At(m.Node.Pos, tools.Path(m.Key), "the process is empty")
		}
		if strings.Contains(m.Key, "__") {
			faults.At(m.KeyPos, tools.Path(m.Key), "a tool's name has no __ in it")
		}
		l.scheme(o, &tool, schemes)
		s.Tools = append(s.Tools, tool)
	}
	if r := f.Node("resources"); r != nil && !isNothing(r) {
		faults.At(r.Pos, "resources", "resources of process servers are not supported in this version")
	}
	slices.SortFunc(s.Tools, func(a, b ServerTool) int { return strings.Compare(a.Name, b.Name) })
}

// argsKey says in a schema what of the arguments a process is given.
const argsKey = "x-process-args"

// scheme reads the schemas of a tool: NAME.in.yao and NAME.out.yao.
func (l *loader) scheme(o owner, tool *ServerTool, dir folder) {
	if name := tool.Name + ".in.yao"; dir.has(name) {
		if n := l.object(o, dir.path(name)); n != nil {
			faults := l.faultsOf(o)
			f := source.Object(n, "", faults)
			tool.Description = f.String("description")
			tool.Args = f.Strings(argsKey)
			members := n.Value.Members()
			delete(members, argsKey)
			tool.In = l.schemaOf(members, n, faults)
			l.add(o, faults.List)
		}
	}
	if name := tool.Name + ".out.yao"; dir.has(name) {
		if n := l.object(o, dir.path(name)); n != nil {
			faults := l.faultsOf(o)
			tool.Out = l.schemaOf(n.Value.Members(), n, faults)
			l.add(o, faults.List)
		}
	}
}

func (l *loader) schemaOf(members map[string]eval.Value, n *source.Node, faults *source.Faults) eval.Value {
	v, err := eval.ValueOf(members)
	if err != nil {
		faults.At(n.Pos, "", "%v", err)
		return eval.Value{}
	}
	if problem := checkSchema(v); problem != "" {
		faults.At(n.Pos, "", "%s", problem)
	}
	return v
}

// Server finds a server by the name that an agent gives it: its own first,
// then the application's, then by the whole id.
func (a *App) Server(agent *Agent, name string) (*Server, bool) {
	for _, id := range []string{"agents." + agent.ID + "." + name, name} {
		if s, ok := a.servers[id]; ok {
			return s, true
		}
	}
	return nil, false
}

// UnknownServer is the problem of naming a server that does not exist, without
// its place.
func (a *App) UnknownServer(agent *Agent, name string) eval.Problem {
	var known []string
	for _, id := range sortedKeys(a.servers) {
		known = append(known, strings.TrimPrefix(id, "agents."+agent.ID+"."))
	}
	return unknown("MCP server", name, known)
}

// mcp reads which servers the agent uses.
func (r *packageReader) mcp() {
	n := r.f.Node("mcp")
	if n == nil || isNothing(n) {
		return
	}
	f := r.f.Object("mcp")
	options := f.Object("options")
	if loop := options.Bool("tool_loop"); loop != nil {
		r.a.NoToolLoop = !*loop
	}
	if turns := options.Int("max_turn", 1); turns != nil {
		r.a.MaxToolTurns = *turns
	}
	options.Done()
	if list := f.Node("servers"); list != nil {
		r.a.uses = list
	}
	f.Done()
}

// uses settles which servers an agent's package names, once all are read.
func (l *loader) uses(a *Agent) {
	if a.uses == nil {
		return
	}
	own := owner{ofAgent, a.ID}
	faults := &source.Faults{Agent: a.ID}
	a.Servers = l.app.Uses(a, a.uses, "mcp.servers", faults)
	l.add(own, faults.List)
}

// Uses reads a list of servers in any of its forms: "id", {server_id, tools},
// {"id": [tools]} and {"id": {tools}}.
func (a *App) Uses(agent *Agent, n *source.Node, at string, faults *source.Faults) []Use {
	if n.Kind() != eval.Array {
		faults.At(n.Pos, at, "want a list of servers, got %s", source.Describe(n))
		return nil
	}
	var list []Use
	for _, item := range n.Items {
		name, tools := a.use(item, at, faults)
		if name == "" {
			continue
		}
		s, ok := a.Server(agent, name)
		if !ok {
			p := a.UnknownServer(agent, name)
			faults.At(item.Pos, at, "%s", p.Message).Hint = p.Hint
			continue
		}
		for _, tool := range tools {
			if s.Transport == ByProcess && !slices.ContainsFunc(s.Tools, func(t ServerTool) bool { return t.Name == tool }) {
				p := unknown("tool", tool, s.ToolNames())
				faults.At(item.Pos, at, "server %s: %s", s.ID, p.Message).Hint = p.Hint
			}
		}
		list = append(list, Use{s, tools})
	}
	return list
}

// ToolNames are the names of the server's tools.
func (s *Server) ToolNames() []string {
	names := make([]string, len(s.Tools))
	for i, t := range s.Tools {
		names[i] = t.Name
	}
	return names
}

// use is a server's name and which of its tools; nil are all.
func (a *App) use(item *source.Node, at string, faults *source.Faults) (string, []string) {
	if item.Kind() == eval.String {
		return item.Text, nil
	}
	if item.Kind() != eval.Object {
		faults.At(item.Pos, at, "want a server, got %s", source.Describe(item))
		return "", nil
	}
	f := source.Object(item, at, faults)
	name := f.String("server_id")
	if name == "" && len(item.Fields) == 1 {
		name = item.Fields[0].Key
		inner := item.Fields[0].Node
		if inner.Kind() == eval.Array {
			return name, f.Strings(name)
		}
		f = f.Object(name)
	}
	if name == "" {
		faults.At(item.Pos, at, "the server has no server_id")
	}
	tools := f.Strings("tools")
	f.Strings("resources")
	f.Done()
	return name, tools
}

// Takes reports whether a tool of the server is among those of the use.
func (u Use) Takes(tool string) bool { return u.Tools == nil || slices.Contains(u.Tools, tool) }
