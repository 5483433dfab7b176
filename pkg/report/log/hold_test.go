//go:build linux || darwin

package log_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/log"
)

func all(eval.Event) bool { return true }

func ran(ev eval.Event) bool {
	t, ok := ev.(*eval.Trial)
	return !ok || t.Status != eval.Skipped
}

// left is a report that a run left whose second trial did not run.
func left(t *testing.T, path string) os.FileInfo {
	t.Helper()
	w := create(t, path)
	write(t, w, &eval.Start{SchemaVersion: 1}, trial("a", 1), &eval.Trial{Agent: "a", ID: "a", Run: 2, Status: eval.Skipped})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return stat(t, path)
}

func stat(t *testing.T, path string) os.FileInfo {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

func TestAReportHasOneWriter(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func(path string, was os.FileInfo) (*log.Writer, error){
		"that began it":              func(path string, _ os.FileInfo) (*log.Writer, error) { return log.Create(path) },
		"that goes on with it":       func(path string, was os.FileInfo) (*log.Writer, error) { return log.Resume(path, was, all) },
		"that took rows out of it":   func(path string, was os.FileInfo) (*log.Writer, error) { return log.Resume(path, was, ran) },
		"that knows it by a link":    func(path string, _ os.FileInfo) (*log.Writer, error) { return log.Create(link(t, path, os.Symlink)) },
		"that knows it by two names": func(path string, _ os.FileInfo) (*log.Writer, error) { return log.Create(link(t, path, os.Link)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "r.jsonl")
			was := left(t, path)
			first, err := open(path, was)
			if err != nil {
				t.Fatal(err)
			}
			write(t, first, trial("b", 1))
			before, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			const want = "another run is writing it"
			if _, err := log.Create(path); err == nil || err.Error() != want {
				t.Errorf("a run that begins: %v, want %q", err, want)
			}
			if _, err := log.Resume(path, stat(t, path), all); err == nil || err.Error() != want {
				t.Errorf("a run that goes on: %v, want %q", err, want)
			}
			after, err := os.ReadFile(path)
			if err != nil || string(after) != string(before) {
				t.Errorf("the report was changed (%v)", err)
			}
			if err := first.Close(); err != nil {
				t.Fatal(err)
			}
			again, err := log.Create(path)
			if err != nil {
				t.Fatalf("the run is over, and yet: %v", err)
			}
			_ = again.Close()
		})
	}
}

func link(t *testing.T, path string, make func(old, fresh string) error) string {
	t.Helper()
	name := filepath.Join(filepath.Dir(path), "link.jsonl")
	if err := make(path, name); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestAReportThatGrewSinceItWasReadIsNotGoneOnWith(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "r.jsonl")
	was := left(t, path)
	w, err := log.Resume(path, was, all)
	if err != nil {
		t.Fatal(err)
	}
	write(t, w, trial("b", 1))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := log.Resume(path, was, all); err == nil || !strings.HasPrefix(err.Error(), "another run has written it meanwhile") {
		t.Errorf("%v", err)
	}
}

func TestAResumedReportStaysWhereAndWhatItWas(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "far", "r.jsonl")
	if err := os.Mkdir(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	left(t, path)
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	linked := filepath.Join(dir, "latest.jsonl")
	if err := os.Symlink(path, linked); err != nil {
		t.Fatal(err)
	}
	w, err := log.Resume(linked, stat(t, linked), ran)
	if err != nil {
		t.Fatal(err)
	}
	write(t, w, trial("b", 1))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if w.Path() != linked {
		t.Errorf("it is called %q", w.Path())
	}
	if info, err := os.Lstat(linked); err != nil || info.Mode().IsRegular() {
		t.Errorf("the link became a file (%v)", err)
	}
	if mode := stat(t, path).Mode(); mode != 0o600 {
		t.Errorf("its mode is %s", mode)
	}
	events, err := read(t, path)
	if err != nil || len(events) != 3 {
		t.Errorf("the file has %d rows: %v", len(events), err)
	}
}
