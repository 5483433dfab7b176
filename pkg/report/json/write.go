package json

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/walk"
)

// metadata says when, by what and how the run was done.
type metadata struct {
	StartedAt   time.Time         `json:"started_at"`
	CompletedAt time.Time         `json:"completed_at,omitzero"`
	Version     string            `json:"version"`
	InputFile   string            `json:"input_file"` // several joined by a comma
	Agents      []string          `json:"agents"`
	Options     map[string]string `json:"options"` // the settings that were given
	Policy      eval.Policy       `json:"policy"`
	Seed        int64             `json:"seed"`
	Plan        eval.PlanFacts    `json:"plan"`
}

// Write writes the report to w. The trials come in the order of its cases, as
// a log reads them back; a trial of a case that is not the report's, or out
// of order, is an error, and so is one the sequence gives.
func Write(w io.Writer, report eval.Report, trials iter.Seq2[*eval.Trial, error]) error {
	out := &object{w: bufio.NewWriterSize(w, 1<<16)}

	out.field("schema_version", eval.SchemaVersion)
	out.field("summary", report.Summary)
	out.field("environment", report.Start.Environment)
	var skipped []skippedRow
	var stability []stabilityRow
	several := slices.ContainsFunc(report.Cases, func(c eval.CaseResult) bool { return c.Planned > 1 })
	out.open("results")
	err := walk.Cases(report.Cases, trials, func(c *eval.CaseResult, trials iter.Seq[*eval.Trial]) error {
		row := newResultRow(c)
		short := []shortDetail{}
		for t := range trials {
			row.add(t)
			short = append(short, shortDetail{t.Run, t.Status, t.DurationMS, t.Error})
		}
		if c.Planned == 0 {
			skipped = append(skipped, skippedRow{row.ID, row.Agent, row.Name, row.Tags, row.Status, row.Reason, row.Unchecked, row.Input, row.Expected, row.Pos})
			return nil
		}
		if several {
			stability = append(stability, stabilityRow{c, short})
		}
		out.item(row)
		return out.err
	})
	if err != nil {
		return err
	}
	out.close()
	out.list("skipped", len(skipped), func(i int) any { return skipped[i] })
	out.list("stability_results", len(stability), func(i int) any { return stability[i] })
	out.field("gate", report.Decision)
	out.field("metadata", metadataOf(&report))
	return out.end()
}

func metadataOf(r *eval.Report) metadata {
	return metadata{
		StartedAt:   r.Start.Timestamp,
		CompletedAt: completed(r),
		Version:     r.Start.Version,
		InputFile:   strings.Join(r.Start.Plan.Inputs, ","),
		Agents:      r.Start.Agents,
		Options:     r.Start.Settings,
		Policy:      r.Start.Policy,
		Seed:        r.Start.Seed,
		Plan:        r.Start.Plan,
	}
}

// completed is when the run ended, the zero time of a run that was killed and
// could not say it.
func completed(r *eval.Report) time.Time {
	took := r.Summary.DurationMS.Duration().Truncate(time.Microsecond)
	if took == 0 {
		return time.Time{}
	}
	return r.Start.Timestamp.Add(took)
}

// object writes one indented object field by field and keeps its first error.
type object struct {
	w     *bufio.Writer
	buf   bytes.Buffer
	err   error
	depth int
	wrote bool // something at this depth
}

const indent = "  "

func (o *object) field(name string, v any) {
	o.begin(name)
	o.value(v)
}

// open begins an array field, close ends it, item adds to it.
func (o *object) open(name string) {
	o.begin(name)
	o.text("[")
	o.depth++
	o.wrote = false
}

func (o *object) item(v any) {
	o.next()
	o.value(v)
}

func (o *object) close() {
	o.depth--
	if o.wrote {
		o.text("\n" + strings.Repeat(indent, o.depth+1))
	}
	o.text("]")
	o.wrote = true
}

func (o *object) list(name string, n int, at func(int) any) {
	if n == 0 {
		return
	}
	o.open(name)
	for i := range n {
		o.item(at(i))
	}
	o.close()
}

func (o *object) end() error {
	o.text("\n}\n")
	if o.err == nil {
		o.err = o.w.Flush()
	}
	return o.err
}

func (o *object) begin(name string) {
	if o.depth == 0 && !o.wrote {
		o.text("{")
	}
	o.next()
	o.text(`"` + name + `": `)
}

func (o *object) next() {
	if o.wrote {
		o.text(",")
	}
	o.wrote = true
	o.text("\n" + strings.Repeat(indent, o.depth+1))
}

func (o *object) value(v any) {
	if o.err != nil {
		return
	}
	text, err := encode(&o.buf, v, strings.Repeat(indent, o.depth+1))
	o.err = err
	o.text(text)
}

// encode is v as indented JSON; buf is what it may work in.
func encode(buf *bytes.Buffer, v any, prefix string) (string, error) {
	buf.Reset()
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent(prefix, indent)
	if err := enc.Encode(v); err != nil {
		return "", err
	}
	return strings.TrimSuffix(string(eval.AppendVisible(nil, buf.Bytes())), "\n"), nil
}

func (o *object) text(s string) {
	if o.err == nil {
		_, o.err = o.w.WriteString(s)
	}
}
