package markdown

import (
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/figure"
	"github.com/surefoot-dev/surefoot/pkg/report/standing"
)

// maxNamed is how many cases are named in one line.
const maxNamed = 10

// addAside is the text if it fits; else what it would have been is said to be
// lost.
func (p *page) addAside(lost, text string) string {
	if text != "" && len(text) > p.left {
		p.lost = append(p.lost, lost)
	}
	return p.take(text)
}

// undecided are the cases of which nothing failed and trials are missing, by
// what more of them would do.
func (p *page) undecided() string {
	const most = 20
	named, total := map[string][]string{}, 0
	var order []string
	for i := range p.report.Cases {
		c := &p.report.Cases[i]
		if !p.isCalm(i) {
			continue
		}
		total++
		var why []string
		for _, line := range append(p.board.Lines(c), p.board.Outlook(c)...) {
			why = append(why, "**"+words(line.Label)+":** "+words(line.Text))
		}
		key := strings.Join(why, " · ")
		if named[key] == nil {
			order = append(order, key)
		}
		named[key] = append(named[key], name(c.ID)+" "+score(c))
	}
	if total == 0 {
		return ""
	}
	text := heading(p.bounds.level+1, "Undecided, and nothing failed ("+figure.Thousands(total)+")")
	shown := 0
	for _, why := range order[:min(most, len(order))] {
		cases := named[why]
		shown += len(cases)
		text += "* " + verdictMark(eval.VerdictInconclusive) + " " + strings.Join(cases[:min(maxNamed, len(cases))], ", ")
		if more := len(cases) - maxNamed; more > 0 {
			text += " and " + figure.Thousands(more) + " more"
		}
		if why != "" {
			text += " · " + why
		}
		text += "\n"
	}
	if more := total - shown; more > 0 {
		text += "* and " + figure.Thousands(more) + " more\n"
	}
	return text + "\n"
}

// quarantine is the cases that are out of the gate for a time, and those
// whose time is over, with the reason and the day.
func (p *page) quarantine() string {
	var over, within []string
	for i := range p.report.Cases {
		c := &p.report.Cases[i]
		if c.Memory == nil || c.Memory.Quarantine == nil {
			continue
		}
		q := c.Memory.Quarantine
		mark, _ := p.state(i)
		line := " " + name(c.ID) + " · " + score(c) + p.before(c) + " · "
		if q.Expired {
			over = append(over, "* "+mark+line+"**expired on "+words(q.Until)+", and counts again:** "+words(clip(q.Reason, cellLimit))+"\n")
		} else {
			within = append(within, "* "+mark+line+"until "+words(q.Until)+": "+words(clip(q.Reason, cellLimit))+"\n")
		}
	}
	all := append(over, within...)
	if len(all) == 0 {
		return ""
	}
	const most = 20
	text := heading(p.bounds.level+1, "Quarantined ("+figure.Thousands(len(all))+")") + strings.Join(all[:min(most, len(all))], "")
	if more := len(all) - most; more > 0 {
		text += "* and " + figure.Thousands(more) + " more\n"
	}
	return text + "\n"
}

// quiet are the changes that need no look each, a line for a kind.
var quiet = []struct {
	of    eval.Change
	title string
}{
	{eval.Improved, "Improved"},
	{eval.NewCase, "New"},
	{eval.RemovedCase, "Removed"},
	{eval.Unaffected, "Not run, since the change does not reach them"},
}

// asides names the cases that got better, came, went or were left out.
func (p *page) asides() string {
	if p.report.Comparison == nil {
		return ""
	}
	var b strings.Builder
	for _, aside := range quiet {
		if line := p.aside(aside.of, aside.title); line != "" {
			b.WriteString(line + "\n\n")
		}
	}
	return b.String()
}

func (p *page) aside(of eval.Change, title string) string {
	var named []string
	n := 0
	for i := range p.report.Comparison.Cases {
		c := &p.report.Comparison.Cases[i]
		if c.Change != of {
			continue
		}
		if n++; n > maxNamed {
			continue
		}
		text := name(c.ID)
		for _, score := range []string{standing.Score(c.Base), standing.Score(c.Head)} {
			switch {
			case score == "":
			case strings.HasSuffix(text, "`"):
				text += " " + score
			default:
				text += " → " + score
			}
		}
		named = append(named, text)
	}
	if n == 0 {
		return ""
	}
	line := "**" + title + " (" + figure.Thousands(n) + "):** " + strings.Join(named, ", ")
	if more := n - len(named); more > 0 {
		line += " and " + figure.Thousands(more) + " more"
	}
	return line
}
