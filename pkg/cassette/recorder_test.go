package cassette_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/cassette"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/redact"
)

func TestACaseWithAHoleIsNotWritten(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		do   func(t *testing.T, r *cassette.Recorder) *eval.CaseResult
		want string
	}{
		"a call that failed": {
			do: func(t *testing.T, r *cassette.Recorder) *eval.CaseResult {
				r.Open(in(1), noon)
				r.Take(in(1), call(t, `1`)).Fail(errors.New("429 for sk-0123456789"))
				return greet(1)
			},
			want: `run 1: the model call of connector "gpt" failed: 429 for [redacted KEY]`,
		},
		"a call that never ended": {
			do: func(t *testing.T, r *cassette.Recorder) *eval.CaseResult {
				r.Open(in(1), noon)
				r.Open(in(2), noon)
				r.Take(in(1), call(t, `1`)).Keep(value(t, `1`), 0, anything)
				r.Take(in(2), call(t, `1`))
				return greet(2)
			},
			want: `run 2: the model call of connector "gpt" did not end`,
		},
		"an answer that redaction spoiled": {
			do: func(t *testing.T, r *cassette.Recorder) *eval.CaseResult {
				r.Open(in(1), noon)
				r.Take(in(1), call(t, `1`)).Keep(value(t, `1`), 0, func(eval.Value) error { return errors.New("no object") })
				return greet(1)
			},
			want: `run 1: the model call of connector "gpt" failed: its answer cannot be replayed after redaction: no object`,
		},
		"a trial that never began": {
			do: func(_ *testing.T, r *cassette.Recorder) *eval.CaseResult {
				r.Open(in(1), noon)
				return greet(2)
			},
			want: `run 2 did not start`,
		},
		"a trial that ended in an error before it asked": {
			do: func(t *testing.T, r *cassette.Recorder) *eval.CaseResult {
				r.Open(in(1), noon)
				r.Open(in(2), noon)
				r.Take(in(1), call(t, `1`)).Keep(value(t, `1`), 0, anything)
				return &eval.CaseResult{Agent: "shop", ID: "greet", Planned: 2, Runs: 2, Passed: 1, Errors: 1}
			},
			want: `run 2 asked nothing, and not all trials ended well`,
		},
		"a trial that was spoiled": {
			do: func(t *testing.T, r *cassette.Recorder) *eval.CaseResult {
				r.Open(in(1), noon)
				r.Take(in(1), call(t, `1`)).Keep(value(t, `1`), 0, anything)
				r.Spoil(in(1), "it told sk-0123456789")
				r.Spoil(in(1), "and more")
				return greet(1)
			},
			want: `run 1: it told [redacted KEY]`,
		},
		"trials that were left out": {
			do: func(_ *testing.T, r *cassette.Recorder) *eval.CaseResult {
				r.Open(in(1), noon)
				return &eval.CaseResult{Agent: "shop", ID: "greet", Planned: 3, Runs: 1, Skipped: 2}
			},
			want: `2 of 3 trials did not run to their end`,
		},
	}
	for name, tt := range tests {
		for _, older := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, older %t", name, older), func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				rest := "it has no cassette"
				if older {
					record(t, dir, []pair{{`"old"`, `"old answer"`}})
					rest = "its older cassette stays as it was"
				}
				r := cassette.NewRecorder(folder(dir))
				if err := r.Prepare([]eval.Key{{Agent: "shop", ID: "greet"}}); err != nil {
					t.Fatal(err)
				}
				err := r.Finish(tt.do(t, r))
				if hole := (*cassette.Hole)(nil); !errors.As(err, &hole) {
					t.Fatalf("got %v, want a hole", err)
				}
				want := `case "greet" was not recorded, and ` + rest + `: ` + tt.want
				if diff := cmp.Diff(want, err.Error()); diff != "" {
					t.Error(diff)
				}
				_, missed := cassette.NewPlayer(folder(dir)).Replay(in(1), call(t, `"old"`))
				if older && missed != nil || !older && missed == nil {
					t.Errorf("the older cassette: %v", missed)
				}
				onlyCassettes(t, dir)
			})
		}
	}
}

// onlyCassettes fails when anything but cassettes is in the folder.
func onlyCassettes(t *testing.T, dir string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*", ".*"))
	if err != nil || len(files) > 0 {
		t.Errorf("left behind: %v, error %v", files, err)
	}
}

func TestATrialThatTookItselfOutIsRecorded(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := cassette.NewRecorder(folder(dir))
	if err := r.Prepare([]eval.Key{{Agent: "shop", ID: "greet"}}); err != nil {
		t.Fatal(err)
	}
	for run := 1; run <= 3; run++ {
		r.Open(in(run), noon)
		if run != 2 {
			r.Take(in(run), call(t, `1`)).Keep(value(t, `1`), 0, anything)
		}
	}
	if err := r.Finish(&eval.CaseResult{Agent: "shop", ID: "greet", Planned: 2, Runs: 2, Skipped: 1, Excused: 1}); err != nil {
		t.Fatal(err)
	}
	for run := 1; run <= 3; run++ {
		if _, err := cassette.NewPlayer(folder(dir)).Open(in(run)); err != nil {
			t.Errorf("run %d: %v", run, err)
		}
	}
}

func TestRecordingAgainReplacesTheWholeFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	record(t, dir, []pair{{`1`, `"a"`}}, []pair{{`1`, `"b"`}})
	record(t, dir, []pair{{`2`, `"c"`}})
	p := cassette.NewPlayer(folder(dir))
	if _, err := p.Open(in(2)); err == nil {
		t.Error("the second run of the older recording is still there")
	}
	if _, err := p.Replay(in(1), call(t, `1`)); err == nil {
		t.Error("the older answer is still there")
	}
	if got, err := p.Replay(in(1), call(t, `2`)); err != nil || got.Value.Raw() != `"c"` {
		t.Errorf("got %s, %v", got.Value.Raw(), err)
	}
	info, err := os.Stat(filepath.Join(dir, "shop", "greet.json"))
	if err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("mode %v, error %v", info.Mode(), err)
	}
	onlyCassettes(t, dir)
}

func TestWhatCannotBeWrittenIsSaidBeforeTheRun(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		make func(dir string) error
		want string
	}{
		"a file in the folder's place": {
			func(dir string) error { return os.WriteFile(filepath.Join(dir, "shop"), nil, 0o600) },
			`cannot write the cassette "shop/greet.json": not a directory`,
		},
		"a folder in the file's place": {
			func(dir string) error { return os.MkdirAll(filepath.Join(dir, "shop", "greet.json"), 0o700) },
			`cannot write the cassette "shop/greet.json": it is not a regular file`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := tt.make(dir); err != nil {
				t.Fatal(err)
			}
			err := cassette.NewRecorder(folder(dir)).Prepare([]eval.Key{{Agent: "shop", ID: "first"}, {Agent: "shop", ID: "greet"}})
			if err == nil || strings.ReplaceAll(err.Error(), "first", "greet") != tt.want {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}

func TestAFolderThatWentAwayIsTheDisksError(t *testing.T) {
	t.Parallel()
	r := cassette.NewRecorder(folder(t.TempDir()))
	r.Open(in(1), noon)
	err := r.Finish(greet(1)) // nobody prepared the folder
	if hole := (*cassette.Hole)(nil); err == nil || errors.As(err, &hole) {
		t.Errorf("got %v", err)
	}
	if want := `case "greet" was not recorded, and it has no cassette: no such file or directory`; err != nil && err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestWhatComesAfterTheEndIsNotKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := cassette.NewRecorder(folder(dir))
	if err := r.Prepare([]eval.Key{{Agent: "shop", ID: "greet"}}); err != nil {
		t.Fatal(err)
	}
	r.Open(in(1), noon)
	if err := r.Finish(greet(1)); err != nil {
		t.Fatal(err)
	}
	r.Take(in(1), call(t, `1`)).Keep(value(t, `1`), 0, anything)
	r.Open(in(1), noon)
	if err := r.Finish(greet(1)); err != nil {
		t.Fatal(err)
	}
	if _, err := cassette.NewPlayer(folder(dir)).Replay(in(1), call(t, `1`)); err == nil {
		t.Error("the late call was kept")
	}
}

func TestTwoRecordingsIntoOneFolderLeaveOneOfThemWhole(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var both sync.WaitGroup
	for n := range 2 {
		both.Go(func() {
			for range 20 {
				record(t, dir, []pair{{`1`, fmt.Sprintf(`"%d"`, n)}}, []pair{{`1`, fmt.Sprintf(`"%d"`, n)}})
			}
		})
	}
	both.Wait()
	p := cassette.NewPlayer(folder(dir))
	first, err1 := p.Replay(in(1), call(t, `1`))
	second, err2 := p.Replay(in(2), call(t, `1`))
	if err1 != nil || err2 != nil || first.Value != second.Value {
		t.Errorf("%s %v, %s %v", first.Value.Raw(), err1, second.Value.Raw(), err2)
	}
	onlyCassettes(t, dir)
}

func TestIdsThatRedactionMakesTheSameKeepTheirOwnFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f := folder(dir)
	f.Redactor = redact.New(nil, []*regexp.Regexp{regexp.MustCompile(`[0-9]{6}`)})
	of := func(id string) context.Context {
		return eval.WithScope(context.Background(), eval.Scope{Agent: "shop", Case: id, Run: 1, Turn: 1, Role: eval.RoleAgent})
	}
	for _, id := range []string{"order-111111", "order-222222"} {
		r := cassette.NewRecorder(f)
		if err := r.Prepare([]eval.Key{{Agent: "shop", ID: id}}); err != nil {
			t.Fatal(err)
		}
		r.Open(of(id), noon)
		r.Take(of(id), call(t, `"where is `+id+`?"`)).Keep(value(t, `"`+id[6:7]+`"`), 0, anything)
		if err := r.Finish(&eval.CaseResult{Agent: "shop", ID: id, Planned: 1, Runs: 1, Passed: 1}); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range []string{"order-111111", "order-222222"} {
		got, err := cassette.NewPlayer(f).Replay(of(id), call(t, `"where is `+id+`?"`))
		if err != nil || got.Value.Raw() != `"`+id[6:7]+`"` {
			t.Errorf("%s: got %s, %v", id, got.Value.Raw(), err)
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "shop", "*"))
	if err != nil || len(files) != 2 || strings.Contains(strings.Join(files, ""), "1111") {
		t.Errorf("%v, %v", files, err)
	}
}
