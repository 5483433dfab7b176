package cli

import (
	"io"
	"os"

	"github.com/surefoot-dev/surefoot/pkg/atomicfile"
	"github.com/surefoot-dev/surefoot/pkg/report"
)

// draft is a report that takes its place only when it is whole, so that a run
// that dies leaves an earlier report as it was, and nothing beside it.
type draft struct {
	path      string
	format    report.Format
	published bool
}

// newDraft makes sure that a report can be written at path.
func newDraft(path string, format report.Format) (draft, error) {
	return draft{path: path, format: format}, atomicfile.Check(path)
}

func (d draft) publish(write func(io.Writer) error) error { return atomicfile.Write(d.path, write) }

// takeBack removes what was published and holds no longer.
func (d draft) takeBack() error {
	if !d.published {
		return nil
	}
	return os.Remove(d.path)
}
