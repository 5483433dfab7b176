package dataset

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Expand finds the files that names and patterns mean; relative ones are
// relative to dir, and ** matches any number of folders. Files stand in the
// order of the patterns, those of one pattern sorted, each once. A pattern
// that matches nothing is a problem; a report that only a pattern found is
// left out with a warning. Links to folders are not followed by patterns, and
// hidden files match only a pattern that names the dot.
func Expand(patterns []string, dir string) ([]string, eval.Problems) {
	var set fileSet
	for _, pattern := range patterns {
		set.expand(pattern, dir)
	}
	return set.files, set.all()
}

// Discover finds the case files of an application: the .jsonl files in the
// tests folders of its assistants, or in that of a lone agent's folder.
// Reports among them are left out, with a warning where their name is not the
// one we give; hidden folders and
// node_modules are not looked into.
func Discover(appRoot string) ([]string, eval.Problems) {
	set := fileSet{tacit: true}
	pattern := "assistants/**/tests/*.jsonl"
	if info, err := os.Stat(filepath.Join(appRoot, "assistants")); err != nil || !info.IsDir() {
		pattern = "tests/*.jsonl"
	}
	set.glob(appRoot, pattern, doublestar.WithNoHidden())
	set.files = slices.DeleteFunc(set.files, func(file string) bool {
		rel, err := filepath.Rel(appRoot, file)
		return err == nil && slices.Contains(strings.Split(filepath.ToSlash(rel), "/"), "node_modules")
	})
	return set.files, append(set.all(), overlooked(appRoot, set.files)...)
}

// fileSet collects files in order, each once.
type fileSet struct {
	files    []string
	problems eval.Problems
	reports  int  // left out, and to be said
	tacit    bool // reports under the name we give them go without saying
}

// ownName is what a report is called when nobody names it.
var ownName = regexp.MustCompile(`^output-\d{14}(-\d+)?\.jsonl$`)

// all are the problems, with one line for the reports that were left out.
func (s *fileSet) all() eval.Problems {
	switch s.reports {
	case 0:
		return s.problems
	case 1:
		return append(s.problems, eval.Problem{Message: "left out a report of an earlier run", Warning: true})
	default:
		return append(s.problems, eval.Problem{Message: fmt.Sprintf("left out %d reports of earlier runs", s.reports), Warning: true})
	}
}

func (s *fileSet) expand(pattern, dir string) {
	file := pattern
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, pattern)
	}
	file = filepath.Clean(file)
	info, err := os.Stat(file)
	switch {
	case pattern == "":
		s.problems = append(s.problems, eval.Problem{Message: "the name of a case file is empty"})
	case err == nil && info.IsDir():
		s.problems = append(s.problems, eval.Problem{
			Pos: eval.Pos{File: pattern}, Message: "this is a folder",
			Hint: "write " + strconv.Quote(filepath.ToSlash(filepath.Join(pattern, "**", "*.jsonl"))),
		})
	case err == nil:
		s.add(file)
	case !strings.ContainsAny(pattern, "*?[{"):
		s.problems = append(s.problems, eval.Problem{Pos: eval.Pos{File: pattern}, Message: reason(err)})
	case !doublestar.ValidatePattern(filepath.ToSlash(pattern)):
		s.problems = append(s.problems, eval.Problem{Message: "the pattern " + strconv.Quote(pattern) + " is not valid", Hint: "a bracket or brace is not closed"})
	default:
		s.match(pattern, dir)
	}
}

// match adds what a pattern matches.
func (s *fileSet) match(pattern, dir string) {
	base, rest := doublestar.SplitPattern(filepath.ToSlash(filepath.Clean(pattern)))
	root := filepath.FromSlash(base)
	if !filepath.IsAbs(root) {
		root = filepath.Join(dir, root)
	}
	var options []doublestar.GlobOption
	if !strings.HasPrefix(rest, ".") && !strings.Contains(rest, "/.") {
		options = append(options, doublestar.WithNoHidden())
	}
	if !s.glob(root, rest, options...) {
		s.problems = append(s.problems, eval.Problem{Message: "no file matches " + strconv.Quote(pattern)})
	}
}

// found adds a file nobody named, unless it is a report.
func (s *fileSet) found(file string) {
	if own := ownName.MatchString(filepath.Base(file)); IsReport(file) || own && isEmpty(file) {
		if !s.tacit || !own {
			s.reports++
		}
		return
	}
	s.add(file)
}

// isEmpty reports whether nothing is in the file. A report is empty until its
// run begins, and stays so where the disk was full.
func isEmpty(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.Size() == 0
}

func (s *fileSet) add(file string) {
	if !slices.Contains(s.files, file) {
		s.files = append(s.files, file)
	}
}

// glob adds the regular files below root that match, sorted, and tells whether
// there was anything to say of the pattern. What cannot be read or is not
// followed may hide cases, so it is said.
func (s *fileSet) glob(root, pattern string, options ...doublestar.GlobOption) bool {
	options = append(options, doublestar.WithNoFollow(), doublestar.WithFailOnIOErrors())
	matches, err := doublestar.Glob(os.DirFS(root), pattern, options...)
	if err != nil {
		s.problems = append(s.problems, eval.Problem{
			Pos: eval.Pos{File: filepath.ToSlash(root)}, Message: "cannot look for " + strconv.Quote(pattern) + ": " + err.Error(),
		})
		return true
	}
	if strings.Contains(pattern, "**") {
		s.links(root)
	}
	slices.Sort(matches)
	said := false
	for _, match := range matches {
		file := filepath.Join(root, filepath.FromSlash(match))
		switch info, err := os.Stat(file); {
		case err != nil:
			s.problems = append(s.problems, eval.Problem{Pos: eval.Pos{File: filepath.ToSlash(file)}, Message: reason(err)})
			said = true
		case info.Mode().IsRegular():
			s.found(file)
			said = true
		}
	}
	return said
}

// links warns of links to folders, which ** does not follow.
func (s *fileSet) links(root string) {
	_ = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Type()&fs.ModeSymlink == 0 {
			return nil // what cannot be read failed the search already
		}
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			s.problems = append(s.problems, eval.Problem{
				Pos: eval.Pos{File: filepath.ToSlash(path)}, Warning: true, Message: "a link to a folder is not followed", Hint: "name the files behind it",
			})
		}
		return nil
	})
}
