package json

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/internal/jsonstream"
)

// Reader gives back the trials of a report that was read once. It is used
// from one goroutine.
type Reader struct {
	file io.ReaderAt
	name string
	rows map[eval.Key]place
}

// place is where a case's row stands in the file.
type place struct{ offset, length int64 }

// Read reads a report in one pass, one case in memory at a time. It gives see
// what a JSONL report of the same run has as rows, in the order in which this
// one holds it, with its place: name and the path inside. An error of see ends
// the pass and comes back as it is; all others begin with their place, and one
// of a file that ends too early is [io.ErrUnexpectedEOF]. Name is the file as
// people know it. The file stays the caller's, and must stay open
// for the trials.
func Read(file io.ReaderAt, name string, see func(place string, ev eval.Event) error) (*Reader, error) {
	r := &Reader{file: file, name: name, rows: map[eval.Key]place{}}
	p := &pass{Reader: r, in: json.NewDecoder(io.NewSectionReader(file, 0, math.MaxInt64)), see: see}
	if err := p.object(); err != nil {
		return nil, err
	}
	return r, nil
}

// Trials reads the trials of the given cases back, cases in the order of keys
// and their trials by run. Cases without rows are passed over. It ends at the
// first error.
func (r *Reader) Trials(keys iter.Seq[eval.Key]) iter.Seq2[*eval.Trial, error] {
	return func(yield func(*eval.Trial, error) bool) {
		for key := range keys {
			at, ok := r.rows[key]
			if !ok {
				continue
			}
			text := make([]byte, at.length)
			if _, err := r.file.ReadAt(text, at.offset); err != nil {
				yield(nil, fmt.Errorf("cannot read report %q back: %w", r.name, eval.Bare(err)))
				return
			}
			row, err := decodeRow(text)
			if err != nil {
				yield(nil, fmt.Errorf("report %q was changed while it was in use: %w", r.name, err))
				return
			}
			for t := range row.trials() {
				if !yield(t, nil) {
					return
				}
			}
		}
	}
}

// pass is the reading of a file from its beginning to its end.
type pass struct {
	*Reader
	in    *json.Decoder
	see   func(string, eval.Event) error
	start eval.Start
	meta  bool
}

func (p *pass) object() error {
	if err := p.delim('{'); err != nil {
		return err
	}
	for p.in.More() {
		token, err := p.in.Token()
		if err != nil {
			return p.broken(err)
		}
		key, _ := token.(string)
		if err := p.field(key); err != nil {
			return err
		}
	}
	if err := p.delim('}'); err != nil {
		return err
	}
	if _, err := p.in.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: there is more behind the report", p.name)
	}
	if !p.meta {
		return fmt.Errorf(`%s: not a report: it has no "metadata"`, p.name)
	}
	return p.see(p.name, &p.start)
}

func (p *pass) field(key string) error {
	at := p.name + ": " + key
	switch key {
	case "schema_version":
		if err := p.value(at, &p.start.SchemaVersion); err != nil {
			return err
		}
		if v := p.start.SchemaVersion; v > eval.SchemaVersion {
			return fmt.Errorf("%s: written by a newer version: its schema is %d, the newest known here is %d", p.name, v, eval.SchemaVersion)
		}
		return nil
	case "summary":
		return p.event(at, new(eval.Summary))
	case "comparison":
		return p.event(at, new(eval.Comparison))
	case "gate":
		return p.event(at, new(eval.Decision))
	case "environment":
		return p.value(at, &p.start.Environment)
	case "metadata":
		p.meta = true
		return p.metadata(at)
	case "results", "skipped":
		return p.list(at, p.result)
	case "work":
		return p.list(at, func(at string, row []byte) error {
			w := new(eval.Work)
			if err := json.Unmarshal(row, w); err != nil {
				return fmt.Errorf("%s: %w", at, err)
			}
			return p.see(at, w)
		})
	case "stability_results":
		return p.list(at, func(at string, row []byte) error {
			c := new(eval.CaseResult)
			if err := json.Unmarshal(row, c); err != nil {
				return fmt.Errorf("%s: %w", at, err)
			}
			return p.see(at, c)
		})
	default:
		return p.value(at, new(json.RawMessage))
	}
}

func (p *pass) metadata(at string) error {
	var m metadata
	if err := p.value(at, &m); err != nil {
		return err
	}
	s := &p.start
	s.Version, s.Timestamp, s.Agents = m.Version, m.StartedAt, m.Agents
	s.Settings, s.Policy, s.Seed, s.Plan, s.Reports = m.Options, m.Policy, m.Seed, m.Plan, m.Reports
	return nil
}

// result takes note of a case's row, which says less where the case was
// skipped.
func (p *pass) result(at string, text []byte) error {
	row, err := decodeRow(text)
	if err != nil {
		return fmt.Errorf("%s: %w", at, err)
	}
	key := eval.Key{Agent: row.Agent, ID: row.ID}
	if _, twice := p.rows[key]; twice {
		return fmt.Errorf("%s: a second result of case %q", at, eval.Clip(row.ID))
	}
	length := int64(len(text))
	p.rows[key] = place{p.in.InputOffset() - length, length}
	for t := range row.trials() {
		if err := p.see(at, t); err != nil {
			return err
		}
	}
	return nil
}

// decodeRow takes the indentation out of the values, which keep their text.
func decodeRow(text []byte) (row resultRow, err error) {
	var dense bytes.Buffer
	if err := json.Compact(&dense, text); err != nil {
		return row, err
	}
	err = json.Unmarshal(dense.Bytes(), &row)
	return row, err
}

func (p *pass) list(at string, row func(at string, text []byte) error) error {
	if err := p.delim('['); err != nil {
		return err
	}
	for i := 0; p.in.More(); i++ {
		var text json.RawMessage
		at := fmt.Sprintf("%s[%d]", at, i)
		if err := p.value(at, &text); err != nil {
			return err
		}
		if err := row(at, text); err != nil {
			return err
		}
	}
	return p.delim(']')
}

func (p *pass) event(at string, ev eval.Event) error {
	if err := p.value(at, ev); err != nil {
		return err
	}
	return p.see(at, ev)
}

func (p *pass) value(at string, v any) error {
	err := p.in.Decode(v)
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &syntax), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return p.broken(err)
	default:
		return fmt.Errorf("%s: %w", at, err)
	}
}

func (p *pass) delim(want json.Delim) error {
	token, err := p.in.Token()
	if err != nil {
		return p.broken(err)
	}
	if token != want {
		return fmt.Errorf("%s: not a report: want %v, got %v", p.name, want, token)
	}
	return nil
}

func (p *pass) broken(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return &cutError{p.name}
	}
	return fmt.Errorf("%s: not a report: %w", p.name, eval.Bare(err))
}

// cutError is of a file that ends within its report: [io.ErrUnexpectedEOF].
type cutError struct{ name string }

func (e *cutError) Error() string { return e.name + ": not a whole report: the file ends early" }
func (e *cutError) Unwrap() error { return io.ErrUnexpectedEOF }

// trials are the trials that the row was made of. A skipped case has one.
func (r *resultRow) trials() iter.Seq[*eval.Trial] {
	return func(yield func(*eval.Trial) bool) {
		details := r.RunDetails
		if r.Planned == 0 && len(details) == 0 {
			details = []runDetail{{Run: 1, Status: r.Status, Reason: r.Reason}}
		}
		for i := range details {
			d := &details[i]
			t := &eval.Trial{
				Agent: r.Agent, ID: r.ID, Name: r.Name, Tags: r.Tags, Planned: r.Planned, Pos: r.Pos,
				Unchecked: r.Unchecked, Input: r.Input, Expected: r.Expected,
				Run: d.Run, Status: d.Status, Reason: d.Reason, Stopped: d.Stopped, DurationMS: d.DurationMS, Output: d.Output,
				Error: d.Error, ErrorPos: d.ErrorPos, Checks: d.Checks, Turns: d.Turns, ToolCalls: d.ToolCalls,
				Usage: d.Usage, Attempts: d.Attempts, Connector: d.Connector, Model: d.Model,
				Truncated: d.Truncated, Refusal: d.Refusal, Notes: d.Notes, Logs: d.Logs, WaitedMS: d.WaitedMS,
				QueuedMS: d.QueuedMS, Replayed: d.Replayed, RecordedMS: d.RecordedMS,
			}
			if !yield(t) {
				return
			}
		}
	}
}

// WriteCase writes one case alone: what stands in a report's results, behind
// the version of its fields and the word that tells it from a report.
func WriteCase(w io.Writer, c *eval.CaseResult, trials iter.Seq[*eval.Trial]) error {
	row := newResultRow(c)
	for t := range trials {
		row.add(t)
	}
	text, err := jsonstream.Text(struct {
		SchemaVersion int    `json:"schema_version"`
		Type          string `json:"type"`
		resultRow
	}{eval.SchemaVersion, "extract", row})
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, text+"\n")
	return err
}
