package app

import (
	"strings"
	"time"

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
	Host    string // the same without what may be secret
	Header  map[string]string
	Timeout time.Duration // of connecting and of each call; 0 is the default

	Variables []Variable // that the file uses

	Samples map[string][]Sample // of its tools, by their names
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
	Pos         eval.Pos // of its process
	Process     string   // that it calls
	Description string
	In          eval.Value // JSON Schema of its arguments, without what is ours in it
	Arguments   *Schema    // the same, to hold them to
	Result      *Schema    // of what it gives; nil for anything
	Args        []string   // what of the arguments the process is given; nil for all of them as one
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
		case name == "mapping" && entry.IsDir():
			l.unmapped(o, l.inner(o, f, name), f)
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
		l.app.unread[id] = true
		return
	}
	faults, lacking := l.faultsOf(o), l.faultsOf(o)
	var variables []Variable
	n := l.env.expand(raw, "", l.collect(&variables), lacking)
	fields := source.Object(n, "", faults)
	s := &Server{
		ID: id, Agent: agent, Pos: n.Pos, Variables: variables, Label: fields.String("label"), Description: fields.String("description"), Transport: Transport(fields.String("transport")),
	}
	fields.String("name")
	schemes := l.inner(o, l.inner(o, l.inner(o, f, "mapping"), stem), "schemes")
	switch s.Transport {
	case ByProcess:
		l.serverTools(o, s, fields, schemes, faults)
	case ByStdio:
		s.child(fields, raw, faults)
		l.program(o, s)
		s.timeout(fields, faults)
	case ByHTTP, BySSE:
		s.address(fields, len(lacking.List) == 0, faults)
		if token := fields.String("authorization_token"); token != "" {
			l.hide("token of MCP server "+id, strings.TrimPrefix(token, "Bearer "))
			if s.Header == nil {
				s.Header = map[string]string{}
			}
			s.Header["Authorization"] = "Bearer " + strings.TrimPrefix(token, "Bearer ")
		}
		s.timeout(fields, faults)
	default:
		s.noTransport(fields, faults)
	}
	l.told(s)
	fields.Done()
	misnamed(faults)
	l.add(o, faults.List)
	l.lack(o, s, lacking.List)
	l.mapped(o, s, schemes)
	if other := l.app.servers[id]; other != nil {
		l.fail(o, eval.Problems{{Pos: n.Pos, Message: "the server is defined twice", Hint: "the other is " + other.Pos.File}})
		return
	}
	l.app.servers[id] = s
}

// ToolNames are the names of the server's tools.
func (s *Server) ToolNames() []string {
	names := make([]string, len(s.Tools))
	for i, t := range s.Tools {
		names[i] = t.Name
	}
	return names
}
