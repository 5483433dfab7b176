package app

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// definitions are the files that define an agent in a folder. One is wanted.
func definitions(dir string) []string {
	var found []string
	for _, ending := range packageNames.endings {
		path := filepath.Join(dir, packageNames.stem+ending)
		if _, err := os.Lstat(path); err == nil && (ending != ".json" || !isManifest(path)) {
			found = append(found, path)
		}
	}
	return found
}

func defines(dir string) bool { return len(definitions(dir)) > 0 }

// InAgent reports whether a folder, or one above it, holds the definition of
// an agent: package.yao, package.jsonc, or a package.json that is not npm's.
func InAgent(dir string) bool {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return false
	}
	for !defines(dir) {
		above := filepath.Dir(dir)
		if above == dir {
			return false
		}
		dir = above
	}
	return true
}

// manifestKeys stand in npm's package.json and in no agent's.
var manifestKeys = []string{
	"version", "private", "main", "module", "exports", "bin", "files", "license", "engines", "workspaces",
	"packageManager", "devDependencies", "peerDependencies",
}

// isManifest reports whether a package.json is npm's. One that cannot be read
// is taken for an agent's, which then has a fault.
func isManifest(path string) bool {
	f, _ := source.ReadFile(path, path)
	if f == nil {
		return false
	}
	n, _ := source.ReadJSON(f)
	if n == nil {
		return false
	}
	for _, m := range n.Fields {
		if slices.Contains(manifestKeys, m.Key) {
			return true
		}
	}
	if kind := n.Field("type"); kind != nil && (kind.Text == "module" || kind.Text == "commonjs") {
		return true
	}
	return n.Field("name") == nil && n.Field("dependencies") != nil
}

// ownFolders are those of an agent that hold what belongs to it. Data in them
// may look like an agent's definition, and only the usual one counts.
var ownFolders = []string{"tests", "src", "assets", "prompts", "locales", "mcps", "models", "data"}

// agentsIn reads the agents in the folders of f, which may lie in each other.
// It looks into no hidden folder, no node_modules and no link.
func (l *loader) agentsIn(f folder, prefix string, isAgent, isOwn bool) {
	for _, entry := range f.entries {
		path := f.path(entry.Name())
		if entry.Name() == "node_modules" {
			continue
		}
		own := isOwn || isAgent && slices.Contains(ownFolders, entry.Name())
		if !l.into(everywhere, entry, path) {
			if !own && filepath.Ext(path) == "" && isLost(entry, path) {
				l.add(everywhere, eval.Problems{{Pos: eval.Pos{File: l.opt.Name(path)}, Message: "a link to nothing", Warning: true}})
			}
			continue
		}
		id := prefix + entry.Name()
		inner := l.list(everywhere, path)
		found := l.define(inner, id, own)
		l.agentsIn(inner, id+".", found, own)
	}
}

// isLost reports whether an entry is a link to nothing.
func isLost(entry fs.DirEntry, path string) bool {
	_, err := os.Stat(path)
	return err != nil && entry.Type()&fs.ModeSymlink != 0
}

// define reads the agent that a folder defines, and reports whether it does. A
// definition that is called wrongly makes an agent all the same: else its
// cases would run on the agent around it.
func (l *loader) define(f folder, id string, own bool) bool {
	if own {
		if f.has(packageFile) {
			l.agent(f, id, packageFile)
		}
		return f.has(packageFile)
	}
	if found := definitions(f.dir); len(found) > 0 {
		l.agent(f, id, filepath.Base(found[0]))
		return true
	}
	for _, entry := range f.entries {
		if packageNames.near(entry.Name()) {
			l.agent(f, id, entry.Name())
			return true
		}
	}
	return false
}
