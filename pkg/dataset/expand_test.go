package dataset_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/dataset"
)

const startRow = `{"type":"start","schema_version":1}` + "\n"

// tree makes files with a case each below a new folder whose name holds
// pattern characters.
func tree(t *testing.T, names ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "[x]{a,b}")
	for _, name := range names {
		write(t, dir, name, `{"id":"a","input":"x"}`)
	}
	return dir
}

// below is the files relative to dir, with slashes.
func below(t *testing.T, dir string, files []string) []string {
	t.Helper()
	var list []string
	for _, file := range files {
		name, err := filepath.Rel(dir, file)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, filepath.ToSlash(name))
	}
	return list
}

func TestExpand(t *testing.T) {
	t.Parallel()
	dir := tree(t, "b.jsonl", "a.jsonl", "sub/c.jsonl", "sub/deep/d.jsonl", "sub/notes.md", "e[1].jsonl", "dir.jsonl/f.txt")
	write(t, dir, "sub/output.jsonl", startRow)
	write(t, dir, "only/output.jsonl", startRow)
	if err := os.Symlink("..", filepath.Join(dir, "sub", "loop")); err != nil {
		t.Fatal(err)
	}
	loop := filepath.ToSlash(filepath.Join(dir, "sub", "loop")) + ": warning: a link to a folder is not followed (name the files behind it)\n"
	const oneLeft = "warning: left out a report of an earlier run\n"
	tests := map[string]struct {
		patterns []string
		want     []string
		problems string
	}{
		"a name":                          {[]string{"a.jsonl"}, []string{"a.jsonl"}, ""},
		"names keep their order":          {[]string{"b.jsonl", "a.jsonl"}, []string{"b.jsonl", "a.jsonl"}, ""},
		"each once":                       {[]string{"b.jsonl", "./b.jsonl", "sub/../b.jsonl", "*.jsonl"}, []string{"b.jsonl", "a.jsonl", "e[1].jsonl"}, ""},
		"a star is one level":             {[]string{"*/*.jsonl"}, []string{"sub/c.jsonl"}, "warning: left out 2 reports of earlier runs\n"},
		"two stars are any":               {[]string{"sub/**/*.jsonl"}, []string{"sub/c.jsonl", "sub/deep/d.jsonl"}, loop + oneLeft},
		"braces":                          {[]string{"{a,b}.jsonl"}, []string{"a.jsonl", "b.jsonl"}, ""},
		"a name with brackets":            {[]string{"e[1].jsonl"}, []string{"e[1].jsonl"}, ""},
		"a named report is for Read":      {[]string{"sub/output.jsonl"}, []string{"sub/output.jsonl"}, ""},
		"nothing but a report":            {[]string{"only/*"}, nil, oneLeft},
		"a name that is not there":        {[]string{"x.jsonl"}, nil, "x.jsonl: there is no such file\n"},
		"a pattern that matches nothing":  {[]string{"x/*.jsonl", "a.jsonl"}, []string{"a.jsonl"}, "no file matches \"x/*.jsonl\"\n"},
		"a folder":                        {[]string{"sub"}, nil, "sub: this is a folder (write \"sub/**/*.jsonl\")\n"},
		"a folder's name matches":         {[]string{"dir*"}, nil, "no file matches \"dir*\"\n"},
		"a pattern that is none":          {[]string{"[a"}, nil, "the pattern \"[a\" is not valid (a bracket or brace is not closed)\n"},
		"an empty name":                   {[]string{""}, nil, "the name of a case file is empty\n"},
		"absolute":                        {[]string{filepath.Join(dir, "a.jsonl"), filepath.Join(dir, "..") + "/*/b.jsonl"}, []string{"a.jsonl", "b.jsonl"}, ""},
		"a pattern with a way up":         {[]string{"sub/deep/../c.js*"}, []string{"sub/c.jsonl"}, ""},
		"all problems of all patterns":    {[]string{"x", "y*"}, nil, "x: there is no such file\nno file matches \"y*\"\n"},
		"an escaped star is no pattern":   {[]string{`a\*.jsonl`}, nil, "no file matches \"a\\\\*.jsonl\"\n"},
		"links to folders are not walked": {[]string{"**/c.jsonl"}, []string{"sub/c.jsonl"}, loop},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files, problems := dataset.Expand(tt.patterns, dir)
			if diff := cmp.Diff(tt.want, below(t, dir, files)); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tt.problems, text(problems)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDiscover(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		files []string
		want  []string
	}{
		"assistants at every depth": {
			[]string{
				"assistants/b/tests/one.jsonl", "assistants/a/deep/er/tests/two.jsonl", "assistants/tests/three.jsonl",
				"assistants/b/tests/sub/no.jsonl", "assistants/b/tests/no.yml", "assistants/b/no.jsonl", "tests/no.jsonl",
			},
			[]string{"assistants/a/deep/er/tests/two.jsonl", "assistants/b/tests/one.jsonl", "assistants/tests/three.jsonl"},
		},
		"a lone agent": {[]string{"package.yao", "tests/b.jsonl", "tests/a.jsonl", "tests/sub/no.jsonl"}, []string{"tests/a.jsonl", "tests/b.jsonl"}},
		"nothing":      {[]string{"readme.md"}, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := tree(t, tt.files...)
			files, problems := dataset.Discover(dir)
			if diff := cmp.Diff(tt.want, below(t, dir, files)); diff != "" {
				t.Error(diff)
			}
			if problems.Errors() > 0 {
				t.Error(text(problems))
			}
		})
	}
}

func TestAReportThatIsStillEmptyIsNoCaseFile(t *testing.T) {
	t.Parallel()
	dir := tree(t, "assistants/a/tests/inputs.jsonl")
	for _, name := range []string{"output-20261130120000.jsonl", "output-20261130120000-2.jsonl", "output-today.jsonl", "empty.jsonl"} {
		write(t, dir, "assistants/a/tests/"+name, "")
	}
	want := []string{"assistants/a/tests/empty.jsonl", "assistants/a/tests/inputs.jsonl", "assistants/a/tests/output-today.jsonl"}
	files, problems := dataset.Discover(dir)
	if diff := cmp.Diff(want, below(t, dir, files)); diff != "" || len(problems) > 0 {
		t.Error(diff, text(problems))
	}
	files, problems = dataset.Expand([]string{"assistants/**/*.jsonl"}, dir)
	if diff := cmp.Diff(want, below(t, dir, files)); diff != "" || text(problems) != "warning: left out 2 reports of earlier runs\n" {
		t.Error(diff, text(problems))
	}
	named := []string{"assistants/a/tests/output-20261130120000.jsonl"}
	files, _ = dataset.Expand(named, dir)
	if diff := cmp.Diff(named, below(t, dir, files)); diff != "" {
		t.Error(diff)
	}
}

func TestReportsAreTellableFromCases(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		content string
		report  bool
	}{
		"a start row":               {startRow, true},
		"a start row, other order":  {`{"type":"start","version":"1","agents":["a"],"schema_version":1}`, true},
		"a JSON report":             {"{\n  \"schema_version\": 1,\n  \"summary\": {}\n}", true},
		"a cut start row":           {`{"type":"start","schema_ver`, false},
		"a case of that type":       {`{"type":"start","id":"a"}`, false},
		"another type":              {`{"type":"begin","schema_version":1}`, false},
		"type is not text":          {`{"type":["start"],"schema_version":1}`, false},
		"a case that speaks of one": {`{"id":"a","input":"x","schema_version":1}`, false},
		"a list":                    {`[{"type":"start","schema_version":1}]`, false},
		"empty":                     {"", false},
		"no JSON":                   {"id: a", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := tree(t)
			write(t, dir, "f.jsonl", tt.content)
			files, problems := dataset.Expand([]string{"*.jsonl"}, dir)
			if got := len(files) == 0 && len(problems) == 1 && problems[0].Warning; got != tt.report {
				t.Errorf("files %q, problems %s", files, text(problems))
			}
		})
	}
}

func TestAFileThatCannotBeReadIsNoFileThatIsNotThere(t *testing.T) {
	t.Parallel()
	dir := tree(t, "assistants/a/tests/one.jsonl", "assistants/a/.old/tests/two.jsonl")
	if err := os.Symlink("nowhere.jsonl", filepath.Join(dir, "assistants", "a", "tests", "x.jsonl")); err != nil {
		t.Fatal(err)
	}
	files, problems := dataset.Discover(dir)
	if diff := cmp.Diff([]string{"assistants/a/tests/one.jsonl"}, below(t, dir, files)); diff != "" {
		t.Error(diff)
	}
	if problems.Errors() != 1 || !strings.HasSuffix(problems[0].Pos.File, "tests/x.jsonl") {
		t.Errorf("got %q", text(problems))
	}
}

func TestCasesThatAreNotFoundByThemselvesAreWarnedOf(t *testing.T) {
	t.Parallel()
	dir := tree(t, "assistants/a/tests/one.jsonl")
	write(t, dir, "assistants/a/tests/fixtures/data.json", `{"id": "x"}`)
	for _, name := range []string{"assistants/a/tests/more.json", "assistants/a/tests/sub/s.jsonl", "assistants/a/test/g.jsonl", "assistants/a/tests/UP.JSONL"} {
		write(t, dir, name, `{"id": "x", "input": "y"}`)
	}
	write(t, dir, "assistants/a/tests/y.yml", "id: x\ninput: y\n")
	_, problems := dataset.Discover(dir)
	want := "warning: 5 files in tests folders that look like cases are not run: assistants/a/test/g.jsonl, assistants/a/tests/UP.JSONL, assistants/a/tests/more.json and 2 more (only tests/*.jsonl is found by itself, name others with -i)\n"
	if diff := cmp.Diff(want, text(problems)); diff != "" {
		t.Error(diff)
	}
}
