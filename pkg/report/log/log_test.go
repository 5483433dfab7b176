package log_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/log"
)

func sameText() cmp.Option { return cmp.Comparer(func(a, b eval.Value) bool { return a == b }) }

func start() *eval.Start {
	return &eval.Start{SchemaVersion: eval.SchemaVersion, Version: "0.1.0", Timestamp: time.Unix(1, 0).UTC(), Agents: []string{"a"}}
}

func trial(id string, run int) *eval.Trial {
	return &eval.Trial{
		Agent: "a", ID: id, Run: run, Status: eval.Passed,
		Input: eval.StringValue("in"), Output: eval.Trusted(`{"n":9007199254740993}`), DurationMS: eval.Millis(1500 * time.Microsecond),
	}
}

func write(t *testing.T, w *log.Writer, events ...eval.Event) {
	t.Helper()
	for _, ev := range events {
		if err := w.Event(ev); err != nil {
			t.Fatal(err)
		}
	}
}

func create(t *testing.T, path string) *log.Writer {
	t.Helper()
	w, err := log.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func read(t *testing.T, path string) (events []eval.Event, err error) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	_, err = log.Read(f, "r.jsonl", func(_ string, ev eval.Event) error {
		events = append(events, ev)
		return nil
	})
	return events, err
}

func TestRowsComeBackAsTheyWere(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "r.jsonl")
	w := create(t, path)
	many := &eval.CaseResult{Agent: "a", ID: "x", Planned: 2, Runs: 2, Status: eval.Passed}
	all := []eval.Event{
		start(),
		&eval.TrialStart{Agent: "a", ID: "x", Run: 1},
		trial("x", 1),
		&eval.Log{Level: "info", Message: "hello"},
		trial("x", 2),
		many,
		&eval.CaseResult{Agent: "a", ID: "y", Planned: 1},
		&eval.Summary{Total: 1},
		&eval.Decision{Verdict: eval.VerdictPassed},
	}
	write(t, w, all...)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := read(t, path)
	if err != nil {
		t.Fatal(err)
	}
	want := []eval.Event{all[0], all[2], all[4], all[5], all[7], all[8]}
	if diff := cmp.Diff(want, got, sameText()); diff != "" {
		t.Error(diff)
	}
}

func TestEachRowIsInTheFileAtOnce(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "r.jsonl")
	w := create(t, path)
	defer w.Close()
	for i, ev := range []eval.Event{start(), trial("x", 1), trial("x", 2)} {
		write(t, w, ev)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(text), "\n"); n != i+1 || !strings.HasSuffix(string(text), "\n") {
			t.Errorf("after %d events the file has %d lines", i+1, n)
		}
	}
}

func TestCreateOverwritesAndCreateNewNeverDoes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "output.jsonl")
	for _, want := range []string{"output.jsonl", "output-2.jsonl", "output-3.jsonl"} {
		w, err := log.CreateNew(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := filepath.Base(w.Path()); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		write(t, w, start())
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	w := create(t, path)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(path); err != nil || len(text) > 0 {
		t.Errorf("%q, %v", text, err)
	}
}

func TestWhyAReportCannotBeOpenedIsSaid(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	missing := filepath.Join(dir, "no", "r.jsonl")
	_, err := log.Create(missing)
	if want := "no such file or directory"; err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	if _, err := log.CreateNew(missing); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	if _, err := log.Temp(missing); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func TestTrialsComeInTheOrderOfTheKeysAndByRun(t *testing.T) {
	t.Parallel()
	w := create(t, filepath.Join(t.TempDir(), "r.jsonl"))
	defer w.Close()
	write(t, w, start(), trial("b", 2), trial("a", 1), trial("b", 1), trial("c", 1), trial("b", 3), &eval.Summary{})
	var got []string
	keys := []eval.Key{{Agent: "a", ID: "a"}, {Agent: "a", ID: "none"}, {Agent: "a", ID: "b"}}
	for tr, err := range w.Trials(slices.Values(keys)) {
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(trial(tr.ID, tr.Run), tr, sameText()); diff != "" {
			t.Error(diff)
		}
		got = append(got, fmt.Sprint(tr.ID, tr.Run))
	}
	if diff := cmp.Diff([]string{"a1", "b1", "b2", "b3"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestAReportThatWasChangedMeanwhileIsAnError(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "r.jsonl")
	w := create(t, path)
	defer w.Close()
	write(t, w, trial("a", 1))
	if err := os.WriteFile(path, []byte(strings.Repeat("x", 1000)), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, err := range w.Trials(slices.Values([]eval.Key{{Agent: "a", ID: "a"}})) {
		if err == nil {
			t.Error("no error")
		}
	}
}

func TestATemporaryReportIsGoneAfterClose(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	w, err := log.Temp(dir)
	if err != nil {
		t.Fatal(err)
	}
	write(t, w, trial("a", 1))
	for tr, err := range w.Trials(slices.Values([]eval.Key{{Agent: "a", ID: "a"}})) {
		if err != nil || tr.ID != "a" {
			t.Error(tr, err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Error(left, err)
	}
}

func TestAFullDeviceIsToldOnce(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "r.jsonl")
	if err := os.Symlink("/dev/full", path); err != nil {
		t.Fatal(err)
	}
	w := create(t, path)
	want := fmt.Sprintf("report %q ends early: no space left on device", path)
	if err := w.Event(start()); err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	write(t, w, trial("a", 1), &eval.Summary{})
	if err := w.Fault(); err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	if err := w.Close(); err != nil {
		t.Errorf("told again: %v", err)
	}
}

func TestARowThatCannotBeEncodedEndsNothing(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "r.jsonl")
	w := create(t, path)
	write(t, w, start())
	bad := trial("a", 1)
	bad.Output = eval.Trusted("{not json")
	if err := w.Event(bad); err == nil || !strings.Contains(err.Error(), "cannot encode a result row") {
		t.Errorf("got %v", err)
	}
	write(t, w, trial("a", 2))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	events, err := read(t, path)
	if err != nil || len(events) != 2 {
		t.Errorf("%d rows, %v", len(events), err)
	}
}
