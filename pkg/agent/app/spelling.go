package app

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// spelling is how a file that is looked for may be called. A file that is
// called nearly so is never passed over in silence: without it an agent would
// be another one than its author wrote.
type spelling struct {
	stem    string
	endings []string // of names that are read, the usual one first
	kin     []string // that people write instead
}

var (
	packageNames = spelling{"package", []string{".yao", ".jsonc", ".json"}, []string{".yml", ".yaml", ".json5"}}
	promptsNames = spelling{"prompts", []string{".yml", ".yaml"}, []string{".json", ".jsonc", ".yao"}}
	rolesNames   = spelling{"agent", []string{".yml", ".yaml"}, []string{".json", ".jsonc", ".yao"}}
	hooksNames   = spelling{"index", []string{".ts", ".js"}, []string{".mts", ".cts", ".tsx", ".jsx", ".mjs", ".cjs"}}
	sandboxNames = spelling{"sandbox", []string{".yao"}, []string{".json", ".jsonc", ".yml", ".yaml"}}
	tableNames   = spelling{"", []string{".yml", ".yaml"}, []string{".json", ".jsonc", ".yao"}} // under any stem
)

// in are the paths of the files in a folder that are called exactly so.
func (s spelling) in(f folder) []string {
	var found []string
	for _, ending := range s.endings {
		if f.has(s.stem + ending) {
			found = append(found, f.path(s.stem+ending))
		}
	}
	return found
}

// near reports whether a name is nearly, but not exactly, one of these: in
// another case, with a slip, or with an ending of the same kind.
func (s spelling) near(name string) bool {
	ending := path.Ext(name)
	stem := strings.TrimSuffix(name, ending)
	if s.stem == "" {
		stem = ""
	}
	if stem == s.stem && slices.Contains(s.endings, ending) {
		return false
	}
	ending = strings.ToLower(ending)
	like := func(known string) bool { return slip(ending, known) }
	return slip(strings.ToLower(stem), s.stem) &&
		(slices.Contains(s.kin, ending) || slices.ContainsFunc(s.endings, like))
}

// find gives the paths of the files that are called exactly so, and reports
// those that nearly are: as errors, unless the right one is there too.
func (l *loader) find(o owner, f folder, s spelling) []string {
	found := s.in(f)
	l.misspelt(o, f, s, len(found) > 0)
	return found
}

func (l *loader) misspelt(o owner, f folder, s spelling, warning bool) {
	for _, entry := range f.entries {
		if s.near(entry.Name()) {
			l.unread(o, f, entry, s.stem+s.endings[0], warning)
		}
	}
}

func (l *loader) unread(o owner, f folder, entry fs.DirEntry, want string, warning bool) {
	l.fail(o, eval.Problems{{
		Pos:     eval.Pos{File: l.opt.Name(f.path(entry.Name()))},
		Message: fmt.Sprintf("%q is not read", entry.Name()), Hint: "call it " + want, Warning: warning,
	}})
}

// folders warns of folders that are called nearly as one of these. A folder
// that is an agent itself is called as it likes.
func (l *loader) folders(o owner, f folder, names ...string) {
	for _, entry := range f.entries {
		if !entry.IsDir() || slices.Contains(names, entry.Name()) || defines(f.path(entry.Name())) {
			continue
		}
		for _, name := range names {
			if slip(strings.ToLower(entry.Name()), name) && !f.has(name) {
				l.unread(o, f, entry, name, true)
			}
		}
	}
}

// slip reports whether two words differ by at most one letter: one too many,
// one too few, another one, or two that were swapped. A digit is no slip.
func slip(a, b string) bool {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if strings.ContainsFunc(a+b, func(r rune) bool { return !unicode.IsLetter(r) }) {
		return false
	}
	return len(a) <= 1 && len(b) <= 1 || len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
}
