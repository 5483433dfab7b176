package markdown

import (
	"fmt"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// brief is what a case needs to be understood: where, what, wanted and found,
// and how to run it again.
func (p *page) brief(i int) string {
	c, s := &p.report.Cases[i], p.evidence[i]
	var b strings.Builder
	b.WriteString(p.caseHeading(i))
	if c.Name != "" {
		b.WriteString(words(c.Name) + "\n\n")
	}
	lines := p.insight(c)
	b.WriteString(lines)
	for _, k := range s.kinds {
		b.WriteString("* " + p.kind(c, k) + "\n" + k.parts)
		if k.diff != "" && !k.long {
			b.WriteString(indented(k.diff))
		}
	}
	if s.more > 0 {
		fmt.Fprintf(&b, "* and %s of failures\n", count(s.more, "more kind"))
	}
	if len(s.kinds) > 0 || lines != "" {
		b.WriteString("\n")
	}
	return b.String()
}

// insight is what is known of a case beyond its own trials' troubles.
func (p *page) insight(c *eval.CaseResult) string {
	var b strings.Builder
	for _, line := range append(p.board.Lines(c), p.board.Outlook(c)...) {
		b.WriteString("* **" + words(line.Label) + ":** " + words(line.Text) + "\n")
	}
	return b.String()
}

// before is how the case did in the baseline, in parentheses behind a blank.
func (p *page) before(c *eval.CaseResult) string {
	if text := p.board.Before(c); text != "" {
		return " (" + words(text) + ")"
	}
	return ""
}

// caseHeading names the case, how it ended, how often it passed, now and in
// the baseline, and whether it wavers.
func (p *page) caseHeading(i int) string {
	c := &p.report.Cases[i]
	id := name(c.ID)
	if p.severalAgents() {
		id += " · " + name(c.Agent)
	}
	mark, word := p.state(i)
	level := p.bounds.level + 2
	if p.opt.Style == Comment {
		level-- // it has no groups
	}
	text := mark + " " + id + " · " + word + " · " + score(c)
	if c.Planned > 1 && c.Runs == c.Planned {
		text += " passed"
	}
	text += p.before(c)
	// What never passes is called unstable too, which would say less.
	if isWrong(p.in[i]) && c.Passed > 0 && c.Class != eval.Undetermined {
		text += " · " + c.Class.Words()
	}
	return heading(level, text)
}

// kind is a trouble in one line.
func (p *page) kind(c *eval.CaseResult, k *trouble) string {
	var parts []string
	for _, part := range []string{p.place(k.pos), k.head, k.line} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	text := strings.Join(parts, " · ")
	switch {
	case c.Planned < 2:
		return text
	case k.trials == 1:
		return text + fmt.Sprintf(" — trial %d of %d", k.run, c.Planned)
	default:
		return text + fmt.Sprintf(" — %d of %s", k.trials, count(c.Runs, "trial"))
	}
}

// indented makes blocks part of a list item.
func indented(blocks string) string {
	var b strings.Builder
	for line := range strings.Lines(blocks) {
		b.WriteString("  " + line)
	}
	return b.String()
}

// transcript is what was said in one trial, behind the values that are too
// long for the first look.
func (p *page) transcript(i int) string {
	s := p.evidence[i]
	var b strings.Builder
	for _, k := range s.kinds {
		if k.diff != "" && k.long {
			b.WriteString("Expected and found: " + k.head + "\n\n" + k.diff + "\n")
		}
	}
	return b.String() + s.transcript
}

// again are the commands that run the case once more.
func (p *page) again(i int) string {
	commands := p.opt.commands(&p.report.Start, &p.report.Cases[i])
	var b strings.Builder
	for n, command := range commands {
		title := "Run it again"
		if command.Title != "" {
			title += ": " + words(command.Title)
		}
		if n == maxCommands {
			break
		}
		b.WriteString(title + "\n\n" + safetext.Fence(safetext.Line(command.Line), "sh") + "\n")
	}
	return b.String()
}

// maxCommands is how many ways to run a case again are shown.
const maxCommands = 4

// fold is the part of a case that is folded away.
func (p *page) fold(i int, transcript, again string) string {
	var titles []string
	if transcript != "" {
		title := "transcript"
		if p.report.Cases[i].Planned > 1 {
			title += fmt.Sprintf(" of trial %d", p.evidence[i].run)
		}
		titles = append(titles, title)
	}
	if again != "" {
		titles = append(titles, "how to run it again")
	}
	if len(titles) == 0 {
		return ""
	}
	title := strings.Join(titles, ", ")
	return details(strings.ToUpper(title[:1])+title[1:], transcript+again)
}

func (p *page) severalAgents() bool { return len(p.report.Start.Agents) > 1 }
