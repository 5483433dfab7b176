package log

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"syscall"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// disk is a file that has room for some bytes only.
type disk struct {
	bytes.Buffer
	room    int
	devices bool // cannot be truncated
}

func (d *disk) Write(p []byte) (int, error) {
	n := min(len(p), d.room-d.Len())
	d.Buffer.Write(p[:n])
	if n < len(p) {
		return n, syscall.ENOSPC
	}
	return n, nil
}

func (d *disk) Truncate(size int64) error {
	if d.devices {
		return syscall.EINVAL
	}
	d.Buffer.Truncate(int(size))
	return nil
}

func (d *disk) ReadAt(p []byte, off int64) (int, error) {
	return bytes.NewReader(d.Bytes()).ReadAt(p, off)
}

func (d *disk) Sync() error  { return syscall.ENOSPC }
func (d *disk) Close() error { return nil }
func (d *disk) Name() string { return "r.jsonl" }

func readAll(text string) (n int, err error) {
	for _, err := range rows(strings.NewReader(text), "r.jsonl") {
		if err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

func TestAFullDiskLeavesWholeRowsWhereverItStrikes(t *testing.T) {
	t.Parallel()
	events := []eval.Event{
		&eval.Start{SchemaVersion: 1},
		&eval.Trial{Agent: "a", ID: "x", Run: 1},
		&eval.Trial{Agent: "a", ID: "y", Run: 1},
		&eval.Summary{},
	}
	var whole []byte
	ends := []int{0}
	for _, ev := range events {
		var err error
		if whole, err = eval.AppendRow(whole, ev); err != nil {
			t.Fatal(err)
		}
		ends = append(ends, len(whole))
	}
	for room := range whole {
		fits := 0
		for ends[fits+1] <= room {
			fits++
		}
		for _, devices := range []bool{false, true} {
			d := &disk{room: room, devices: devices}
			w := &Writer{file: d}
			faults := 0
			for _, ev := range events {
				if err := w.Event(ev); err != nil {
					faults++
					if !errors.Is(err, syscall.ENOSPC) {
						t.Errorf("room %d: %v", room, err)
					}
				}
			}
			if faults != 1 || w.Fault() == nil {
				t.Errorf("room %d: told %d times, %v", room, faults, w.Fault())
			}
			if err := w.Close(); err != nil {
				t.Errorf("room %d: told again: %v", room, err)
			}
			if devices {
				if want := string(whole[:room]); d.String() != want {
					t.Errorf("room %d: %q follows a torn row", room, d.String()[len(want):])
				}
				continue
			}
			if n, err := readAll(d.String()); d.Len() != ends[fits] || fits > 0 && (err != nil || n != fits) {
				t.Errorf("room %d: %d rows, %v in %q", room, n, err, d.String())
			}
		}
	}
}

func TestCloseTellsWhatSyncFinds(t *testing.T) {
	t.Parallel()
	w := &Writer{file: &disk{room: 1000}}
	if err := w.Event(&eval.Start{}); err != nil {
		t.Fatal(err)
	}
	err := w.Close()
	if err == nil || err.Error() != `report "r.jsonl" may be incomplete: no space left on device` {
		t.Errorf("got %v", err)
	}
}

func TestTrialsThatWereNotKeptAreNotIndexed(t *testing.T) {
	t.Parallel()
	d := &disk{room: 0}
	w := &Writer{file: d}
	if err := w.Event(&eval.Trial{Agent: "a", ID: "x", Run: 1}); err == nil {
		t.Fatal("no error")
	}
	for tr, err := range w.Trials(func(yield func(eval.Key) bool) { yield(eval.Key{Agent: "a", ID: "x"}) }) {
		t.Error(tr, err)
	}
}

func TestARowMayBeLongerThanTheReadersBuffer(t *testing.T) {
	t.Parallel()
	text := `{"type":"start"}` + "\n" + `{"type":"log","message":"` + strings.Repeat("x", 1<<18) + `"}` + "\n"
	if n, err := readAll(text); n != 2 || err != nil {
		t.Errorf("%d rows, %v", n, err)
	}
	for row, err := range rows(io.MultiReader(strings.NewReader(text), broken{}), "r.jsonl") {
		if err != nil && err.Error() != "r.jsonl:3: broken" {
			t.Error(row, err)
		}
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("broken") }

func FuzzRows(f *testing.F) {
	const head = `{"type":"start","schema_version":1}` + "\n"
	f.Add(head + `{"type":"result","id":"a","output":{"x":1}}` + "\n" + `{"type":"summary"}`)
	f.Add(head + `{"type":"gate","conditions":[{"name":"x","required":1}]}`)
	f.Add("\xff\x00")
	f.Fuzz(func(t *testing.T, text string) {
		for row, err := range rows(strings.NewReader(text), "r.jsonl") {
			if err != nil {
				if !strings.HasPrefix(err.Error(), "r.jsonl:") {
					t.Errorf("no place in %v", err)
				}
				continue
			}
			if _, err := eval.AppendRow(nil, row.event); err != nil {
				t.Errorf("line %d cannot be written again: %v", row.line, err)
			}
		}
	})
}
