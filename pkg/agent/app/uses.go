package app

import (
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// Use is a server that an agent uses, and what of it.
type Use struct {
	Server *Server
	Tools  []string // nil for all
}

// Server finds a server by the name that an agent gives it: its own first,
// then the application's, then by the whole id.
func (a *App) Server(agent *Agent, name string) (*Server, bool) {
	for _, id := range serverIDs(agent, name) {
		if s, ok := a.servers[id]; ok {
			return s, true
		}
	}
	return nil, false
}

func serverIDs(agent *Agent, name string) []string {
	return []string{"agents." + agent.ID + "." + name, name}
}

// isUnread reports whether a name is that of a server whose file could not be
// read.
func (a *App) isUnread(agent *Agent, name string) bool {
	return slices.ContainsFunc(serverIDs(agent, name), func(id string) bool { return a.unread[id] })
}

// Servers are all servers of the application, by their ids.
func (a *App) Servers() []*Server {
	list := make([]*Server, 0, len(a.servers))
	for _, id := range sortedKeys(a.servers) {
		list = append(list, a.servers[id])
	}
	return list
}

// Commands reports whether a server of the application is a command.
func (a *App) Commands() bool {
	return slices.ContainsFunc(a.Servers(), func(s *Server) bool { return s.Transport == ByStdio })
}

// ToolScript finds the function that a tool's process names, which an agent
// calls; false if it names none.
func (a *App) ToolScript(agent *Agent, process string) (Function, eval.Problems, bool) {
	if name, ok := strings.CutPrefix(process, "scripts."); ok {
		f, problems := a.Script(agent, name)
		return f, problems, true
	}
	rest, ok := strings.CutPrefix(process, "agents.")
	if !ok {
		return Function{}, nil, false
	}
	id, module := a.Split(rest)
	if id == "" || strings.EqualFold(module, "Stream") {
		return Function{}, nil, false
	}
	f, problems := a.AgentScript(a.agents[id], module)
	return f, problems, true
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
	own := owner{ofAgent, a.ID}
	faults := &source.Faults{Agent: a.ID}
	if a.wraps != nil && a.wraps.Kind() == eval.Object {
		a.Wrappers = l.app.ReadUses(a, source.Object(a.wraps, "uses", faults), faults)
	}
	if a.uses == nil {
		l.add(own, faults.List)
		return
	}
	a.Servers = l.app.Uses(a, a.uses, "mcp.servers", faults)
	l.add(own, faults.List)
	for _, u := range a.Servers {
		l.tools(own, a, u)
	}
}

// tools looks for the scripts of the tools that an agent uses.
func (l *loader) tools(own owner, a *Agent, u Use) {
	if owner, ok := l.app.agents[u.Server.Agent]; ok {
		a = owner
	}
	for _, tool := range u.Server.Tools {
		if !u.Takes(tool.Name) {
			continue
		}
		_, problems, _ := l.app.ToolScript(a, tool.Process)
		for _, p := range problems {
			if p.Pos.IsZero() {
				p.Pos, p.Path = tool.Pos, "tools."+tool.Name
			}
			l.add(own, eval.Problems{p})
		}
	}
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
		if !ok && a.isUnread(agent, name) {
			continue // which is said where it stands
		}
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

// use is a server's name and which of its tools; nil are all.
func (a *App) use(item *source.Node, at string, faults *source.Faults) (string, []string) {
	if item.Kind() == eval.String {
		if item.Text == "" {
			faults.At(item.Pos, at, "the name of the server is empty")
		}
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
	if n := f.Node("resources"); n != nil && !isNothing(n) {
		p := faults.At(f.Pos("resources"), at, "resources are not given to models: this has no effect")
		p.Hint, p.Warning = "leave it out; hooks read any resource with ctx.mcp.ReadResource", true
	}
	f.Done()
	return name, tools
}

// Takes reports whether a tool of the server is among those of the use.
func (u Use) Takes(tool string) bool { return u.Tools == nil || slices.Contains(u.Tools, tool) }
