package app

import "strings"

// later refuses what an agent's folder holds for later versions.
func (l *loader) later(a *Agent, f folder) {
	own := owner{ofAgent, a.ID}
	refuse := func(path, what string) { l.faultAt(own, path, what+" not supported in this version") }
	if path := l.first(own, l.inner(own, f, "models"), ".mod."); path != "" {
		refuse(path, "database models are")
	}
	for _, path := range l.find(own, f, sandboxNames) {
		refuse(path, "a sandbox is")
	}
}

// first is the first file below a folder that has a word in its name or is a
// .yao file, "" if none is.
func (l *loader) first(o owner, f folder, word string) string {
	for _, entry := range f.entries {
		path := f.path(entry.Name())
		name := strings.ToLower(entry.Name())
		if l.into(o, entry, path) {
			if found := l.first(o, l.list(o, path), word); found != "" {
				return found
			}
		} else if strings.Contains(name, word) || strings.HasSuffix(name, ".yao") {
			return path
		}
	}
	return ""
}
