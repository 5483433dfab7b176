package wire

import (
	"bytes"
	"errors"
	"io"
)

// ErrorEvent is the name of an event that is no part of the answer.
const ErrorEvent = "error"

// errTooLong ends a stream that grew over its limit.
var errTooLong = errors.New("the answer is too long")

const (
	readSize      = 8 << 10
	maxEmptyReads = 100
	excerptBytes  = 4 * excerptRunes // hold as many characters of any script
	drainBytes    = 64 << 10
)

// Events reads server-sent events (WHATWG HTML, section 9.2): lines that end
// in CR, LF or both, comments, data over several lines. Unlike a browser it
// gives the errors that servers write as no event, and an event that the end
// of the stream cut off before its blank line: servers forget that line, and
// what is really cut is no JSON. What begins as JSON is an answer in one
// piece, which Rest gives.
type Events struct {
	src  io.Reader
	left int64 // bytes that may still come

	buf        []byte
	start, end int // of what is not read yet
	skipLF     bool
	atStart    bool
	whole      bool  // the answer is JSON instead of events
	err        error // from src

	data []byte
	name []byte

	head    [excerptBytes]byte // how the stream began, for error texts
	headLen int
}

func newEvents() *Events {
	return &Events{buf: make([]byte, readSize)}
}

// reset makes the reader ready for a new stream.
func (e *Events) reset(src io.Reader, limit int64) {
	*e = Events{src: src, left: limit + 1, atStart: true, buf: e.buf, data: e.data[:0], name: e.name[:0]}
}

// first is the first byte that is not blank, which it leaves unread.
func (e *Events) first() (byte, error) {
	for {
		for e.start < e.end {
			if e.skipBOM() {
				continue
			}
			c := e.buf[e.start]
			if c != ' ' && c != '\t' && c != '\r' && c != '\n' {
				return c, nil
			}
			e.start++
		}
		if err := e.fill(); err != nil {
			return 0, err
		}
	}
}

// Next gives the data and the name of the next event that has data. Both are
// valid until it is called again.
func (e *Events) Next() (data, name []byte, err error) {
	e.data, e.name = e.data[:0], e.name[:0]
	lines := 0
	for {
		line, err := e.line()
		if err != nil && (!errors.Is(err, io.EOF) || len(line) == 0) {
			if lines > 0 {
				return e.data, e.name, nil
			}
			return nil, nil, err
		}
		if len(line) == 0 {
			if lines > 0 {
				return e.data, e.name, nil
			}
			e.name = e.name[:0]
			continue
		}
		if line[0] == '{' {
			return e.bare(line)
		}
		field, value, _ := bytes.Cut(line, []byte{':'})
		value = bytes.TrimPrefix(value, []byte{' '})
		switch string(field) {
		case "data":
			if lines > 0 {
				e.data = append(e.data, '\n')
			}
			e.data = append(e.data, value...)
			lines++
		case "event":
			e.name = append(e.name[:0], value...)
		case ErrorEvent: // llama.cpp
			if isStated(value) {
				e.data = append(e.data[:0], value...)
				return e.data, []byte(ErrorEvent), nil
			}
		}
	}
}

// line is the next line without its end. It comes with io.EOF when the stream
// ended instead, and is valid until the next call.
func (e *Events) line() ([]byte, error) {
	searched := 0
	for {
		if e.start < e.end && e.skipLF {
			e.skipLF = false
			if e.buf[e.start] == '\n' {
				e.start++
			}
		}
		if e.start < e.end {
			e.skipBOM()
		}
		pending := e.buf[e.start:e.end]
		if at := lineEnd(pending[searched:]); at >= 0 {
			at += searched
			e.skipLF = pending[at] == '\r'
			e.start += at + 1
			return pending[:at], nil
		}
		searched = len(pending)
		if err := e.fill(); err != nil {
			pending = e.buf[e.start:e.end]
			e.start = e.end
			return pending, err
		}
	}
}

func lineEnd(b []byte) int {
	lf := bytes.IndexByte(b, '\n')
	if lf >= 0 {
		b = b[:lf]
	}
	if cr := bytes.IndexByte(b, '\r'); cr >= 0 {
		return cr
	}
	return lf
}

// skipBOM passes over a byte order mark at the very start.
func (e *Events) skipBOM() bool {
	if !e.atStart {
		return false
	}
	mark := []byte("\xef\xbb\xbf")
	pending := e.buf[e.start:e.end]
	if len(pending) < len(mark) && bytes.HasPrefix(mark, pending) && e.fill() == nil {
		return e.skipBOM()
	}
	e.atStart = false
	if !bytes.HasPrefix(e.buf[e.start:e.end], mark) {
		return false
	}
	e.start += len(mark)
	return true
}

// fill reads more, behind what is not read yet.
func (e *Events) fill() error {
	if e.left <= 0 {
		return errTooLong
	}
	if e.err != nil {
		return e.err
	}
	if e.start == e.end {
		e.start, e.end = 0, 0
	}
	if e.end == len(e.buf) {
		if e.start > 0 {
			e.end = copy(e.buf, e.buf[e.start:e.end])
			e.start = 0
		} else {
			e.buf = append(e.buf, make([]byte, len(e.buf))...)
		}
	}
	for range maxEmptyReads {
		space := e.buf[e.end:]
		if e.left < int64(len(space)) {
			space = space[:e.left]
		}
		n, err := e.src.Read(space)
		e.headLen += copy(e.head[e.headLen:], space[:n])
		e.end += n
		e.left -= int64(n)
		e.err = err
		if n > 0 {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return io.ErrNoProgress
}

// Whole reports whether the answer came in one piece, for Rest to give.
func (e *Events) Whole() bool { return e.whole }

// IsTooLong reports whether an error says that the answer grew over its limit.
func IsTooLong(err error) bool { return errors.Is(err, errTooLong) }

// Ended reports whether nothing more can come.
func (e *Events) Ended() bool { return e.err != nil && e.start == e.end }

// Began is how the stream began.
func (e *Events) Began() string { return string(e.head[:e.headLen]) }

// Rest is all that is still to come, as one piece.
func (e *Events) Rest() ([]byte, error) {
	for {
		if err := e.fill(); err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return e.buf[e.start:e.end], err
		}
	}
}

// drain reads what may still come behind the end mark, so that the connection
// can be used again.
func (e *Events) drain() {
	for n := 0; n < drainBytes; n += e.end {
		e.start, e.end = 0, 0
		if e.fill() != nil {
			return
		}
	}
}
