package markdown

import (
	"cmp"
	"io"
	"iter"
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/figure"
	"github.com/surefoot-dev/surefoot/pkg/report/standing"
	"github.com/surefoot-dev/surefoot/pkg/report/walk"
)

// maxSections is how many cases are kept with their evidence. It bounds what
// a digest takes: a section is a few ten kilobytes at most.
const maxSections = 50

// Digest is a finished run as far as pages show it. It does not change, and
// may be rendered from several goroutines.
type Digest struct {
	report   eval.Report
	board    *standing.Board
	in       []group       // of each case
	groups   [groups][]int // cases that do not pass, worst first
	worst    []int         // all cases, worst first
	evidence map[int]section
	spent    figure.Spent
	replayed int // trials
}

// group is the kind of trouble a case is in.
type group = standing.Kind

// groups is how many kinds have their cases shown with the evidence.
const groups = int(standing.Quarantined)

// isShown tells that cases of the kind are shown with their evidence.
func isShown(g group) bool { return int(g) < groups }

// isWrong tells that it is the agent who does wrong.
func isWrong(g group) bool { return g <= standing.Known }

// Write writes the report as a file. The trials come in the order of its
// cases, as a log reads them back.
func Write(w io.Writer, report eval.Report, trials iter.Seq2[*eval.Trial, error]) error {
	return Render(w, report, trials, Options{})
}

// Render writes one page of a run: [Gather], then [Digest.Render].
func Render(w io.Writer, report eval.Report, trials iter.Seq2[*eval.Trial, error], opt Options) error {
	d, err := Gather(report, trials)
	if err != nil {
		return err
	}
	_, err = w.Write(d.Render(opt))
	return err
}

// Gather reads the trials once, which come in the order of the report's cases.
// It holds one of them at a time.
func Gather(report eval.Report, trials iter.Seq2[*eval.Trial, error]) (*Digest, error) {
	d := &Digest{report: report, evidence: map[int]section{}}
	d.board = standing.New(&d.report)
	d.order()
	keep := map[int]bool{}
	for _, i := range d.first(maxSections) {
		keep[i] = true
	}
	at := -1
	err := walk.Cases(d.report.Cases, trials, func(_ *eval.CaseResult, trials iter.Seq[*eval.Trial]) error {
		at++
		var s section
		for t := range trials {
			d.spent.Add(t)
			if t.Replayed {
				d.replayed++
			}
			if keep[at] {
				s.add(t)
			}
		}
		if keep[at] {
			d.evidence[at] = s
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return d, nil
}

// order sorts the cases by how much they need to be seen.
func (d *Digest) order() {
	r := &d.report
	rank := make([]int, len(r.Cases))
	for i := range r.Cases {
		g := d.board.Kind(&r.Cases[i])
		d.in = append(d.in, g)
		if isShown(g) && !d.isCalm(i) {
			d.groups[g] = append(d.groups[g], i)
		}
		rank[i] = d.rankOf(&r.Cases[i], g)
		d.worst = append(d.worst, i)
	}
	worse := func(a, b int) int {
		x, y := &r.Cases[a], &r.Cases[b]
		return cmp.Or(cmp.Compare(rank[a], rank[b]), cmp.Compare(x.Passed*y.Planned, y.Passed*x.Planned))
	}
	slices.SortStableFunc(d.worst, worse)
	for _, of := range d.groups {
		slices.SortStableFunc(of, worse)
	}
}

// rankOf sorts the table of all cases: what does not pass, what is worse than
// it was, what is unstable, what is in quarantine, what did not come to run,
// what was not to run, and last what passes.
func (d *Digest) rankOf(c *eval.CaseResult, g group) int {
	switch {
	case isShown(g):
		return int(g)
	case g == standing.Quarantined:
		return groups + 2
	case isUnstable(c) && d.changed(c, eval.Suspect):
		return groups
	case isUnstable(c):
		return groups + 1
	case c.Runs == 0 && c.Planned > 0:
		return groups + 3
	case c.Runs == 0:
		return groups + 4
	default:
		return groups + 5
	}
}

// changed tells that this is what became of the case since the baseline.
func (d *Digest) changed(c *eval.CaseResult, to eval.Change) bool {
	change := d.board.Change(c)
	return change != nil && change.Change == to
}

// isCalm tells that the case is undecided and did nothing wrong so far, so that
// there is no evidence to show.
func (d *Digest) isCalm(i int) bool {
	c := &d.report.Cases[i]
	return d.in[i] == standing.Undecided && c.Passed == c.Runs
}

// isUnstable tells that a trial of the case did not pass.
func isUnstable(c *eval.CaseResult) bool { return c.Runs > 0 && c.Passed < c.Runs }

// first are up to n cases that do not pass, of which each group has a share:
// a thousand failures must not hide that something broke. What failed before
// too has none.
func (d *Digest) first(n int) []int {
	var first, rest []int
	for g, of := range d.groups {
		share := min(len(of), max(n/5, 1))
		if group(g) == standing.Known {
			share = 0
		}
		first, rest = append(first, of[:share]...), append(rest, of[share:]...)
	}
	all := slices.Concat(first, rest)
	return all[:min(n, len(all))]
}

// bad is how many cases do not pass.
func (d *Digest) bad() int {
	n := 0
	for _, of := range d.groups {
		n += len(of)
	}
	return n
}

// groupTitle is over the cases of a group.
func (d *Digest) groupTitle(g group) string {
	switch {
	case g == standing.Regressed:
		return "Regressed"
	case g == standing.Known:
		return "Failed before too"
	case g == standing.Broken:
		return "Errors"
	case g == standing.Undecided:
		return "Undecided"
	case d.report.Comparison != nil:
		return "New failures"
	default:
		return "Failed"
	}
}

// means says of a group what its title does not.
func means(g group) string {
	switch g {
	case standing.Broken:
		return "What follows broke around the agent, and says nothing about it.\n\n"
	case standing.Undecided:
		return "What follows is undecided: trials are missing.\n\n"
	default:
		return ""
	}
}
