package log_test

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/log"
)

const head = `{"type":"start","schema_version":1}` + "\n"

func TestRead(t *testing.T) {
	t.Parallel()
	const two = ": the file holds rows of two runs (give each a file of its own)"
	tests := []struct {
		name, text string
		rows       int
		err        string // after the file's name
		torn       bool
	}{
		{"whole rows", head + `{"type":"result","id":"a"}` + "\n", 2, "", false},
		{"windows line ends", strings.ReplaceAll(head+`{"type":"gate"}`+"\n", "\n", "\r\n"), 2, "", false},
		{"the events of --json", head + `{"type":"trial_start","id":"a"}` + "\n" + `{"type":"log","message":"m"}` + "\n", 3, "", false},
		{"fields of later versions", head + `{"type":"result","id":"a","new":1}` + "\n", 2, "", false},
		{"a whole last row without its newline", head + `{"type":"result","id":"a"}`, 2, "", false},
		{"a torn last row", head + `{"type":"result","id":"a`, 1, "", true},
		{"a last row torn in its first byte", head + `{`, 1, "", true},
		{"garbage at the end is not torn", head + `oops`, 1, `:2: not a row of a report: invalid character 'o' looking for beginning of value`, false},
		{"a torn row with rows after it", head + `{"type":"result","id` + "\n" + `{"type":"gate"}` + "\n", 1, ":2: not a row of a report: unexpected end of JSON input", false},
		{"a blank line", head + "\n" + head, 1, ":2: not a row of a report: unexpected end of JSON input", false},
		{"an empty file", "", 0, ": an empty file is not a report", false},
		{"a case file", `{"id":"a","input":"hello"}` + "\n", 0, `:1: not a .jsonl or .json report: its first row is not of type "start"`, false},
		{"a page", "<!doctype html>\n<!-- surefoot report -->\n", 0, `:1: not a .jsonl or .json report: it is a page (open it in a browser, and name here the .jsonl or .json report of its run)`, false},
		{"binary", "\x00\x01\x02\n", 0, `:1: not a .jsonl or .json report: its first row is not of type "start"`, false},
		{"what PowerShell writes", "\xff\xfe{\x00", 0, `:1: not a .jsonl or .json report: it is not plain UTF-8 (save it as UTF-8 without a byte order mark; in PowerShell use -o instead of >)`, false},
		{"a row without a type", head + `{"id":"a"}` + "\n", 1, `:2: not a row of a report: it has no "type"`, false},
		{"an unknown row", head + `{"type":"baseline"}` + "\n", 1, `:2: unknown row type "baseline"`, false},
		{"a row of another shape", head + `{"type":"result","id":7}` + "\n", 1, ":2: not a result row: json: cannot unmarshal number into Go struct field Trial.id of type string", false},
		{"a newer schema", `{"type":"start","schema_version":2}` + "\n", 0, ":1: written by a newer version: its schema is 2, the newest known here is 1", false},
		{"two runs that were killed", head + head, 1, ":2: a second start row" + two, false},
		{"a result behind the end", head + `{"type":"summary"}` + "\n" + `{"type":"result","id":"a"}` + "\n", 2, ":3: a result row behind the end of the report" + two, false},
		{"two ends", head + `{"type":"summary"}` + "\n" + `{"type":"summary"}` + "\n", 2, ":3: a second summary row" + two, false},
		{"two decisions", head + `{"type":"gate"}` + "\n" + `{"type":"gate"}` + "\n", 2, ":3: a second gate row" + two, false},
		{"a dry run", head + `{"type":"dry_run_case","id":"a"}` + "\n", 1, ":2: a dry run ran nothing, and has no report", false},
		{
			"one trial twice", head + `{"type":"result","id":"a","run":2}` + "\n" + `{"type":"result","id":"a","run":1}` + "\n" + `{"type":"result","id":"a","run":2}`, 4,
			`:4: a second result of case "a", trial 2: the first is on line 2`, false,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			rows := 0
			r, err := log.Read(strings.NewReader(tt.text), "r.jsonl", func(place string, _ eval.Event) error {
				rows++
				if want := fmt.Sprintf("r.jsonl:%d", rows); place != want {
					t.Errorf("place %s, want %s", place, want)
				}
				return nil
			})
			text := ""
			if err != nil {
				text = strings.TrimPrefix(err.Error(), "r.jsonl")
			}
			if rows != tt.rows || text != tt.err {
				t.Errorf("%d rows, %s", rows, text)
			}
			if err == nil && r.Torn() != tt.torn {
				t.Errorf("torn: %v", r.Torn())
			}
		})
	}
}

func TestAnErrorOfTheReaderEndsThePass(t *testing.T) {
	t.Parallel()
	enough := errors.New("enough")
	if _, err := log.Read(strings.NewReader(head+head), "r.jsonl", func(string, eval.Event) error { return enough }); !errors.Is(err, enough) || err.Error() != "enough" {
		t.Errorf("got %v", err)
	}
}

func TestTrialsComeBackByKeyAndRun(t *testing.T) {
	t.Parallel()
	text := head
	for _, tr := range []*eval.Trial{trial("b", 2), trial("a", 1), trial("b", 1)} {
		row, err := eval.AppendRow(nil, tr)
		if err != nil {
			t.Fatal(err)
		}
		text += string(row)
	}
	r, err := log.Read(strings.NewReader(text), "r.jsonl", func(string, eval.Event) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for tr, err := range r.Trials(slices.Values([]eval.Key{{Agent: "a", ID: "a"}, {Agent: "a", ID: "none"}, {Agent: "a", ID: "b"}})) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprint(tr.ID, tr.Run))
		if diff := cmp.Diff(trial(tr.ID, tr.Run), tr, sameText()); diff != "" {
			t.Error(diff)
		}
	}
	if diff := cmp.Diff([]string{"a1", "b1", "b2"}, got); diff != "" {
		t.Error(diff)
	}
}

// long is a report whose result rows are large, which is in no memory.
type long struct{ rows, size int }

func (l long) ReadAt(p []byte, off int64) (int, error) {
	if off < int64(len(head)) {
		return copy(p, head[off:]), nil
	}
	i, within := int(off-int64(len(head)))/l.size, int(off-int64(len(head)))%l.size
	if i >= l.rows {
		return 0, io.EOF
	}
	const tail = "\"}\n"
	front := fmt.Sprintf(`{"type":"result","agent":"a","id":"c","run":%d,"planned":%d,"output":"`, i+1, l.rows)
	switch body := l.size - len(tail); {
	case within < len(front):
		return copy(p, front[within:]), nil
	case within < body:
		n := min(len(p), body-within)
		for k := range p[:n] {
			p[k] = 'x'
		}
		return n, nil
	default:
		return copy(p, tail[within-body:]), nil
	}
}

// whole fills what it is asked for, as files do.
type whole struct{ io.ReaderAt }

func (w whole) ReadAt(p []byte, off int64) (n int, err error) {
	for n < len(p) && err == nil {
		var k int
		k, err = w.ReaderAt.ReadAt(p[n:], off+int64(n))
		n += k
	}
	return n, err
}

func TestMemoryDoesNotGrowWithTranscripts(t *testing.T) { //nolint:paralleltest // it looks at the memory of the process
	const rows, size = 200, 1 << 18
	used := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before, most := used(), uint64(0)
	seen := 0
	r, err := log.Read(whole{long{rows, size}}, "r.jsonl", func(string, eval.Event) error {
		if seen++; seen%50 == 0 {
			most = max(most, used())
		}
		return nil
	})
	if err != nil || seen != rows+1 {
		t.Fatal(seen, err)
	}
	for _, err := range r.Trials(slices.Values([]eval.Key{{Agent: "a", ID: "c"}})) {
		if err != nil {
			t.Fatal(err)
		}
		if seen++; seen%50 == 0 {
			most = max(most, used())
		}
	}
	if seen != 2*rows+1 {
		t.Errorf("%d rows", seen)
	}
	if grown := int64(most) - int64(before); grown > rows*size/8 {
		t.Errorf("%d MiB in use for %d MiB of rows", grown>>20, rows*size>>20)
	}
}

func TestARowOf64MiBComesBack(t *testing.T) {
	t.Parallel()
	const size = 64 << 20
	r, err := log.Read(whole{long{1, size}}, "r.jsonl", func(string, eval.Event) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	for tr, err := range r.Trials(slices.Values([]eval.Key{{Agent: "a", ID: "c"}})) {
		if err != nil || len(tr.Output.Raw()) < size-200 {
			t.Error(err)
		}
	}
}
