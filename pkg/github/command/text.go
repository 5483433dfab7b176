package command

import (
	"bytes"
	"io"
	"sync"

	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// Text is a writer for what models, agents and tools say. Each line is made
// safe and gets a bar in front, so that neither the runner takes it for a
// command nor a problem matcher for one of its own. A line is written when it
// is whole, or at [Text.Close].
type Text struct {
	mu   sync.Mutex
	w    io.Writer
	rest []byte
}

// NewText is a text that is written to w.
func NewText(w io.Writer) *Text { return &Text{w: w} }

// bar stands before each line.
const bar = "| "

// maxLine is how much of a line is waited for. A longer one goes on in the
// next line.
const maxLine = 64 << 10

// Write takes any bytes, however they are divided.
func (t *Text) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rest = append(t.rest, p...)
	var out bytes.Buffer
	for {
		line, rest, found := bytes.Cut(t.rest, []byte{'\n'})
		if !found && len(line) <= maxLine {
			break
		}
		if len(line) > maxLine {
			n := len(safetext.Head(string(line[:maxLine+1]), maxLine))
			line, rest = t.rest[:n], t.rest[n:]
		}
		put(&out, line)
		t.rest = rest
	}
	if out.Len() == 0 {
		return len(p), nil
	}
	t.rest = bytes.Clone(t.rest) // not the whole of what was written
	if _, err := out.WriteTo(t.w); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Close writes what is left of the last line. It does not close the writer.
func (t *Text) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.rest) == 0 {
		return nil
	}
	var out bytes.Buffer
	put(&out, t.rest)
	t.rest = nil
	_, err := out.WriteTo(t.w)
	return err
}

func put(out *bytes.Buffer, line []byte) {
	for _, safe := range safetext.Lines(string(line)) {
		out.WriteString(bar + safe + "\n")
	}
}
