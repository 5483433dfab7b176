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
}

func TestAFileIsAsPrivateAsAnyOther(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	like, path := filepath.Join(dir, "like"), filepath.Join(dir, "a.json")
	if err := os.WriteFile(like, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	mode := func(path string) os.FileMode {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Mode()
	}
	if err := atomicfile.Write(path, nothing); err != nil {
		t.Fatal(err)
	}
	if got, want := mode(path), mode(like); got != want {
		t.Errorf("a new file: got %v, want %v", got, want)
	}
	if err := os.Chmod(path, 0o400); err != nil {
		t.Fatal(err)
	}
	want := mode(path)
	if err := atomicfile.Write(path, nothing); err != nil {
		t.Fatal(err)
	}
	if got := mode(path); got != want {
		t.Errorf("an old file: got %v, want %v", got, want)
	}
}

func nothing(io.Writer) error { return nil }

func TestALinkStaysOne(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	far := filepath.Join(dir, "far")
	path, link := filepath.Join(far, "a.json"), filepath.Join(dir, "latest.json")
	if err := errors.Join(os.Mkdir(far, 0o755), os.WriteFile(path, []byte("old"), 0o644), os.Symlink(path, link)); err != nil {
		t.Fatal(err)
	}
	err := atomicfile.Write(link, func(w io.Writer) error {
		_, err := io.WriteString(w, "new")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "new" {
		t.Errorf("got %q (%v)", got, err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link became %v (%v)", info.Mode(), err)
	}
	if diff := cmp.Diff([]string{"far", "latest.json"}, names(t, dir)); diff != "" {
		t.Error(diff)
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
