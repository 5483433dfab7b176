package prompt

import (
	"slices"
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// Prompt is one message that an agent puts before the input.
type Prompt struct {
	Role    string
	Name    string
	Content string // with its variables and {{ keys }}
	Pos     eval.Pos
	Path    string // of the content in its file: [0].content
}

// roles may speak before the input. A tool's message would answer a call
// nobody made.
var roles = []string{"system", "developer", "user", "assistant"}

// Read reads a list of {role, content, name}, which stands at path.
func Read(n *source.Node, path string, faults *source.Faults) []Prompt {
	if n.Kind() != eval.Array {
		faults.At(n.Pos, path, "want a list of prompts, got %s", source.Describe(n)).Hint =
			"begin each prompt with \"- role: system\""
		return nil
	}
	prompts := make([]Prompt, 0, len(n.Items))
	for i, item := range n.Items {
		before := len(faults.List)
		p := read(item, path+"["+strconv.Itoa(i)+"]", faults)
		if len(faults.List) == before {
			prompts = append(prompts, p)
		}
	}
	return prompts
}

func read(n *source.Node, path string, faults *source.Faults) Prompt {
	f := source.Object(n, path, faults)
	p := Prompt{Role: f.String("role"), Content: f.String("content"), Name: f.String("name")}
	p.Pos, p.Path = f.Pos("content"), f.Path("content")
	if n.Kind() != eval.Object {
		return p
	}
	role := n.Field("role")
	switch {
	case role == nil:
		faults.At(n.Pos, path, "the prompt has no role").Hint = "add role: system"
	case role.Kind() == eval.String && !slices.Contains(roles, p.Role):
		fault := faults.At(role.Pos, f.Path("role"), "unknown role %q", eval.Clip(p.Role))
		if fault.Hint = source.DidYouMean(p.Role, roles); fault.Hint == "" {
			fault.Hint = "want system, developer, user or assistant"
		}
	}
	content := n.Field("content")
	switch {
	case content == nil:
		faults.At(n.Pos, path, "the prompt has no content")
	case content.Kind() == eval.String && p.Content == "":
		faults.At(content.Pos, f.Path("content"), "the content is empty").Hint = "remove the prompt"
	}
	f.Done()
	return p
}
