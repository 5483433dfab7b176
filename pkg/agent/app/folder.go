package app

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// folder is what a folder holds, in order of names. Hidden entries, whose
// names begin with a dot, are never looked at.
type folder struct {
	dir     string
	entries []fs.DirEntry
}

// has reports whether something of that very name is there, whatever it is.
func (f folder) has(name string) bool {
	return slices.ContainsFunc(f.entries, func(e fs.DirEntry) bool { return e.Name() == name })
}

func (f folder) path(name string) string { return filepath.Join(f.dir, name) }

// list lists a folder. One that does not exist holds nothing; whatever else
// keeps it from being read is a fault.
func (l *loader) list(o owner, dir string) folder {
	all, err := os.ReadDir(dir)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		l.faultAt(o, dir, "cannot read the folder: "+eval.Bare(err).Error())
	case err != nil && there(dir):
		l.faultAt(o, dir, "the folder is a link to nothing")
	}
	f := folder{dir: dir}
	for _, entry := range all {
		if !strings.HasPrefix(entry.Name(), ".") {
			f.entries = append(f.entries, entry)
		}
	}
	return f
}

// inner lists a folder within another, when there is one of that name.
func (l *loader) inner(o owner, f folder, name string) folder {
	if !f.has(name) {
		return folder{dir: f.path(name)}
	}
	return l.list(o, f.path(name))
}

// read reads a text file of the application.
func (l *loader) read(o owner, path string) *source.File {
	f := l.open(o, path)
	if f != nil && path != l.opt.Prices {
		l.keepLines(o, path, f.Text)
	}
	return f
}

// open reads a text file that is there. When it cannot be read, that is a
// fault and the file nil.
func (l *loader) open(o owner, path string) *source.File {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) && there(path) {
		l.faultAt(o, path, "the file is a link to nothing")
		return nil
	}
	f, problems := source.ReadFile(path, l.opt.Name(path))
	if f == nil {
		l.fail(o, problems)
	}
	return f
}

// into reports whether an entry is a folder to go into. A link to one is not
// followed, and said.
func (l *loader) into(o owner, entry fs.DirEntry, path string) bool {
	if entry.IsDir() {
		return true
	}
	if entry.Type()&fs.ModeSymlink != 0 && isDir(path) {
		l.fail(o, eval.Problems{{Pos: eval.Pos{File: l.opt.Name(path)}, Message: "a link to a folder is not followed", Warning: true}})
	}
	return false
}

// faultAt adds a fault of a whole file or folder.
func (l *loader) faultAt(o owner, path, message string) {
	l.fail(o, eval.Problems{{Pos: eval.Pos{File: l.opt.Name(path)}, Message: message}})
}

// there reports whether a path leads to anything, be it a link to nothing.
// Where that cannot be known it is taken to be there, so that reading it fails
// and is said.
func there(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}
