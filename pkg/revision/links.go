package revision

import (
	"errors"
	"path"
	"path/filepath"
	"strings"
)

type link struct{ name, to string }

// link writes a link, and what it leads to. All but the last of its folders
// are real ones, since those of the commit are.
func (w *writing) link(l link) error {
	to := filepath.ToSlash(l.to)
	if path.IsAbs(to) || filepath.IsAbs(l.to) {
		return errors.New("the link leads out of the repository")
	}
	target, err := w.follow(path.Dir(l.name), to)
	if err != nil {
		return err
	}
	if err := w.below(target); err != nil {
		return err
	}
	local := filepath.FromSlash(l.name)
	if err := w.root.MkdirAll(filepath.Dir(local), 0o700); err != nil {
		return err
	}
	return w.root.Symlink(filepath.FromSlash(to), local)
}

// follow is the path in the commit that a link in a folder leads to, links on
// the way resolved and written too.
func (w *writing) follow(dir, to string) (string, error) {
	at, rest := dir, strings.Split(to, "/")
	for steps := 0; len(rest) > 0; steps++ {
		const most = 1000
		if steps > most {
			return "", errors.New("the link leads to itself")
		}
		next := path.Join(at, rest[0])
		rest = rest[1:]
		if next == ".." || strings.HasPrefix(next, "../") {
			return "", errors.New("the link leads out of the repository")
		}
		e, ok := w.from.files[next]
		if !ok || !e.link || len(rest) == 0 {
			at = next
			continue
		}
		text, err := w.repo.blob(e.hash)
		if err != nil {
			return "", err
		}
		if !w.done[next] {
			w.done[next] = true
			w.links = append(w.links, link{next, string(text)})
		}
		if path.IsAbs(string(text)) {
			return "", errors.New("the link leads out of the repository")
		}
		rest = append(strings.Split(string(text), "/"), rest...)
	}
	return at, nil
}

// sound reports a name that git itself would write.
func sound(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if part == "" || part == "." || part == ".." || strings.EqualFold(part, ".git") || strings.ContainsRune(part, 0) {
			return false
		}
	}
	return filepath.IsLocal(filepath.FromSlash(name))
}
