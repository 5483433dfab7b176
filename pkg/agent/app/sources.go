package app

import "slices"

// Source is a file that the application was read from, and whose runs it can
// change.
type Source struct {
	Path       string   // absolute, as it was opened
	All        bool     // any run's
	Agents     []string // by their ids, those whose cases it is for
	Connectors []string // by their ids, those of whoever uses them
}

// Sources are the files that the application was read from, its scripts' and
// what they import included, in order of their names within it. The
// environment file and the prices, which are the run's, are none.
func (a *App) Sources() []Source {
	list := make([]Source, 0, len(a.files))
	for _, name := range sortedKeys(a.files) {
		k := a.files[name]
		s := Source{Path: k.path}
		for _, o := range k.owners {
			switch {
			case o.kind == ofConnector:
				s.Connectors = append(s.Connectors, o.id)
			case o.kind == ofAgent && !a.leads(o.id, k.path):
				s.Agents = append(s.Agents, o.id)
			default:
				s.All = true
			}
		}
		list = append(list, s)
	}
	return list
}

// leads reports whether others may take their connector from this file of an
// agent.
func (a *App) leads(id, path string) bool {
	return a.leader == id && slices.Contains(definitions(a.agents[id].Dir), path)
}
