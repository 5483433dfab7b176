package live

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/redact"
	"github.com/surefoot-dev/surefoot/pkg/report/html"
	"github.com/surefoot-dev/surefoot/pkg/report/internal/sample"
	reportjson "github.com/surefoot-dev/surefoot/pkg/report/json"
)

// desk is a follower that looks when the test says so, and its report.
type desk struct {
	*follower
	t        *testing.T
	told     []string
	faults   []string
	run      string
	at       int64
	lastRead answer
	clock    time.Time // the follower's, the wall's while it is zero
}

// answer is what a page gets.
type answer struct {
	Run      string            `json:"run"`
	At       int64             `json:"at"`
	Whole    bool              `json:"whole"`
	Status   status            `json:"status"`
	Messages []json.RawMessage `json:"messages"`
}

func newDesk(t *testing.T, masks ...*regexp.Regexp) *desk {
	t.Helper()
	d := &desk{t: t}
	d.follower = &follower{
		path: filepath.Join(t.TempDir(), "run.jsonl"), name: "run.jsonl", board: newBoard(status{State: waiting}),
		now: func() time.Time {
			if d.clock.IsZero() {
				return time.Now()
			}
			return d.clock
		},
		began:    time.Now(),
		say:      func(line string) { d.told = append(d.told, line) },
		complain: func(err error) { d.faults = append(d.faults, err.Error()) },
	}
	if len(masks) > 0 {
		d.clean = redact.New(nil, masks)
	}
	t.Cleanup(d.close)
	return d
}

// rowsOf are the rows of a run's report, as a run writes them.
func rowsOf(t *testing.T, run sample.Run) []string {
	t.Helper()
	r := &run.Report
	if plan := &r.Start.Plan; plan.Cases == 0 { // a sample that says nothing of it
		plan.Cases = len(r.Cases)
		for i := range r.Cases {
			plan.Trials += r.Cases[i].Planned + r.Cases[i].Excused
		}
	}
	events := []eval.Event{&r.Start}
	for trial, err := range run.Trials {
		if err != nil {
			t.Fatal(err)
		}
		for i := range r.Cases {
			if r.Cases[i].Key() == trial.Key() {
				trial.Planned = r.Cases[i].Planned + r.Cases[i].Excused
			}
		}
		events = append(events, trial)
	}
	for i := range r.Cases {
		if r.Cases[i].Planned > 1 {
			events = append(events, &r.Cases[i])
		}
	}
	if r.Comparison != nil {
		events = append(events, r.Comparison)
	}
	var rows []string
	for _, ev := range append(events, &r.Summary, &r.Decision) {
		row, err := eval.AppendRow(nil, ev)
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, string(row))
	}
	return rows
}

// write puts text in the place of the report, in the same file.
func (d *desk) write(text string) {
	d.t.Helper()
	if err := os.WriteFile(d.path, []byte(text), 0o600); err != nil {
		d.t.Fatal(err)
	}
	d.newer()
}

// add writes text behind the report.
func (d *desk) add(text string) {
	d.t.Helper()
	f, err := os.OpenFile(d.path, os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o600)
	if err == nil {
		_, err = f.WriteString(text)
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		d.t.Fatal(err)
	}
	d.newer()
}

// newer sees to it that the file has another time than before, however coarse
// the clock of the disk is.
func (d *desk) newer() {
	if d.edition == nil || d.edition.info == nil {
		return
	}
	if at := d.edition.info.ModTime(); !d.modTime().After(at) {
		if err := os.Chtimes(d.path, at.Add(time.Millisecond), at.Add(time.Millisecond)); err != nil {
			d.t.Fatal(err)
		}
	}
}

func (d *desk) modTime() time.Time {
	d.t.Helper()
	info, err := os.Stat(d.path)
	if err != nil {
		d.t.Fatal(err)
	}
	return info.ModTime()
}

// looks looks as the follower does by itself, and gives what a page gets then
// that asks all the time.
func (d *desk) looks() answer {
	d.t.Helper()
	for again := true; again; again = d.rest {
		if err := d.look(d.t.Context()); err != nil {
			d.fault(err)
		}
	}
	d.lastRead = d.ask(d.run, d.at)
	d.run, d.at = d.lastRead.Run, d.lastRead.At
	return d.lastRead
}

// ask is the answer to a page that knows a state of a run.
func (d *desk) ask(run string, at int64) answer {
	d.t.Helper()
	pieces, err := d.board.since(run, at)
	if err != nil {
		d.t.Fatal(err)
	}
	var text bytes.Buffer
	for piece := range pieces {
		text.Write(piece)
	}
	var a answer
	if err := json.Unmarshal(text.Bytes(), &a); err != nil {
		d.t.Fatalf("%v: %s", err, text.Bytes())
	}
	return a
}

// head is the last one among the messages, which must have one.
func (a answer) head(t *testing.T) html.Head {
	t.Helper()
	for _, m := range a.Messages {
		if bytes.HasPrefix(m, []byte(`{"type":"head"`)) {
			var h html.Head
			if err := json.Unmarshal(m, &h); err != nil {
				t.Fatal(err)
			}
			return h
		}
	}
	t.Fatalf("no head among %s", a.Messages)
	return html.Head{}
}

// rows are those among the messages, by number.
func (a answer) rows(t *testing.T) map[int]html.Row {
	t.Helper()
	rows := map[int]html.Row{}
	for _, m := range a.Messages {
		if bytes.HasPrefix(m, []byte(`{"type":"row"`)) {
			var r html.Row
			if err := json.Unmarshal(m, &r); err != nil {
				t.Fatal(err)
			}
			rows[r.N] = r
		}
	}
	return rows
}

// details are those of a case, by its number.
func (d *desk) details(n int) string {
	d.t.Helper()
	taken, ok := d.board.take(d.run, n)
	if !ok {
		d.t.Fatalf("there is no case %d", n)
	}
	defer taken.giveBack()
	var text bytes.Buffer
	if err := taken.write(&text); err != nil {
		d.t.Fatal(err)
	}
	return text.String()
}

// is wants a state of the last answer.
func (d *desk) is(want state) {
	d.t.Helper()
	if d.lastRead.Status.State != want {
		d.t.Errorf("it is %q, want %q: %q", d.lastRead.Status.State, want, d.lastRead.Status.Lines)
	}
}

func jsonOf(t *testing.T, run sample.Run) string {
	t.Helper()
	return string(sample.Write(t, reportjson.Write, run))
}

func joined(rows []string) string { return strings.Join(rows, "") }
