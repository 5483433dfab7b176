package command

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// commandFile is a file the runner made for this step and reads when the step
// ends. What is in it stays: other parts of the step may have written to it.
type commandFile struct {
	*os.File
	size int64
	glue string // what must come before a new line
}

// open opens the file that the runner named in variable. A file that is not
// there is not made: nobody would read it.
func open(path, variable string) (*commandFile, error) {
	if path == "" {
		return nil, fmt.Errorf("%s is not set, so there is no file to write to", variable)
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_RDWR, 0o644)
	if err != nil {
		return nil, fmt.Errorf("%s: %q cannot be opened: %w", variable, eval.Clip(path), eval.Bare(err))
	}
	c := &commandFile{File: f}
	if err := c.look(); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %q: %w", variable, eval.Clip(path), eval.Bare(err)), f.Close())
	}
	return c, nil
}

func (c *commandFile) look() error {
	info, err := c.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("not a regular file")
	}
	if c.size = info.Size(); c.size == 0 {
		return nil
	}
	last := make([]byte, 1)
	if _, err := c.ReadAt(last, c.size-1); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if last[0] != '\n' {
		c.glue = "\n"
	}
	return nil
}

// end writes text behind what is there, and closes the file.
func (c *commandFile) end(text string) error {
	_, err := c.WriteString(c.glue + text)
	return errors.Join(eval.Bare(err), c.Close())
}
