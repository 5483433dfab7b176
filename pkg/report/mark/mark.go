// Package mark says which places of a user's files a finished run points at:
// one for each case that did not pass, at the assertion that does not hold, what
// is worse than before first, then the worst. Whoever shows them beside the code takes as many as there is
// room for. It reads the trials one by one, keeps a line of each case, and
// decides nothing: the gate did.
package mark

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/evidence"
	"github.com/surefoot-dev/surefoot/pkg/report/standing"
	"github.com/surefoot-dev/surefoot/pkg/report/walk"
)

// Mark is what is wrong at one place. Its texts are not yet safe to show.
type Mark struct {
	Warning bool // the gate does not mind
	Pos     eval.Pos
	Title   string // the case, how often it did not pass, and how often in the baseline
	Message string // the worst of what was found, and what is known beyond it

	regressed bool
	rate      float64
}

// Of are the marks of a report whose trials come in the order of its cases.
func Of(report *eval.Report, trials iter.Seq2[*eval.Trial, error]) ([]Mark, error) {
	var marks []Mark
	board := standing.New(report)
	err := walk.Cases(report.Cases, trials, func(c *eval.CaseResult, trials iter.Seq[*eval.Trial]) error {
		if c.Runs == 0 || c.Passed == c.Runs {
			return nil
		}
		kind := board.Kind(c)
		m := Mark{Pos: c.Pos, Title: title(board, c, kind), Message: c.Reason, regressed: kind == standing.Regressed}
		m.Warning = report.Decision.Verdict == eval.VerdictPassed || kind == standing.Quarantined || board.Verdict(c) == eval.VerdictPassed
		if c.PassRate != nil {
			m.rate = *c.PassRate
		}
		for t := range trials {
			if t.Status != c.Status {
				continue
			}
			if found := evidence.Of(t); len(found) > 0 {
				worst := evidence.Worst(t.Status, found)
				m.Pos, m.Message = worst.Pos, worst.Line()
				if worst.Reason != "" {
					m.Message += "\n" + worst.Reason
				}
				break
			}
		}
		for _, line := range board.Lines(c) {
			m.Message += "\n" + line.String()
		}
		marks = append(marks, m)
		return nil
	})
	slices.SortStableFunc(marks, func(a, b Mark) int {
		if a.Warning != b.Warning {
			if b.Warning {
				return -1
			}
			return 1
		}
		if a.regressed != b.regressed {
			if a.regressed {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.rate, b.rate)
	})
	return marks, err
}

// title names the case with what became of its trials, now and before.
func title(board *standing.Board, c *eval.CaseResult, kind standing.Kind) string {
	text := c.Agent + "/" + c.ID + " "
	switch kind {
	case standing.Regressed:
		text += "regressed"
	case standing.Known:
		text += words(c.Status) + " as before"
	case standing.Quarantined:
		text += words(c.Status) + " in quarantine"
	default:
		text += words(c.Status)
	}
	before := board.Before(c)
	switch {
	case before != "":
		return fmt.Sprintf("%s: %d/%d, %s", text, c.Passed, c.Runs, before)
	case c.Runs == 1:
		return text
	default:
		return fmt.Sprintf("%s: %d of %s passed", text, c.Passed, eval.Plural(c.Runs, "trial"))
	}
}

func words(s eval.Status) string {
	switch s {
	case eval.Error:
		return "broke with an error"
	case eval.Timeout:
		return "took too long"
	default:
		return string(s)
	}
}
