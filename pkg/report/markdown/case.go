package markdown

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/again"
	"github.com/surefoot-dev/surefoot/pkg/report/evidence"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

const (
	maxKinds        = 5       // kinds of trouble a case shows
	transcriptLimit = 6 << 10 // bytes of a conversation, before it is made safe
	sideLimit       = transcriptLimit / 2
	maxTurns        = 20
)

// trouble is one way in which a case does not pass, as Markdown.
type trouble struct {
	line   string // without its count
	blocks string
	trials int
	run    int
}

// section is what is shown of a case that does not pass.
type section struct {
	kinds      []*trouble
	more       int // kinds that are not shown
	transcript string
	run        int // the trial the transcript is of
}

// look takes from the trials what will be shown, and keeps none of them.
func look(trials iter.Seq[*eval.Trial]) section {
	var s section
	byKey := map[string]*trouble{}
	for t := range trials {
		findings := evidence.Of(t)
		for _, f := range findings {
			key := strings.Join([]string{string(f.Status), f.Pos.String(), f.Head}, "\x00")
			if f.Head == "" {
				key += evidence.Timeless(f.Message)
			}
			if k := byKey[key]; k != nil {
				k.trials++
				continue
			}
			if len(s.kinds) == maxKinds {
				s.more++
				continue
			}
			k := newTrouble(f, t.Run)
			byKey[key] = k
			s.kinds = append(s.kinds, k)
		}
		if len(findings) > 0 && s.transcript == "" {
			s.transcript, s.run = transcript(t), t.Run
		}
	}
	return s
}

func newTrouble(f evidence.Finding, run int) *trouble {
	t := &trouble{trials: 1, run: run}
	var parts []string
	if place := f.Pos.LineString(); place != "" {
		parts = append(parts, name(place))
	}
	if f.Head != "" {
		parts = append(parts, name(f.Head))
	}
	if f.Status != eval.Failed {
		parts = append(parts, string(f.Status))
	}
	if f.Message != "" {
		parts = append(parts, words(f.Message))
	}
	t.line = strings.Join(parts, " · ")
	if f.Check != nil {
		t.blocks = contrast(f.Check)
	}
	if f.Reason != "" && (t.blocks == "" || !strings.HasPrefix(f.Reason, wanted)) {
		t.line += " (" + words(f.Reason) + ")"
	}
	if f.Check != nil {
		for i := range f.Check.Checks {
			t.blocks += part(&f.Check.Checks[i], i, len(f.Check.Checks))
		}
	}
	return t
}

// part is one check of a group.
func part(c *eval.Check, i, of int) string {
	const few = 10
	switch {
	case i < few:
		return "  - " + statusMark(c.Status) + " " + name(c.Assertion+" "+c.Type) + " " + words(c.Message) + "\n"
	case i == few:
		return fmt.Sprintf("  - and %d more\n", of-few)
	default:
		return ""
	}
}

// wanted begins what a check says in words of its own.
const wanted = "want "

// contrast shows what was wanted and found, where the message does not say it
// all: as the removed and the added lines of a difference.
func contrast(c *eval.Check) string {
	if c.Status != eval.Failed || c.Negate || c.Expected.IsZero() || c.Actual.IsZero() || len(c.Checks) > 0 {
		return ""
	}
	want, got := pretty(c.Expected), pretty(c.Actual)
	said := strings.HasPrefix(c.Message, wanted) && !strings.Contains(c.Message, "...")
	switch {
	case said && !strings.Contains(strings.TrimSpace(want+got), "\n"):
		return ""
	case said && c.Expected.Kind() == eval.Object && !isContainer(c.Actual) && len(c.Expected.Raw()) < nameLimit && !strings.Contains(got, "\n"):
		return "" // such as a bound and a figure, which have no lines in common
	}
	return safetext.Fence("--- want\n+++ got\n"+prefixed("-", want)+prefixed("+", got), "diff")
}

func isContainer(v eval.Value) bool {
	kind := v.Kind()
	return kind == eval.Object || kind == eval.Array
}

// prefixed puts a mark before each line.
func prefixed(mark, text string) string {
	const few = 40
	var b strings.Builder
	n := 0
	for line := range strings.Lines(text) {
		if n++; n > few {
			continue
		}
		b.WriteString(mark + strings.TrimRight(line, "\r\n") + "\n")
	}
	if n > few {
		fmt.Fprintf(&b, "%s… %s left out\n", mark, eval.Plural(n-few, "line"))
	}
	return b.String()
}

// pretty is a value as people read it, clipped.
func pretty(v eval.Value) string {
	raw := v.Raw()
	if isContainer(v) && len(raw) <= valueLimit {
		var b bytes.Buffer
		if json.Indent(&b, []byte(raw), "", "  ") == nil && b.Len() <= 2*valueLimit {
			return b.String()
		}
	}
	return evidence.Text(v, valueLimit)
}

// transcript is the conversation of a trial, turn by turn.
func transcript(t *eval.Trial) string {
	var b strings.Builder
	if len(t.Turns) == 0 {
		b.WriteString(side("Input", evidence.Said(t.Input, sideLimit)) + side("Output", evidence.Text(t.Output, sideLimit)))
		return b.String()
	}
	for i := range t.Turns {
		turn := &t.Turns[i]
		if i == maxTurns || b.Len() > 2*transcriptLimit {
			fmt.Fprintf(&b, "\nand %s\n", eval.Plural(len(t.Turns)-i, "more turn"))
			break
		}
		suffix := ""
		if len(t.Turns) > 1 {
			suffix = fmt.Sprintf(", turn %d", turn.Turn)
		}
		b.WriteString(side("Input"+suffix, evidence.Said(turn.Input, sideLimit)))
		b.WriteString(tools(turn.Response.ToolCalls))
		b.WriteString(side("Output"+suffix, evidence.Text(turn.Output, sideLimit)))
	}
	return b.String()
}

func side(title, text string) string {
	return title + "\n\n" + safetext.Fence(text, "text") + "\n"
}

// tools are the tool calls of a turn as a table.
func tools(calls []eval.ToolCall) string {
	if len(calls) == 0 {
		return ""
	}
	const few = 20
	var b strings.Builder
	b.WriteString("Tool calls\n\n| server | tool | arguments | result |\n|---|---|---|---|\n")
	for i := range calls {
		c := &calls[i]
		if i == few {
			fmt.Fprintf(&b, "\nand %s\n", eval.Plural(len(calls)-few, "more tool call"))
			break
		}
		result := "" // not recorded
		if !c.Result.IsZero() {
			result = name(evidence.Text(c.Result, nameLimit))
		}
		if c.Error != "" {
			result = "error: " + words(c.Error)
		}
		arguments := ""
		if !c.Arguments.IsZero() {
			arguments = name(evidence.Text(c.Arguments, nameLimit))
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", name(c.Server), name(c.Tool), arguments, result)
	}
	return b.String() + "\n"
}

// show writes a case that does not pass.
func (p *page) show(r *eval.Report, c *eval.CaseResult, s section) {
	mark, status := statusMark(c.Status), words(string(c.Status))
	undecided := c.Status == eval.Skipped
	if undecided {
		mark, status = verdictMark(eval.VerdictInconclusive), "undecided"
	}
	p.line("### %s %s · %s · %s\n", mark, name(c.ID), status, score(c))
	if c.Name != "" {
		p.line("%s\n", words(c.Name))
	}
	if undecided {
		why := ""
		if c.Reason != "" {
			why = ": " + words(c.Reason)
		}
		p.line("%d of %s ran, and the others could still decide it%s", c.Runs, eval.Plural(c.Planned, "trial"), why)
	}
	for _, k := range s.kinds {
		p.line("* %s%s", k.line, count(c, k))
		if k.blocks != "" {
			p.block(indented(k.blocks))
		}
	}
	if s.more > 0 {
		p.line("* and %s", eval.Plural(s.more, "more of other kinds"))
	}
	p.line("")
	if s.transcript != "" {
		title := "Transcript"
		if c.Planned > 1 {
			title += fmt.Sprintf(" of trial %d", s.run)
		}
		p.details(title)
		p.block(s.transcript)
		p.end()
	}
	if run, ok := again.Of(&r.Start, c); ok {
		p.line("Again:\n")
		p.block(safetext.Fence(safetext.Line(run.Command(c)), "sh"))
		p.line("")
	}
}

// count says how many of the case's trials a trouble happened in.
func count(c *eval.CaseResult, k *trouble) string {
	switch {
	case c.Planned < 2:
		return ""
	case k.trials == 1:
		return fmt.Sprintf(" — trial %d of %d", k.run, c.Planned)
	default:
		return fmt.Sprintf(" — %d of %s", k.trials, eval.Plural(c.Runs, "trial"))
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

// score is passed trials of those that were planned.
func score(c *eval.CaseResult) string {
	if c.Planned == 0 {
		return unknown
	}
	text := fmt.Sprintf("%d/%d", c.Passed, c.Planned)
	if c.Runs < c.Planned {
		text += fmt.Sprintf(" (%d ran)", c.Runs)
	}
	return text
}
