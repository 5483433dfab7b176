package console

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/figure"
	"github.com/surefoot-dev/surefoot/pkg/report/standing"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// Options say where to write and how. Functions may be nil.
type Options struct {
	Out io.Writer // what a person reads, and keeps
	Err io.Writer // the live line and notices

	Plain    bool // Out is not a terminal: a line for every case, words to search for
	Terminal bool // Err is a terminal: show a live line
	Color    bool
	Verbose  bool // also turns, tool calls and logs, and every case

	Width       func() int                   // of the terminal in cells; 80 when nil or unknown
	Command     func(eval.CaseResult) string // that runs the case again
	Now         func() time.Time             // time.Now when nil
	ReportPaths func() []string              // asked at the end
}

// Console shows a run. Event is called from one goroutine; Tick may be called
// from another one at the same time.
type Console struct {
	opt Options
	ink

	mu       sync.Mutex
	out      bytes.Buffer // of the event at hand
	start    eval.Start
	summary  eval.Summary
	soFar    eval.Report // what is known of the run while it goes on: no more than how a case stands depends on
	board    *standing.Board
	progress progress
	cases    map[eval.Key]*troubles
	skipped  skips
	spent    figure.Spent
	blocks   int      // of failures shown in full
	worst    []string // lines to repeat at the end of a long list
	omitted  int      // lines that worst has no room for
	wroteAt  time.Time
	body     bool // a case was shown
	live     bool // a live line is on the screen
	running  bool
	told     bool          // a write error
	stopped  standing.Line // what was said of the last case that was stopped

	comparison *eval.Comparison
}

// listed is up to how many cases the passing ones are listed on a terminal,
// and how many of a longer list are repeated at its end.
const (
	listed    = 50
	repeated  = 20
	maxBlocks = 20
)

// New makes a console that has shown nothing yet.
func New(o Options) *Console {
	if o.Now == nil {
		o.Now = time.Now
	}
	c := &Console{opt: o, ink: ink(o.Color), cases: make(map[eval.Key]*troubles)}
	c.board = standing.New(&c.soFar)
	return c
}

// Event shows the event. The first error of Out comes back, once; what is
// meant for Err only is never an error.
func (c *Console) Event(ev eval.Event) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch ev := ev.(type) {
	case *eval.Start:
		c.start = *ev
		c.soFar.Start = *ev
		c.running = true
		c.wroteAt = c.opt.Now()
		c.progress.begin(ev.Plan.Trials, c.wroteAt)
		c.header()
	case *eval.TrialStart:
		c.progress.enter(ev, c.opt.Now())
	case *eval.Trial:
		c.trial(ev)
	case *eval.CaseResult:
		c.caseResult(ev)
	case *eval.Log:
		c.notice(ev)
	case *eval.Work:
		c.work(ev)
	case *eval.Comparison:
		c.comparison = ev
	case *eval.Summary:
		c.summary = *ev
	case *eval.Decision:
		c.running = false
		c.final(ev)
	}
	return c.flush()
}

// Tick brings the live line up to date, a few times a second on a terminal.
// Elsewhere it writes a line of progress when nothing else was written for a
// while.
func (c *Console) Tick() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.running {
		return
	}
	if c.opt.Terminal {
		c.paint()
		return
	}
	c.heartbeat()
}

// flush writes what the event had to say, with the live line out of its way.
func (c *Console) flush() error {
	if !c.running {
		c.erase()
	}
	if c.out.Len() == 0 {
		return nil
	}
	shown := c.live
	c.erase()
	_, err := c.opt.Out.Write(c.out.Bytes())
	c.out.Reset()
	c.wroteAt = c.opt.Now()
	if shown {
		c.paint()
	}
	if err == nil || c.told {
		return nil
	}
	c.told = true
	return err
}

// line writes one line.
func (c *Console) line(s string) {
	c.out.WriteString(s)
	c.out.WriteByte('\n')
}

// wrapped writes safe text behind a head, broken between words where a
// terminal would break it anywhere, and beneath itself where the head ends in
// a blank. Logs keep it whole.
func (c *Console) wrapped(head, text string) {
	taken, indent := safetext.Width(head), 2
	if c.opt.Plain || taken+safetext.Width(text) <= c.width() {
		c.line(head + text)
		return
	}
	if strings.HasSuffix(head, " ") {
		indent = taken
	}
	for i, line := range safetext.Wrap(text, max(c.width()-taken, 12)) {
		if i > 0 {
			head, line = strings.Repeat(" ", indent), safetext.Line(line) // a command may begin where it was wrapped
		}
		c.line(head + line)
	}
}

// notice says something on Err at once.
func (c *Console) notice(l *eval.Log) {
	var b bytes.Buffer
	for i, line := range safetext.Lines(l.Message) {
		switch {
		case i > 0:
			line = "  " + line
		case l.Level == "warning":
			line = c.yellow("warning:") + " " + line
		case l.Level == "error":
			line = c.red("error:") + " " + line
		}
		b.WriteString(line)
		b.WriteByte('\n')
	}
	shown := c.live
	c.erase()
	_, _ = c.opt.Err.Write(b.Bytes()) // there is nowhere left to complain
	if shown {
		c.paint()
	}
}

// width is that of the terminal, and no narrower than a line can be.
func (c *Console) width() int {
	const usual, least = 80, 24
	if c.opt.Width == nil {
		return usual
	}
	if w := c.opt.Width(); w > 0 {
		return max(w, least)
	}
	return usual
}

// fit cuts a finished line to the terminal; logs keep it whole.
func (c *Console) fit(s string) string {
	if c.opt.Plain {
		return s
	}
	return safetext.Cut(s, c.width())
}
