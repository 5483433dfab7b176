package past

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/json"
	"github.com/surefoot-dev/surefoot/pkg/report/log"
)

// Following is a report that may still be written. It is used from one
// goroutine, except where a method says otherwise.
type Following struct {
	file io.ReaderAt
	name string
	fold *fold
	rows *log.Reader  // nil until the file is known to be of rows
	json *json.Reader // of a JSON report, which is there at once
}

// opening is too little of a file to tell what it is.
var opening = regexp.MustCompile(`^\s*(\{\s*("[a-z_]*)?)?$`)

// Follow begins to read the report that people know by name, whatever stands
// there now, in any format that [Read] takes.
func Follow(file io.ReaderAt, name string) *Following {
	return &Following{file: file, name: name, fold: newFold(name)}
}

// More reads what was written since the last time, and about so many bytes of
// it at most; rest says that there may be more. Every trial goes to see. What
// is cut at the end of the file is left for the next time: a row, or the whole
// of a JSON report. After an error, which begins with its place, nothing more
// can be read.
func (f *Following) More(most int64, see func(*eval.Trial) error) (rest bool, err error) {
	if f.json != nil {
		return false, nil
	}
	if f.rows == nil {
		head, err := io.ReadAll(io.NewSectionReader(f.file, 0, Head))
		switch {
		case err != nil:
			return false, fmt.Errorf("cannot read report %q: %w", f.name, eval.Bare(err))
		case opening.Match(head):
			return false, nil
		case wholeReport.Match(head):
			return false, f.readJSON(see)
		}
		f.rows = log.Follow(f.file, f.name)
	}
	rest, err = f.rows.More(most, func(place string, ev eval.Event) error { return f.see(place, ev, see) })
	f.fold.torn = f.rows.Torn()
	if f.rows.Offset() == 0 {
		f.rows = nil // it may become of the other format
	}
	return rest, err
}

// readJSON reads a JSON report, once all of it is there.
func (f *Following) readJSON(see func(*eval.Trial) error) error {
	_, err := json.Read(f.file, f.name, func(string, eval.Event) error { return nil })
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	if err != nil {
		return err
	}
	f.json, err = json.Read(f.file, f.name, func(place string, ev eval.Event) error { return f.see(place, ev, see) })
	return err
}

func (f *Following) see(place string, ev eval.Event, see func(*eval.Trial) error) error {
	if err := f.fold.see(place, ev); err != nil {
		return err
	}
	if t, ok := ev.(*eval.Trial); ok {
		return see(t)
	}
	return nil
}

// Begun reports that there is a report: a start row, or all of a JSON report.
func (f *Following) Begun() bool { return f.json != nil || f.rows != nil }

// Start is the row that the report begins with, the zero value before. It must
// not be changed.
func (f *Following) Start() *eval.Start { return &f.fold.start }

// Ended reports that the report has its end, so that nothing may follow.
func (f *Following) Ended() bool { return f.fold.decision != nil }

// Read is how many bytes of the file were read and will not be again. It is 0
// of a JSON report, which does not grow.
func (f *Following) Read() int64 {
	if f.rows == nil {
		return 0
	}
	return f.rows.Offset()
}

// Report is what is known now, once the report has begun. Before its end it has
// no decision, its figures are those of the trials so far, and cases of which no
// trial ended are only counted. It refuses what [Read] would.
func (f *Following) Report() (*eval.Report, error) {
	r, err := f.fold.report()
	if err != nil {
		return nil, err
	}
	if !f.Ended() {
		r.Decision = eval.Decision{Conditions: []eval.Condition{}}
		r.Summary.Interrupted = ""
	}
	return r, nil
}

// TrialsOf are the trials of a case by run, those that were read by now, one in
// memory at a time. They may be walked by any goroutine while more is read.
func (f *Following) TrialsOf(key eval.Key) iter.Seq2[*eval.Trial, error] {
	switch {
	case f.json != nil:
		return f.json.Trials(func(yield func(eval.Key) bool) { yield(key) })
	case f.rows != nil:
		return f.rows.TrialsOf(key)
	default:
		return func(func(*eval.Trial, error) bool) {}
	}
}
