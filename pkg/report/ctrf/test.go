package ctrf

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"math"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/evidence"
	"github.com/surefoot-dev/surefoot/pkg/report/standing"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

const (
	messageLimit    = 2 << 10
	transcriptLimit = 16 << 10
	maxMessages     = 25 // attempts of a test that come with a message
)

func statusOf(board *standing.Board, c *eval.CaseResult) status {
	if c.Planned == 0 {
		return skipped
	}
	if c.Runs == 0 {
		return pending
	}
	switch verdict := board.Verdict(c); {
	case verdict == eval.VerdictPassed:
		return passed
	case standing.Quarantine(c) != "":
		return other
	case verdict == eval.VerdictFailed:
		return failed
	default:
		return other
	}
}

// isFlaky tells that a case passes although some of its trials did not.
func isFlaky(s status, c *eval.CaseResult) bool { return s == passed && c.Passed < c.Runs }

// newTest is a case with what of its trials is shown.
func newTest(board *standing.Board, c *eval.CaseResult, trials iter.Seq[*eval.Trial]) test {
	s := statusOf(board, c)
	t := test{
		ID: uuid(c.Agent, c.ID), Name: cmp.Or(safetext.Terminal(c.ID), "?"), Status: s, RawStatus: string(c.Status), Type: "eval",
		Suite: suite(c), FilePath: safetext.Terminal(c.Pos.File), Line: c.Pos.Line, Flaky: isFlaky(s, c),
		Retries: max(c.Runs-1, 0),
		Extra: &extra{
			Agent: safetext.Terminal(c.Agent), Title: safetext.Terminal(c.Name), Planned: c.Planned, Runs: c.Runs, Excused: c.Excused,
			PassRate: c.DecidedRate(), AvgDurationMS: c.AvgMS, MinDurationMS: c.MinMS, MaxDurationMS: c.MaxMS,
			PassBounds: c.PassBounds, Stopped: c.Stopped, Parting: c.Parting, Noise: c.Noise, Memory: c.Memory, Comparison: board.Change(c),
		},
	}
	if c.Planned > 0 {
		t.Extra.StabilityClass = c.Class
	}
	if c.AvgMS != nil {
		t.Duration = int64(math.Round(*c.AvgMS * float64(c.Runs)))
	}
	if c.Planned > 1 {
		e := t.Extra
		if e.PassRate != nil {
			e.ScoredPassRate = c.ScoredPassRate
		}
		e.Interval, e.PassAt, e.PassAll, e.Agreement, e.P50DurationMS, e.P95DurationMS = c.PassInterval, c.PassAt, c.PassAll, c.Agreement, c.P50MS, c.P95MS
	}
	messages := 0
	for trial := range trials {
		t.Tags = safe(trial.Tags)
		t.Extra.add(trial)
		a, findings := attemptOf(trial)
		if len(findings) > 0 {
			if messages++; messages > maxMessages {
				a.Message = ""
			}
			t.show(c, trial, a.Message, findings)
		}
		if c.Planned > 1 && trial.Status != eval.Skipped {
			t.RetryAttempts = append(t.RetryAttempts, a)
		}
	}
	if s != passed && t.Message == "" {
		t.Message = clean(c.Reason)
	}
	if q := standing.Quarantine(c); s == other && q != "" {
		t.Message = clean("in quarantine " + q)
	} else if s == other {
		t.Message = fmt.Sprintf("undecided: %d of %s ran, and the others could still decide it", c.Runs, eval.Plural(c.Planned, "trial"))
	}
	return t
}

// show takes the message and trace from the first trial that did not pass, and
// then from the first that has the case's own status.
func (t *test) show(c *eval.CaseResult, trial *eval.Trial, message string, findings []evidence.Finding) {
	if t.Message != "" && (t.Extra.shown == c.Status || trial.Status != c.Status) || message == "" {
		return
	}
	t.Extra.shown = trial.Status
	t.Message = message
	var b strings.Builder
	fmt.Fprintf(&b, "trial %d of %d\n", trial.Run, c.Planned)
	for _, f := range findings {
		if place := f.Pos.String(); place != "" {
			b.WriteString(place + ": ")
		}
		fmt.Fprintf(&b, "%s [%s]\n", f.Line(), f.Status)
		if f.Reason != "" {
			b.WriteString("  " + f.Reason + "\n")
		}
	}
	b.WriteString(evidence.Transcript(trial, transcriptLimit))
	t.Trace = safetext.Terminal(evidence.Clip(b.String(), 2*transcriptLimit))
}

func attemptOf(trial *eval.Trial) (attempt, []evidence.Finding) {
	a := attempt{Attempt: trial.Run, Duration: int64(math.Round(trial.TookMS().Float())), Status: failed}
	switch trial.Status {
	case eval.Passed:
		a.Status = passed
	case eval.Skipped:
		a.Status = skipped
	case eval.Error, eval.Timeout:
		a.Extra = &raw{trial.Status}
	case eval.Failed:
	}
	findings := evidence.Of(trial)
	if len(findings) > 0 {
		f := evidence.Worst(trial.Status, findings)
		a.Message = clean(f.Line())
		if f.Pos.File == trial.Pos.File {
			a.Line = f.Pos.Line
		}
	}
	return a, findings
}

func suite(c *eval.CaseResult) []string {
	var names []string
	for _, name := range []string{c.Pos.File, c.Agent} {
		if name != "" {
			names = append(names, safetext.Terminal(name))
		}
	}
	return names
}

// add sums what the trials took.
func (e *extra) add(t *eval.Trial) {
	for role, usage := range t.Usage {
		if e.Usage == nil {
			e.Usage = map[eval.Role]eval.Usage{}
		}
		e.Usage[role] = e.Usage[role].Add(usage)
	}
}

func safe(texts []string) []string {
	var list []string
	for _, text := range texts {
		list = append(list, safetext.Terminal(text))
	}
	return list
}

// clean is foreign text that people will see, cut.
func clean(s string) string { return safetext.Terminal(evidence.Clip(s, messageLimit)) }

// uuid is a UUID (version 8, RFC 9562) that is the same for the same words.
func uuid(words ...string) string {
	h := sha256.New()
	for _, word := range words {
		fmt.Fprintf(h, "%d:%s", len(word), word)
	}
	b := h.Sum(nil)[:16]
	b[6] = b[6]&0x0f | 0x80
	b[8] = b[8]&0x3f | 0x80
	s := hex.EncodeToString(b)
	return strings.Join([]string{s[:8], s[8:12], s[12:16], s[16:20], s[20:]}, "-")
}
