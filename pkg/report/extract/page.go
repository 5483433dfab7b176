package extract

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/evidence"
)

// page is a Markdown page that is being written.
type page struct {
	w *bufio.Writer
}

// writePage writes a case. What is the same in all trials stands once, above
// them; a single trial has no heading of its own.
func writePage(w io.Writer, c *eval.CaseResult, trials iter.Seq[*eval.Trial]) error {
	p := &page{bufio.NewWriter(w)}
	p.line("# " + inline(c.ID))
	p.fact("Status", badge(c.Status))
	p.fact("Duration", duration(c))
	if c.Planned > 1 {
		p.fact("Trials", fmt.Sprintf("%d of %d passed, %s", c.Passed, c.Planned, strings.ReplaceAll(string(c.Class), "_", " ")))
	}
	if c.Name != "" {
		p.fact("Name", inline(c.Name))
	}
	p.fact("Agent", inline(c.Agent))
	if !c.Pos.IsZero() {
		p.fact("Case", code(c.Pos.String()))
	}
	first := true
	for t := range trials {
		if c.Planned > 1 {
			if first {
				p.asked(t)
			}
			p.line("## Trial " + strconv.Itoa(t.Run))
			p.fact("Status", badge(t.Status))
			if t.Status != eval.Skipped {
				p.fact("Duration", millis(t.DurationMS.Float()))
			}
			p.broken("###", t)
			p.answered("###", t)
		} else {
			p.broken("##", t)
			p.asked(t)
			p.answered("##", t)
		}
		first = false
	}
	return p.w.Flush()
}

// broken is why a trial did not pass, where no check says it.
func (p *page) broken(level string, t *eval.Trial) {
	switch {
	case t.Error != "":
		text := t.Error
		if t.ErrorPos != nil && !t.ErrorPos.IsZero() {
			text = t.ErrorPos.String() + ": " + text
		}
		p.line(level + " Error")
		p.fence("text", text)
	case t.Reason != "" && len(t.Checks) == 0:
		p.line(level + " Reason")
		p.fence("text", t.Reason)
	}
}

// asked is what the agent was given and what was expected of it.
func (p *page) asked(t *eval.Trial) {
	p.line("## Input")
	p.input(t.Input)
	if !t.Expected.IsZero() {
		p.line("## Expected")
		p.value(t.Expected)
	}
}

// answered is what came of it.
func (p *page) answered(level string, t *eval.Trial) {
	if t.Status != eval.Skipped || len(t.Turns) > 0 {
		p.line(level + " Output")
		p.value(t.Output)
	}
	if t.Refusal != "" {
		p.line(level + " Refusal")
		p.fence("text", t.Refusal)
	}
	if len(t.Checks) > 0 {
		p.line(level + " Checks")
		p.checks(t.Checks, "")
		p.line("")
	}
	if len(t.Turns) > 1 {
		for i := range t.Turns {
			turn := &t.Turns[i]
			p.line(fmt.Sprintf("%s Turn %d", level, turn.Turn))
			p.input(turn.Input)
			p.line("**Answer**, after " + millis(turn.DurationMS.Float()))
			p.value(turn.Output)
		}
	}
	for i := range t.Turns {
		p.journal(level, &t.Turns[i], len(t.Turns) > 1)
	}
	if len(t.ToolCalls) > 0 {
		p.line(level + " Tool calls")
		for i := range t.ToolCalls {
			p.called(&t.ToolCalls[i])
		}
	}
	p.lines(level+" Notes", t.Notes)
	p.lines(level+" Logs", t.Logs)
}

// journal is what scripts sent to the user in a turn, and what they noted.
func (p *page) journal(level string, turn *eval.Turn, several bool) {
	in := ""
	if several {
		in = fmt.Sprintf(" in turn %d", turn.Turn)
	}
	var sent []string
	for i := range turn.Sent {
		sent = append(sent, evidence.Message(&turn.Sent[i], math.MaxInt))
	}
	p.lines(level+" Messages"+in, sent)
	steps, _ := evidence.Steps(&turn.Trace, math.MaxInt, math.MaxInt)
	p.lines(level+" Trace"+in, steps)
}

func (p *page) checks(checks []eval.Check, margin string) {
	for i := range checks {
		c := &checks[i]
		text := margin + "- " + mark(c.Status) + " " + code(strings.TrimSpace(c.Assertion+" "+c.Type+" "+c.Path))
		if c.Message != "" {
			text += ": " + code(c.Message)
		}
		_, _ = p.w.WriteString(text + "\n")
		p.checks(c.Checks, margin+"  ")
	}
}

func (p *page) called(call *eval.ToolCall) {
	by := ""
	if call.Mocked {
		by = ", which the case answered"
	}
	p.line("**Call** " + code(call.Name()) + by)
	if !call.Arguments.IsZero() {
		p.value(call.Arguments)
	}
	switch {
	case call.Error != "":
		p.line("**Error**")
		p.fence("text", call.Error)
	case !call.Result.IsZero():
		p.line("**Result**")
		p.value(call.Result)
	}
}

func (p *page) lines(heading string, lines []string) {
	if len(lines) > 0 {
		p.line(heading)
		p.fence("text", strings.Join(lines, "\n"))
	}
}

// input is what was said, message by message where it is a conversation of
// texts, else as JSON.
func (p *page) input(v eval.Value) {
	var messages []eval.Message
	switch v.Kind() {
	case eval.Object:
		messages = make([]eval.Message, 1)
		if v.Decode(&messages[0]) != nil {
			messages = nil
		}
	case eval.Array:
		if v.Decode(&messages) != nil {
			messages = nil
		}
	}
	for _, m := range messages {
		if m.Role == "" || m.Content.Parts != nil || len(m.ToolCalls) > 0 || m.Name+m.ToolCallID != "" || m.Content.Text == "" {
			messages = nil
			break
		}
	}
	if len(messages) == 0 {
		p.value(v)
		return
	}
	for _, m := range messages {
		if len(messages) > 1 || m.Role != "user" {
			p.line("**" + inline(m.Role) + "**")
		}
		p.fence("markdown", m.Content.Text)
	}
}
