package log

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Writer writes a JSONL report. Events come from one goroutine, as sinks are
// told; reading back is for after the last one.
type Writer struct {
	file  file
	temp  bool
	buf   []byte
	size  int64
	index index
	fault error
	had   *written // rows of before the run was resumed, nil of any other run
}

// file is the part of *os.File that reports need.
type file interface {
	io.Writer
	io.ReaderAt
	io.Closer
	Truncate(size int64) error
	Sync() error
	Name() string
}

// Create opens path for a new report and empties it when it exists. The
// folder must exist, and no other run may be writing the file. The error does not name the path, which the caller knows
// as people see it.
func Create(path string) (*Writer, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, eval.Bare(err)
	}
	err = hold(path, f)
	if err == nil {
		err = empty(f) // not before it is known to be nobody else's
	}
	if err != nil {
		return nil, errors.Join(eval.Bare(err), f.Close())
	}
	return &Writer{file: f}, nil
}

func empty(f *os.File) error {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return err
	}
	return f.Truncate(0)
}

// CreateNew opens a new file at path, or beside it as name-2, name-3, ... when
// that exists: it never overwrites. Path tells which it became.
func CreateNew(path string) (*Writer, error) {
	ext := filepath.Ext(path)
	for n := 1; ; n++ {
		name := path
		if n > 1 {
			name = strings.TrimSuffix(path, ext) + "-" + strconv.Itoa(n) + ext
		}
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err == nil {
			err = hold(name, f)
		}
		if err != nil {
			return nil, errors.Join(eval.Bare(err), f.Close())
		}
		return &Writer{file: f}, nil
	}
}

// Temp opens a report in the folder dir that Close removes.
func Temp(dir string) (*Writer, error) {
	f, err := os.CreateTemp(dir, "surefoot-*.jsonl")
	if err != nil {
		return nil, fmt.Errorf("cannot create a temporary report in %q: %w", dir, eval.Bare(err))
	}
	// Where a system allows it, nothing stays behind even of a killed run.
	_ = os.Remove(f.Name())
	return &Writer{file: f, temp: true}, nil
}

// Trials reads the trials of the given cases back, cases in the order of keys
// and their trials by run. Cases without rows are passed over. It ends at the
// first error.
func (w *Writer) Trials(keys iter.Seq[eval.Key]) iter.Seq2[*eval.Trial, error] {
	return w.index.trials(w.file, w.Path(), keys)
}

// Path is the file's path.
func (w *Writer) Path() string { return w.file.Name() }

// keptBuffer bounds the memory that one huge row leaves behind.
const keptBuffer = 1 << 20

// Event writes the event's row with one write; events that only live readers
// see, and the stability of cases with one trial, have none. When a row
// cannot be written its beginning is taken back and the report ends there:
// that is told once, as the error of this event, and [Writer.Fault] keeps it.
// Later events are dropped without a word.
func (w *Writer) Event(ev eval.Event) error {
	if w.fault != nil || !kept(ev) || w.had.has(ev) {
		return nil
	}
	row, err := eval.AppendRow(w.buf[:0], ev)
	if err != nil {
		return fmt.Errorf("report %q: cannot encode a %s row: %w", w.Path(), ev.Row(), err)
	}
	if cap(row) <= keptBuffer {
		w.buf = row
	}
	n, err := w.file.Write(row)
	if err == nil && n < len(row) {
		err = io.ErrShortWrite
	}
	if err != nil {
		return w.fail(err, n)
	}
	if trial, ok := ev.(*eval.Trial); ok {
		w.index.add(trial, w.size, int64(len(row)))
	}
	w.size += int64(len(row))
	return nil
}

// fail ends the report before the row of which only n bytes were written.
// Where they cannot be taken back, a torn last row is what readers expect of
// a run that was killed, and nothing follows it.
func (w *Writer) fail(err error, n int) error {
	w.fault = fmt.Errorf("report %q ends early: %w", w.Path(), eval.Bare(err))
	if n > 0 {
		if back := w.file.Truncate(w.size); back != nil {
			w.fault = fmt.Errorf("%w (and its last row is cut: %w)", w.fault, eval.Bare(back))
		}
	}
	return w.fault
}

func kept(ev eval.Event) bool {
	switch ev.(type) {
	case *eval.TrialStart, *eval.Log:
		return false
	default:
		return eval.IsRow(ev)
	}
}

// Fault is why the report ends early, nil when it does not.
func (w *Writer) Fault() error { return w.fault }

// Close brings the report to the disk and closes it; a temporary one is
// removed. What Event already told is not told again.
func (w *Writer) Close() error {
	if w.temp {
		err := os.Remove(w.Path())
		if errors.Is(err, fs.ErrNotExist) {
			err = nil // it was taken out of its folder when it was opened
		}
		return errors.Join(w.file.Close(), err)
	}
	err := w.file.Sync()
	// Pipes and devices have nothing to bring to a disk.
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) {
		err = nil
	}
	err = errors.Join(err, w.file.Close())
	if err == nil || w.fault != nil {
		return nil
	}
	return fmt.Errorf("report %q may be incomplete: %w", w.Path(), eval.Bare(err))
}
