package json

import (
	"io"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/internal/jsonstream"
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
	Reports     []string          `json:"reports,omitempty"` // the files that were written
}

// Write writes the report to w. The trials come in the order of its cases, as
// a log reads them back; a trial of a case that is not the report's, or out
// of order, is an error, and so is one the sequence gives.
func Write(w io.Writer, report eval.Report, trials iter.Seq2[*eval.Trial, error]) error {
	out := jsonstream.New(w)
	out.Field("schema_version", eval.SchemaVersion)
	out.Field("summary", report.Summary)
	out.Field("environment", report.Start.Environment)
	var skipped []skippedRow
	var stability []stabilityRow
	several := slices.ContainsFunc(report.Cases, func(c eval.CaseResult) bool { return c.Planned > 1 || c.Memory != nil })
	out.Array("results")
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
		out.Item(row)
		return out.Err()
	})
	if err != nil {
		return err
	}
	out.End()
	out.List("skipped", len(skipped), func(i int) any { return skipped[i] })
	out.List("stability_results", len(stability), func(i int) any { return stability[i] })
	out.List("work", len(report.Work), func(i int) any { return &report.Work[i] })
	if report.Comparison != nil {
		out.Field("comparison", report.Comparison)
	}
	out.Field("gate", report.Decision)
	out.Field("metadata", metadataOf(&report))
	return out.Close()
}

func metadataOf(r *eval.Report) metadata {
	return metadata{
		StartedAt:   r.Start.Timestamp,
		CompletedAt: r.Completed(),
		Version:     r.Start.Version,
		InputFile:   strings.Join(r.Start.Plan.Inputs, ","),
		Agents:      r.Start.Agents,
		Options:     r.Start.Settings,
		Policy:      r.Start.Policy,
		Seed:        r.Start.Seed,
		Plan:        r.Start.Plan,
		Reports:     r.Start.Reports,
	}
}
