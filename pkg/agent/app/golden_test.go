package app_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/script"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const faulty = "../../../testdata/apps/faulty"

// environ is the process environment of all tests.
var environ = []string{"EMPTY=", "SOME_KEY=sk-0123456789", "HOME=/home/someone"}

// load loads an application with its paths shown from its folder.
func load(t *testing.T, root string, o app.Options) (*app.App, eval.Problems) {
	t.Helper()
	engine, err := script.New(script.Options{Root: root})
	if err != nil {
		t.Fatal(err)
	}
	root, err = filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	o.Compile = engine.Compile
	o.Name = func(path string) string {
		rel, err := filepath.Rel(root, path)
		if err != nil {
			t.Error(err)
		}
		return filepath.ToSlash(rel)
	}
	if o.Environ == nil {
		o.Environ = environ
	}
	return app.Load(root, o)
}

func lines(problems eval.Problems) string {
	var b strings.Builder
	for _, p := range problems {
		b.WriteString(p.String() + "\n")
	}
	return b.String()
}

func TestEveryFaultIsReportedWithItsPlace(t *testing.T) {
	t.Parallel()
	entries, err := os.ReadDir(faulty)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if !entry.IsDir() {
			continue
		}
		t.Run(entry.Name(), func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(faulty, entry.Name())
			_, problems := load(t, dir, app.Options{})
			got := lines(problems)
			if *update {
				if err := os.WriteFile(dir+".out", []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(dir + ".out")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
