package live

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/redact"
	"github.com/surefoot-dev/surefoot/pkg/report/again"
)

// follower reads the report that stands at a path, whichever it is, and tells
// the board. It is used from one goroutine.
type follower struct {
	path, name string
	clean      *redact.Redactor
	now        func() time.Time
	say        func(line string) // to whoever started it
	complain   func(error)
	board      *board
	began      time.Time

	edition *edition // nil while there is none
	rest    bool     // there is more to read at once
	state   state
	said    string // the complaint or notice that was last
}

// How often it looks: the pause is longer where much has to be counted, so that
// it takes a fifth of a processor at most.
const (
	pause     = 250 * time.Millisecond
	rested    = 4        // pauses are at least so many times the work
	atOnce    = 16 << 20 // bytes
	idlePause = time.Second
)

// run looks until the context ends.
func (f *follower) run(ctx context.Context) {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		began := time.Now()
		err := f.look(ctx)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			f.fault(err)
		}
		if f.rest {
			timer.Reset(0)
		} else {
			timer.Reset(max(pause, rested*time.Since(began)))
		}
	}
}

// first reads what stands there now. What is wrong with it is an error.
func (f *follower) first(ctx context.Context) error {
	for {
		if err := f.look(ctx); err != nil || !f.rest {
			return err
		}
	}
}

// close gives back what was read.
func (f *follower) close() {
	f.drop()
	f.board.begin()
}

func (f *follower) drop() {
	if f.edition != nil {
		f.edition.file.giveBack()
	}
	f.edition, f.rest = nil, false
}

// look reads what is new, and publishes it.
func (f *follower) look(ctx context.Context) error {
	info, err := os.Stat(f.path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && f.edition == nil:
		f.wait("it is not there yet")
		return nil
	case errors.Is(err, fs.ErrNotExist):
		f.wait("it was taken away")
		return nil
	case err == nil && info.IsDir():
		err = errors.New("it is a folder")
	case err == nil && !info.Mode().IsRegular():
		err = errors.New("it is no regular file (write what comes from there to a file, and name that)")
	}
	if err == nil && f.edition != nil && !f.edition.goesOn(info) {
		f.startOver()
	}
	if err == nil && f.edition == nil {
		err = f.open()
	}
	if err != nil {
		return fmt.Errorf("cannot read report %q: %w", f.name, eval.Bare(err))
	}
	return f.read(ctx)
}

func (f *follower) open() error {
	file, err := os.Open(f.path)
	if err != nil {
		return err
	}
	e := newEdition(file, f.name, f.clean, f.began)
	if e.info, err = file.Stat(); err != nil {
		e.file.giveBack()
		return err
	}
	f.edition = e
	f.rest = true
	return nil
}

// startOver leaves a report that another has taken the place of.
func (f *follower) startOver() {
	if f.edition.past.Begun() {
		f.tell(f.name + " was written anew, starting over")
	}
	f.drop()
	f.board.begin()
	f.state = ""
}

// read reads on, where there is more, and tells what is new once all is read.
func (f *follower) read(ctx context.Context) error {
	e := f.edition
	info, err := e.file.file.Stat()
	if err != nil {
		return fmt.Errorf("cannot read report %q: %w", f.name, eval.Bare(err))
	}
	grown := info.Size() != e.info.Size() || !info.ModTime().Equal(e.info.ModTime())
	e.info = info
	if e.broken {
		return nil // it was told, and is read anew when it changes
	}
	if !grown && !f.rest {
		return f.settle(false)
	}
	f.rest, err = f.more(e, ctx.Err)
	if err == nil && !f.rest {
		err = f.settle(true)
	}
	e.broken = err != nil && ctx.Err() == nil
	return err
}

// more reads while nobody asks for trials of what is read.
func (f *follower) more(e *edition, alive func() error) (bool, error) {
	f.board.mu.Lock()
	defer f.board.mu.Unlock()
	return e.more(atOnce, alive)
}

// settle tells how things stand, and what is new.
func (f *follower) settle(more bool) error {
	e := f.edition
	if !e.past.Begun() {
		why := "it is empty"
		if e.info.Size() > 0 {
			why = "it is not whole yet"
		}
		f.wait(why)
		return nil
	}
	if !more && f.state == ended {
		return nil
	}
	silent := max(f.now().Sub(e.info.ModTime()), 0)
	is := running
	switch {
	case e.past.Ended():
		is = ended
	case silent > patience(e.past.Start()):
		is = quiet
	}
	if more || is != f.state {
		if err := f.publish(is); err != nil {
			return err
		}
	}
	f.become(is, silent)
	return nil
}

// publish shows all there is.
func (f *follower) publish(is state) error {
	e := f.edition
	real, shown, err := e.report()
	if err != nil {
		return err
	}
	p := e.publish(real, shown, is == running)
	rows, head, err := p.messages()
	if err != nil {
		return err
	}
	f.board.publish(p, rows, head)
	if is == ended {
		f.tell(f.name + ": " + shown.Decision.Title)
	}
	return nil
}

func (f *follower) become(is state, silent time.Duration) {
	s := status{State: is, File: f.name, AgainMS: pause.Milliseconds()}
	switch is {
	case running:
		s.QuietMS = silent.Milliseconds()
	case quiet:
		s.Lines = []string{"no row for " + eval.Span(silent.Truncate(time.Minute)) + ", which is longer than a trial may take: the run was killed (surefoot eval --resume " + again.Quote(f.name) + " goes on with it), or it is stuck"}
		s.QuietMS, s.AgainMS = silent.Milliseconds(), idlePause.Milliseconds()
		if f.state != quiet {
			f.tell(f.name + ": " + s.Lines[0])
		}
	default:
		s.AgainMS = idlePause.Milliseconds()
	}
	f.state = is
	f.board.say(s)
}

// wait says what is waited for.
func (f *follower) wait(why string) {
	f.state = waiting
	f.tell("waiting for " + f.name + ": " + why)
	f.board.say(status{State: waiting, File: f.name, Lines: []string{why}, AgainMS: pause.Milliseconds()})
}

// fault takes back the verdict of what cannot be read, and says why.
func (f *follower) fault(err error) {
	if text := err.Error(); f.said != text {
		f.said = text
		f.complain(err)
	}
	f.state = faulty
	f.board.withdraw()
	f.board.say(status{State: faulty, File: f.name, Lines: strings.Split(err.Error(), "\n"), AgainMS: idlePause.Milliseconds()})
}

// tell says a thing once, until there is another to say.
func (f *follower) tell(line string) {
	if f.said != line {
		f.said = line
		f.say(line)
	}
}
