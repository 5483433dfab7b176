package console

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/figure"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// progress is how far the run is.
type progress struct {
	began           time.Time
	total, done     int
	passed, failed  int
	errors, timeout int
	usage           eval.Usage
	flight          []flying // by their start
}

type flying struct {
	key   eval.Key
	run   int
	since time.Time
}

func (p *progress) begin(total int, now time.Time) { p.total, p.began = total, now }

func (p *progress) enter(ev *eval.TrialStart, now time.Time) {
	p.flight = append(p.flight, flying{eval.Key{Agent: ev.Agent, ID: ev.ID}, ev.Run, now})
}

func (p *progress) leave(t *eval.Trial) {
	p.flight = slices.DeleteFunc(p.flight, func(f flying) bool { return f.key == t.Key() && f.run == t.Run })
	for _, usage := range t.Usage {
		p.usage = p.usage.Add(usage)
	}
	switch t.Status {
	case eval.Passed:
		p.passed++
	case eval.Failed:
		p.failed++
	case eval.Error:
		p.errors++
	case eval.Timeout:
		p.timeout++
	case eval.Skipped:
		if t.Stopped != "" {
			p.total-- // it is not to come any more
		}
		return
	}
	p.done++
}

// left is how long the rest will take at the pace so far, and whether that
// can be told yet.
func (p *progress) left(now time.Time) (time.Duration, bool) {
	elapsed := now.Sub(p.began)
	if p.done == 0 || p.done >= p.total || elapsed < time.Second {
		return 0, false
	}
	return time.Duration(float64(elapsed) / float64(p.done) * float64(p.total-p.done)), true
}

// stuck is the trial that has been in flight for longest, once that is worth
// telling.
func (p *progress) stuck(now time.Time) string {
	const long = 5 * time.Second
	if len(p.flight) == 0 || now.Sub(p.flight[0].since) < long {
		return ""
	}
	f := p.flight[0]
	return fmt.Sprintf("%s for %s", safetext.Short(f.key.ID, 30), seconds(now.Sub(f.since)))
}

// facts are the figures of the live line, the most wanted first.
func (c *Console) facts(sep string) string {
	p, now := &c.progress, c.opt.Now()
	count := fmt.Sprintf("%d/%d trials", p.done, p.total)
	if c.start.Plan.MinRuns > 0 {
		count = fmt.Sprintf("%d of at most %d trials", p.done, p.total)
	}
	facts := []string{count, c.green(fmt.Sprintf("%d passed", p.passed))}
	add := func(n int, text string, paint func(string) string) {
		if n > 0 {
			text = paint(text)
		}
		facts = append(facts, text)
	}
	add(p.failed, fmt.Sprintf("%d failed", p.failed), c.red)
	if p.errors > 0 {
		add(p.errors, eval.Plural(p.errors, "error"), c.yellow)
	}
	if p.timeout > 0 {
		add(p.timeout, fmt.Sprintf("%d timed out", p.timeout), c.yellow)
	}
	if text := figure.Tokens(p.usage); text != "" {
		facts = append(facts, text)
	}
	if left, ok := p.left(now); ok {
		facts = append(facts, "~"+seconds(left)+" left")
	}
	if text := p.stuck(now); text != "" {
		facts = append(facts, c.dim(text))
	}
	return strings.Join(facts, sep)
}

// paint shows the live line in place of the one before. It never fills the
// last column, where terminals wrap.
func (c *Console) paint() {
	width := c.width()
	text := c.facts(c.dim(" · "))
	if width >= 72 {
		text = c.bar(16) + "  " + text
	}
	c.live = true
	_, _ = c.opt.Err.Write([]byte("\r" + safetext.Cut("  "+text, width-1) + "\x1b[K"))
}

func (c *Console) bar(cells int) string {
	full := 0
	if c.progress.total > 0 {
		full = min(cells*c.progress.done/c.progress.total, cells)
	}
	return c.cyan(strings.Repeat("━", full)) + c.dim(strings.Repeat("╌", cells-full))
}

func (c *Console) erase() {
	if c.live {
		c.live = false
		_, _ = c.opt.Err.Write([]byte("\r\x1b[K"))
	}
}

// heartbeat shows readers of a log that the run is alive.
func (c *Console) heartbeat() {
	const quiet = 10 * time.Second
	if now := c.opt.Now(); now.Sub(c.wroteAt) >= quiet {
		c.wroteAt = now
		_, _ = c.opt.Err.Write([]byte("... " + c.facts(", ") + "\n"))
	}
}
