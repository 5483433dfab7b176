package sarif

import (
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/internal/jsonstream"
	"github.com/surefoot-dev/surefoot/pkg/report/standing"
	"github.com/surefoot-dev/surefoot/pkg/report/walk"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// MaxResults is how many results GitHub takes in one run.
const MaxResults = 25_000

// Write writes the report to w. The trials come in the order of its cases, as
// a log reads them back. Results beyond [MaxResults] are counted in a
// notification.
func Write(w io.Writer, report eval.Report, trials iter.Seq2[*eval.Trial, error]) error {
	out := jsonstream.New(w)
	out.Field("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
	out.Field("version", "2.1.0")
	out.Array("runs")
	out.Object("")
	out.Field("automationDetails", map[string]string{"id": "surefoot/"}) // by which a report of ours is known
	out.Field("columnKind", "unicodeCodePoints")
	out.Array("results")
	rules := &ruleset{at: map[string]int{}}
	results, board := 0, standing.New(&report)
	err := walk.Cases(report.Cases, trials, func(c *eval.CaseResult, trials iter.Seq[*eval.Trial]) error {
		if c.Runs == 0 || board.Verdict(c) == eval.VerdictPassed {
			return out.Err()
		}
		for _, k := range kinds(trials) {
			if results++; results <= MaxResults {
				out.Item(newResult(board, c, k, rules.index(k.first.Rule, k.first.Status)))
			}
		}
		return out.Err()
	})
	if err != nil {
		return err
	}
	out.End()
	out.Object("tool")
	out.Object("driver")
	out.Field("name", "surefoot")
	if report.Start.Version != "" {
		out.Field("version", report.Start.Version)
	}
	out.Field("informationUri", "https://github.com/surefoot-dev/surefoot")
	out.Array("rules")
	for _, r := range rules.list {
		out.Item(r)
	}
	out.End()
	out.End()
	out.End()
	out.Field("invocations", []invocation{invocationOf(&report, results)})
	return out.Close()
}

// ruleset is the rules that results have named, in the order they did.
type ruleset struct {
	list []rule
	at   map[string]int
}

func (s *ruleset) index(id string, status eval.Status) int {
	at, ok := s.at[id]
	if !ok {
		at = len(s.list)
		s.at[id] = at
		id = safetext.SARIF(id)
		s.list = append(s.list, rule{ID: id, ShortDescription: message{describe(id)}, DefaultConfiguration: configuration{level(status)}})
	}
	return at
}

func describe(rule string) string {
	switch eval.Status(rule) {
	case eval.Error:
		return "something broke, so that nothing is known of the agent"
	case eval.Timeout:
		return "there was no whole answer in time"
	case eval.Failed:
		return "the case failed"
	default:
		return "an assertion of type " + rule + " does not hold"
	}
}

func invocationOf(r *eval.Report, results int) invocation {
	inv := invocation{ExecutionSuccessful: true, Properties: invocationProperties{Gate: r.Decision, Saved: r.Summary.Saved}}
	if r.Comparison != nil {
		inv.Properties.Baseline = &r.Comparison.Base
	}
	if began := r.Start.Timestamp.UTC(); !began.IsZero() {
		const layout = "2006-01-02T15:04:05.000Z"
		inv.StartTimeUTC = began.Format(layout)
		if ended := r.Completed(); !ended.IsZero() {
			inv.EndTimeUTC = ended.UTC().Format(layout)
		}
	}
	notify := func(level, format string, args ...any) {
		inv.ExecutionSuccessful = inv.ExecutionSuccessful && level != "error"
		text := safetext.SARIF(fmt.Sprintf(format, args...))
		inv.ToolExecutionNotifications = append(inv.ToolExecutionNotifications, notification{level, message{text}})
	}
	s := &r.Summary
	if s.Interrupted != "" {
		notify("error", "the run ended early: %s (%d of %s ran)", s.Interrupted, s.TotalRuns, eval.Plural(s.TotalTrials, "trial"))
	}
	switch r.Decision.Verdict {
	case "":
		notify("error", "the run did not end, so nothing was decided")
	case eval.VerdictInconclusive:
		notify("error", "the gate is inconclusive: %s", strings.TrimPrefix(r.Decision.Title, "inconclusive: "))
	case eval.VerdictFailed:
		if results == 0 {
			notify("error", "the gate failed: %s", strings.TrimPrefix(r.Decision.Title, "failed: "))
		}
	case eval.VerdictPassed:
	}
	broken, late := 0, 0
	for i := range r.Cases {
		broken += r.Cases[i].Errors
		late += r.Cases[i].Timeouts
	}
	if broken > 0 {
		notify("error", "%s ended in an error, which says nothing of the agent", eval.Plural(broken, "trial"))
	}
	if late > 0 {
		notify("warning", "%s timed out", eval.Plural(late, "trial"))
	}
	if results > MaxResults {
		notify("warning", "%s left out: %d is the most that a run may have", eval.Plural(results-MaxResults, "result"), MaxResults)
	}
	return inv
}
