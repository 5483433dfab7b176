package live

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/redact"
	"github.com/surefoot-dev/surefoot/pkg/report/html"
	"github.com/surefoot-dev/surefoot/pkg/report/past"
)

// edition is one report that stood at the path, from its first row on. When
// another takes its place, it is read as an edition of its own. Its owner is the
// follower; what others use of it is a [taken].
type edition struct {
	file  *lent
	info  os.FileInfo // of the file, when it was read last
	past  *past.Following
	clean *redact.Redactor

	numbers  map[eval.Key]int // of the cases, as they came up
	sketches []html.Sketch    // by number
	sums     html.Sums

	head, tail []byte    // of what was read, by which a file that was written anew is told
	began      time.Time // when somebody began to watch
	broken     bool      // what came next cannot be read
}

// edge is how much of both ends of what was read is compared.
const edge = 256

func newEdition(f *os.File, name string, clean *redact.Redactor, began time.Time) *edition {
	return &edition{file: &lent{file: f, users: 1}, past: past.Follow(f, name), clean: clean, began: began, numbers: map[eval.Key]int{}}
}

// more reads on, by so many bytes at most.
func (e *edition) more(most int64, alive func() error) (rest bool, err error) {
	rest, err = e.past.More(most, func(t *eval.Trial) error {
		n, known := e.numbers[t.Key()]
		if !known {
			n = len(e.sketches)
			e.numbers[t.Key()] = n
			e.sketches = append(e.sketches, html.Sketch{})
		}
		shown, _ := e.clean.Event(t).(*eval.Trial)
		e.sketches[n].Add(shown)
		e.sums.Add(shown)
		return alive()
	})
	if err == nil {
		e.head, e.tail, err = e.edges()
	}
	return rest, err
}

// edges are the beginning and the end of what was read.
func (e *edition) edges() (head, tail []byte, err error) {
	read := e.past.Read()
	n := min(read, edge)
	head, tail = make([]byte, n), make([]byte, n)
	_, err = e.file.file.ReadAt(head, 0)
	if n > 0 && err == nil {
		_, err = e.file.file.ReadAt(tail, read-n)
	}
	if errors.Is(err, io.EOF) {
		err = nil // it was cut meanwhile, which the next look at it tells
	}
	return head, tail, eval.Bare(err)
}

// goesOn reports whether the file is the one that was read, with more behind it
// or not.
func (e *edition) goesOn(now os.FileInfo) bool {
	changed := now.Size() != e.info.Size() || !now.ModTime().Equal(e.info.ModTime())
	switch {
	case !os.SameFile(now, e.info), now.Size() < e.past.Read():
		return false
	case !changed:
		return true
	case e.broken, e.past.Begun() && e.past.Read() == 0: // JSON does not grow
		return false
	case e.past.Ended() && now.Size() == e.info.Size(): // nothing follows the end, so something before it is another
		return false
	}
	head, tail, err := e.edges()
	return err == nil && bytes.Equal(head, e.head) && bytes.Equal(tail, e.tail)
}

// report is what is known now: as it is, and as it is shown.
func (e *edition) report() (real, shown *eval.Report, err error) {
	real, err = e.past.Report()
	if err != nil {
		return nil, nil, err
	}
	// A run that was there before may have paused, which no row tells.
	if !e.past.Ended() && !real.Start.Timestamp.Before(e.began) {
		real.Summary.DurationMS = eval.Millis(max(e.info.ModTime().Sub(real.Start.Timestamp), 0))
	}
	if e.clean == nil {
		return real, real, nil
	}
	cleaned := e.clean.Report(*real)
	seen := map[eval.Key]bool{}
	for i := range cleaned.Cases {
		key := cleaned.Cases[i].Key()
		if seen[key] {
			return nil, nil, fmt.Errorf("--mask makes the ids of two cases the same: %q", eval.Clip(key.ID))
		}
		seen[key] = true
	}
	return real, &cleaned, nil
}

// patience is how long a run may be silent: as long as a trial and a hook
// behind it may take, and some time to start.
func patience(s *eval.Start) time.Duration {
	total := time.Minute
	for name, usual := range map[string]time.Duration{"timeout": 2 * time.Minute, "hook-timeout": 30 * time.Second} {
		d, err := time.ParseDuration(s.Settings[name])
		if err != nil || d <= 0 {
			d = usual
		}
		total += d
	}
	return total
}

// lent is a file that several may read; who is last closes it.
type lent struct {
	file  *os.File
	mu    sync.Mutex
	users int
}

func (l *lent) take() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.users++
}

func (l *lent) giveBack() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.users--; l.users == 0 {
		_ = l.file.Close() // it was only read
	}
}

// published is an edition as it is shown: what details are made of.
type published struct {
	edition *edition
	shown   *eval.Report
	going   bool
	keys    []eval.Key // by number, as the file has them
	at      []int      // by number, in shown

	withdrawn []byte // the head without a verdict, for when what comes next cannot be read
}

func (e *edition) publish(real, shown *eval.Report, going bool) *published {
	p := &published{edition: e, shown: shown, going: going, keys: make([]eval.Key, len(e.sketches)), at: make([]int, len(e.sketches))}
	for i := range real.Cases {
		key := real.Cases[i].Key()
		n := e.numbers[key]
		p.keys[n], p.at[n] = key, i
	}
	return p
}

// messages are the rows in the order of their numbers, and the head.
func (p *published) messages() (rows [][]byte, head []byte, err error) {
	feed := p.feed(p.shown)
	place := past.PlaceInPlan(p.shown.Start.Plan.Inputs)
	rows = make([][]byte, 0, len(p.at))
	for n, i := range p.at {
		row := feed.Row(i, &p.edition.sketches[n])
		at := place(&p.shown.Cases[i])
		row.N, row.At = n, &at
		text, err := encode(row)
		if err != nil {
			return nil, nil, err
		}
		rows = append(rows, text)
	}
	if head, err = encode(feed.Head()); err != nil {
		return nil, nil, err
	}
	open := *p.shown
	open.Decision = eval.Decision{Conditions: []eval.Condition{}}
	p.withdrawn, err = encode(p.feed(&open).Head())
	return rows, head, err
}

func (p *published) feed(shown *eval.Report) *html.Feed {
	feed := html.NewFeed(shown)
	feed.Going, feed.Sums = p.going, p.edition.sums
	return feed
}

func encode[M html.Head | html.Row](m M) ([]byte, error) {
	var b bytes.Buffer
	err := html.Message(&b, m)
	return b.Bytes(), err
}
