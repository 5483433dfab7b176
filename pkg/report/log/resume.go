package log

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Resume opens the report at path to go on with it behind the rows that keep
// wants. The others are taken out, and a last row that is cut. What stands in
// the file is not written a second time: events whose rows are there are
// dropped, so that a resumed run may tell everything from its beginning. A file
// that is open for reading the trials that were kept stays good for it.
func Resume(path string, keep func(eval.Event) bool) (*Writer, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, eval.Bare(err)
	}
	r := &resuming{from: f, had: &written{trials: map[trialKey]bool{}, cases: map[eval.Key]bool{}}}
	w, err := r.open(path, keep)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return w, nil
}

// written are the rows that a resumed report has from before.
type written struct {
	start, summary, decision bool
	trials                   map[trialKey]bool
	cases                    map[eval.Key]bool
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

func (r *resuming) open(path string, keep func(eval.Event) bool) (*Writer, error) {
	if err := r.scan(path, keep); err != nil {
		return nil, err
	}
	file := r.from
	if r.apart {
		fresh, err := r.rewrite(path)
		if err != nil {
			return nil, eval.Bare(err)
		}
		file = fresh
		_ = r.from.Close() // it was only read
	} else if err := r.trim(); err != nil {
		return nil, eval.Bare(err)
	}
	return &Writer{file: file, size: r.size, index: r.index, had: r.had}, nil
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
// that no moment is without one of both.
func (r *resuming) rewrite(path string) (*os.File, error) {
	fresh, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return nil, err
	}
	size := int64(0)
	for _, at := range r.kept {
		n, copyErr := io.Copy(fresh, io.NewSectionReader(r.from, at.offset, at.length))
		size += n
		err = errors.Join(err, copyErr)
	}
	err = errors.Join(err, r.end(fresh, size), fresh.Chmod(0o644), fresh.Sync())
	if err == nil {
		err = os.Rename(fresh.Name(), path)
	}
	if err != nil {
		return nil, errors.Join(err, fresh.Close(), os.Remove(fresh.Name()))
	}
	// The name of the open file is still the one it had.
	named, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, errors.Join(err, fresh.Close())
	}
	if err := fresh.Close(); err != nil {
		return nil, errors.Join(err, named.Close())
	}
	if _, err := named.Seek(0, io.SeekEnd); err != nil {
		return nil, fmt.Errorf("cannot go to its end: %w", errors.Join(err, named.Close()))
	}
	return named, nil
}
