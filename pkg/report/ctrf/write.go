package ctrf

import (
	"io"
	"iter"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/internal/jsonstream"
	"github.com/surefoot-dev/surefoot/pkg/report/standing"
	"github.com/surefoot-dev/surefoot/pkg/report/walk"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// specVersion is of the schema that the fields are taken from.
const specVersion = "0.0.0"

// Write writes the report to w. The trials come in the order of its cases, as
// a log reads them back. The same run gives the same bytes.
func Write(w io.Writer, report eval.Report, trials iter.Seq2[*eval.Trial, error]) error {
	r := &report
	began := r.Start.Timestamp.UTC()
	ended := r.Completed().UTC()
	if ended.IsZero() {
		ended = began // the format must have an end, and none is known
	}
	board := standing.New(r)
	gate := gateTest(r, board)

	out := jsonstream.New(w)
	out.Field("reportFormat", "CTRF")
	out.Field("specVersion", specVersion)
	out.Field("reportId", uuid("report", r.Start.Plan.Hash, began.Format(time.RFC3339Nano), r.Start.Version, r.Decision.Title))
	out.Field("timestamp", ended.Format(time.RFC3339))
	out.Field("generatedBy", strings.TrimSpace("surefoot "+r.Start.Version))
	out.Object("results")
	out.Field("tool", tool{Name: "surefoot", Version: r.Start.Version})
	out.Field("summary", summaryOf(r, board, gate, began, ended))
	out.Array("tests")
	err := walk.Cases(r.Cases, trials, func(c *eval.CaseResult, trials iter.Seq[*eval.Trial]) error {
		out.Item(newTest(board, c, trials))
		return out.Err()
	})
	if err != nil {
		return err
	}
	if gate != nil {
		out.Item(gate)
	}
	out.End()
	out.Field("environment", environment{
		AppName: safetext.Terminal(strings.Join(r.Start.Agents, ",")),
		Healthy: r.Summary.Interrupted == "" && r.Decision.Verdict != "",
		Extra: environmentExtra{
			Environment: r.Start.Environment, Plan: r.Start.Plan, Seed: r.Start.Seed, Policy: r.Start.Policy, Settings: r.Start.Settings,
		},
	})
	return out.Close()
}

func summaryOf(r *eval.Report, board *standing.Board, gate *test, began, ended time.Time) summary {
	s := summary{
		Tests: len(r.Cases), Start: began.UnixMilli(), Stop: ended.UnixMilli(),
		Extra: summaryExtra{
			Gate: r.Decision, Interrupted: r.Summary.Interrupted, OverallPassRate: r.Summary.PassRate,
			Interval: r.Summary.PassInterval, P50DurationMS: r.Summary.P50MS, P95DurationMS: r.Summary.P95MS,
			TotalRuns: r.Summary.TotalRuns, TotalTrials: r.Summary.TotalTrials, ErrorTrials: r.Summary.ErrorTrials, Usage: r.Summary.Usage, Saved: r.Summary.Saved, Comparison: untested(r),
		},
	}
	if !ended.Equal(began) {
		took := s.Stop - s.Start
		s.Duration = &took
	}
	suites := map[string]bool{}
	for i := range r.Cases {
		c := &r.Cases[i]
		suites[c.Pos.File+"\x00"+c.Agent] = true
		how := statusOf(board, c)
		if isFlaky(how, c) {
			s.Flaky++
		}
		switch how {
		case passed:
			s.Passed++
		case failed:
			s.Failed++
		case skipped:
			s.Skipped++
		case pending:
			s.Pending++
		case other:
			s.Other++
		}
	}
	s.Suites = len(suites)
	if gate != nil {
		s.Tests++
		s.Failed++
		s.Suites++
	}
	return s
}

// untested is the comparison with those of its cases that are no test: removed
// ones, and those that the change does not reach.
func untested(r *eval.Report) *eval.Comparison {
	if r.Comparison == nil {
		return nil
	}
	tests := map[eval.Key]bool{}
	for i := range r.Cases {
		tests[r.Cases[i].Key()] = true
	}
	c := *r.Comparison
	c.Cases = []eval.CaseChange{}
	for _, change := range r.Comparison.Cases {
		if !tests[change.Key()] {
			c.Cases = append(c.Cases, change)
		}
	}
	return &c
}

// gateTest is the test that failed when none of the cases did and the run did
// not pass.
func gateTest(r *eval.Report, board *standing.Board) *test {
	if r.Decision.Verdict == eval.VerdictPassed {
		return nil
	}
	for i := range r.Cases {
		if statusOf(board, &r.Cases[i]) == failed {
			return nil
		}
	}
	verdict, title := string(r.Decision.Verdict), r.Decision.Title
	if verdict == "" {
		verdict, title = "unfinished", "the run did not end, so nothing was decided"
	}
	return &test{
		ID: uuid("gate"), Name: "gate", Status: failed, RawStatus: verdict, Type: "gate", Suite: []string{"gate"}, Message: clean(title),
	}
}
