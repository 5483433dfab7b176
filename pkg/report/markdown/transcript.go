package markdown

import (
	"fmt"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/evidence"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

const (
	transcriptLimit = 6 << 10 // bytes of a conversation, before it is made safe
	sideLimit       = transcriptLimit / 2
	maxTurns        = 20
)

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
		asked := !evidence.Nothing(turn.Input) || !evidence.Nothing(turn.Output) // a script test is asked nothing
		if asked {
			b.WriteString(side("Input"+suffix, evidence.Said(turn.Input, sideLimit)))
		}
		b.WriteString(sent(turn.Sent, suffix) + traced(&turn.Trace, suffix))
		b.WriteString(tools(turn.Response.ToolCalls))
		if asked {
			b.WriteString(side("Output"+suffix, evidence.Text(turn.Output, sideLimit)))
		}
	}
	if n := len(t.Logs); n > 0 {
		b.WriteString(side("Logs", evidence.Clip(last(t.Logs), sideLimit)))
	}
	return b.String()
}

const few = 20 // of what a turn has many of

// last are the last lines, since what failed was last.
func last(lines []string) string {
	if more := len(lines) - few; more > 0 {
		return fmt.Sprintf("(%s)\n", eval.Plural(more, "earlier line")) + strings.Join(lines[more:], "\n")
	}
	return strings.Join(lines, "\n")
}

// sent are the messages that scripts sent in a turn.
func sent(messages []eval.Sent, suffix string) string {
	if len(messages) == 0 {
		return ""
	}
	var lines []string
	for i := range messages[:min(few, len(messages))] {
		lines = append(lines, evidence.Message(&messages[i], nameLimit))
	}
	if more := len(messages) - few; more > 0 {
		lines = append(lines, "and "+eval.Plural(more, "more message"))
	}
	return side("Messages"+suffix, strings.Join(lines, "\n"))
}

// traced are the steps that scripts noted in a turn.
func traced(t *eval.Trace, suffix string) string {
	lines, more := evidence.Steps(t, few, nameLimit)
	if len(lines) == 0 {
		return ""
	}
	if more > 0 {
		lines = append(lines, "and "+eval.Plural(more, "more line"))
	}
	return side("Trace"+suffix, strings.Join(lines, "\n"))
}

func side(title, text string) string {
	return title + "\n\n" + safetext.Fence(text, "text") + "\n"
}

// tools are the tool calls of a turn as a table.
func tools(calls []eval.ToolCall) string {
	if len(calls) == 0 {
		return ""
	}
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
		if c.Mocked {
			result = "mocked: " + result
		}
		own := c.Name()
		if c.Server != "" {
			own = strings.TrimPrefix(own, c.Server+".")
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", name(c.Server), name(own), arguments, result)
	}
	return b.String() + "\n"
}
