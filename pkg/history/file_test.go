package history_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/history"
)

func update(ctx context.Context, path string, change func(*history.History) error) error {
	return history.Update(ctx, path, "history.json", change)
}

func text(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestTheFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "history.json")
	err := update(t.Context(), path, func(h *history.History) error {
		h.Add(run(1), []eval.CaseResult{result('e'), {Agent: "shop", ID: "<hello>", Planned: 1, Runs: 1, Passed: 1}})
		h.Add(run(0), []eval.CaseResult{result('M'), result('-')})
		h.Quarantine = append(h.Quarantine, history.Quarantine{Agent: "shop", Case: "gone", Reason: "upstream", Until: "2026-12-24"})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want := `{
  "schema_version": 1,
  "runs": [
    {"number":2,"time":"2026-11-01T08:00:00Z","plan":"plan","commit":"000000099","run":"https://ci/0"},
    {"number":1,"time":"2026-11-02T08:00:00Z","plan":"plan","commit":"000000199","run":"https://ci/1"}
  ],
  "cases": [
    {"agent":"shop","case":"<hello>","runs":[{"run":1,"passed":1,"trials":1}]},
    {"agent":"shop","case":"refund","runs":[{"run":2,"passed":3,"trials":5},{"run":1,"passed":3,"trials":5,"errors":2}]}
  ],
  "quarantine": [
    {"agent":"shop","case":"gone","reason":"upstream","until":"2026-12-24"}
  ]
}
`
	if diff := cmp.Diff(want, text(t, path)); diff != "" {
		t.Error(diff)
	}
	if err := update(t.Context(), path, func(*history.History) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, text(t, path)); diff != "" {
		t.Errorf("written back: %s", diff)
	}
}

func TestAFileIsRefusedThatIsNotWhollyUnderstood(t *testing.T) {
	t.Parallel()
	const head = `{"schema_version": 1, "runs": [{"number": 1, "time": "2026-11-01T08:00:00Z", "plan": "p"}], `
	for _, tt := range []struct{ name, text, want string }{
		{"empty", "", "history.json: the file is empty, want one JSON value"},
		{"cut", head, "history.json:1:93: "},
		{"no object", "[]", "history.json:1:1: want an object, got a list"},
		{"something else", `{"name": "x"}`, "history.json:1:1: no history of Surefoot: it has no schema_version"},
		{"newer", `{"schema_version": 2, "more": 1}`, "history.json:1:20: written by a newer version: its schema is 2, the newest known here is 1"},
		{"unknown key", head + `"case": []}`, `history.json:1:93: unknown field "case" (did you mean "cases"?)`},
		{"a run twice", `{"schema_version": 1, "runs": [{"number": 1, "time": "2026-11-01T08:00:00Z", "plan": "p"}, {"number": 1, "time": "2026-11-01T09:00:00Z", "plan": "p"}]}`, "history.json:1:92: runs: a second run 1"},
		{"the same run", `{"schema_version": 1, "runs": [{"number": 1, "time": "2026-11-01T08:00:00Z", "plan": "p"}, {"number": 2, "time": "2026-11-01T09:00:00+01:00", "plan": "p"}]}`, "history.json:1:92: runs: the same run as 1"},
		{"no time", `{"schema_version": 1, "runs": [{"number": 1, "time": "today", "plan": "p"}]}`, `history.json:1:54: runs.time: "today" is no time`},
		{"no plan", `{"schema_version": 1, "runs": [{"number": 1, "time": "2026-11-01T08:00:00Z"}]}`, `history.json:1:32: runs.plan: plan is missing`},
		{"a run that is not there", head + `"cases": [{"agent": "a", "case": "c", "runs": [{"run": 2, "passed": 1, "trials": 1}]}]}`, `history.json:1:140: cases.runs: case "c": there is no run 2`},
		{"more passed than ran", head + `"cases": [{"agent": "a", "case": "c", "runs": [{"run": 1, "passed": 2, "trials": 2, "errors": 1}]}]}`, `history.json:1:140: cases.runs: case "c": 2 trials cannot have 2 that passed and 1 with errors`},
		{"a case twice", head + `"cases": [{"agent": "a", "case": "c", "runs": []}, {"agent": "a", "case": "c", "runs": []}]}`, `history.json:1:144: cases: case "c" of agent "a" stands there twice`},
		{"no reason", head + `"quarantine": [{"agent": "a", "case": "c", "until": "2026-12-24"}]}`, "history.json:1:108: quarantine.reason: reason is missing"},
		{"an empty reason", head + `"quarantine": [{"agent": "a", "case": "c", "reason": "", "until": "2026-12-24"}]}`, "history.json:1:146: quarantine.reason: reason is empty"},
		{"no day", head + `"quarantine": [{"agent": "a", "case": "c", "reason": "r", "until": "24.12.2026"}]}`, `history.json:1:160: quarantine.until: "24.12.2026" is no day (write it as 2026-12-24: the last day, by UTC)`},
		{"a quarantine twice", head + `"quarantine": [{"agent": "a", "case": "c", "reason": "r", "until": "2026-12-24"}, {"agent": "a", "case": "c", "reason": "r", "until": "2026-12-24"}]}`, `history.json:1:175: quarantine: case "c" of agent "a" is in quarantine already, at history.json:1:108`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "history.json")
			if err := os.WriteFile(path, []byte(tt.text), 0o600); err != nil {
				t.Fatal(err)
			}
			h, problems := history.Read(path, "history.json")
			if h != nil || len(problems) == 0 {
				t.Fatal("it was read")
			}
			if got := problems[0].String(); !strings.HasPrefix(got, tt.want) {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if err := update(t.Context(), path, func(*history.History) error { return nil }); err == nil {
				t.Error("it was written over")
			}
			if got := text(t, path); got != tt.text {
				t.Errorf("it is now %s", got)
			}
		})
	}
}

func TestWhatIsLongAgoIsForgottenAndAQuarantineIsNot(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "history.json")
	err := update(t.Context(), path, func(h *history.History) error {
		h.Quarantine = []history.Quarantine{{Agent: "shop", Case: "old", Reason: "r", Until: "2020-01-01"}}
		h.Add(run(0), []eval.CaseResult{{Agent: "shop", ID: "old", Planned: 1, Runs: 1, Passed: 1}})
		for i := range 200 {
			h.Add(run(i+1), []eval.CaseResult{result('P')})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	h, problems := history.Read(path, "history.json")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if diff := cmp.Diff([]eval.Key{{Agent: "shop", ID: "refund"}}, h.Keys()); diff != "" {
		t.Error(diff)
	}
	if m := h.Past(h.Keys()[0]); m.Runs != 50 || h.Runs() != 200 {
		t.Errorf("%d entries of %d runs", m.Runs, h.Runs())
	}
	if len(h.Quarantine) != 1 {
		t.Error("the quarantine is gone")
	}
}

func TestRunsThatEndTogetherLoseNothingOfEachOther(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "history.json")
	var wait sync.WaitGroup
	for i := range 20 {
		wait.Go(func() {
			err := update(t.Context(), path, func(h *history.History) error {
				h.Add(run(i), []eval.CaseResult{result('P')})
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	h, problems := history.Read(path, "history.json")
	if len(problems) > 0 || h.Runs() != 20 {
		t.Errorf("%v, %v", h, problems)
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("something is left beside it: %v, %v", entries, err)
	}
}

func TestAChangeThatFailsLeavesTheFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "history.json")
	boom := errors.New("boom")
	if err := update(t.Context(), path, func(*history.History) error { return boom }); !errors.Is(err, boom) {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a file is there")
	}
}

func TestAQuarantineFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "quarantine.yml")
	const file = `# reviewed like any code
- agent: shop
  case: refund
  reason: "upstream #12"
  until: 2026-12-24
`
	if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	got, problems := history.ReadQuarantine(path, "quarantine.yml")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	want := []history.Quarantine{{Agent: "shop", Case: "refund", Reason: "upstream #12", Until: "2026-12-24", Pos: eval.Pos{File: "quarantine.yml", Line: 2, Column: 3}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, tt := range []struct{ file, want string }{
		{"agent: a\n", "quarantine.yml:1:1: want a list of quarantines, got an object"},
		{"- agent: a\n  case: c\n  reason: r\n  until: 2026-02-30\n", `quarantine.yml:4:10: until: "2026-02-30" is no day`},
		{"- agent: a\n  case: c\n  reason: r\n  until: 2026-12-24\n  to: x\n", `quarantine.yml:5:3: unknown field "to"`},
		{"- agent: a\n  reason: r\n  until: 2026-12-24\n", `quarantine.yml:1:3: case: case is missing`},
		{"- x\n", `quarantine.yml:1:3: want an object, got the text "x"`},
		{"- &a {agent: a, case: c, reason: r, until: 2026-12-24}\n- *a\n", `quarantine.yml:1:3: case "c" of agent "a" is in quarantine already, at quarantine.yml:1:3 (keep one of them)`},
		{"[]\n---\n[]\n", `quarantine.yml:3:1: more than one document in a quarantine`},
	} {
		if err := os.WriteFile(path, []byte(tt.file), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, problems := history.ReadQuarantine(path, "quarantine.yml"); len(problems) != 1 || !strings.HasPrefix(problems[0].String(), tt.want) {
			t.Errorf("%q: got %v, want %s", tt.file, problems, tt.want)
		}
	}
	if _, problems := history.ReadQuarantine(path+"x", "none.yml"); len(problems) == 0 {
		t.Error("a file that is not there was read")
	}
}

func TestAQuarantineLastsUntilTheEndOfItsDay(t *testing.T) {
	t.Parallel()
	q := history.Quarantine{Reason: "r", Until: "2026-12-24"}
	east := time.FixedZone("east", 2*60*60)
	for _, tt := range []struct {
		now  time.Time
		over bool
	}{
		{time.Date(2026, 12, 24, 23, 59, 59, 0, time.UTC), false},
		{time.Date(2026, 12, 25, 1, 59, 59, 0, east), false},
		{time.Date(2026, 12, 25, 0, 0, 0, 0, time.UTC), true},
	} {
		if got := q.At(tt.now).Expired; got != tt.over {
			t.Errorf("%s: %v", tt.now, got)
		}
	}
}

// FuzzRead: what is read can be written, and is the same when it is read again.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"", "{}", `{"schema_version": 1}`, `{"schema_version": 1, "runs": [{"number": 1, "time": "2026-11-01T08:00:00Z", "plan": "p"}], "cases": [{"agent": "a", "case": "c", "runs": [{"run": 1, "passed": 1, "trials": 1}]}], "quarantine": []}`,
		`{"schema_version": 1, "quarantine": [{"agent": "a", "case": "c", "reason": "r", "until": "2026-12-24"}]}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, file string) {
		path := filepath.Join(t.TempDir(), "history.json")
		if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, problems := history.Read(path, "h"); len(problems) > 0 {
			return
		}
		same := func(*history.History) error { return nil }
		if err := update(t.Context(), path, same); err != nil {
			t.Fatal(err)
		}
		once := text(t, path)
		if err := update(t.Context(), path, same); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(once, text(t, path)); diff != "" {
			t.Fatal(diff)
		}
		h, _ := history.Read(path, "h")
		for _, key := range h.Keys() {
			if m := h.Past(key); m.Sentence == "" {
				t.Fatal(fmt.Sprint(key))
			}
		}
	})
}
