package promptfoo

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/importer"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// prompt is one prompt of the config: a text that is sent as the user's
// message, or a chat.
type prompt struct {
	label string
	pos   eval.Pos
	text  string
	chat  []*source.Node // nil for a text
}

// prompts reads all prompts, in file order.
func (r *reader) prompts() []prompt {
	list := r.root.Field("prompts")
	var all []prompt
	for _, n := range items(list) {
		all = append(all, r.prompt(n)...)
	}
	if list == nil {
		r.suite.Lose(r.root.Pos, "prompts", "the config has none", "add prompts, or import it into an agent with prompts of its own")
	}
	return all
}

func (r *reader) prompt(n *source.Node) []prompt {
	if n = r.at(n); n == nil {
		return nil
	}
	switch n.Kind() {
	case eval.String:
		return r.promptText(n.Text, "", n.Pos)
	case eval.Object:
		label := text(n.Field("label"))
		for _, key := range []string{"config", "function"} {
			if m := n.Field(key); m != nil {
				r.suite.Lose(m.Pos, "prompts."+key, "settings of one prompt are not carried over", "set them in the agent's package.yao")
			}
		}
		for _, key := range []string{"raw", "id", "file"} {
			if body := text(n.Field(key)); body != "" {
				if label == "" && n.Field("id") != nil && key == "raw" {
					label = text(n.Field("id"))
				}
				return r.promptText(body, label, n.Pos)
			}
		}
	}
	r.suite.Lose(n.Pos, "prompts", "want a text, a file or an object with raw or id, got "+source.Describe(n), "")
	return nil
}

// promptFiles are the files that hold prompts, by extension.
var promptFiles = []string{".txt", ".md", ".json", ".jsonl", ".yaml", ".yml", ".j2"}

// promptText reads a prompt that was written as a text: the prompt itself, or
// the file that holds it.
func (r *reader) promptText(body, label string, pos eval.Pos) []prompt {
	if at, isFile := strings.CutPrefix(body, "file://"); isFile {
		return r.promptFile(at, label, pos)
	}
	if ext := path.Ext(body); !strings.ContainsAny(body, " \n{") &&
		(slices.Contains(promptFiles, ext) || slices.Contains([]string{".js", ".mjs", ".cjs", ".ts", ".py", ".csv"}, ext)) {
		return r.promptFile(body, label, pos)
	}
	if scheme, _, ok := strings.Cut(body, "://"); ok && !strings.ContainsAny(scheme, " \n{") && scheme != "http" && scheme != "https" {
		r.suite.Lose(pos, "prompts", "prompts that are kept elsewhere ("+eval.Clip(scheme)+"://) are not fetched", "write the prompt into the config")
		return nil
	}
	if strings.HasPrefix(body, "exec:") {
		r.suite.Lose(pos, "prompts", "a prompt that a program writes is not run", "write the prompt into the config")
		return nil
	}
	return []prompt{asPrompt(body, label, pos)}
}

// asPrompt is a prompt of a text, which is a chat when it is the JSON of one.
func asPrompt(body, label string, pos eval.Pos) prompt {
	p := prompt{label: label, pos: pos, text: body}
	if trimmed := strings.TrimSpace(body); strings.HasPrefix(trimmed, "[") {
		if n, problems := source.ReadJSON(source.NewFile(pos.File, body)); len(problems) == 0 && isChat(n) {
			p.chat = n.Items
		}
	} else if strings.HasPrefix(trimmed, "- role:") {
		if docs, problems := source.ReadYAML(source.NewFile(pos.File, body)); len(problems) == 0 && len(docs) == 1 && isChat(docs[0]) {
			p.chat = docs[0].Items
		}
	}
	return p
}

// isChat reports whether a value is a list of messages.
func isChat(n *source.Node) bool {
	return n.Kind() == eval.Array && len(n.Items) > 0 && !slices.ContainsFunc(n.Items, func(item *source.Node) bool {
		return item.Kind() != eval.Object || item.Field("role") == nil
	})
}

func (r *reader) promptFile(ref, label string, pos eval.Pos) []prompt {
	names, err := r.Folder.Glob(ref)
	if err != nil {
		r.suite.Lose(pos, "file://"+ref, err.Error(), "")
		return nil
	}
	var all []prompt
	for _, name := range names {
		all = append(all, r.promptsIn(name, label, pos)...)
	}
	return all
}

func (r *reader) promptsIn(name, label string, pos eval.Pos) []prompt {
	ext := strings.ToLower(path.Ext(name))
	if !slices.Contains(promptFiles, ext) {
		r.suite.Lose(pos, "file://"+name, "a prompt of this kind is not read", "write its text into a .txt, .json or .yaml file")
		return nil
	}
	f, err := r.open(name)
	if err != nil {
		r.suite.Lose(pos, "file://"+name, err.Error(), "")
		return nil
	}
	if label == "" {
		label = strings.TrimSuffix(path.Base(name), path.Ext(name))
	}
	at := eval.Pos{File: f.Name, Line: 1, Column: 1}
	var bodies []string
	switch ext {
	case ".txt":
		bodies = pieces(f.Text)
	case ".jsonl":
		bodies = strings.FieldsFunc(f.Text, func(c rune) bool { return c == '\n' || c == '\r' })
	case ".yaml", ".yml":
		docs, problems := source.ReadYAML(f)
		if len(problems) > 0 || len(docs) != 1 {
			return []prompt{asPrompt(f.Text, label, at)}
		}
		bodies = []string{docs[0].Value.Raw()}
		if docs[0].Kind() == eval.String {
			bodies = []string{docs[0].Text}
		}
	default:
		bodies = []string{f.Text}
	}
	var all []prompt
	for i, body := range bodies {
		if strings.TrimSpace(body) == "" {
			continue
		}
		own := label
		if len(bodies) > 1 {
			own += "-" + strconv.Itoa(i+1)
		}
		all = append(all, asPrompt(body, own, at))
	}
	return all
}

// pieces are the prompts of a text file, which lines of --- part.
func pieces(body string) []string {
	var all []string
	var piece []string
	for line := range strings.SplitSeq(body+"\n---", "\n") {
		if line = strings.TrimSuffix(line, "\r"); strings.TrimSpace(line) != "---" {
			piece = append(piece, line)
			continue
		}
		if whole := strings.TrimSpace(strings.Join(piece, "\n")); whole != "" {
			all = append(all, whole)
		}
		piece = nil
	}
	return all
}

// fixed are the messages at the beginning of a chat that every test sends as
// they are, and that an agent can say for itself; the last message stays.
func (p prompt) fixed() []importer.Prompt {
	var list []importer.Prompt
	for _, m := range p.chat[:max(len(p.chat)-1, 0)] {
		role, content := text(m.Field("role")), m.Field("content")
		if len(m.Fields) != 2 || text(content) == "" || templated(m) || !importer.IsPlain(content.Text) ||
			!slices.Contains([]string{"system", "developer", "user", "assistant"}, role) {
			break
		}
		list = append(list, importer.Prompt{Role: role, Content: content.Text})
	}
	return list
}
