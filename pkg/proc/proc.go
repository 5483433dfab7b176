// Package proc starts children and ends them: each in a group of its own, so
// that what it starts ends with it, with an environment that was chosen, and
// with no more kept of what it says than its last words. It is the one place
// that starts processes, and knows nothing of what they are.
package proc

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Command is what to start.
type Command struct {
	Path string // looked up in PATH when it has no slash, else in Dir
	Args []string
	Dir  string
	Env  []string // NAME=value; nothing else but a mark, SUREFOOT_CHILD
}

// Process is a child that runs, or ran. Its methods are safe for concurrent
// use; Stdin and Stdout are each used from one goroutine.
type Process struct {
	Stdin  io.WriteCloser
	Stdout io.ReadCloser // its end is the child's, and that of all it started

	cmd    *exec.Cmd
	stderr tail
	done   chan struct{}
	err    error // of Wait; read after done
	ending sync.Once
}

// Times that a child gets to end by itself.
const (
	politeWait = 300 * time.Millisecond // after its input was closed
	termWait   = 700 * time.Millisecond // after it was asked to
)

// Start starts a child. Who starts it must End it.
func Start(c Command) (*Process, error) {
	path := c.Path
	if c.Dir != "" && strings.ContainsRune(filepath.ToSlash(path), '/') && !filepath.IsAbs(path) {
		path = filepath.Join(c.Dir, path)
	}
	path, err := exec.LookPath(path)
	if err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			hint := ""
			if strings.ContainsAny(c.Path, " \t") {
				hint = " (what a command is given stands apart from it)"
			}
			return nil, fmt.Errorf("there is no command %q in PATH%s", c.Path, hint)
		}
		return nil, fmt.Errorf("cannot start %q: %w", c.Path, bare(err))
	}
	p := &Process{cmd: exec.Command(path, c.Args...), done: make(chan struct{})} //nolint:noctx // its end is End's, which asks before it kills
	p.cmd.Args[0] = c.Path
	mark := "SUREFOOT_CHILD=" + rand.Text()
	p.cmd.Dir, p.cmd.Env, p.cmd.Stderr = c.Dir, append(slices.Clone(c.Env), mark), &p.stderr
	p.cmd.WaitDelay = time.Second // for children of it that hold its stderr
	group(p.cmd)
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	if p.Stdin, err = p.cmd.StdinPipe(); err != nil {
		return nil, errors.Join(err, read.Close(), write.Close())
	}
	p.cmd.Stdout, p.Stdout = write, read
	started := make(chan error)
	go func() {
		defer alone()()
		err := p.cmd.Start()
		started <- err
		if err != nil {
			return
		}
		p.err = p.cmd.Wait()
		kill(p.cmd) // what it left behind
		endStrays(mark)
		close(p.done)
	}()
	err = <-started
	_ = write.Close() // the child has it
	if err != nil {
		_ = read.Close()
		return nil, fmt.Errorf("cannot start %q: %w", c.Path, bare(err))
	}
	return p, nil
}

// bare is an error without the path that the caller names.
func bare(err error) error {
	var e *exec.Error
	if errors.As(err, &e) {
		err = e.Err
	}
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// Done is closed when the child has ended.
func (p *Process) Done() <-chan struct{} { return p.done }

// Exit is how the child ended, "" while it runs.
func (p *Process) Exit() string {
	select {
	case <-p.done:
	default:
		return ""
	}
	if p.err == nil {
		return "exit status 0"
	}
	var e *exec.ExitError
	if errors.As(p.err, &e) {
		return e.String()
	}
	return p.err.Error()
}

// Stderr is the last that the child wrote to its standard error.
func (p *Process) Stderr() string { return p.stderr.text() }

// End ends the child and all that it started: its input ends, then it is
// asked to, then it is killed. It returns when the child is gone, and may be
// called more than once.
func (p *Process) End() {
	p.ending.Do(func() {
		_ = p.Stdin.Close()
		if p.within(politeWait) {
			return
		}
		terminate(p.cmd)
		if !p.within(termWait) {
			kill(p.cmd)
		}
		<-p.done
	})
	<-p.done
	_ = p.Stdout.Close()
}

func (p *Process) within(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-p.done:
		return true
	case <-timer.C:
		return false
	}
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	buf  []byte
	lost int
}

const maxTail = 4 << 10

// Write takes everything.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, b...)
	if over := len(t.buf) - maxTail; over > 0 {
		t.lost += over
		t.buf = append(t.buf[:0], t.buf[over:]...)
	}
	return len(b), nil
}

// text begins with a whole line, or a whole word: half a secret would be none
// that anybody knows.
func (t *tail) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	kept, lost := t.buf, t.lost
	if lost > 0 {
		head := kept[:len(kept)/2]
		from := bytes.IndexByte(head, '\n') + 1
		if from == 0 {
			from = bytes.IndexAny(head, " \t") + 1
		}
		if from == 0 {
			from = len(kept)
		}
		kept, lost = kept[from:], lost+from
	}
	text := strings.TrimSpace(strings.ToValidUTF8(string(kept), "\uFFFD"))
	if lost > 0 {
		text = "(" + strconv.Itoa(lost) + " bytes before) " + text
	}
	return text
}
