// Package mark says which places of a user's files a finished run points at:
// one for each case that did not pass, at the assertion that does not hold, the
// worst first. Whoever shows them beside the code takes as many as there is
// room for. It reads the trials one by one, keeps a line of each case, and
// decides nothing: the gate did.
package mark

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
	"github.com/surefoot-dev/surefoot/pkg/report/evidence"
	"github.com/surefoot-dev/surefoot/pkg/report/walk"
)

// Mark is what is wrong at one place. Its texts are not yet safe to show.
type Mark struct {
	Warning bool // the gate does not mind
	Pos     eval.Pos
	Title   string // the case, and how often it did not pass
	Message string // the worst of what was found

	rate float64
}

// Of are the marks of a report whose trials come in the order of its cases.
func Of(report *eval.Report, trials iter.Seq2[*eval.Trial, error]) ([]Mark, error) {
	var marks []Mark
	err := walk.Cases(report.Cases, trials, func(c *eval.CaseResult, trials iter.Seq[*eval.Trial]) error {
		if c.Runs == 0 || c.Passed == c.Runs {
			return nil
		}
		m := Mark{Pos: c.Pos, Title: title(c), Message: c.Reason}
		m.Warning = report.Decision.Verdict == eval.VerdictPassed || gate.Case(report.Start.Policy, report, c) == eval.VerdictPassed
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
		return cmp.Compare(a.rate, b.rate)
	})
	return marks, err
}

// title names the case with what became of its trials.
func title(c *eval.CaseResult) string {
	name := c.Agent + "/" + c.ID
	if c.Runs == 1 {
		return name + " " + words(c.Status)
	}
	return fmt.Sprintf("%s %s: %d of %s passed", name, words(c.Status), c.Passed, eval.Plural(c.Runs, "trial"))
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
