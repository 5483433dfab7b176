package starter_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
	"github.com/surefoot-dev/surefoot/pkg/starter"
)

// tree is what stands below a folder: texts by path, folders with a slash.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil || entry.IsDir() {
			found[filepath.ToSlash(rel)+"/"] = ""
			return err
		}
		text, err := os.ReadFile(path)
		found[filepath.ToSlash(rel)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
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

func TestTheFolderIsMadeAndHoldsWhatTheResultSays(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	result, err := starter.Write(filepath.Join(top, "a", "b"), "billing")
	if err != nil {
		t.Fatal(err)
	}
	files := tree(t, filepath.Join(top, "a", "b"))
	count := 0
	for path, text := range files {
		if !strings.HasSuffix(path, "/") {
			count++
			if text == "" {
				t.Errorf("%s is empty", path)
			}
		}
	}
	for _, path := range result.Written {
		if _, ok := files[path]; !ok {
			t.Errorf("%s was not written", path)
		}
	}
	if count != len(result.Written) || len(result.Kept) > 0 {
		t.Errorf("%d files, and the result %+v", count, result)
	}
	if _, ok := files["assistants/billing/package.yao"]; !ok {
		t.Error("the agent is not where its id says")
	}
}

func TestAfterAnErrorTheFolderIsAsItWas(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		prepare func(t *testing.T, top string)
		dir     string
		want    string
	}{
		"a file that would be overwritten": {
			func(t *testing.T, top string) { put(t, filepath.Join(top, "surefoot.yml"), "mine") }, ".", "already there: surefoot.yml",
		},
		"a link to nothing in a file's place": {
			func(t *testing.T, top string) { link(t, "nothing", filepath.Join(top, "app.yao")) }, ".", "already there: app.yao",
		},
		"a file in a folder's place": {
			func(t *testing.T, top string) { put(t, filepath.Join(top, "connectors"), "mine") }, ".",
			`cannot write "connectors/offline.conn.yao": not a directory`,
		},
		"a link that leads out of the folder": {
			func(t *testing.T, top string) { link(t, t.TempDir(), filepath.Join(top, "connectors")) }, ".",
			`cannot write "connectors/offline.conn.yao": path escapes from parent`,
		},
		"a file where the folder should be": {
			func(t *testing.T, top string) { put(t, filepath.Join(top, "file"), "mine") }, "file/a/b", "not a directory",
		},
		"a name the system refuses": {
			func(*testing.T, string) {}, "a/\x00/b", "invalid argument",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			top := t.TempDir()
			tt.prepare(t, top)
			before := paths(t, top)
			_, err := starter.Write(filepath.Join(top, tt.dir), "shop")
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
			if diff := cmp.Diff(before, paths(t, top)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func link(t *testing.T, to, at string) {
	t.Helper()
	if err := os.Symlink(to, at); err != nil {
		t.Fatal(err)
	}
}

// paths are the names below a folder, of links too.
func paths(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		names = append(names, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestTakenNamesEveryFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put(t, filepath.Join(dir, "surefoot.yml"), "mine")
	put(t, filepath.Join(dir, "connectors", "offline.ts"), "mine")
	put(t, filepath.Join(dir, ".gitignore"), "mine")
	_, err := starter.Write(dir, "shop")
	var taken *starter.Taken
	if !errors.As(err, &taken) {
		t.Fatalf("got %v", err)
	}
	if diff := cmp.Diff([]string{"connectors/offline.ts", "surefoot.yml"}, taken.Paths); diff != "" {
		t.Error(diff)
	}
}

func TestNamesThatMakeAnAgent(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"shop", "a", "Shop-2", "a_b", "0"} {
		if err := starter.CheckName(name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	for _, name := range []string{"", ".", "..", "a/b", `a\b`, "a.b", "-a", "_a", "a b", "node_modules", "é", strings.Repeat("a", 65)} {
		if err := starter.CheckName(name); err == nil {
			t.Errorf("%q is taken for a name", name)
		}
	}
}

// TestTheWorkflowIsOne checks what GitHub asks of a workflow, as far as that
// can be seen without it.
func TestTheWorkflowIsOne(t *testing.T) {
	t.Parallel()
	name := filepath.FromSlash("template/" + starter.Workflow)
	file, problems := source.ReadFile(name, name)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	docs, problems := source.ReadYAML(file)
	if len(problems) > 0 || len(docs) != 1 {
		t.Fatal(len(docs), problems)
	}
	var faults source.Faults
	top := source.Object(docs[0], "", &faults)
	if top.String("name") == "" {
		t.Error("no name")
	}
	on := top.Object("on")
	if !on.Has("pull_request") {
		t.Error("not on pull requests")
	}
	push := on.Object("push")
	if diff := cmp.Diff([]string{"main"}, push.Strings("branches")); diff != "" {
		t.Error(diff)
	}
	permissions := top.Node("permissions")
	if permissions == nil || permissions.Value.Raw() != `{"contents":"read","pull-requests":"write"}` {
		t.Errorf("permissions %+v", permissions)
	}
	concurrency := top.Object("concurrency")
	if concurrency.String("group") == "" || concurrency.String("cancel-in-progress") == "" {
		t.Error("no concurrency")
	}
	job := top.Object("jobs").Object("evals")
	if job.String("runs-on") != "ubuntu-latest" || job.Int("timeout-minutes", 1) == nil {
		t.Error("the job does not say where it runs, and how long")
	}
	var used []string
	for i, step := range job.Node("steps").Items {
		f := source.Object(step, "", &faults)
		uses, run := f.String("uses"), f.String("run")
		if (uses == "") == (run == "") {
			t.Errorf("step %d neither uses nor runs one thing", i+1)
		}
		if _, tag, ok := strings.Cut(uses, "@"); uses != "" && (!ok || tag == "") {
			t.Errorf("step %d uses %q without a version", i+1, uses)
		}
		f.Allow("name", "if", "env", "with")
		for _, kind := range []string{"env", "with"} {
			if n := f.Node(kind); n != nil {
				for _, m := range n.Fields {
					if m.Node.Kind() == eval.Object || m.Node.Kind() == eval.Array {
						t.Errorf("step %d: %s.%s is no text", i+1, kind, m.Key)
					}
				}
			}
		}
		f.Done()
		used = append(used, uses+run)
	}
	job.Done()
	top.Done()
	if len(faults.List) > 0 {
		t.Error(faults.List)
	}
	if diff := cmp.Diff([]string{"actions/checkout@v4", "surefoot-dev/surefoot@main"}, used); diff != "" {
		t.Error(diff)
	}
}
