package log

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Reader gives back the trials of the rows it has read. It is used from one
// goroutine.
type Reader struct {
	file  io.ReaderAt
	name  string
	index index
	so    order
	next  mark // where the next row begins
	open  bool // the end of the last line is still to come
	torn  bool
}

// Read reads a report, or what --json printed, in one pass: it gives every row
// to see, with its place, and remembers where the trials are. An error of see
// ends the pass and comes back as it is; all others begin with their place,
// which is name:line. Name is the file as people know it. The file stays the
// caller's, and must stay open for the trials.
func Read(file io.ReaderAt, name string, see func(place string, ev eval.Event) error) (*Reader, error) {
	r := &Reader{file: file, name: name}
	if err := r.scan(see); err != nil {
		return nil, err
	}
	return r, nil
}

func (r *Reader) scan(see func(string, eval.Event) error) error {
	for row, err := range rows(io.NewSectionReader(r.file, 0, math.MaxInt64), r.name) {
		if errors.Is(err, errTorn) {
			r.torn = true
			break
		}
		if err != nil {
			return err
		}
		if err := r.take(row, see); err != nil {
			return err
		}
	}
	return r.distinct(r.index.twice())
}

// take gives a row on, and remembers where it is.
func (r *Reader) take(row row, see func(string, eval.Event) error) error {
	place := r.name + ":" + strconv.Itoa(row.line)
	if err := r.so.follow(row.event); err != nil {
		return fmt.Errorf("%s: %w", place, err)
	}
	if trial, ok := row.event.(*eval.Trial); ok {
		r.index.add(trial, row.offset, row.length)
	}
	return see(place, row.event)
}

// distinct refuses a trial that has two rows.
func (r *Reader) distinct(first, second place, found bool) error {
	if !found {
		return nil
	}
	trial := new(eval.Trial)
	if err := read(r.file, r.name, make([]byte, second.length), second.offset, trial); err != nil {
		return err
	}
	lines := make([]int, 2)
	for i, at := range []place{first, second} {
		var err error
		if lines[i], err = lineAt(r.file, at.offset); err != nil {
			return fmt.Errorf("cannot read report %q: %w", r.name, eval.Bare(err))
		}
	}
	return fmt.Errorf("%s:%d: a second result of case %q, trial %d: the first is on line %d", r.name, lines[1], trial.ID, trial.Run, lines[0])
}

// lineAt is the line that begins at the offset.
func lineAt(file io.ReaderAt, offset int64) (int, error) {
	in := io.NewSectionReader(file, 0, offset)
	buf := make([]byte, 1<<16)
	for line := 1; ; {
		n, err := in.Read(buf)
		line += bytes.Count(buf[:n], []byte("\n"))
		if errors.Is(err, io.EOF) {
			return line, nil
		}
		if err != nil {
			return 0, err
		}
	}
}

// Torn reports that the last row is cut, as a killed run leaves it. It was
// given to nobody.
func (r *Reader) Torn() bool { return r.torn }

// Trials reads the trials of the given cases back as [Writer.Trials] does.
func (r *Reader) Trials(keys iter.Seq[eval.Key]) iter.Seq2[*eval.Trial, error] {
	return r.index.trials(r.file, r.name, keys)
}

// errTorn is the last error of a report whose last row is cut. The rows before
// it are whole.
var errTorn = errors.New("the last row is cut")

// longestRow bounds what is taken for a row: far more than any run writes,
// and less than a file without line ends may be.
const longestRow = 512 << 20

// row is an event, the line it stands on, from 1, and where that is.
type row struct {
	line           int
	offset, length int64
	open           bool // no newline ends the line
	event          eval.Event
}

// mark is where a line begins: its number, and the bytes before it.
type mark struct {
	line   int
	offset int64
}

// rows are the rows of a report. They end at the first error, whose text
// begins with name:line.
func rows(r io.Reader, name string) iter.Seq2[row, error] {
	return rowsFrom(r, name, mark{line: 1}, false)
}

// rowsFrom are the rows from a mark on, where r stands. Of a file that is still
// being written the first row may be cut too, or missing.
func rowsFrom(r io.Reader, name string, from mark, growing bool) iter.Seq2[row, error] {
	return func(yield func(row, error) bool) {
		in := bufio.NewReaderSize(r, 1<<16)
		var buf []byte
		offset := from.offset
		for line := from.line; ; line++ {
			text, last, err := readLine(in, buf[:0])
			length := int64(len(text))
			if cap(text) <= keptBuffer {
				buf = text
			}
			if err == nil && last && length == 0 {
				if line == 1 && !growing {
					yield(row{}, fmt.Errorf("%s: an empty file is not a report", name))
				}
				return
			}
			var ev eval.Event
			if err == nil {
				ev, err = decode(bytes.TrimRight(text, "\r\n"), line == 1)
				if err != nil && last && (line > 1 || growing) && cut(text) {
					err = errTorn
				}
			}
			if err != nil {
				yield(row{}, fmt.Errorf("%s:%d: %w", name, line, err))
				return
			}
			if !yield(row{line, offset, length, last, ev}, nil) || last {
				return
			}
			offset += length
		}
	}
}

// readLine appends the next line with its end to buf; last says that no
// newline ended it.
func readLine(in *bufio.Reader, buf []byte) (line []byte, last bool, err error) {
	for {
		part, err := in.ReadSlice('\n')
		buf = append(buf, part...)
		switch {
		case err == nil:
			return buf, false, nil
		case errors.Is(err, io.EOF):
			return buf, true, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return buf, true, err
		case len(buf) > longestRow:
			return buf, true, fmt.Errorf("a row longer than %d MiB is not a report's", longestRow>>20)
		}
	}
}
