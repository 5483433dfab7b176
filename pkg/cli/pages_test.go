package cli_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/surefoot-dev/surefoot/pkg/config"
)

// pages are what users read.
func pages(t *testing.T) []string {
	t.Helper()
	found, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(found) == 0 {
		t.Fatal(len(found), err)
	}
	return append(found, "../../README.md", "../../CONTRIBUTING.md")
}

func contents(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

var (
	// A command begins a line, a step of a workflow or inline code, and ends
	// before what explains it or where the shell goes on.
	shown = regexp.MustCompile("(?m)(?:^\\s*(?:\\$ )?|run: |again: |`|&& )surefoot ((?:[^`\n&|>#\" ]| ?\"[^\"\n]*\"| ?\\$\\{\\{[^}]*\\}\\}| [^ `\n&>#]|\\|[^| ])+)")
	words = regexp.MustCompile(`"[^"]*"|[^\s"]+`)
)

// TestEveryCommandOfThePagesIsOne parses each with --help at its end: command,
// flags and their values must be there.
func TestEveryCommandOfThePagesIsOne(t *testing.T) {
	t.Parallel()
	_, help, _ := surefoot(t.Context(), false, t.TempDir(), "help")
	texts := map[string]string{"help": help}
	for _, page := range pages(t) {
		texts[page] = contents(t, page)
	}
	seen := 0
	for name, text := range texts {
		for _, found := range shown.FindAllStringSubmatch(text, -1) {
			line, _, _ := strings.Cut(found[1], "  ")
			args := words.FindAllString(line, -1)
			for i := range args {
				args[i] = strings.ReplaceAll(strings.Trim(args[i], `"`), "${{ matrix.shard }}", "1")
			}
			if strings.Contains(strings.Join(args, " "), "...") || !regexp.MustCompile(`^[a-z]+$`).MatchString(args[0]) {
				continue // the usage of a command, or the line of a version
			}
			args = slices.DeleteFunc(args, func(word string) bool { return strings.HasPrefix(word, "[") || strings.HasPrefix(word, "||") })
			seen++
			code, stdout, stderr := surefoot(t.Context(), false, t.TempDir(), append(args, "--help")...)
			if code != 0 || !strings.HasPrefix(stdout, "usage: surefoot ") && !strings.HasPrefix(stdout, "Surefoot ") {
				t.Errorf("%s: surefoot %s: exit code %d, %s%s", name, line, code, stdout, stderr)
			}
		}
	}
	if seen < 80 {
		t.Errorf("only %d commands were found", seen)
	}
}

// TestTheWorkflowsOfThePagesUseInputsThatExist reads the steps that use the
// action.
func TestTheWorkflowsOfThePagesUseInputsThatExist(t *testing.T) {
	t.Parallel()
	var action struct{ Inputs map[string]any }
	if err := yaml.Unmarshal([]byte(contents(t, "../../action.yml")), &action); err != nil {
		t.Fatal(err)
	}
	var workflow struct {
		On struct {
			Call struct{ Inputs map[string]any } `yaml:"workflow_call"`
		}
	}
	if err := yaml.Unmarshal([]byte(contents(t, "../../.github/workflows/evals.yml")), &workflow); err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, page := range pages(t) {
		for _, b := range blocks(t, page) {
			if b.info != "yaml" || !strings.Contains(b.text, "uses: surefoot-dev/") {
				continue
			}
			var doc yaml.Node
			if err := yaml.Unmarshal([]byte(b.text), &doc); err != nil {
				t.Errorf("%s:%d: %v", page, b.line, err)
			}
			walk(&doc, func(step *yaml.Node) {
				var s struct {
					Uses string
					With map[string]string
				}
				if step.Decode(&s) != nil || !strings.HasPrefix(s.Uses, "surefoot-dev/") {
					return
				}
				seen++
				known := action.Inputs
				if strings.Contains(s.Uses, "/.github/workflows/evals.yml@") {
					known = workflow.On.Call.Inputs
				}
				for name := range s.With {
					if _, ok := known[name]; !ok {
						t.Errorf("%s:%d: %s has no input %q", page, b.line, s.Uses, name)
					}
				}
			})
		}
	}
	if seen < 4 {
		t.Errorf("only %d steps were found", seen)
	}
}

// walk visits every mapping of a document.
func walk(n *yaml.Node, visit func(*yaml.Node)) {
	if n.Kind == yaml.MappingNode {
		visit(n)
	}
	for _, inner := range n.Content {
		walk(inner, visit)
	}
}

// TestEveryProofOfCompatibilityExists looks for the scripts, packages and
// tests that the page names: a test must be in a package of its row.
func TestEveryProofOfCompatibilityExists(t *testing.T) {
	t.Parallel()
	code := regexp.MustCompile("`([^`]+)`")
	declared := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)\w+)\(`)
	seen := 0
	for line := range strings.Lines(contents(t, "../../docs/compatibility.md")) {
		cells := strings.Split(strings.ReplaceAll(strings.TrimSpace(line), `\|`, "¦"), "|")
		if len(cells) != 5 {
			continue
		}
		var tests []string
		for _, found := range code.FindAllStringSubmatch(cells[3], -1) {
			seen++
			word, pattern := found[1], ""
			switch {
			case strings.HasSuffix(word, ".txtar"):
				pattern = "../../testdata/script/" + word
			case strings.HasPrefix(word, "cases/"):
				pattern = "../../testdata/" + word
			case strings.HasPrefix(word, "pkg/"):
				pattern = "../../" + word + "/*_test.go"
				files, _ := filepath.Glob(pattern)
				for _, file := range files {
					for _, d := range declared.FindAllStringSubmatch(contents(t, file), -1) {
						tests = append(tests, d[1])
					}
				}
			case strings.HasPrefix(word, "Test"), strings.HasPrefix(word, "Fuzz"), strings.HasPrefix(word, "Benchmark"):
				if !slices.ContainsFunc(tests, func(test string) bool { ok, _ := path.Match(word, test); return ok }) {
					t.Errorf("no %s in the packages before it: %s", word, line)
				}
			}
			if files, err := filepath.Glob(pattern); pattern != "" && (err != nil || len(files) == 0) {
				t.Errorf("no %s, or no test in it: %s", word, line)
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d proofs were found", seen)
	}
}

func TestTheReferenceNamesTheSettingsThatAreNoKeys(t *testing.T) {
	t.Parallel()
	_, rest, _ := strings.Cut(contents(t, "../../docs/reference.md"), "and, but for ")
	list, _, ok := strings.Cut(rest, ", a key of `surefoot.yml`")
	if !ok {
		t.Fatal("the sentence is not there")
	}
	var want []string
	for _, row := range config.Default().Table() {
		if row.NoFile {
			want = append(want, row.Name)
		}
	}
	if diff := cmp.Diff(want, regexp.MustCompile("[a-z]+(?:-[a-z]+)*").FindAllString(strings.ReplaceAll(list, " and ", " "), -1)); diff != "" {
		t.Error(diff)
	}
}
