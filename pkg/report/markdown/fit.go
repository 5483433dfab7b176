package markdown

import (
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/report/figure"
)

// page is one rendering of a digest.
type page struct {
	*Digest
	opt    Options
	bounds bounds

	left  int            // bytes that are free
	shown map[int]*shown // cases with their evidence
	lost  []string       // parts that have no room at all
}

// shown is a case with its evidence.
type shown struct {
	brief, fold string
	transcript  bool // the fold has it
}

// Render is the page: UTF-8, no longer than the limit, and whole in what it
// shows.
func (d *Digest) Render(opt Options) []byte {
	p := &page{Digest: d, opt: opt, bounds: opt.Style.bounds(), shown: map[int]*shown{}}
	return []byte(p.fit(opt.limit()))
}

// noteRoom is kept for what says what was left out.
const noteRoom = 400

// fit fills the page in the order of use: each step takes what the ones before
// it left, and nothing once one of them had to leave out something.
func (p *page) fit(limit int) string {
	begin := ""
	if p.opt.Style == File {
		begin = mark
	}
	head, foot, roomy := p.frame(limit - len(begin))
	if !roomy {
		return begin + head
	}
	p.left = limit - len(begin) - len(head) - len(foot) - noteRoom
	whole := p.addSections()
	unstable := p.addUnstable()
	asides := p.addAside("no list of what is undecided", p.undecided()) + p.addAside("no list of what is in quarantine", p.quarantine()) + p.addAside("no list of what got better, came or went", p.asides())
	whole = whole && p.addTranscripts()
	all, rows, environment := "", 0, ""
	if whole {
		all, rows = p.addAll()
	}
	if whole && p.opt.Style == File {
		environment = p.take(p.environment())
	}
	return strings.TrimRight(begin+head+p.note(rows)+p.sections()+unstable+asides+all+environment+foot, "\n") + "\n"
}

// take is text if it fits, whose room is then used up, else nothing.
func (p *page) take(text string) string {
	if len(text) > p.left {
		return ""
	}
	p.left -= len(text)
	return text
}

// frame is the beginning and the end of the page, the richest that fits; it
// is roomy where something may stand between them.
func (p *page) frame(limit int) (head, foot string, roomy bool) {
	foot = p.foot()
	for _, t := range []terse{
		{name: nameLimit, reason: reasonLimit, conditions: 20, lines: 5},
		{name: 60, reason: 120, conditions: 20, lines: 1},
		{name: 20, reason: 60, conditions: 10},
	} {
		// A head that leaves room for nothing else is too rich.
		if head = p.head(t); len(head)+len(foot)+noteRoom <= limit/2 {
			return head, foot, true
		}
	}
	if len(head)+len(foot)+noteRoom <= limit {
		return head, foot, true
	}
	const rest = "The rest is in the report.\n"
	for _, text := range []string{head + rest, p.bare() + rest, p.least() + "\n" + rest} {
		if len(text) <= limit {
			return text, "", false
		}
	}
	return p.least(), "", false
}

// addSections picks the cases that are shown with their evidence, and leaves
// room for a table of those that are not. It tells whether all of them fit.
func (p *page) addSections() bool {
	reserve, whole := p.reserve(), true
	var opened [groups]bool
	for _, i := range p.first(p.bounds.sections) {
		g, cost := p.in[i], 0
		if !opened[g] {
			cost = p.groupRoom(g)
		}
		s := &shown{brief: p.brief(i), fold: p.fold(i, "", p.again(i))}
		cost += len(s.brief) + len(s.fold)
		if cost > p.left-reserve {
			whole = false
			continue
		}
		p.left -= cost
		opened[g] = true
		p.shown[i] = s
	}
	return whole
}

// addTranscripts gives the cases that are shown their transcripts, the first
// ones while they fit, and tells whether all of them do.
func (p *page) addTranscripts() bool {
	whole := true
	for _, of := range p.groups {
		for _, i := range of {
			s := p.shown[i]
			if s == nil || p.transcript(i) == "" {
				continue
			}
			fold := p.fold(i, p.transcript(i), p.again(i))
			if more := len(fold) - len(s.fold); more <= p.left {
				p.left -= more
				s.fold, s.transcript = fold, true
			} else {
				whole = false
			}
		}
	}
	return whole
}

// sections are the cases that are shown with their evidence, by group.
func (p *page) sections() string {
	var b strings.Builder
	for g, of := range p.groups {
		n := 0
		var cases strings.Builder
		for _, i := range of {
			if s := p.shown[i]; s != nil {
				cases.WriteString(s.brief + s.fold)
				n++
			}
		}
		if n > 0 {
			b.WriteString(p.groupHead(group(g), n) + cases.String())
		}
	}
	return b.String()
}

// groupHead begins the n cases of a group that are shown. A comment saves the
// heading, since those of its cases tell.
func (p *page) groupHead(g group, n int) string {
	if p.opt.Style == Comment {
		return means(g)
	}
	counted := figure.Thousands(len(p.groups[g]))
	if n < len(p.groups[g]) {
		counted = figure.Thousands(n) + " of " + counted
	}
	return heading(p.bounds.level+1, p.groupTitle(g)+" ("+counted+")") + means(g)
}

// groupRoom is what the beginning of a group takes at most.
func (p *page) groupRoom(g group) int {
	return len(p.groupHead(g, len(p.groups[g]))) + len(figure.Thousands(maxSections)+" of ")
}
