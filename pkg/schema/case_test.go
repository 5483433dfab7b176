package schema_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/assert"
	"github.com/surefoot-dev/surefoot/pkg/dataset"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// beyond are problems that no schema of one case can find.
var beyond = regexp.MustCompile(strings.Join([]string{
	`not JSON: `, `already the id of the case`,
	`the last message must be`, `want an object or the JSON text of one`,
	`attachment "`, `the file name ".*" does not tell the format`, `base64`,
	`is not RE2`, `stands in slashes`, `the path ".*" is not one`,
	`want text or a whole number, got 1\.0|want text or a whole number, got 1e`,
	`is not a usable JSON Schema`, `min .* is above max`, `no number is`,
}, "|"))

// values reads the values of a case file, and where each begins.
func values(t *testing.T, path string) []*source.Node {
	t.Helper()
	file, problems := source.ReadFile(path, filepath.Base(path))
	if len(problems) > 0 {
		return nil
	}
	var nodes []*source.Node
	if ext := filepath.Ext(path); ext == ".yml" || ext == ".yaml" {
		docs, _ := source.ReadYAML(file)
		for _, doc := range docs {
			if doc.Kind() == eval.Array {
				nodes = append(nodes, doc.Items...)
			} else if doc.Kind() != eval.Null {
				nodes = append(nodes, doc)
			}
		}
		return nodes
	}
	source.Stream(file, func(n *source.Node) { nodes = append(nodes, n) })
	return nodes
}

func checkWith(dir string) func(*source.Node, string, *source.Faults) {
	compiler := assert.NewCompiler(64)
	return func(n *source.Node, path string, faults *source.Faults) {
		compiler.Check(n, path, faults, assert.Dir(dir))
	}
}

// inside are the errors of a case that begins at n and ends before next.
func inside(problems eval.Problems, n, next *source.Node) eval.Problems {
	before := func(a, b eval.Pos) bool { return a.Line < b.Line || a.Line == b.Line && a.Column < b.Column }
	var list eval.Problems
	for _, p := range problems {
		if !p.Warning && !before(p.Pos, n.Pos) && (next == nil || before(p.Pos, next.Pos)) {
			list = append(list, p)
		}
	}
	return list
}

// TestTheCaseSchemaAndTheReaderAgree takes every case of the corpora: one that
// is read without a problem fits the schema, and one with a problem that a
// schema can express does not.
func TestTheCaseSchemaAndTheReaderAgree(t *testing.T) {
	t.Parallel()
	s := compile(t, "case")
	var files []string
	for _, pattern := range []string{
		"../../testdata/cases/ok/*.*", "../../testdata/cases/err/*.*", "../../testdata/apps/*/*.jsonl",
		"../../testdata/apps/*/assistants/*/tests/*.jsonl", "../starter/template/assistants/*/tests/*.jsonl",
	} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("no files %s: %v", pattern, err)
		}
		files = append(files, found...)
	}
	agreed := map[bool]int{}
	for _, path := range files {
		if filepath.Ext(path) == ".out" || dataset.IsReport(path) {
			continue
		}
		name := filepath.Base(path)
		_, problems := dataset.Read([]dataset.Input{{Path: path, Name: name}}, dataset.Options{Check: checkWith(filepath.Dir(path))})
		nodes := values(t, path)
		for i, n := range nodes {
			var next *source.Node
			if i+1 < len(nodes) {
				next = nodes[i+1]
			}
			found := inside(problems, n, next)
			expressible := false
			for _, p := range found {
				expressible = expressible || !beyond.MatchString(p.Message)
			}
			err := validate(t, s, n.Value.Raw())
			switch {
			case n.Kind() == eval.Array: // the schema takes lists, the reader has had their elements
			case len(found) == 0 && err != nil:
				t.Errorf("%s: the reader takes it: %s\n%v", n.Pos, eval.Clip(n.Value.Raw()), err)
			case expressible && err == nil:
				t.Errorf("%s: the schema takes it: %s\n%v", n.Pos, n.Value.Raw(), found)
			default:
				agreed[err == nil]++
			}
		}
	}
	if agreed[true] < 50 || agreed[false] < 50 {
		t.Errorf("only %v were compared", agreed)
	}
}

// TestTheReferenceFitsTheSchema takes the examples of the reference.
func TestTheReferenceFitsTheSchema(t *testing.T) {
	t.Parallel()
	s := compile(t, "case")
	page, err := os.ReadFile("../../docs/reference.md")
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, block := range strings.Split(string(page), "```jsonl\n")[1:] {
		text, _, _ := strings.Cut(block, "\n```\n")
		problems := source.Stream(source.NewFile("reference.md", text), func(n *source.Node) {
			count++
			if err := validate(t, s, n.Value.Raw()); err != nil {
				t.Errorf("%s\n%v", n.Value.Raw(), err)
			}
		})
		if len(problems) > 0 {
			t.Error(problems)
		}
	}
	if count < 30 {
		t.Errorf("only %d examples found", count)
	}
}

func TestAListOfCasesFits(t *testing.T) {
	t.Parallel()
	s := compile(t, "case")
	one := `{"id": "a", "input": "x"}`
	for text, want := range map[string]bool{
		one: true, "[" + one + "," + one + "]": true, "[]": true, "[[" + one + "]]": false, `"x"`: false,
	} {
		if err := validate(t, s, text); (err == nil) != want {
			t.Errorf("%s: %v", text, fmt.Sprint(err))
		}
	}
}
