package log

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"math"
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Follow begins to read a report that may still be written. [Reader.More] reads
// what stands there.
func Follow(file io.ReaderAt, name string) *Reader {
	return &Reader{file: file, name: name, next: mark{line: 1}}
}

// More reads the rows that were written since the last time, as [Read] does,
// and no more of them when it has gone through most bytes; rest says that there
// may be others. A last row that is cut is left for the next time, and so is a
// file that has nothing in it yet. After an error nothing more can be read.
func (r *Reader) More(most int64, see func(place string, ev eval.Event) error) (rest bool, err error) {
	if ended, err := r.lineEnd(); err != nil || !ended {
		return false, err
	}
	fresh, end := map[eval.Key]bool{}, r.next.offset+most
	r.torn = false
	for row, err := range rowsFrom(io.NewSectionReader(r.file, r.next.offset, math.MaxInt64-r.next.offset), r.name, r.next, true) {
		if errors.Is(err, errTorn) {
			r.torn = true
			break
		}
		if err != nil {
			return false, err
		}
		if err := r.take(row, see); err != nil {
			return false, err
		}
		if trial, ok := row.event.(*eval.Trial); ok {
			fresh[trial.Key()] = true
		}
		r.next, r.open = mark{row.line + 1, row.offset + row.length}, row.open
		if rest = r.next.offset >= end; rest {
			break
		}
	}
	return rest, r.distinct(r.index.twiceOf(maps.Keys(fresh)))
}

// lineEnd goes over the end of the last line, which may be written later than
// the rest of it, and tells whether it was.
func (r *Reader) lineEnd() (ended bool, err error) {
	if !r.open {
		return true, nil
	}
	end := make([]byte, 2)
	n, err := r.file.ReadAt(end, r.next.offset)
	switch end = end[:n]; {
	case n > 0 && end[0] == '\n':
		n = 1
	case string(end) == "\r\n":
	case n == 0 && errors.Is(err, io.EOF), string(end) == "\r" && errors.Is(err, io.EOF):
		return false, nil
	case err != nil && !errors.Is(err, io.EOF):
		return false, fmt.Errorf("cannot read report %q: %w", r.name, eval.Bare(err))
	default:
		return false, fmt.Errorf("%s:%d: not a row of a report: there is more behind it on its line", r.name, r.next.line-1)
	}
	r.next.offset += int64(n)
	r.open = false
	return true, nil
}

// Offset is how many bytes of the file were read: the rows before it are whole.
func (r *Reader) Offset() int64 { return r.next.offset }

// TrialsOf reads the trials of a case back by run, those that were read by now.
// Other than [Reader.Trials] it may be walked by any goroutine while the reader
// goes on.
func (r *Reader) TrialsOf(key eval.Key) iter.Seq2[*eval.Trial, error] {
	return readBack(r.file, r.name, slices.Values(r.index.of(key)))
}
