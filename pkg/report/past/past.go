package past

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"regexp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/json"
	"github.com/surefoot-dev/surefoot/pkg/report/log"
)

// Report is the report of an earlier run. It is used from one goroutine.
type Report struct {
	eval.Report
	Warning string // what is odd about the file, in one line; "" for nothing
	Early   string // the place of its last row, where it breaks off; "" of a report that has its end

	reader reader
}

// reader gives back the trials of a file that was read once, whatever its
// format.
type reader interface {
	Trials(keys iter.Seq[eval.Key]) iter.Seq2[*eval.Trial, error]
}

// Read reads the report that people know by name. The file stays the caller's,
// and must stay open for the trials. Errors begin with the place in the file.
func Read(file io.ReaderAt, name string) (*Report, error) {
	f := newFold(name)
	reader, err := f.read(file)
	if err != nil {
		return nil, err
	}
	report, err := f.report()
	if err != nil {
		return nil, err
	}
	return &Report{Report: *report, Warning: f.warning, Early: f.early, reader: reader}, nil
}

// wholeReport is how a JSON report begins; rows begin with their type.
var wholeReport = regexp.MustCompile(`^\s*\{\s*"schema_version"`)

// Head is how much of a file's beginning tells what it is.
const Head = 256

// Begins reports whether a file that begins with head can be a report.
func Begins(head []byte) bool {
	return bytes.HasPrefix(bytes.TrimSpace(head), []byte{'{'})
}

// read gives every part of the file to the fold.
func (f *fold) read(file io.ReaderAt) (reader, error) {
	head, err := io.ReadAll(io.NewSectionReader(file, 0, Head))
	if err != nil {
		return nil, fmt.Errorf("cannot read report %q: %w", f.name, eval.Bare(err))
	}
	if wholeReport.Match(head) {
		return json.Read(file, f.name, f.see)
	}
	r, err := log.Read(file, f.name, f.see)
	if err != nil {
		return nil, err
	}
	f.torn = r.Torn()
	return r, nil
}

// Trials are the trials in the order of the report's cases, by run, one in
// memory at a time.
func (r *Report) Trials() iter.Seq2[*eval.Trial, error] {
	return r.TrialsOf(func(yield func(eval.Key) bool) {
		for i := range r.Cases {
			if !yield(r.Cases[i].Key()) {
				return
			}
		}
	})
}

// TrialsOf are the trials of these cases, in their order, by run, one in memory
// at a time.
func (r *Report) TrialsOf(keys iter.Seq[eval.Key]) iter.Seq2[*eval.Trial, error] {
	return r.reader.Trials(keys)
}
