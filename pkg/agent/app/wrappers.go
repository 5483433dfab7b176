package app

import (
	"fmt"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// Wrapper takes a part of the work of an agent's model: it makes a text of what
// the model cannot take. Either Agent or Server is set.
type Wrapper struct {
	Pos    eval.Pos
	Agent  string // that is asked
	Server *Server
	Tool   string // of the server; "" of one outside is its only one
}

const (
	noWrapper = "disabled"
	viaServer = "mcp:"
)

// wrapKeys are what wrappers make texts of. The others of useKeys search, which
// is for later versions.
var wrapKeys = []string{Vision, Audio}

// Uses are an agent's wrappers by what they are for: a capability. An entry that
// is nil is one that is turned off.
type Uses map[string]*Wrapper

// ReadUses reads what wraps the model of an agent, as its package or its Create
// hook says it.
func (a *App) ReadUses(agent *Agent, f *source.Fields, faults *source.Faults) Uses {
	uses := Uses{}
	for _, key := range useKeys {
		use := f.String(key)
		switch {
		case use == "":
		case use == noWrapper:
			uses[key] = nil
		case !slices.Contains(wrapKeys, key):
			faults.At(f.Pos(key), f.Path(key), "agents and servers that search are not supported in this version").Hint = "leave it out, or write \"" + noWrapper + "\""
		default:
			if w := a.wrapper(agent, use, f.Pos(key), f.Path(key), faults); w != nil {
				uses[key] = w
			}
		}
	}
	f.Done()
	return uses
}

// wrapper is an agent by its id, or mcp:SERVER.TOOL.
func (a *App) wrapper(agent *Agent, use string, pos eval.Pos, at string, faults *source.Faults) *Wrapper {
	name, ok := strings.CutPrefix(use, viaServer)
	if !ok {
		if _, known := a.Agent(use); !known {
			p := a.UnknownAgent(use)
			faults.At(pos, at, "%s", p.Message).Hint = p.Hint
			return nil
		}
		return &Wrapper{Pos: pos, Agent: use}
	}
	server, tool := name, ""
	s, ok := a.Server(agent, server)
	if dot := strings.LastIndexByte(name, '.'); !ok && dot > 0 {
		server, tool = name[:dot], name[dot+1:]
		s, ok = a.Server(agent, server)
	}
	if !ok {
		p := a.UnknownServer(agent, name)
		faults.At(pos, at, "%s", p.Message).Hint = p.Hint
		return nil
	}
	if s.Transport == ByProcess {
		switch names := s.ToolNames(); {
		case tool == "" && len(names) == 1:
			tool = names[0]
		case tool == "":
			faults.At(pos, at, "server %s has several tools", s.ID).Hint = fmt.Sprintf("write %s%s.TOOL, with one of %s", viaServer, server, strings.Join(names, ", "))
			return nil
		case !slices.Contains(names, tool):
			p := unknown("tool", tool, names)
			faults.At(pos, at, "server %s: %s", s.ID, p.Message).Hint = p.Hint
			return nil
		}
	}
	return &Wrapper{Pos: pos, Server: s, Tool: tool}
}
