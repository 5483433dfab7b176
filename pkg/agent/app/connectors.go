package app

import (
	"path"
	"slices"
	"strings"
)

// connectorEndings are the ends of a connector file's name.
var connectorEndings = []string{".conn.yao", ".conn.jsonc", ".conn.json"}

// connectorsIn reads the connector files below a folder. An id is the path
// without the ending, with dots for slashes; dots in a folder's name become _.
func (l *loader) connectorsIn(f folder, prefix string) {
	for _, entry := range f.entries {
		name, path := entry.Name(), f.path(entry.Name())
		if id := cutConnector(name); id != "" {
			l.connector(path, prefix+id)
		} else if l.into(everywhere, entry, path) {
			l.connectorsIn(l.list(everywhere, path), prefix+strings.ReplaceAll(name, ".", "_")+".")
		} else if nearConnector(name) {
			l.unread(everywhere, f, entry, "NAME.conn.yao", true)
		}
	}
}

// cutConnector is a file's name without the ending of connector files, "" when
// it has none.
func cutConnector(name string) string {
	for _, ending := range connectorEndings {
		if id, ok := strings.CutSuffix(name, ending); ok {
			return id
		}
	}
	return ""
}

// nearConnector reports whether a file is likely to be meant as a connector:
// a .yao file, which nothing else here is, or data with "conn" in its name.
func nearConnector(name string) bool {
	name = strings.ToLower(name)
	ending := path.Ext(name)
	if slip(ending, ".yao") {
		return true
	}
	word := strings.TrimPrefix(path.Ext(strings.TrimSuffix(name, ending)), ".")
	return slices.Contains([]string{".json", ".jsonc", ".json5", ".yml", ".yaml"}, ending) &&
		(slip(word, "conn") || slip(word, "connector"))
}
