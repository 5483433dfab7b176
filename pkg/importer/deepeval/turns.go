package deepeval

import (
	"strings"
	"unicode"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/importer"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// input is what a golden sends, with the answer that was recorded after the
// user's last words; false when it sends nothing.
func (r *reader) input(n *source.Node) (input, answer eval.Value, ok bool) {
	written := importer.Field(n, "input")
	turns := importer.Field(n, "turns")
	switch {
	case written != nil && written.Kind() == eval.String:
		return written.Value, answer, true
	case written != nil:
		r.suite.Lose(written.Pos, "golden", "want text as input, got "+source.Describe(written)+", so no case was written", "")
	case turns == nil || len(turns.Items) == 0:
		r.suite.Lose(n.Pos, "golden", "it has no words of the user, and simulated users are not supported in this version, so no case was written", "")
	default:
		return r.talk(turns)
	}
	return input, answer, false
}

// talk is a conversation up to the user's last words.
func (r *reader) talk(turns *source.Node) (input, answer eval.Value, ok bool) {
	var list []importer.Prompt
	last := -1
	for _, t := range turns.Items {
		role, content := importer.Text(importer.Field(t, "role")), importer.Field(t, "content")
		if role != "user" && role != "assistant" || content == nil || content.Kind() != eval.String {
			r.suite.Lose(t.Pos, "turns", "want a turn of user or assistant with text, so no case was written", "")
			return input, answer, false
		}
		for _, m := range t.Fields {
			if name := snake(m.Key); importer.Given(m.Node) != nil && !empty(m.Node) && name != "role" && name != "content" {
				r.suite.Lose(m.KeyPos, "turns."+name, "what belongs to one turn is not kept", "")
			}
		}
		if role == "user" {
			last = len(list)
		}
		list = append(list, importer.Prompt{Role: role, Content: content.Text})
	}
	switch {
	case last < 0:
		r.suite.Lose(turns.Pos, "turns", "the user says nothing, so no case was written", "")
		return input, answer, false
	case last+1 < len(list):
		answer = eval.StringValue(list[len(list)-1].Content)
	}
	if last > 0 {
		r.suite.Change(turns.Pos, "turns", "the agent is given the recorded answers as its own, and its answer to the user's last words is checked", "")
	}
	input, err := importer.Chat(list[:last+1])
	return input, answer, err == nil
}

// snake is a member's name as the current version spells it.
func snake(name string) string {
	var b strings.Builder
	for _, r := range name {
		if unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
