package console

import (
	"fmt"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/evidence"
	"github.com/surefoot-dev/surefoot/pkg/report/figure"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// transcript shows a trial's turns and tool calls, cut to what a reader
// follows.
func (c *Console) transcript(t *eval.Trial) {
	several := c.start.Plan.Runs > 1 || t.Run > 1
	title := safetext.Line(t.ID)
	if several {
		title += c.dim(fmt.Sprintf("  trial %d", t.Run))
	}
	c.line("  " + c.cyan("►") + " " + title)
	for i := range t.Turns {
		turn := &t.Turns[i]
		head := fmt.Sprintf("turn %d", turn.Turn)
		asked := !evidence.Nothing(turn.Input) || !evidence.Nothing(turn.Output) // a script test is asked nothing
		if asked {
			c.said(head, "user", spoken(turn.Input))
			head = ""
		}
		for j := range turn.Sent {
			c.said(head, "sent", evidence.Message(&turn.Sent[j], textLimit))
			head = ""
		}
		steps, more := evidence.Steps(&turn.Trace, maxSteps, textLimit)
		for _, step := range steps {
			c.said(head, "trace", step)
			head = ""
		}
		if more > 0 {
			c.said("", "", c.dim(fmt.Sprintf("(%s of the trace)", eval.Plural(more, "more line"))))
		}
		for j := range turn.Response.ToolCalls {
			c.said("", "tool", called(&turn.Response.ToolCalls[j]))
		}
		answer := turn.Response.Content
		if answer == "" {
			answer = text(turn.Output)
		}
		if asked {
			c.said(head, "agent", answer)
		}
		for _, id := range turn.CheckpointsReached {
			c.said("", "", "✓ checkpoint "+id)
		}
	}
	for _, a := range t.Attempts {
		c.said("", "retry", fmt.Sprintf("attempt %d: %s", a.Number, a.Error))
	}
	for _, note := range t.Notes {
		c.said("", "note", note)
	}
	for _, line := range t.Logs {
		c.said("", "log", line)
	}
	// The line of a case with one trial says the same.
	if several {
		c.line(fmt.Sprintf("    └─ %s (%s, %s)", strings.ToUpper(string(t.Status)), eval.Plural(len(t.Turns), "turn"), figure.Span(t.DurationMS.Duration())))
	}
}

// maxSteps is how many lines of a trace a turn shows.
const maxSteps = 40

// said shows a text of several lines beside who said it.
func (c *Console) said(turn, who, text string) {
	const most, lead = 4, 19
	room := max(c.width()-lead, 12)
	if c.opt.Plain {
		room = textLimit
	}
	lines := strings.Split(strings.TrimRight(text, "\r\n"), "\n")
	for i, line := range lines {
		if i > 0 {
			turn, who = "", ""
		}
		line = safetext.Short(strings.ReplaceAll(strings.TrimSuffix(line, "\r"), "\t", "    "), room)
		if i == most-1 && len(lines) > most {
			line = c.dim(fmt.Sprintf("(%d more lines)", len(lines)-i))
		}
		c.line("    " + c.dim(safetext.Pad(turn, 8)) + c.dim(safetext.Pad(who, 7)) + line)
		if i == most-1 {
			return
		}
	}
}

// spoken is the text of a turn's new messages.
func spoken(input eval.Value) string {
	var messages []eval.Message
	if input.Kind() != eval.Array || input.Decode(&messages) != nil {
		return text(input)
	}
	var texts []string
	for _, m := range messages {
		said := m.Content.String()
		for _, part := range m.Content.Parts {
			if part.Text == "" {
				said = strings.TrimSpace(said + " [" + part.Type + "]")
			}
		}
		if m.Role != "user" {
			said = m.Role + ": " + said
		}
		texts = append(texts, said)
	}
	return strings.Join(texts, "\n")
}

func called(call *eval.ToolCall) string {
	const limit = 120
	s := safetext.Short(call.Name(), limit) + " " + safetext.Short(text(call.Arguments), limit)
	if call.Mocked {
		s += " → mocked"
	}
	switch {
	case call.Error != "":
		return s + " → error: " + call.Error
	case !call.Result.IsZero():
		return s + " → " + safetext.Short(text(call.Result), limit)
	default:
		return s
	}
}
