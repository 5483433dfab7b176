package live

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"iter"
	"slices"
	"strconv"
	"sync"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// state is how things stand with the report.
type state string

const (
	waiting state = "waiting" // there is none yet
	running state = "running"
	quiet   state = "quiet" // it has no end, and nothing has come for longer than a trial may take
	ended   state = "ended"
	faulty  state = "faulty" // it cannot be read, as the lines say
)

// status is what a page shows beside the messages.
type status struct {
	State   state    `json:"state"`
	File    string   `json:"file"`
	Lines   []string `json:"lines,omitempty"`
	QuietMS int64    `json:"quiet_ms"` // since the last row of a run that goes on
	AgainMS int64    `json:"again_ms"` // when to ask again
}

// board is what the pages are told, and may be asked by any goroutine. Whoever
// asks says what was known, and gets what is newer: one who is slow misses what
// was replaced meanwhile, and holds nobody up.
type board struct {
	mu     sync.Mutex
	run    string // changes when another report takes its place
	at     int64  // counts changes
	head   message
	rows   []message // by number
	status status
	shown  *published // nil before the report begins
}

// message is one as it is sent, and since when.
type message struct {
	text []byte
	at   int64
}

func newBoard(s status) *board { return &board{run: rand.Text(), status: s} }

// begin forgets everything, for another report.
func (b *board) begin() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.run, b.at, b.head, b.rows = rand.Text(), 0, message{}, nil
	b.swap(nil)
}

// swap puts something else in the place of what is shown. The lock is held.
func (b *board) swap(p *published) {
	if b.shown != nil {
		b.shown.edition.file.giveBack()
	}
	if b.shown = p; p != nil {
		p.edition.file.take()
	}
}

// publish shows a newer state of the report.
func (b *board) publish(p *published, rows [][]byte, head []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.at++
	for n, text := range rows {
		switch {
		case n == len(b.rows):
			b.rows = append(b.rows, message{text, b.at})
		case !bytes.Equal(b.rows[n].text, text):
			b.rows[n] = message{text, b.at}
		}
	}
	if !bytes.Equal(b.head.text, head) {
		b.head = message{head, b.at}
	}
	b.swap(p)
}

// withdraw takes the verdict back.
func (b *board) withdraw() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.shown == nil || b.shown.withdrawn == nil || bytes.Equal(b.head.text, b.shown.withdrawn) {
		return
	}
	b.at++
	b.head = message{b.shown.withdrawn, b.at}
}

// say sets the status.
func (b *board) say(s status) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.status = s
}

// since are the pieces of the answer to a page that knows state at of a run.
func (b *board) since(run string, at int64) (iter.Seq[[]byte], error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	whole := run != b.run || at < 0 || at > b.at
	if whole {
		at = -1
	}
	status, err := json.Marshal(b.status)
	if err != nil {
		return nil, err
	}
	top := `{"run":` + strconv.Quote(b.run) + `,"at":` + strconv.FormatInt(b.at, 10) + `,"whole":` + strconv.FormatBool(whole) + `,"status":` + string(eval.AppendVisible(nil, status)) + `,"messages":[`
	pieces := [][]byte{[]byte(top)}
	between := ""
	for _, m := range slices.Concat(b.rows, []message{b.head}) {
		if m.at > at && m.text != nil {
			pieces = append(pieces, []byte(between), m.text)
			between = ","
		}
	}
	return slices.Values(append(pieces, []byte("]}"))), nil
}

// taken is one case of what is shown, and its trials. It is to be given back.
type taken struct {
	of     *published
	n      int // in the report that is shown
	trials iter.Seq2[*eval.Trial, error]
}

// take takes case n of a run, unless that is not the one that is shown.
func (b *board) take(run string, n int) (taken, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if run != b.run || b.shown == nil || n < 0 || n >= len(b.shown.keys) {
		return taken{}, false
	}
	p := b.shown
	p.edition.file.take()
	return taken{p, p.at[n], p.trialsOf(p.keys[n])}, true
}

func (t taken) giveBack() { t.of.edition.file.giveBack() }
