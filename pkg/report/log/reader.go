package log

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Row is one row of a report and the line it stands on, from 1.
type Row struct {
	Line  int
	Event eval.Event
}

// ErrTorn is the last error of a report whose last row is cut, as a killed
// run leaves it. The rows before it are whole.
var ErrTorn = errors.New("the last row is cut: the run was killed")

// longestRow bounds what is taken for a row: far more than any run writes,
// and less than a file without line ends may be.
const longestRow = 512 << 20

// Read reads the rows of the report at path, and of the events that --json
// prints. It ends at the first error, whose text begins with file:line; a cut
// last row is [ErrTorn].
func Read(path string) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		f, err := os.Open(path)
		if err != nil {
			yield(Row{}, fmt.Errorf("cannot read report %q: %w", path, eval.Bare(err)))
			return
		}
		defer f.Close()
		for row, err := range rows(f, path) {
			if !yield(row, err) {
				return
			}
		}
	}
}

func rows(r io.Reader, path string) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		in := bufio.NewReaderSize(r, 1<<16)
		var buf []byte
		for line := 1; ; line++ {
			text, last, err := readLine(in, buf[:0])
			buf = text
			if err == nil && last && len(text) == 0 {
				if line == 1 {
					yield(Row{}, fmt.Errorf("%s: an empty file is not a report", path))
				}
				return
			}
			var ev eval.Event
			if err == nil {
				ev, err = decode(text, line == 1)
			}
			if err != nil && last && line > 1 && cut(text) {
				err = ErrTorn
			}
			if err != nil {
				yield(Row{}, fmt.Errorf("%s:%d: %w", path, line, err))
				return
			}
			if !yield(Row{line, ev}, nil) || last {
				return
			}
		}
	}
}

// readLine appends the next line without its end to buf; last says that no
// newline ended it.
func readLine(in *bufio.Reader, buf []byte) (line []byte, last bool, err error) {
	for {
		part, err := in.ReadSlice('\n')
		buf = append(buf, part...)
		switch {
		case err == nil:
			return bytes.TrimRight(buf, "\r\n"), false, nil
		case errors.Is(err, io.EOF):
			return buf, true, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return buf, true, err
		case len(buf) > longestRow:
			return buf, true, fmt.Errorf("a row longer than %d MiB is not a report's", longestRow>>20)
		}
	}
}

// cut reports whether text is the beginning of a JSON value.
func cut(text []byte) bool {
	err := json.NewDecoder(bytes.NewReader(text)).Decode(new(json.RawMessage))
	return errors.Is(err, io.ErrUnexpectedEOF)
}

func decode(text []byte, first bool) (eval.Event, error) {
	var head struct {
		Type    *string `json:"type"`
		Version int     `json:"schema_version"`
	}
	err := json.Unmarshal(text, &head)
	if first && (err != nil || head.Type == nil || *head.Type != "start") {
		return nil, errors.New(`not a report: its first row is not of type "start"`)
	}
	if err != nil {
		return nil, fmt.Errorf("not a row of a report: %w", err)
	}
	if head.Type == nil {
		return nil, errors.New(`not a row of a report: it has no "type"`)
	}
	if head.Version > eval.SchemaVersion {
		return nil, fmt.Errorf("written by a newer version: its schema is %d, the newest known here is %d", head.Version, eval.SchemaVersion)
	}
	ev := blank(*head.Type)
	if ev == nil {
		return nil, fmt.Errorf("unknown row type %q", *head.Type)
	}
	if err := json.Unmarshal(text, ev); err != nil {
		return nil, fmt.Errorf("not a %s row: %w", *head.Type, err)
	}
	return ev, nil
}

// blank is an event of the row's type to decode into, nil for no known type.
func blank(row string) eval.Event {
	switch row {
	case "start":
		return new(eval.Start)
	case "result":
		return new(eval.Trial)
	case "stability":
		return new(eval.CaseResult)
	case "summary":
		return new(eval.Summary)
	case "gate":
		return new(eval.Decision)
	case "trial_start":
		return new(eval.TrialStart)
	case "log":
		return new(eval.Log)
	default:
		return nil
	}
}
