package revision

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/gitignore"
)

// eachUnignored walks the files of the working tree below a folder, links as
// they are, and leaves out what .gitignore files and info/exclude name.
func (r *Repository) eachUnignored(at string, each func(name string)) error {
	patterns := readPatterns(filepath.Join(r.common, "info", "exclude"), nil)
	var above []string
	if at != "." {
		above = strings.Split(at, "/")
	}
	for i := range above {
		patterns = append(patterns, r.patterns(above[:i])...)
	}
	return r.descend(above, patterns, each)
}

func (r *Repository) patterns(folder []string) []gitignore.Pattern {
	return readPatterns(filepath.Join(r.top, filepath.Join(folder...), ".gitignore"), folder)
}

func readPatterns(file string, folder []string) []gitignore.Pattern {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	var list []gitignore.Pattern
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "#") {
			list = append(list, gitignore.ParsePattern(line, folder))
		}
	}
	return list
}

func (r *Repository) descend(folder []string, patterns []gitignore.Pattern, each func(name string)) error {
	patterns = append(patterns[:len(patterns):len(patterns)], r.patterns(folder)...)
	ignored := gitignore.NewMatcher(patterns)
	entries, err := os.ReadDir(filepath.Join(r.top, filepath.Join(folder...)))
	if err != nil {
		return err
	}
	for _, e := range entries {
		at := append(folder[:len(folder):len(folder)], e.Name())
		switch {
		case e.Name() == ".git" || ignored.Match(at, e.IsDir()):
		case e.IsDir():
			if err := r.descend(at, patterns, each); err != nil {
				return err
			}
		default:
			each(path.Join(at...))
		}
	}
	return nil
}
