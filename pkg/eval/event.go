package eval

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

// Event is something that happened in a run, in order: a row of the JSONL
// report, or one that only live readers see.
type Event interface {
	// Row is the value of the row's "type" key.
	Row() string
}

// TrialStart is sent when a trial begins; live readers only.
type TrialStart struct {
	Agent string `json:"agent"`
	ID    string `json:"id"`
	Run   int    `json:"run"`
	Base  bool   `json:"-"` // of the other revision that the run is put beside
}

// Log is something to say to a live reader while the run goes on.
type Log struct {
	Level   string    `json:"level"` // info, warning, error
	Message string    `json:"message"`
	Time    time.Time `json:"time"`
}

// DryCase is a case that would run; dry runs only.
type DryCase struct {
	Agent      string        `json:"agent"`
	ID         string        `json:"id"`
	Runs       int           `json:"runs"`               // at most
	Least      int           `json:"min_runs,omitempty"` // where that is less
	Skip       string        `json:"skip,omitempty"`
	AffectedBy string        `json:"affected_by,omitempty"` // what brought it into a run of --affected, in words
	Input      Value         `json:"input"`
	Case       Value         `json:"case,omitzero"`      // the whole of it, where a generator made it
	Forecast   *CaseForecast `json:"forecast,omitempty"` // of a case that is not skipped
	Pos        Pos           `json:"pos"`
}

// Row is "dry_run_case".
func (*DryCase) Row() string { return "dry_run_case" }

// Row is "start".
func (*Start) Row() string { return "start" }

// Row is "trial_start".
func (*TrialStart) Row() string { return "trial_start" }

// Row is "result".
func (*Trial) Row() string { return "result" }

// Row is "stability".
func (*CaseResult) Row() string { return "stability" }

// Row is "summary".
func (*Summary) Row() string { return "summary" }

// Row is "gate".
func (*Decision) Row() string { return "gate" }

// Row is "log".
func (*Log) Row() string { return "log" }

// IsRow reports whether an event is a row of a stream for programs: the
// stability of a case with one trial says nothing its result does not, unless
// earlier runs say something of it.
func IsRow(ev Event) bool {
	c, ok := ev.(*CaseResult)
	return !ok || c.Planned+c.Excused > 1 || c.Memory != nil
}

// Sink takes events, one at a time and in order. An error means the event was
// not kept; the run goes on and says so.
type Sink interface {
	Event(Event) error
}

// AppendRow appends the event as one line of JSON with its type first and a
// newline at the end.
func AppendRow(dst []byte, ev Event) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(ev); err != nil {
		return dst, err
	}
	dst = append(dst, `{"type":"`...)
	dst = append(dst, ev.Row()...)
	dst = append(dst, '"')
	body := buf.Bytes()
	if !bytes.HasPrefix(body, []byte("{}")) {
		dst = append(dst, ',')
	}
	return AppendVisible(dst, body[1:]), nil
}

// AppendVisible appends JSON and escapes what terminals and CI runners obey and
// JSON need not: the control characters U+007F to U+009F, the marks that change
// the direction of text, the tags that nobody sees (U+E0000 to U+E007F), and the
// commands ##[name] and ##name[, which runners
// look for anywhere in a line. They can only stand inside JSON strings.
func AppendVisible(dst, row []byte) []byte {
	for i := 0; i < len(row); i++ {
		switch c := row[i]; {
		case c == 0x7F, c == '#' && opensCommand(row[i+1:]):
			dst = append(dst, fmt.Sprintf(`\u00%02x`, c)...)
		case c == 0xC2 && i+1 < len(row) && row[i+1] < 0xA0:
			dst = append(dst, fmt.Sprintf(`\u00%02x`, row[i+1])...)
			i++
		case c == 0xE2 && i+2 < len(row) && turnsText(row[i+1], row[i+2]):
			r, _ := utf8.DecodeRune(row[i:])
			dst = append(dst, fmt.Sprintf(`\u%04x`, r)...)
			i += 2
		case c == 0xF3 && i+3 < len(row) && row[i+1] == 0xA0 && row[i+2] < 0x82:
			r, _ := utf8.DecodeRune(row[i:])
			high, low := utf16.EncodeRune(r)
			dst = append(dst, fmt.Sprintf(`\u%04x\u%04x`, high, low)...)
			i += 3
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

// opensCommand reports whether rest, which follows a #, makes it ##word[.
func opensCommand(rest []byte) bool {
	if len(rest) == 0 || rest[0] != '#' {
		return false
	}
	rest = bytes.TrimLeft(rest[1:], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
	return len(rest) > 0 && rest[0] == '['
}

// turnsText recognises U+202A to U+202E and U+2066 to U+2069 behind 0xE2.
func turnsText(second, third byte) bool {
	return second == 0x80 && third >= 0xAA && third <= 0xAE || second == 0x81 && third >= 0xA6 && third <= 0xA9
}
