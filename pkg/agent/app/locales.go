package app

import (
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent/locale"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// locales reads the locale files of a folder into a set.
func (l *loader) locales(o owner, f folder, set *locale.Set) {
	for _, entry := range f.entries {
		path := f.path(entry.Name())
		name, ok := cutYAML(entry.Name())
		if !ok {
			l.almostYAML(o, f, entry)
			continue
		}
		n := l.document(o, path)
		if n == nil {
			continue
		}
		faults := l.faultsOf(o)
		table := locale.Flatten(n, "", faults)
		for _, key := range slices.Sorted(maps.Keys(table)) {
			l.env.lack(table[key], n.Pos, key, faults)
			doubt(table[key], n.Pos, key, faults)
		}
		if !set.Add(name, table) {
			faults.At(eval.Pos{File: l.opt.Name(path)}, "", "the locale %q is defined twice", locale.Normal(name))
		}
		l.add(o, faults.List)
	}
}

// almostYAML warns of a file that is not read because its name does not end as
// those of YAML files do.
func (l *loader) almostYAML(o owner, f folder, entry fs.DirEntry) {
	if tableNames.near(entry.Name()) {
		l.unread(o, f, entry, "NAME.yml", true)
	}
}

// cutYAML is a file's name without the ending of YAML files.
func cutYAML(name string) (string, bool) {
	for _, ending := range []string{".yml", ".yaml"} {
		if stem, ok := strings.CutSuffix(name, ending); ok && stem != "" {
			return stem, true
		}
	}
	return "", false
}
