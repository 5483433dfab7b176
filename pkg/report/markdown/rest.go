package markdown

import (
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/report/figure"
	"github.com/surefoot-dev/surefoot/pkg/report/standing"
)

// rest are the cases a trial of which did not pass and that are not shown with
// their evidence, worst first.
func (p *page) rest() []int {
	var rest []int
	for _, i := range p.worst {
		if p.shown[i] == nil && p.in[i] != standing.Quarantined && !p.isCalm(i) && (isShown(p.in[i]) || isUnstable(&p.report.Cases[i])) {
			rest = append(rest, i)
		}
	}
	return rest
}

// reserve is the room that the table of unstable cases may claim before cases
// are shown with their evidence: what it needs, a quarter of the page at most.
func (p *page) reserve() int {
	most, need := p.left/4, 0
	for n, i := range p.rest() {
		if n == 0 {
			need = unstableRoom + len(p.rowHead(false))
		}
		if need += len(p.row(i, false)); need > most || n == p.bounds.rows {
			return most
		}
	}
	return need
}

// unstableRoom is what the heading and the end of the table of unstable cases
// take at most.
const unstableRoom = 120

// addUnstable is the table of the cases that did not pass each time and are
// not shown with their evidence.
func (p *page) addUnstable() string {
	rest := p.rest()
	if len(rest) == 0 {
		return ""
	}
	title := "Unstable, and let pass"
	if isShown(p.in[rest[0]]) {
		title = "More that failed or are unstable, worst first"
	}
	head := heading(p.bounds.level+1, title+" ("+figure.Thousands(len(rest))+")") + p.rowHead(false)
	rows, n := p.rows(rest, p.bounds.rows, len(head)+unstableRoom, false)
	if n == 0 {
		return ""
	}
	return p.take(head + rows)
}

// addAll is the table of all cases, folded, and how many it shows.
func (p *page) addAll() (string, int) {
	total := len(p.report.Cases)
	if total == 0 {
		return "", 0
	}
	summary := "The one case"
	if total > 1 {
		summary = "All " + count(total, "case") + ", worst first"
	}
	head := p.rowHead(true)
	room := len(details(summary, head)) + unstableRoom
	rows, n := p.rows(p.worst, p.bounds.all, room, true)
	if n == 0 {
		return "", 0
	}
	return p.take(details(summary, head+rows)), n
}

// rows are the first of the cases, while they fit beside what else takes room,
// with the count of those that are left out.
func (p *page) rows(cases []int, most, beside int, folded bool) (string, int) {
	var b strings.Builder
	n := 0
	for ; n < min(most, len(cases)); n++ {
		text := p.row(cases[n], folded)
		if beside+b.Len()+len(text) > p.left {
			break
		}
		b.WriteString(text)
	}
	if more := len(cases) - n; more > 0 {
		b.WriteString("\nand " + figure.Thousands(more) + " more\n")
	}
	return b.String() + "\n", n
}

// note says what was left out, and where it is. The rows are those of the
// table of all cases.
func (p *page) note(rows int) string {
	var parts []string
	if bad := p.bad(); len(p.shown) < bad {
		parts = append(parts, figure.Thousands(len(p.shown))+" of "+count(bad, "case")+" that do not pass in full")
	}
	without := 0
	for i, s := range p.shown {
		if !s.transcript && p.evidence[i].transcript != "" {
			without++
		}
	}
	if without > 0 {
		parts = append(parts, "no transcript of "+count(without, "case"))
	}
	parts = append(parts, p.lost...)
	if total := len(p.report.Cases); rows == 0 && total > 0 {
		parts = append(parts, "no table of all "+count(total, "case"))
	} else if rows < total {
		parts = append(parts, figure.Thousands(rows)+" of "+count(total, "case")+" in the table")
	}
	if len(parts) == 0 {
		return ""
	}
	where := "the report"
	for _, address := range []string{p.opt.Links.HTML, p.opt.Links.JSONL, p.opt.Links.Artifact} {
		if text := link(where, address); text != where {
			where = text
			break
		}
	}
	text := "Shown here: " + strings.Join(parts, ", ") + "; the rest is in " + where + ".\n\n"
	if len(text) > noteRoom {
		return strings.Replace(text, where, "the report", 1)
	}
	return text
}
