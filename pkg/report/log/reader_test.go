package log_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/report/log"
)

const head = `{"type":"start","schema_version":1}` + "\n"

func TestRead(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		rows       int
		err        string // after the file's name
	}{
		{"whole rows", head + `{"type":"result","id":"a"}` + "\n", 2, ""},
		{"windows line ends", strings.ReplaceAll(head+`{"type":"gate"}`+"\n", "\n", "\r\n"), 2, ""},
		{"the events of --json", head + `{"type":"trial_start","id":"a"}` + "\n" + `{"type":"log","message":"m"}` + "\n", 3, ""},
		{"fields of later versions", head + `{"type":"result","id":"a","new":1}` + "\n", 2, ""},
		{"a whole last row without its newline", head + `{"type":"result","id":"a"}`, 2, ""},
		{"a torn last row", head + `{"type":"result","id":"a`, 1, ":2: the last row is cut: the run was killed"},
		{"a last row torn in its first byte", head + `{`, 1, ":2: the last row is cut: the run was killed"},
		{"garbage at the end is not torn", head + `oops`, 1, `:2: not a row of a report: invalid character 'o' looking for beginning of value`},
		{"a torn row with rows after it", head + `{"type":"result","id` + "\n" + `{"type":"gate"}` + "\n", 1, ":2: not a row of a report: unexpected end of JSON input"},
		{"a blank line", head + "\n" + head, 1, ":2: not a row of a report: unexpected end of JSON input"},
		{"an empty file", "", 0, ": an empty file is not a report"},
		{"a case file", `{"id":"a","input":"hello"}` + "\n", 0, `:1: not a report: its first row is not of type "start"`},
		{"binary", "\x00\x01\x02\n", 0, `:1: not a report: its first row is not of type "start"`},
		{"a row without a type", head + `{"id":"a"}` + "\n", 1, `:2: not a row of a report: it has no "type"`},
		{"an unknown row", head + `{"type":"baseline"}` + "\n", 1, `:2: unknown row type "baseline"`},
		{"a row of another shape", head + `{"type":"result","id":7}` + "\n", 1, ":2: not a result row: json: cannot unmarshal number into Go struct field Trial.id of type string"},
		{"a newer schema", `{"type":"start","schema_version":2}` + "\n", 0, ":1: written by a newer version: its schema is 2, the newest known here is 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "r.jsonl")
			if err := os.WriteFile(path, []byte(tt.text), 0o644); err != nil {
				t.Fatal(err)
			}
			events, err := read(t, path)
			text := ""
			if err != nil {
				text = strings.TrimPrefix(err.Error(), path)
			}
			if len(events) != tt.rows || text != tt.err {
				t.Errorf("%d rows, %s", len(events), text)
			}
			if torn := strings.Contains(tt.err, "is cut"); errors.Is(err, log.ErrTorn) != torn {
				t.Errorf("torn: %v, want %v", !torn, torn)
			}
		})
	}
}

func TestRowsKnowTheirLine(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "r.jsonl")
	if err := os.WriteFile(path, []byte(head+`{"type":"gate"}`+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	line := 0
	for row, err := range log.Read(path) {
		if line++; err != nil || row.Line != line {
			t.Errorf("line %d: %d, %v", line, row.Line, err)
		}
	}
}
