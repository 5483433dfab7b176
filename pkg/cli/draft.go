package cli

import (
	"io"

	"github.com/surefoot-dev/surefoot/pkg/atomicfile"
	"github.com/surefoot-dev/surefoot/pkg/report"
)

// draft is a report that takes its place only when it is whole, so that a run
// that dies leaves an earlier report as it was, and nothing beside it.
type draft struct {
	path   string
	format report.Format
}

// newDraft makes sure that a report can be written at path.
func newDraft(path string, format report.Format) (draft, error) {
	return draft{path, format}, atomicfile.Check(path)
}

func (d draft) publish(write func(io.Writer) error) error { return atomicfile.Write(d.path, write) }
