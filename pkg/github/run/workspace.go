package run

import (
	"path"
	"path/filepath"
	"strings"
)

// mounted is where a container action finds the workspace.
const mounted = "/github/workspace"

// Workspace is the folder with the repository. A container sees it at another
// place than the runner, whose paths still turn up in inputs.
type Workspace struct {
	Dir  string // as this process sees it; "" is unknown
	Host string // as the runner sees it; "" is unknown
}

// workspace finds both places. The runner keeps a repository in a folder of
// its name, inside of one that it does not translate for containers.
func workspace(dir, above, name string) Workspace {
	w := Workspace{Dir: dir, Host: dir}
	if w.Container() {
		w.Host = ""
		if above != "" && name != "" {
			w.Host = strings.TrimRight(above, "/") + "/" + name
		}
	}
	return w
}

// Container reports whether this is a container action.
func (w Workspace) Container() bool { return w.Dir == mounted }

// Local is the path as this process sees it: one that begins with the
// runner's workspace begins with ours instead. Others stay as they are.
func (w Workspace) Local(p string) string {
	if rest, ok := below(w.Host, p); ok && w.Host != w.Dir {
		return path.Join(w.Dir, rest)
	}
	return p
}

// PathOf is the path from the top of the workspace, with slashes, as GitHub
// names files. p may be of this process or of the runner; a relative one
// stands in dir, the absolute folder that the process works in. Links are not
// followed. What is outside of the workspace is shown as it is, and is no
// path GitHub knows.
func (w Workspace) PathOf(dir, p string) (shown string, inside bool) {
	full := w.Local(p)
	if !filepath.IsAbs(full) && !path.IsAbs(full) {
		full = filepath.Join(w.Local(dir), full)
	}
	if rest, ok := below(w.Dir, full); ok {
		return rest, true
	}
	return filepath.ToSlash(p), false
}

// below is the part of p under the folder top, "." for the folder itself.
func below(top, p string) (rest string, ok bool) {
	if top == "" {
		return "", false
	}
	top, p = path.Clean(filepath.ToSlash(top)), path.Clean(filepath.ToSlash(p))
	if p == top {
		return ".", true
	}
	return strings.CutPrefix(p, strings.TrimRight(top, "/")+"/")
}
