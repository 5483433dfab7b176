package evidence

import (
	"fmt"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// Clip is the beginning of a text, and says how much of it is left out.
func Clip(s string, limit int) string {
	head := safetext.Head(s, limit)
	if len(head) == len(s) {
		return s
	}
	return fmt.Sprintf("%s… (%s left out)", head, eval.Plural(len(s)-len(head), "byte"))
}

// Text is what a value looks like to people, at most limit bytes of it: a
// string as it is, nothing as "(none)", anything else as JSON.
func Text(v eval.Value, limit int) string {
	switch v.Kind() {
	case eval.Absent, eval.Null:
		return "(none)"
	case eval.String:
		s, _ := v.Str()
		return Clip(s, limit)
	default:
		return Clip(v.Raw(), limit)
	}
}

// Said is what went into the agent, at most limit bytes of it: plain messages
// as their texts, behind who said them where that is not only the user, and
// anything else as [Text] shows it.
func Said(v eval.Value, limit int) string {
	var messages []eval.Message
	switch v.Kind() {
	case eval.Array:
		if v.Decode(&messages) != nil {
			return Text(v, limit)
		}
	case eval.Object:
		messages = make([]eval.Message, 1)
		if v.Decode(&messages[0]) != nil {
			return Text(v, limit)
		}
	}
	var lines []string
	for _, m := range messages {
		if m.Role == "" || m.Content.Parts != nil || len(m.ToolCalls) > 0 || m.Name+m.ToolCallID+m.Refusal != "" {
			return Text(v, limit)
		}
		line := m.Content.Text
		if len(messages) > 1 || m.Role != "user" {
			line = m.Role + ": " + line
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return Text(v, limit)
	}
	return Clip(strings.Join(lines, "\n"), limit)
}

// Transcript is the trial's conversation as plain text: what went in, what
// scripts sent and noted meanwhile, the tool calls and what came out, turn by
// turn, and then what scripts logged. Each text is cut at a quarter of
// the limit, and turns that do not fit are counted.
func Transcript(t *eval.Trial, limit int) string {
	var b strings.Builder
	each := limit / 4
	if len(t.Turns) == 0 {
		b.WriteString("input: " + Said(t.Input, each) + "\noutput: " + Text(t.Output, each) + "\n")
		return b.String()
	}
	for i := range t.Turns {
		turn := &t.Turns[i]
		if i > 0 && b.Len() > limit {
			fmt.Fprintf(&b, "and %s\n", eval.Plural(len(t.Turns)-i, "more turn"))
			break
		}
		if len(t.Turns) > 1 {
			fmt.Fprintf(&b, "turn %d\n", turn.Turn)
		}
		asked := !Nothing(turn.Input) || !Nothing(turn.Output) // a script test is asked nothing
		if asked {
			b.WriteString("input: " + Said(turn.Input, each) + "\n")
		}
		journal(&b, turn, each)
		calls(&b, turn.Response.ToolCalls, each)
		if asked {
			b.WriteString("output: " + Text(turn.Output, each) + "\n")
		}
	}
	logs(&b, t.Logs, each)
	return b.String()
}

// Nothing reports whether a value is absent or null.
func Nothing(v eval.Value) bool { return v.IsZero() || v.Kind() == eval.Null }

// few is how many of a kind a transcript shows.
const few = 20

// journal is what scripts sent and noted in a turn, the first of it.
func journal(b *strings.Builder, turn *eval.Turn, limit int) {
	for i := range turn.Sent[:min(few, len(turn.Sent))] {
		b.WriteString("sent: " + Message(&turn.Sent[i], limit) + "\n")
	}
	if more := len(turn.Sent) - few; more > 0 {
		fmt.Fprintf(b, "and %s\n", eval.Plural(more, "more message"))
	}
	steps, more := Steps(&turn.Trace, few, limit)
	for _, step := range steps {
		b.WriteString("trace: " + step + "\n")
	}
	if more > 0 {
		fmt.Fprintf(b, "and %s of the trace\n", eval.Plural(more, "more line"))
	}
}

// logs are what scripts wrote to their console, the last of it, where a
// failure is.
func logs(b *strings.Builder, lines []string, limit int) {
	if more := len(lines) - few; more > 0 {
		fmt.Fprintf(b, "(%s)\n", eval.Plural(more, "earlier line of the console"))
		lines = lines[more:]
	}
	for _, line := range lines {
		b.WriteString("log: " + Clip(line, limit) + "\n")
	}
}

// calls are a turn's tool calls, the first few of them.
func calls(b *strings.Builder, calls []eval.ToolCall, limit int) {
	for i := range calls {
		if i == few {
			fmt.Fprintf(b, "and %s\n", eval.Plural(len(calls)-few, "more tool call"))
			return
		}
		b.WriteString("tool call: " + call(&calls[i], limit) + "\n")
	}
}

// call is a tool call as one would write it.
func call(c *eval.ToolCall, limit int) string {
	text := Clip(c.Name(), limit) + "("
	if !c.Arguments.IsZero() {
		text += Text(c.Arguments, limit)
	}
	text += ")"
	if c.Mocked {
		text += " mocked"
	}
	switch {
	case c.Error != "":
		text += " error: " + Clip(c.Error, limit)
	case !c.Result.IsZero():
		text += " = " + Text(c.Result, limit)
	}
	return text
}
