package importer

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// MaxFile is the size of a file above which it is not read.
const MaxFile = 64 << 20

// Folder is where the files lie that a file may refer to. Nothing outside it
// is read, whatever the names and links say.
type Folder struct {
	Dir  string                   // absolute
	Name func(path string) string // how a path is shown to people
}

// ErrMissing is the error of a file that is not there.
var ErrMissing = errors.New("there is no such file")

// File reads a file that was named in the folder.
func (f Folder) File(ref string) (*source.File, error) {
	name, err := f.local(ref)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(f.Dir)
	if err != nil {
		return nil, eval.Bare(err)
	}
	info, err := root.Stat(name)
	if err = errors.Join(err, root.Close()); err != nil {
		if errors.Is(err, os.ErrNotExist) {
			return nil, ErrMissing
		}
		return nil, errors.New("it cannot be read, or a link leads out of the folder")
	}
	if info.Size() > MaxFile {
		return nil, fmt.Errorf("it is larger than %d MiB", MaxFile>>20)
	}
	full := filepath.Join(f.Dir, name)
	file, problems := source.ReadFile(full, f.Name(full))
	if len(problems) > 0 {
		return nil, errors.New(problems.First().Message)
	}
	return file, nil
}

// Glob is the names of the files that a pattern means, sorted. A name without
// wildcards is itself, whether or not it is there.
func (f Folder) Glob(pattern string) ([]string, error) {
	name, err := f.local(pattern)
	if err != nil || !strings.ContainsAny(pattern, "*?[{") {
		return []string{pattern}, err
	}
	found, err := doublestar.Glob(os.DirFS(f.Dir), filepath.ToSlash(name), doublestar.WithFilesOnly(), doublestar.WithNoFollow())
	if err != nil {
		return nil, errors.New("the pattern is not valid")
	}
	if len(found) == 0 {
		return nil, errors.New("no file matches it")
	}
	slices.Sort(found)
	return found, nil
}

// local is the name within the folder.
func (f Folder) local(ref string) (string, error) {
	name := filepath.Clean(filepath.FromSlash(strings.TrimPrefix(ref, "file://")))
	if !filepath.IsLocal(name) {
		return "", errors.New("it lies outside the folder of the file, and is not read")
	}
	return name, nil
}

// Documents reads the values of a JSON, JSON lines or YAML file by its
// extension. A JSON lines file yields one value a row.
func Documents(f *source.File) ([]*source.Node, eval.Problems) {
	switch strings.ToLower(filepath.Ext(f.Name)) {
	case ".yml", ".yaml":
		return source.ReadYAML(f)
	case ".jsonl":
		var rows []*source.Node
		problems := source.Stream(f, func(n *source.Node) { rows = append(rows, n) })
		return rows, problems
	default:
		n, problems := source.ReadJSONC(f)
		if len(problems) > 0 {
			return nil, problems
		}
		return []*source.Node{n}, nil
	}
}

// Open reads the file to import as one value; the rows of a JSON lines file
// are a list.
func Open(path, name string) (*source.Node, eval.Problems) {
	fault := func(message string) (*source.Node, eval.Problems) {
		return nil, eval.Problems{{Pos: eval.Pos{File: name}, Message: message}}
	}
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() > MaxFile {
		return fault(fmt.Sprintf("the file is larger than %d MiB", MaxFile>>20))
	}
	f, problems := source.ReadFile(path, name)
	if len(problems) > 0 {
		return nil, problems
	}
	docs, problems := Documents(f)
	switch {
	case len(problems) > 0:
		return nil, problems
	case len(docs) == 0:
		return fault("the file is empty")
	case strings.EqualFold(filepath.Ext(name), ".jsonl"):
		return List(docs), nil
	case len(docs) > 1:
		return fault("the file holds " + eval.Plural(len(docs), "document") + ", want one")
	}
	return docs[0], nil
}
