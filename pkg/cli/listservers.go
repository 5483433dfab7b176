package cli

import (
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
)

// serverRecord is an MCP server as list shows it: what a command is given and
// what headers say may be secret, and so may parts of an address.
type serverRecord struct {
	ID          string           `json:"id"`
	Label       string           `json:"label,omitempty"`
	Description string           `json:"description,omitempty"`
	Transport   string           `json:"transport"`
	File        string           `json:"file"`
	Line        int              `json:"line,omitempty"`
	Command     string           `json:"command,omitempty"`
	URL         string           `json:"url,omitempty"`
	Tools       []string         `json:"tools,omitempty"` // of a process server; others say them only to who asks
	Variables   []variableRecord `json:"variables"`
	Agents      []string         `json:"agents"` // whose packages name it
}

func newServerRecord(s *app.Server, agents []*app.Agent) *serverRecord {
	r := &serverRecord{
		ID: s.ID, Label: s.Label, Description: s.Description, Transport: string(s.Transport), File: s.Pos.File, Line: s.Pos.Line,
		Command: s.Command, URL: s.Host, Tools: s.ToolNames(), Variables: []variableRecord{}, Agents: []string{},
	}
	for _, v := range s.Variables {
		r.Variables = append(r.Variables, variableRecord(v))
	}
	for _, a := range agents {
		for _, u := range a.Servers {
			if u.Server == s {
				r.Agents = append(r.Agents, a.ID)
				break
			}
		}
	}
	return r
}

func (p *Process) listServers(s *suite) listing {
	l := listing{titles: []column{
		{title: "SERVER"}, {title: "TRANSPORT"}, {title: "AT", gives: true}, {title: "TOOLS", gives: true}, {title: "VARIABLES"}, {title: "AGENTS", gives: true},
	}}
	for _, server := range s.app.Servers() {
		r := newServerRecord(server, s.app.Agents())
		l.records = append(l.records, r)
		l.rows = append(l.rows, []string{
			r.ID, r.Transport, r.Command + r.URL, strings.Join(r.Tools, ", "), variables(r.Variables), strings.Join(r.Agents, ", "),
		})
	}
	return l
}
