package app

import (
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// lack keeps which variables of a server are not set. They matter to who opens
// it, and to nobody where servers are replayed. Those of a process server are
// names of processes.
func (l *loader) lack(o owner, s *Server, lacking eval.Problems) {
	switch {
	case s.Transport == ByProcess:
		l.add(o, lacking)
		return
	case l.opt.Offline:
		return
	case o.kind != ofAgent:
		o = owner{ofServer, s.ID}
	}
	for _, p := range lacking {
		l.app.faults = append(l.app.faults, fault{owner: o, problem: p, unset: true})
	}
}

// names reports whether an agent's package names a server.
func (a *Agent) names(server string) bool {
	for _, w := range a.Wrappers {
		if w != nil && w.Server != nil && w.Server.ID == server {
			return true
		}
	}
	return slices.ContainsFunc(a.Servers, func(u Use) bool { return u.Server.ID == server })
}

// unmapped says which folders beside the servers belong to none of them.
func (l *loader) unmapped(o owner, mapping, servers folder) {
	for _, entry := range mapping.entries {
		name := entry.Name()
		if !entry.IsDir() || !servers.has(name+serverEnding) {
			l.unread(o, mapping, entry, "as its server is called", true)
			continue
		}
		within := l.inner(o, mapping, name)
		for _, inner := range within.entries {
			if inner.Name() != "schemes" {
				l.unread(o, within, inner, "schemes", true)
			}
		}
	}
}
