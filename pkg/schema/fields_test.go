package schema_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/dataset"
	"github.com/surefoot-dev/surefoot/pkg/schema"
)

// words are all texts in the readers' sources that could be a field's name or
// an assertion's type: whatever they know is among them.
func words(t *testing.T) []string {
	t.Helper()
	found := map[string]bool{}
	like := regexp.MustCompile(`^[a-z][a-z0-9_]*$`)
	for _, room := range []string{"../dataset", "../assert"} {
		files, err := filepath.Glob(filepath.Join(room, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no sources in %s: %v", room, err)
		}
		for _, path := range files {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
					if text, err := strconv.Unquote(literal.Value); err == nil && like.MatchString(text) {
						found[text] = true
					}
				}
				return true
			})
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// drive reads one case a text, and returns the problems of each.
func drive(t *testing.T, cases []string) []string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "cases.jsonl")
	if err := os.WriteFile(path, []byte(strings.Join(cases, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	_, problems := dataset.Read([]dataset.Input{{Path: path, Name: "cases.jsonl"}}, dataset.Options{Check: checkWith(filepath.Dir(path))})
	texts := make([]string, len(cases))
	for _, p := range problems {
		texts[p.Pos.Line-1] += p.String() + "\n"
	}
	return texts
}

// level is an object that a case file can hold.
type level struct {
	schema string // path of its schema below $defs
	object string // a small one of its kind
	around string // the case around it, %s
}

func levels() []level {
	const (
		input   = `{"id": "i", "input": %s}`
		message = `{"id": "i", "input": {"content": %s}}`
		call    = `{"id": "i", "input": [{"role": "assistant", "tool_calls": [%s]}, {"role": "user", "content": "x"}]}`
	)
	return []level{
		{"case", `{"id": "i", "input": "x"}`, "%s"},
		{"options", `{}`, `{"id": "i", "input": "x", "options": %s}`},
		{"options.skip", `{}`, `{"id": "i", "input": "x", "options": {"skip": %s}}`},
		{"target.anyOf.1", `{}`, `{"id": "i", "input": "x", "target": %s}`},
		{"message", `{"content": "x"}`, input},
		{"tool_call", `{"function": {"name": "f"}}`, call},
		{"tool_call.function", `{"name": "f"}`, strings.Replace(call, "%s", `{"function": %s}`, 1)},
		{"wanted_call.anyOf.1", `{"name": "f"}`, strings.Replace(asserted, "%s", `{"type": "tool_called", "value": %s}`, 1)},
		{"assert_tool_result.value.anyOf.1", `{"tool": "f"}`, strings.Replace(asserted, "%s", `{"type": "tool_result", "value": %s}`, 1)},
		{"text_part", `{"type": "text", "text": "x"}`, message},
		{"image_part", `{"type": "image", "url": "http://x"}`, message},
		{"image_url_part", `{"type": "image_url", "image_url": "http://x"}`, message},
		{"image_url_part.image_url.anyOf.1", `{"url": "http://x"}`, strings.Replace(message, "%s", `{"type": "image_url", "image_url": %s}`, 1)},
		{"audio_part", `{"type": "audio", "source": "file://x.wav"}`, message},
		{"audio_part", `{"type": "input_audio", "data": "AAAA", "format": "wav"}`, message},
		{"audio_part.input_audio", `{"data": "AAAA", "format": "wav"}`, strings.Replace(message, "%s", `{"type": "input_audio", "input_audio": %s}`, 1)},
		{"file_part", `{"type": "file", "url": "http://x"}`, message},
		{"file_part.file", `{"url": "http://x"}`, strings.Replace(message, "%s", `{"type": "file", "file": %s}`, 1)},
		{"data_part", `{"type": "data", "data": {"sources": [{"type": "t"}]}}`, message},
		{"data_part.data", `{"sources": [{"type": "t"}]}`, strings.Replace(message, "%s", `{"type": "data", "data": %s}`, 1)},
		{"data_part.data.sources.items", `{"type": "t"}`, strings.Replace(message, "%s", `{"type": "data", "data": {"sources": [%s]}}`, 1)},
	}
}

const asserted = `{"id": "i", "input": "x", "assert": %s}`

// assertionTypes are the types of assertions in the schema, and the schema of
// each.
func assertionTypes(t *testing.T, defs map[string]any) map[string]string {
	t.Helper()
	types := map[string]string{}
	for name, def := range defs {
		if !strings.HasPrefix(name, "assert_") {
			continue
		}
		kind := at(t, def, "properties.type").(map[string]any)
		if one, ok := kind["const"].(string); ok {
			types[one] = name
		}
		if several, ok := kind["enum"].([]any); ok {
			for _, one := range several {
				types[one.(string)] = name
			}
		}
	}
	return types
}

// at walks down a document.
func at(t *testing.T, v any, path string) any {
	t.Helper()
	for step := range strings.SplitSeq(path, ".") {
		switch in := v.(type) {
		case map[string]any:
			v = in[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(in) {
				t.Fatalf("no %s in %s", step, path)
			}
			v = in[i]
		default:
			t.Fatalf("no %s in %s", step, path)
		}
	}
	return v
}

// properties are the names of what an object may have, by the schema at a path
// below $defs, whose steps are properties but for the words of schemas.
func properties(t *testing.T, defs map[string]any, path string) []string {
	t.Helper()
	steps := strings.Split(path, ".")
	v := at(t, defs, steps[0])
	for i := 1; i < len(steps); i++ {
		switch steps[i] {
		case "anyOf":
			v = at(t, v, "anyOf."+steps[i+1])
			i++
		case "items":
			v = at(t, v, "items")
		default:
			v = at(t, v, "properties."+steps[i])
		}
	}
	if v.(map[string]any)["additionalProperties"] != false {
		t.Errorf("%s takes unknown fields", path)
	}
	return slices.Sorted(maps.Keys(at(t, v, "properties").(map[string]any)))
}

// TestTheCaseSchemaHasEveryFieldThatTheReadersKnowAndNoOther gives each object
// of a case each word in turn as a field, and asks the readers whether they
// know it.
func TestTheCaseSchemaHasEveryFieldThatTheReadersKnowAndNoOther(t *testing.T) {
	t.Parallel()
	var doc map[string]any
	if err := json.Unmarshal([]byte(schema.Text("case")), &doc); err != nil {
		t.Fatal(err)
	}
	defs := doc["$defs"].(map[string]any)
	all := levels()
	for kind, name := range assertionTypes(t, defs) {
		object := fmt.Sprintf(`{"type": %q}`, kind)
		if slices.Contains(properties(t, defs, name), "max") {
			// Without a bound the reader looks for one under another name.
			object = fmt.Sprintf(`{"type": %q, "max": 1}`, kind)
		}
		all = append(all, level{name, object, asserted})
	}
	candidates := words(t)
	for _, l := range all {
		t.Run(l.schema+" "+l.object, func(t *testing.T) {
			t.Parallel()
			inSchema := properties(t, defs, l.schema)
			var base map[string]json.RawMessage
			if err := json.Unmarshal([]byte(l.object), &base); err != nil {
				t.Fatal(err)
			}
			var names, cases []string
			for _, word := range slices.Compact(slices.Sorted(slices.Values(append(inSchema, candidates...)))) {
				if _, ok := base[word]; ok {
					if !slices.Contains(inSchema, word) {
						t.Errorf("%q is not in the schema", word)
					}
					continue
				}
				object := maps.Clone(base)
				object[word] = json.RawMessage("0")
				raw, err := json.Marshal(object)
				if err != nil {
					t.Fatal(err)
				}
				names = append(names, word)
				cases = append(cases, fmt.Sprintf(l.around, raw))
			}
			for i, problems := range drive(t, cases) {
				known := !strings.Contains(problems, fmt.Sprintf("unknown field %q", names[i])) &&
					!strings.Contains(problems, "not supported in this version")
				if listed := slices.Contains(inSchema, names[i]); known != listed {
					t.Errorf("%q: the readers know it: %v, the schema: %v\n%s", names[i], known, listed, problems)
				}
			}
		})
	}
}

func TestTheCaseSchemaHasEveryTypeOfAssertion(t *testing.T) {
	t.Parallel()
	var doc map[string]any
	if err := json.Unmarshal([]byte(schema.Text("case")), &doc); err != nil {
		t.Fatal(err)
	}
	types := assertionTypes(t, doc["$defs"].(map[string]any))
	candidates := words(t)
	for kind := range types {
		candidates = append(candidates, kind)
	}
	cases := make([]string, len(candidates))
	for i, word := range candidates {
		cases[i] = fmt.Sprintf(asserted, fmt.Sprintf(`{"type": %q}`, word))
	}
	for i, problems := range drive(t, cases) {
		known := !strings.Contains(problems, "unknown assertion type") && !strings.Contains(problems, "not supported in this version")
		if _, listed := types[candidates[i]]; known != listed {
			t.Errorf("%q: assert knows it: %v, the schema: %v\n%s", candidates[i], known, listed, problems)
		}
	}
}
