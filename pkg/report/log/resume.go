package log

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Resume opens the report at path to go on with it behind the rows that keep
// wants. Was is the file from before the caller read it: one that another run
// has written since, or is writing, is refused. The others are taken out, and a last row that is cut. What stands in
// the file is not written a second time: events whose rows are there are
// dropped, so that a resumed run may tell everything from its beginning. A file
// that is open for reading the trials that were kept stays good for it.
func Resume(path string, was os.FileInfo, keep func(eval.Event) bool) (*Writer, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, eval.Bare(err)
	}
	r := &resuming{from: f, had: &written{trials: map[trialKey]bool{}, cases: map[eval.Key]bool{}, works: map[eval.WorkKey]bool{}}}
	w, err := r.open(path, was, keep)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return w, nil
}

// written are the rows that a resumed report has from before.
type written struct {
	start, comparison, summary, decision bool

	trials map[trialKey]bool
	cases  map[eval.Key]bool
	works  map[eval.WorkKey]bool
}

type trialKey struct {
	eval.Key
	run int
}

// note remembers the row of an event.
func (h *written) note(ev eval.Event) {
	switch ev := ev.(type) {
	case *eval.Start:
		h.start = true
	case *eval.Trial:
		h.trials[trialKey{ev.Key(), ev.Run}] = true
	case *eval.CaseResult:
		h.cases[ev.Key()] = true
	case *eval.Work:
		h.works[ev.Key()] = true
	case *eval.Comparison:
		h.comparison = true
	case *eval.Summary:
		h.summary = true
	case *eval.Decision:
		h.decision = true
	}
}

// has reports whether the event has a row from before; never without any.
func (h *written) has(ev eval.Event) bool {
	if h == nil {
		return false
	}
	switch ev := ev.(type) {
	case *eval.Start:
		return h.start
	case *eval.Trial:
		return h.trials[trialKey{ev.Key(), ev.Run}]
	case *eval.CaseResult:
		return h.cases[ev.Key()]
	case *eval.Work:
		return h.works[ev.Key()]
	case *eval.Comparison:
		return h.comparison
	case *eval.Summary:
		return h.summary
	case *eval.Decision:
		return h.decision
	default:
		return false
	}
}

// resuming is the opening of a report that goes on.
type resuming struct {
	from  *os.File
	had   *written
	kept  []place // in from, in their order
	index index
	size  int64 // of the kept rows, each with the end of its line
	apart bool  // the kept rows go into a file of their own
}

func (r *resuming) open(path string, was os.FileInfo, keep func(eval.Event) bool) (*Writer, error) {
	if err := hold(path, r.from); err != nil {
		return nil, eval.Bare(err)
	}
	if err := r.unchanged(was); err != nil {
		return nil, err
	}
	if err := r.scan(path, keep); err != nil {
		return nil, err
	}
	var report file = r.from
	if r.apart {
		fresh, err := r.rewrite(path)
		if err != nil {
			return nil, eval.Bare(err)
		}
		report = fresh
		_ = r.from.Close() // it was only read
	} else if err := r.trim(); err != nil {
		return nil, eval.Bare(err)
	}
	return &Writer{file: report, size: r.size, index: r.index, had: r.had}, nil
}

// unchanged refuses a file that is not the one that was read.
func (r *resuming) unchanged(was os.FileInfo) error {
	is, err := r.from.Stat()
	if err != nil {
		return eval.Bare(err)
	}
	if !os.SameFile(was, is) || was.Size() != is.Size() || !was.ModTime().Equal(is.ModTime()) {
		return errors.New("another run has written it meanwhile (see whether it is still going on)")
	}
	return nil
}

func (r *resuming) scan(path string, keep func(eval.Event) bool) error {
	info, err := r.from.Stat()
	if err != nil {
		return eval.Bare(err)
	}
	for row, err := range rows(io.NewSectionReader(r.from, 0, info.Size()), path) {
		if errors.Is(err, errTorn) {
			return nil
		}
		if err != nil {
			return err
		}
		if !keep(row.event) {
			// Who read the file before may still ask for a trial in it.
			_, trial := row.event.(*eval.Trial)
			r.apart = r.apart || trial
			continue
		}
		r.apart = r.apart || row.offset != r.size
		r.had.note(row.event)
		length := row.length
		if row.offset+length == info.Size() && !r.ended(info.Size()) {
			length++ // the end of its line is still to be written
		}
		if trial, ok := row.event.(*eval.Trial); ok {
			r.index.add(trial, r.size, length)
		}
		r.kept = append(r.kept, place{offset: row.offset, length: row.length})
		r.size += length
	}
	return nil
}

// ended reports whether the file ends with the end of a line.
func (r *resuming) ended(size int64) bool {
	last := make([]byte, 1)
	_, err := r.from.ReadAt(last, size-1)
	return err == nil && last[0] == '\n'
}

// trim cuts the file behind the kept rows.
func (r *resuming) trim() error {
	last := r.kept[len(r.kept)-1]
	end := last.offset + last.length
	if err := r.from.Truncate(end); err != nil {
		return err
	}
	if _, err := r.from.Seek(0, io.SeekEnd); err != nil {
		return err
	}
	return r.end(r.from, end)
}

// end ends the last line where that was cut off.
func (r *resuming) end(file io.Writer, size int64) error {
	if size == r.size {
		return nil
	}
	_, err := io.WriteString(file, "\n")
	return err
}

// rewrite puts a file with the kept rows in the place of the report at once, so
// that no moment is without one of both. A link to the report stays one, and
// who may read it may read it.
func (r *resuming) rewrite(path string) (file, error) {
	place, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil, err
	}
	info, err := r.from.Stat()
	if err != nil {
		return nil, err
	}
	fresh, err := os.CreateTemp(filepath.Dir(place), "."+filepath.Base(place)+"-*")
	if err != nil {
		return nil, err
	}
	size := int64(0)
	for _, at := range r.kept {
		n, copyErr := io.Copy(fresh, io.NewSectionReader(r.from, at.offset, at.length))
		size += n
		err = errors.Join(err, copyErr)
	}
	err = errors.Join(err, r.end(fresh, size), fresh.Chmod(info.Mode().Perm()), fresh.Sync(), hold(fresh.Name(), fresh))
	if err == nil {
		err = os.Rename(fresh.Name(), place)
	}
	if err != nil {
		return nil, errors.Join(err, fresh.Close(), os.Remove(fresh.Name()))
	}
	return renamed{fresh, path}, nil
}

// renamed is an open file that has got the name of another.
type renamed struct {
	*os.File
	name string
}

func (f renamed) Name() string { return f.name }
