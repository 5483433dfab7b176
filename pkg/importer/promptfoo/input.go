package promptfoo

import (
	"errors"
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// input is what a test sends with a prompt, without the first messages, which
// the agent says itself.
func (p prompt) input(v vars, prefix, suffix string, without int) (eval.Value, error) {
	chat := p.chat
	if chat == nil {
		body, err := v.render(prefix + p.text + suffix)
		if err != nil {
			return eval.Value{}, err
		}
		// A text may become a chat once its variables are in it.
		if chat = asPrompt(body, "", p.pos).chat; chat == nil {
			return eval.StringValue(body), nil
		}
		return messages(listNode(p.pos, chat))
	}
	if prefix != "" || suffix != "" {
		return eval.Value{}, errors.New("a prefix or suffix around a chat is not translated")
	}
	n, err := v.renderNode(listNode(p.pos, chat[without:]))
	if err != nil {
		return eval.Value{}, err
	}
	return messages(n)
}

// messages are a chat as a case's input. One whose last message is the user's
// only text is that text.
func messages(n *source.Node) (eval.Value, error) {
	for _, m := range n.Items {
		if err := message(m); err != nil {
			return eval.Value{}, err
		}
	}
	last := n.Items[len(n.Items)-1]
	role, content := text(last.Field("role")), last.Field("content")
	if role != "user" {
		return eval.Value{}, errors.New("the last message of the chat must be the user's")
	}
	if len(n.Items) == 1 && len(last.Fields) == 2 && content.Kind() == eval.String {
		return content.Value, nil
	}
	return n.Value, nil
}

// message says what keeps a message from being one of ours.
func message(m *source.Node) error {
	for _, field := range m.Fields {
		if !slices.Contains([]string{"role", "content", "name"}, field.Key) {
			return errors.New("a message of the chat has the member \"" + eval.Clip(field.Key) + "\", which is not translated")
		}
	}
	if role := text(m.Field("role")); !slices.Contains([]string{"system", "developer", "user", "assistant"}, role) {
		return errors.New("a message of the chat has the role \"" + eval.Clip(role) + "\", which is not translated")
	}
	if name := m.Field("name"); name != nil && text(name) == "" {
		return errors.New("a message of the chat has a name that is no text")
	}
	content := m.Field("content")
	switch {
	case content == nil:
		return errors.New("a message of the chat has no content")
	case content.Kind() == eval.String:
		return nil
	case content.Kind() != eval.Array || len(content.Items) == 0:
		return errors.New("a message of the chat has content that is neither text nor parts")
	}
	for _, part := range content.Items {
		if len(part.Fields) != 2 || text(part.Field("type")) != "text" || part.Field("text") == nil || part.Field("text").Kind() != eval.String {
			return errors.New("a message of the chat holds more than text")
		}
	}
	return nil
}
