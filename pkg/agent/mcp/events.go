package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"unicode/utf8"
)

// events is a stream of server-sent events, of whose messages none loses what
// exact keeps.
type events struct {
	from *bufio.Reader
	body io.Closer
	held []byte // lines of data, which may be one message together
	rest []byte
	err  error
	torn *atomic.Pointer[error]
}

// Read gives each line as it comes, but those of data together with the one
// behind them, without which they are no event.
func (e *events) Read(p []byte) (int, error) {
	for len(e.rest) == 0 {
		if e.err != nil {
			return 0, e.err
		}
		if e.rest, e.err = e.next(); e.err != nil && !errors.Is(e.err, io.EOF) {
			e.torn.Store(&e.err)
		}
	}
	n := copy(p, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

var dataField = []byte("data:")

// next is what can be given now, nothing while a line of data waits for more.
func (e *events) next() ([]byte, error) {
	line, err := e.line()
	data := bytes.HasPrefix(line, dataField)
	if data {
		e.held = append(e.held, line...)
	}
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return nil, err
	case len(e.held) > maxLine:
		return nil, errLong
	case data && err == nil:
		return nil, nil
	}
	given, wrong := joined(e.held)
	e.held = nil
	if wrong != nil {
		return nil, wrong
	}
	if !data {
		given = append(given, line...)
	}
	return given, err
}

// joined is lines of data, in one where exact has something to keep, or why no
// server may say that.
func joined(held []byte) ([]byte, error) {
	var whole []byte
	for line := range bytes.Lines(held) {
		whole = append(whole, line[len(dataField):]...)
	}
	if !json.Valid(whole) {
		return held, nil
	}
	if _, err := looked(whole); err != nil {
		return nil, err
	}
	if kept := exact(whole); len(kept) != len(whole) {
		return append(bytes.Clone(dataField), kept...), nil
	}
	return held, nil
}

var errLong = fmt.Errorf("it sent a message of more than %d MiB", maxLine>>20)

func (e *events) line() ([]byte, error) {
	line, err := wholeLine(e.from)
	switch {
	case errors.Is(err, errWide):
		return nil, errLong
	case !utf8.Valid(line):
		return nil, errors.New("it sent a message that is not UTF-8")
	default:
		return line, err
	}
}

// Close ends the stream.
func (e *events) Close() error { return e.body.Close() }
