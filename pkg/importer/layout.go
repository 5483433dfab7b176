package importer

import (
	"bytes"
	"encoding/json"
	"path"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// File is a file to write.
type File struct {
	Path   string // with slashes, relative to the folder written to
	Body   string
	Shared bool // may be there already if it holds the same
}

// Application lays a suite out as an application: each agent with its prompts
// and its cases, which stand in tests/NAME.jsonl, and the connectors.
func Application(s *Suite, name string) ([]File, error) {
	var files []File
	for _, c := range s.Connectors {
		body, err := pretty(c)
		if err != nil {
			return nil, err
		}
		files = append(files, File{Path: "connectors/" + c.ID + ".conn.yao", Body: body, Shared: true})
	}
	for _, a := range s.Agents {
		more, err := agent(a, name)
		if err != nil {
			return nil, err
		}
		files = append(files, more...)
	}
	return files, nil
}

func agent(a Agent, name string) ([]File, error) {
	folder := "assistants/" + a.ID + "/"
	body, err := pretty(struct {
		Name      string `json:"name"`
		Connector string `json:"connector"`
	}{plainTitle(a.Title, a.ID), a.Connector})
	if err != nil {
		return nil, err
	}
	files := []File{{Path: folder + "package.yao", Body: body}}
	if len(a.Prompts) > 0 {
		prompts, err := promptsYAML(a.Prompts)
		if err != nil {
			return nil, err
		}
		files = append(files, File{Path: folder + "prompts.yml", Body: prompts})
	}
	cases, err := Lines(a.Cases)
	return append(files, File{Path: path.Join(folder, "tests", name+".jsonl"), Body: cases}), err
}

// Lines are cases as JSON lines.
func Lines(cases []Case) (string, error) {
	var b strings.Builder
	for _, c := range cases {
		line, err := eval.ValueOf(c)
		if err != nil {
			return "", err
		}
		b.WriteString(line.Raw() + "\n")
	}
	return b.String(), nil
}

func pretty(v any) (string, error) {
	compact, err := eval.ValueOf(v)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(compact.Raw()), "", "  "); err != nil {
		return "", err
	}
	return b.String() + "\n", nil
}

// promptsYAML writes prompts for people to edit: texts of several lines as
// blocks.
func promptsYAML(prompts []Prompt) (string, error) {
	list := &yaml.Node{Kind: yaml.SequenceNode}
	for _, p := range prompts {
		content := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: p.Content}
		if strings.Contains(p.Content, "\n") {
			content.Style = yaml.LiteralStyle
		}
		list.Content = append(list.Content, &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{
			{Kind: yaml.ScalarNode, Value: "role"}, {Kind: yaml.ScalarNode, Value: p.Role},
			{Kind: yaml.ScalarNode, Value: "content"}, content,
		}})
	}
	var b bytes.Buffer
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if err := enc.Encode(list); err != nil {
		return "", err
	}
	return b.String(), enc.Close()
}

// plainTitle is a title without what an application would replace in it.
func plainTitle(title, otherwise string) string {
	title = strings.Join(strings.Fields(strings.NewReplacer("{", " ", "}", " ", "$", " ").Replace(title)), " ")
	if title == "" {
		return otherwise
	}
	return eval.Clip(title)
}

// IsPlain reports whether an application leaves a text of its definitions as
// it is: it holds no variable, no translation and no asset.
func IsPlain(text string) bool {
	for _, mark := range []string{"$SYS.", "$ENV.", "$CTX.", "{{", "@assets/"} {
		if strings.Contains(text, mark) {
			return false
		}
	}
	return true
}
