package dataset

import (
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// Message reads a message that a script made, in the forms of an input. Path
// is what it is called in problems, which have no place in a file. A script
// attaches no files of its own: the sources of parts name those in known, as
// cases do.
func Message(v eval.Value, path string, known []*eval.Attachment) (eval.Message, eval.Problems) {
	faults := &source.Faults{}
	n, problems := source.ReadJSON(source.NewFile("", v.Raw()))
	if problems != nil {
		return eval.Message{}, problems
	}
	d := &decoder{reader: &reader{}, faults: faults, known: known, scripted: true}
	m := d.message(n, path)
	for i := range faults.List {
		faults.List[i].Pos = eval.Pos{}
	}
	return m, faults.List
}

// attached is the file of the trial that a script names.
func (d *decoder) attached(name string, n *source.Node, path string) *eval.Attachment {
	for _, a := range d.known {
		if a.Path == name {
			return a
		}
	}
	problem := d.faults.At(n.Pos, path, "attachment %q is none of the case's", eval.Clip(name))
	problem.Hint = fmt.Sprintf("a script passes on the %s of its input, and attaches none of its own", eval.Plural(len(d.known), "file"))
	return nil
}
