package junit

import (
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/evidence"
	"github.com/surefoot-dev/surefoot/pkg/report/figure"
	"github.com/surefoot-dev/surefoot/pkg/report/standing"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// outcome is how a case is shown.
type outcome int

const (
	passed outcome = iota
	failed
	broken
	undecided
	apart // it would not pass, and is in quarantine
	left  // not to run, or never came to run
)

func outcomeOf(board *standing.Board, c *eval.CaseResult) outcome {
	if c.Runs == 0 {
		return left
	}
	switch verdict := board.Verdict(c); {
	case verdict == eval.VerdictPassed:
		return passed
	case standing.Quarantine(c) != "":
		return apart
	case verdict == eval.VerdictFailed:
		if c.Errors+c.Timeouts > 0 {
			return broken
		}
		return failed
	default:
		return undecided
	}
}

const (
	messageLimit    = 500      // bytes of an attribute
	textLimit       = 8 << 10  // bytes of what one trial shows
	transcriptLimit = 16 << 10 // bytes of a conversation
	maxTrials       = 25       // that a case shows
	mostK           = 10       // trials that pass_at_k and pass_all_k are told of
)

// newCase is a case with what of its trials is shown.
func newCase(board *standing.Board, c *eval.CaseResult, trials iter.Seq[*eval.Trial]) *testcase {
	t := &testcase{
		Name: safetext.XML(c.ID), Classname: safetext.XML(c.Agent), Time: seconds(spent(c)),
		File: safetext.XML(c.Pos.File), Line: c.Pos.Line,
	}
	how := outcomeOf(board, c)
	main := eval.Failed
	if how == broken {
		main = c.Status
	}
	var tags []string
	found, more := 0, 0
	for trial := range trials {
		tags = trial.Tags
		findings := evidence.Of(trial)
		if len(findings) == 0 {
			continue
		}
		if found++; found > maxTrials {
			more++
			continue
		}
		if t.SystemOut == "" {
			t.SystemOut = clean(fmt.Sprintf("trial %d of %d\n%s", trial.Run, c.Planned, evidence.Transcript(trial, transcriptLimit)), 2*transcriptLimit)
		}
		t.show(how, main, c, trial, findings)
	}
	if more > 0 {
		t.SystemOut += fmt.Sprintf("and %s that did not pass\n", eval.Plural(more, "more trial"))
	}
	if text := figure.Excused(c); text != "" {
		if how == passed && c.Passed == c.Runs {
			text += ": " + c.Reason
		}
		t.SystemOut = clean(oneLine(text), messageLimit) + "\n" + t.SystemOut
	}
	t.settle(how, c)
	t.Properties = properties(board, c, tags)
	return t
}

// show adds a trial that did not pass: the first one that names the case's
// status is the case's own fault, others are reruns of it.
func (t *testcase) show(how outcome, main eval.Status, c *eval.CaseResult, trial *eval.Trial, findings []evidence.Finding) {
	f := evidence.Worst(trial.Status, findings)
	message := clean(oneLine(f.Line()), messageLimit)
	text := clean(linesOf(c, trial, findings), textLimit)
	again := rerun{Message: message, Type: clean(f.Rule, messageLimit), StackTrace: text}
	own := &fault{Message: message, Type: again.Type, Text: text}
	isError := trial.Status != eval.Failed
	switch {
	case how == passed && isError:
		t.FlakyErrors = append(t.FlakyErrors, again)
	case how == passed:
		t.FlakyFailures = append(t.FlakyFailures, again)
	case how == failed && t.Failure == nil:
		t.Failure = own
	case how == broken && t.Error == nil && trial.Status == main:
		t.Error = own
	case isError:
		t.RerunErrors = append(t.RerunErrors, again)
	default:
		t.RerunFailures = append(t.RerunFailures, again)
	}
}

// settle gives the case what no trial brought.
func (t *testcase) settle(how outcome, c *eval.CaseResult) {
	reason := clean(oneLine(c.Reason), messageLimit)
	ran := fmt.Sprintf("%d of %s ran, and the others could still decide it", c.Runs, eval.Plural(c.Planned, "trial"))
	switch {
	case how == left && c.Planned > 0 && reason == "":
		t.Skipped = &skipped{"it did not come to run"}
	case how == left && c.Planned > 0:
		t.Skipped = &skipped{"it did not come to run: " + reason}
	case how == left:
		t.Skipped = &skipped{reason}
	case how == apart:
		t.Skipped = &skipped{clean(oneLine("in quarantine "+standing.Quarantine(c)), messageLimit)}
	case how == undecided:
		t.Error = &fault{Message: "undecided: " + ran, Type: "undecided"}
	case how == failed && t.Failure == nil:
		t.Failure = &fault{Message: reason, Type: string(eval.Failed)}
	case how == broken && t.Error == nil:
		t.Error = &fault{Message: reason, Type: string(c.Status)}
	}
}

func properties(board *standing.Board, c *eval.CaseResult, tags []string) []property {
	var list []property
	add := func(name, value string) { list = append(list, property{name, safetext.XML(value)}) }
	if c.Name != "" {
		add("title", c.Name)
	}
	add("status", string(c.Status))
	add("planned", itoa(c.Planned))
	add("runs", itoa(c.Runs))
	if c.Excused > 0 {
		add("excused", itoa(c.Excused))
	}
	if c.Runs > 0 {
		add("passed", itoa(c.Passed))
		add("failed", itoa(c.Failed))
		add("errors", itoa(c.Errors))
		add("timeouts", itoa(c.Timeouts))
	}
	number := func(name string, figure *float64) {
		if figure != nil {
			add(name, strconv.FormatFloat(*figure, 'f', -1, 64))
		}
	}
	if c.DecidedRate() != nil {
		number("pass_rate", c.PassRate)
		number("scored_pass_rate", c.ScoredPassRate)
	}
	if c.Planned > 0 {
		add("stability_class", string(c.Class))
	}
	number("avg_duration_ms", c.AvgMS)
	if c.Planned > 1 {
		several(c, number)
	}
	beyond(board, c, add, number)
	for _, tag := range tags {
		add("tag", tag)
	}
	return list
}

// several are the properties that several trials have and one has not.
func several(c *eval.CaseResult, number func(string, *float64)) {
	if i := c.PassInterval; i != nil {
		number("pass_rate_low", &i[0])
		number("pass_rate_high", &i[1])
	}
	for k := 2; k <= min(len(c.PassAt), mostK); k++ {
		number("pass_at_"+itoa(k), &c.PassAt[k-1])
		number("pass_all_"+itoa(k), &c.PassAll[k-1])
	}
	number("agreement", c.Agreement)
	number("p50_duration_ms", c.P50MS)
	number("p95_duration_ms", c.P95MS)
}

// beyond are the properties that tell of more than the case's own trials: each
// by its name in the rows of a report, as far as it is one value.
func beyond(board *standing.Board, c *eval.CaseResult, text func(name, value string), number func(string, *float64)) {
	add := func(name, value string) {
		if value != "" {
			text(name, clean(oneLine(value), messageLimit))
		}
	}
	if change := board.Change(c); change != nil {
		add("change", string(change.Change))
		add("change_rule", string(change.Rule))
		add("change_reason", change.Reason)
		number("p_value", change.P)
		number("p_value_corrected", change.PCorrected)
		if base := change.Base; base != nil {
			add("base_runs", itoa(base.Runs))
			add("base_passed", itoa(base.Passed))
		}
	}
	if i := c.PassBounds; i != nil {
		number("pass_rate_bounds_low", &i[0])
		number("pass_rate_bounds_high", &i[1])
	}
	add("stopped", c.Stopped)
	if part := board.Parting(c); part != nil {
		add("parting", part.Sentence)
	}
	if c.Noise != nil {
		add("noise", c.Noise.Sentence)
	}
	if m := c.Memory; m != nil {
		add("memory", m.Sentence)
		add("memory_state", string(m.State))
		if q := m.Quarantine; q != nil {
			add("quarantine_reason", q.Reason)
			add("quarantine_until", q.Until)
			add("quarantine_expired", strconv.FormatBool(q.Expired))
		}
	}
}

// linesOf are the findings of a trial, each with its place, as the terminal
// shows them.
func linesOf(c *eval.CaseResult, trial *eval.Trial, findings []evidence.Finding) string {
	var b strings.Builder
	for _, f := range findings {
		if place := f.Pos.String(); place != "" {
			b.WriteString(place + ": ")
		}
		fmt.Fprintf(&b, "case %q: ", c.ID)
		if c.Planned > 1 {
			fmt.Fprintf(&b, "trial %d/%d: ", trial.Run, c.Planned)
		}
		fmt.Fprintf(&b, "%s [%s]\n", f.Line(), f.Status)
		if f.Reason != "" {
			b.WriteString("  " + f.Reason + "\n")
		}
	}
	return b.String()
}

// clean is foreign text for XML, cut to about limit bytes.
func clean(s string, limit int) string { return safetext.XML(evidence.Clip(s, limit)) }

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// spent is what the case's trials took together, in milliseconds.
func spent(c *eval.CaseResult) float64 {
	if c.AvgMS == nil {
		return 0
	}
	return *c.AvgMS * float64(c.Runs)
}

// seconds is a time as Surefire's schema has it.
func seconds(ms float64) string {
	return strconv.FormatFloat(ms/float64(time.Second/time.Millisecond), 'f', 3, 64)
}

func itoa(n int) string { return strconv.Itoa(n) }
