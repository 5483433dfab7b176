package dataset

import (
	"path/filepath"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// Input is one case file.
type Input struct {
	Path  string // on disk; relative attachments are relative to its folder
	Name  string // as shown to people
	Agent string // id of the agent its cases are for, "" when that is unknown
	Text  string // what a generator made, in place of the file at Path; "" for a file
}

// Options say how case files are read. The zero value reads them without
// looking into assertions.
type Options struct {
	// Agent wins over the agent of every file and every target, "" leaves
	// them.
	Agent string
	// Check reports what is wrong with one assertion object that stands at
	// path in its case. Nil checks no assertion.
	Check func(n *source.Node, path string, faults *source.Faults)
}

// Read reads the cases of all files, in order, and everything that is wrong
// with them: by file in the order given, then by place. A case with problems
// is returned as far as it could be read, so that the rest of it can be
// checked too; one without a usable id, or with that of another case of its
// agent, is not. Nothing may run unless the problems' Errors are zero.
func Read(inputs []Input, opts Options) ([]*eval.Case, eval.Problems) {
	r := &reader{
		opts:  opts,
		seen:  map[eval.Key]eval.Pos{},
		files: map[string]fileFacts{},
	}
	for _, in := range inputs {
		problems := r.read(in)
		problems.Sort()
		r.problems = append(r.problems, problems...)
	}
	return r.cases, r.problems
}

// reader is the state that spans files.
type reader struct {
	opts     Options
	seen     map[eval.Key]eval.Pos // where each case's id stands
	files    map[string]fileFacts  // attachments, by where they are on this machine
	cases    []*eval.Case
	problems eval.Problems
}

func (r *reader) read(in Input) eval.Problems {
	f, problems := in.file()
	if problems != nil {
		return problems
	}
	if isReport(strings.NewReader(f.Text)) {
		return eval.Problems{{
			Pos:     eval.Pos{File: in.Name, Line: 1, Column: 1},
			Message: "this is a report of an earlier run, not a case file",
		}}
	}
	d := &decoder{reader: r, in: in, faults: &source.Faults{}}
	nodes := 0
	each := func(n *source.Node) {
		nodes++
		d.add(n)
	}
	if isYAML(in.Path) {
		problems = eachYAML(f, each)
	} else {
		problems = source.Stream(f, each)
	}
	if nodes == 0 && len(problems) == 0 {
		return eval.Problems{{Pos: eval.Pos{File: in.Name}, Message: "no cases in the file"}}
	}
	return append(problems, d.faults.List...)
}

func (in *Input) file() (*source.File, eval.Problems) {
	if in.Text != "" {
		return source.NewFile(in.Name, in.Text), nil
	}
	return source.ReadFile(in.Path, in.Name)
}

func isYAML(path string) bool {
	ext := filepath.Ext(path)
	return strings.EqualFold(ext, ".yml") || strings.EqualFold(ext, ".yaml")
}

// eachYAML calls yield with each document, and of a list with each element.
// Empty documents, which a separator at the end makes, are no cases.
func eachYAML(f *source.File, yield func(*source.Node)) eval.Problems {
	docs, problems := source.ReadYAML(f)
	for _, doc := range docs {
		switch doc.Kind() {
		case eval.Null:
		case eval.Array:
			for _, item := range doc.Items {
				yield(item)
			}
		default:
			yield(doc)
		}
	}
	return problems
}

// decoder reads the cases of one file.
type decoder struct {
	*reader
	in     Input
	faults *source.Faults

	scripted bool // a script made what is read, so that there are no files but these
	known    []*eval.Attachment
}

// add decodes one case and keeps it, unless its key is missing or taken.
func (d *decoder) add(n *source.Node) {
	*d.faults = source.Faults{List: d.faults.List}
	if n.Kind() != eval.Object {
		d.faults.At(n.Pos, "", "want a case, which is an object, got %s", source.Describe(n))
		return
	}
	c := d.decode(n)
	if c.ID == "" {
		return
	}
	key := c.Key()
	pos := n.Field("id").Pos
	if first, taken := d.seen[key]; taken {
		d.faults.At(pos, "id", "already the id of the case at %s", first)
		return
	}
	d.seen[key] = pos
	d.cases = append(d.cases, c)
}

// share is the text of a string node. Where nothing is escaped it is a piece
// of the file's text rather than a copy: an escape is always longer than what
// it stands for.
func share(n *source.Node) string {
	raw := n.Value.Raw()
	if len(raw) == len(n.Text)+len(`""`) {
		return raw[1 : len(raw)-1]
	}
	return n.Text
}
