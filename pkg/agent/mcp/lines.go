package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// lines is what a child writes to its standard output. Each line is looked at
// before it is taken for a message, so that what a child logs there, and what
// it leaves half said, is told as that and not as a syntax error or a wait.
type lines struct {
	from *bufio.Reader
	rest []byte // of a line that was looked at

	mu     sync.Mutex
	over   error  // why there are no more; read by others than the reader
	closed bool   // the child's input: its end is no wonder then
	asked  asked  // of the child
	stray  string // the last answer to nothing of that
}

func linesOf(r io.Reader) *lines {
	return &lines{from: bufio.NewReaderSize(r, 64<<10), asked: asked{}}
}

// Read reads lines that are messages.
func (l *lines) Read(p []byte) (int, error) {
	for len(l.rest) == 0 {
		if err := l.end(); err != nil {
			return 0, err
		}
		line, err := l.line()
		if line != nil {
			l.rest = exact(line)
		}
		if err != nil {
			l.mu.Lock()
			if l.over = err; l.closed {
				l.over = errClosed
			}
			l.mu.Unlock()
		}
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// errClosed ends the lines of a child whose input was closed.
var errClosed = errors.New("closed")

// input is the child's, which lines learn the end of.
type input struct {
	io.WriteCloser
	lines *lines
}

// Write writes messages, each whole.
func (i input) Write(p []byte) (int, error) {
	i.lines.mu.Lock()
	i.lines.asked.note(p)
	i.lines.mu.Unlock()
	return i.WriteCloser.Write(p)
}

// Close ends the input.
func (i input) Close() error {
	i.lines.mu.Lock()
	i.lines.closed = true
	i.lines.mu.Unlock()
	return i.WriteCloser.Close()
}

// Close does nothing: the child's end is its owner's.
func (l *lines) Close() error { return nil }

// end is why there are no more lines, nil as long as there may be: io.EOF
// where the child closed its output.
func (l *lines) end() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.over
}

// line is the next line that is not blank, with its end.
func (l *lines) line() ([]byte, error) {
	for {
		line, err := wholeLine(l.from)
		switch {
		case errors.Is(err, errWide):
			return nil, fmt.Errorf("it wrote a message of more than %d MiB", maxLine>>20)
		case len(bytes.TrimSpace(line)) == 0 && err == nil:
			continue
		case len(bytes.TrimSpace(line)) == 0:
			return nil, err
		}
		if wrong := noMessage(line); wrong != nil {
			return nil, wrong
		}
		m, wrong := looked(line)
		if wrong != nil {
			return nil, wrong
		}
		if m.notes() && err == nil {
			continue
		}
		l.mu.Lock()
		if stray := l.asked.stray(m); stray != "" {
			l.stray = stray
		}
		l.mu.Unlock()
		return line, err
	}
}

var errWide = errors.New("the line is too long")

// wholeLine reads a line with its end, or what is left. One of more than maxLine
// bytes is errWide.
func wholeLine(from *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := from.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > maxLine:
			return nil, errWide
		case !errors.Is(err, bufio.ErrBufferFull):
			return line, err
		}
	}
}

// strayed is the last answer to what was not asked, for who waits for one.
func (l *lines) strayed() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.stray
}

// noMessage says why a line is no message, nil when it may be one.
func noMessage(line []byte) error {
	said := strconv.Quote(eval.Clip(strings.ToValidUTF8(oneLine(string(line[:min(len(line), 400)])), "\uFFFD")))
	switch {
	case !bytes.Contains(line, []byte(`"jsonrpc"`)):
		return fmt.Errorf("it wrote %s to its standard output, which is no message of the protocol (a server logs to standard error)", said)
	case !utf8.Valid(line):
		return errors.New("it wrote a message that is not UTF-8")
	case !json.Valid(line):
		return fmt.Errorf("it wrote a message that is no JSON: %s", said)
	default:
		return nil
	}
}
