package importer_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/importer"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

func TestSlugsAreSafeNames(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Capital of France?":        "capital-of-france",
		"  ../../etc/passwd ":       "etc-passwd",
		"Größe 42":                  "größe-42",
		"\u202e\x1b[31m::error::":   "31m-error",
		"---":                       "",
		strings.Repeat("long ", 40): strings.TrimSuffix(strings.Repeat("long-", 12), "-"),
	} {
		if got := importer.Slug(text); got != want {
			t.Errorf("Slug(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestFolderNamesMeanNothingElse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"Größe": "gr-e", "日本": "x", "": "x", "Tests": "tests-agent", "..": "x"} {
		if got := importer.FolderName(text, "x"); got != want {
			t.Errorf("FolderName(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestNamesDifferAlsoWhereCaseDoesNotCount(t *testing.T) {
	t.Parallel()
	var names importer.Names
	var got []string
	for _, name := range []string{"a", "A", "a", "a-2", "b"} {
		got = append(got, names.Unique(name))
	}
	if diff := cmp.Diff([]string{"a", "A-2", "a-3", "a-2-2", "b"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestFormatsAreSeenByContentAndName(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		name, text string
		want       importer.Format
	}{
		"promptfoo by its members":      {"x.yaml", `{"prompts": [], "providers": []}`, importer.Promptfoo},
		"promptfoo by its name":         {"promptfooconfig.yaml", `{"description": "x"}`, importer.Promptfoo},
		"an eval set":                   {"x.json", `{"eval_set_id": "x", "eval_cases": []}`, importer.ADK},
		"an eval set in camel case":     {"x.json", `{"evalSetId": "x", "evalCases": []}`, importer.ADK},
		"an eval set by its name":       {"x.evalset.json", `{}`, importer.ADK},
		"turns of an older version":     {"x.test.json", `[{"query": "x"}]`, importer.ADK},
		"conversations of one":          {"x.json", `[{"name": "x", "data": []}]`, importer.ADK},
		"goldens":                       {"x.json", `[{"input": "x"}]`, importer.DeepEval},
		"conversational goldens":        {"x.json", `[{"scenario": "x"}]`, importer.DeepEval},
		"a dataset":                     {"x.json", `{"goldens": []}`, importer.DeepEval},
		"nothing known":                 {"x.json", `{"a": 1}`, ""},
		"a text":                        {"x.json", `"promptfoo"`, ""},
		"an empty list":                 {"x.json", `[]`, ""},
		"a list under promptfoo's name": {"promptfoo.json", `[{"vars": {}}]`, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n, problems := source.ReadJSON(source.NewFile(test.name, test.text))
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			if got := importer.Detect(n, test.name); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestOnlyFilesOfTheFolderAreRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put(t, filepath.Join(dir, "secret.txt"), "secret")
	put(t, filepath.Join(dir, "in", "a", "b.txt"), "hello")
	for link, target := range map[string]string{"out.txt": "../secret.txt", "dir": ".."} {
		if err := os.Symlink(target, filepath.Join(dir, "in", link)); err != nil {
			t.Fatal(err)
		}
	}
	folder := importer.Folder{Dir: filepath.Join(dir, "in"), Name: filepath.Base}
	if f, err := folder.File("file://a/../a/b.txt"); err != nil || f.Text != "hello" {
		t.Errorf("got %v, %v", f, err)
	}
	for ref, want := range map[string]string{
		"../secret.txt":            "outside the folder",
		"file://../secret.txt":     "outside the folder",
		"/etc/passwd":              "outside the folder",
		filepath.Join(dir, "in/a"): "outside the folder",
		"out.txt":                  "leads out of the folder",
		"dir/secret.txt":           "leads out of the folder",
		"absent.txt":               "no such file",
		"a":                        "a folder",
		"":                         "a folder",
	} {
		if f, err := folder.File(ref); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, %v, want %q", ref, f, err, want)
		}
	}
	// A link is found and then not read.
	if names, err := folder.Glob("file://**/*.txt"); err != nil || !cmp.Equal(names, []string{"a/b.txt", "out.txt"}) {
		t.Errorf("got %q, %v", names, err)
	}
	if _, err := folder.Glob("../*.txt"); err == nil {
		t.Error("a pattern led out of the folder")
	}
}

func TestAllFilesAreWrittenOrNone(t *testing.T) {
	t.Parallel()
	files := []importer.File{{Path: "c/m.conn.yao", Body: "m", Shared: true}, {Path: "a/x/p", Body: "p"}, {Path: "a/y", Body: "y"}}
	dir := filepath.Join(t.TempDir(), "new")
	if written, err := importer.Write(dir, files); err != nil || len(written) != 3 {
		t.Fatalf("got %q, %v", written, err)
	}
	_, err := importer.Write(dir, files)
	if err == nil || err.Error() != "\"a/x/p\" is there already\n\"a/y\" is there already" {
		t.Errorf("got %v", err)
	}
	files[0].Body = "other"
	if _, err := importer.Write(dir, files[:1]); err == nil {
		t.Error("a shared file was written over")
	}

	// A file stands where a folder must, which is only seen while writing.
	other := t.TempDir()
	put(t, filepath.Join(other, "a", "y"), "mine")
	if _, err := importer.Write(other, []importer.File{{Path: "b/c/d", Body: "d"}, {Path: "a/y/z", Body: "z"}}); err == nil {
		t.Error("a file was taken for a folder")
	}
	if entries, err := os.ReadDir(other); err != nil || len(entries) != 1 {
		t.Errorf("something was left behind: %v, %v", entries, err)
	}
}

func TestOneFileIsOneValue(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, test := range map[string]struct{ text, want string }{
		"broken.yaml": {"a: [", "broken.yaml:1"},
		"two.yaml":    {"a: 1\n---\nb: 2\n", "holds 2 documents"},
		"empty.yaml":  {"# nothing\n", "the file is empty"},
		"twice.json":  {`{"a": 1, "a": 2}`, "twice.json:1:10: the key \"a\" stands twice"},
		"bomb.yaml":   {bomb(), "too large through its aliases"},
	} {
		path := filepath.Join(dir, name)
		put(t, path, test.text)
		_, problems := importer.Open(path, name)
		if len(problems) != 1 || !strings.Contains(problems[0].String(), test.want) {
			t.Errorf("%s: got %v, want %q", name, problems, test.want)
		}
	}
	path := filepath.Join(dir, "rows.jsonl")
	put(t, path, "{\"input\": \"a\"}\n{\"input\": \"b\"}\n")
	n, problems := importer.Open(path, "rows.jsonl")
	if len(problems) > 0 || n.Kind() != eval.Array || n.Value.Raw() != `[{"input": "a"},{"input": "b"}]` {
		t.Errorf("got %v, %v", n, problems)
	}
	large := filepath.Join(dir, "large.json")
	put(t, large, "")
	if err := os.Truncate(large, importer.MaxFile+1); err != nil {
		t.Fatal(err)
	}
	if _, problems := importer.Open(large, "large.json"); len(problems) != 1 || !strings.Contains(problems[0].Message, "larger than 64 MiB") {
		t.Errorf("got %v", problems)
	}
}

// bomb is a document whose aliases multiply.
func bomb() string {
	var b strings.Builder
	b.WriteString("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n")
	for i := 1; i < 9; i++ {
		level, below := string(rune('0'+i)), string(rune('0'+i-1))
		b.WriteString("a" + level + ": &a" + level + " [" + strings.TrimSuffix(strings.Repeat("*a"+below+",", 10), ",") + "]\n")
	}
	return b.String()
}
