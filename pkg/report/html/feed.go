package html

import (
	"io"
	"iter"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/again"
	"github.com/surefoot-dev/surefoot/pkg/report/figure"
	"github.com/surefoot-dev/surefoot/pkg/report/standing"
)

// Feed makes the messages of one report. It keeps sums of the trials it was
// shown, and is used from one goroutine. A run that goes on has a feed for each
// state of its report, which may have the sums from elsewhere, and rows from
// sketches.
type Feed struct {
	Sums
	Going bool // the run goes on, so that nothing that is missing is lost

	report *eval.Report
	board  *standing.Board
}

// NewFeed begins the messages of a report, which must not change after.
func NewFeed(report *eval.Report) *Feed {
	return &Feed{report: report, board: standing.New(report)}
}

// details is the message "details" up to its trials.
type details struct {
	Type    string        `json:"type"`
	N       int           `json:"n"` // the row's
	Case    figures       `json:"case"`
	Parting *eval.Parting `json:"parting,omitempty"` // also where it is from the baseline's trials
	Lines   []line        `json:"lines,omitempty"`
	Again   string        `json:"again,omitempty"` // what runs the case again, behind one of the head's ways
}

// figures are the case in figures, 0 to 100 and in milliseconds. A nil one is
// unknown.
type figures struct {
	Status         eval.Status    `json:"status"`
	Planned        int            `json:"planned"`
	Runs           int            `json:"runs"`
	Errors         int            `json:"errors,omitempty"`
	PassRate       *float64       `json:"pass_rate"`
	PassInterval   *eval.Interval `json:"pass_rate_interval,omitempty"`
	ScoredPassRate *float64       `json:"scored_pass_rate,omitempty"`
	BaseRate       *float64       `json:"base_rate,omitempty"`
	Agreement      *float64       `json:"agreement,omitempty"`
	AvgMS          *float64       `json:"avg_duration_ms,omitempty"`
	P95MS          *float64       `json:"p95_duration_ms,omitempty"`
	PassRates      []float64      `json:"pass_rates,omitempty"` // of the last runs, oldest first
}

// line is one thing to know of a case.
type line struct {
	Label string `json:"label"`
	Text  string `json:"text"`
}

// Case writes the details of the report's case n with its trials, one of them
// in memory at a time, and gives its row.
func (f *Feed) Case(w io.Writer, n int, trials iter.Seq[*eval.Trial]) (Row, error) {
	var seen Sketch
	if err := f.open(w, n, &f.report.Cases[n]); err != nil {
		return Row{}, err
	}
	var first *eval.Trial
	usage := map[eval.Role]eval.Usage{}
	for t := range trials {
		if first != nil {
			if _, err := io.WriteString(w, ","); err != nil {
				return Row{}, err
			}
		}
		if err := encode(w, newTrial(t, first)); err != nil {
			return Row{}, err
		}
		if first == nil {
			first = &eval.Trial{Input: t.Input}
		}
		seen.Add(t)
		f.Add(t)
		for role, u := range t.Usage {
			usage[role] = usage[role].Add(u)
		}
	}
	return f.Row(n, &seen), shut(w, usage)
}

// spent is what all trials of a case took, in words.
type spent struct {
	Tokens   string `json:"tokens,omitempty"` // "" is unknown
	TokensBy string `json:"tokens_by,omitempty"`
	Cost     string `json:"cost,omitempty"` // "" is unknown
	CostBy   string `json:"cost_by,omitempty"`
}

// shut writes the message from behind its list of trials, where what they took
// is known.
func shut(w io.Writer, usage map[eval.Role]eval.Usage) error {
	all := figure.Sum(usage)
	if all.Calls+all.Attempts == 0 {
		_, err := io.WriteString(w, "]}")
		return err
	}
	s := spent{TokensBy: bare(figure.TokensByRole(usage)), CostBy: bare(figure.CostByRole(usage))}
	if all.TotalTokens != nil {
		s.Tokens = figure.Count(*all.TotalTokens)
	}
	if all.CostUSD != nil {
		s.Cost = figure.Dollars(*all.CostUSD)
	}
	if _, err := io.WriteString(w, `],"spent":`); err != nil {
		return err
	}
	if err := encode(w, s); err != nil {
		return err
	}
	_, err := io.WriteString(w, "}")
	return err
}

// open writes the message up to its list of trials.
func (f *Feed) open(w io.Writer, n int, c *eval.CaseResult) error {
	d := details{Type: "details", N: n, Parting: f.board.Parting(c), Case: figures{
		Status: c.Status, Planned: c.Planned, Runs: c.Runs, Errors: c.Errors, PassRate: c.PassRate, PassInterval: c.PassInterval,
		ScoredPassRate: c.ScoredPassRate, Agreement: c.Agreement, AvgMS: c.AvgMS, P95MS: c.P95MS,
	}}
	if c.Memory != nil {
		d.Case.PassRates = c.Memory.PassRates
	}
	if change := f.board.Change(c); change != nil && change.Base != nil {
		d.Case.BaseRate = change.Base.PassRate
	}
	for _, l := range append(f.board.Lines(c), f.board.Outlook(c)...) {
		d.Lines = append(d.Lines, line{l.Label, l.Text})
	}
	if run, ok := again.Of(&f.report.Start, c); ok {
		d.Again = run.Arguments(c)
	}
	return unclosed(w, d, `,"trials":[`)
}

// Message writes a head or a row as [Write] writes them: JSON that may stand
// in a script element, on one line.
func Message[M Head | Row](w io.Writer, message M) error { return encode(w, message) }
