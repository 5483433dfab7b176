package atomicfile_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/atomicfile"
)

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func TestAFileIsReplacedOrLeftAsItWas(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "a.json")
	say := func(text string, end error) func(io.Writer) error {
		return func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return errors.Join(err, end)
		}
	}
	boom := errors.New("boom")
	for _, step := range []struct {
		text string
		end  error
		want string
	}{{"first", nil, "first"}, {"second", boom, "first"}, {"third", nil, "third"}} {
		if err := atomicfile.Write(path, say(step.text, step.end)); !errors.Is(err, step.end) {
			t.Fatalf("%s: got %v, want %v", step.text, err, step.end)
		}
		got, err := os.ReadFile(path)
		if err != nil || string(got) != step.want {
			t.Errorf("%s: got %q (%v), want %q", step.text, got, err, step.want)
		}
		if diff := cmp.Diff([]string{"a.json"}, names(t, dir)); diff != "" {
			t.Errorf("%s: something is left beside it: %s", step.text, diff)
		}
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("got %v (%v), want the mode 0644", info.Mode(), err)
	}
}

func TestCheckLeavesNothingAndRefusesWhatIsNoFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := atomicfile.Check(filepath.Join(dir, "a.json")); err != nil {
		t.Error(err)
	}
	if got := names(t, dir); len(got) > 0 {
		t.Errorf("left %q", got)
	}
	if err := atomicfile.Check(dir); err == nil || err.Error() != "it is not a regular file" {
		t.Errorf("a folder: %v", err)
	}
	if err := atomicfile.Check(filepath.Join(dir, "no", "a.json")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
}

func TestLeft(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		".a.json-123": true, ".a-b.json-1": true, "a.json-123": false, ".a.json": false, ".a.json-": false,
		".a.json-12x": false, ".json-12": false, ".a.md-12": false, "": false, "-": false,
	} {
		if got := atomicfile.Left(name, ".json"); got != want {
			t.Errorf("%q: got %t, want %t", name, got, want)
		}
	}
}
