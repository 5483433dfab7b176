package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"

	"github.com/surefoot-dev/surefoot/pkg/cli"
)

// remembered is an application that runs day by day.
type remembered struct {
	t   *testing.T
	dir string
	day time.Time
}

func newRemembered(t *testing.T) *remembered {
	t.Helper()
	r := &remembered{t: t, dir: appCopy(t, "plain"), day: time.Date(2026, 11, 1, 8, 0, 0, 0, time.UTC)}
	r.write("quarantine.yml", "- {agent: plain, case: a, reason: upstream, until: 2026-11-04}\n")
	return r
}

func (r *remembered) write(name, text string) {
	r.t.Helper()
	if err := os.WriteFile(filepath.Join(r.dir, name), []byte(text), 0o600); err != nil {
		r.t.Fatal(err)
	}
}

// run runs a case that says what is expected, or not, on the next day, and
// gives back the rows.
func (r *remembered) run(passes bool, environ []string, args ...string) (code int, rows gjson.Result, shown string) {
	r.t.Helper()
	expected := "no"
	if passes {
		expected = "hi"
	}
	r.write("cases.jsonl", `{"id": "a", "input": "hi", "expected": "`+expected+`"}`+"\n"+`{"id": "b", "input": "hi", "expected": "hi"}`)
	var out, errs bytes.Buffer
	p := &cli.Process{
		Args: append([]string{"eval", "plain", "@cases.jsonl", "-o", "r.jsonl", "--history", "h.json"}, args...), Dir: r.dir, TempDir: r.dir,
		Out: &out, Err: &errs, Environ: environ, Exit: func(int) {}, Width: func() int { return 100 }, Signals: make(chan os.Signal),
		Now: func() time.Time { return r.day },
	}
	code = p.Run(r.t.Context())
	r.day = r.day.AddDate(0, 0, 1)
	text, err := os.ReadFile(filepath.Join(r.dir, "r.jsonl"))
	if err != nil {
		r.t.Fatal(err, errs.String())
	}
	return code, gjson.Parse("[" + strings.ReplaceAll(strings.TrimSpace(string(text)), "\n", ",") + "]"), out.String() + errs.String()
}

const memoryOfA = `#(type=="stability")#|#(id=="a").memory.`

func TestSinceWhenIsToldByCommitAndDay(t *testing.T) {
	t.Parallel()
	r := newRemembered(t)
	on := func(commit string) []string {
		return []string{
			"GITHUB_ACTIONS=true", "GITHUB_SERVER_URL=https://github.com", "GITHUB_REPOSITORY=acme/shop", "GITHUB_RUN_ID=7",
			"GITHUB_RUN_ATTEMPT=2", "GITHUB_SHA=" + strings.Repeat(commit, 10), "GITHUB_EVENT_NAME=push",
		}
	}
	for range 4 {
		r.run(true, on("aaaa"), "--github=false")
	}
	r.run(false, on("bbbb"), "--github=false")
	r.run(true, on("cccc"), "--github=false")
	_, rows, _ := r.run(true, on("dddd"), "--github=false")
	want := `{"time":"2026-11-05T08:00:00Z","commit":"` + strings.Repeat("b", 40) + `","run":"https://github.com/acme/shop/actions/runs/7/attempts/2"}`
	if diff := cmp.Diff(want, rows.Get(memoryOfA+"since").Raw); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff("flaky since bbbbbbb (2026-11-05): passed 6 of the last 7 runs", rows.Get(memoryOfA+"sentence").String()); diff != "" {
		t.Error(diff)
	}
}

func TestAQuarantineHoldsUntilItsDayIsOver(t *testing.T) {
	t.Parallel()
	r := newRemembered(t)
	for day, want := range []int{0, 0, 0, 0, 1, 1} {
		code, rows, shown := r.run(false, nil, "--quarantine", "quarantine.yml", "--min-pass-rate", "1")
		if code != want {
			t.Errorf("day %d: exit code %d, want %d\n%s", day+1, code, want, shown)
		}
		if over := rows.Get(memoryOfA + "quarantine.expired").Bool(); over != (want == 1) {
			t.Errorf("day %d: over is %v", day+1, over)
		}
	}
	r.write("quarantine.yml", "[]\n")
	if code, _, shown := r.run(true, nil, "--quarantine", "quarantine.yml"); code != 0 {
		t.Errorf("released: %s", shown)
	}
}

func TestAHistoryThatCannotBeWrittenIsNoPassedRun(t *testing.T) {
	t.Parallel()
	r := newRemembered(t)
	r.run(true, nil)
	// While it runs, somebody puts what is no history in its place: as with a
	// disk that is full, what was there stays, and the run says so.
	code, rows, shown := r.swapped()
	if code != 3 || !strings.Contains(shown, `the history "h.json" was not written: h.json:1:1: `) {
		t.Errorf("exit code %d\n%s", code, shown)
	}
	if got := rows.Get(`#(type=="summary").report_faults.0`).String(); !strings.HasPrefix(got, `the history "h.json" was not written`) {
		t.Errorf("the report says %q", got)
	}
	if got := rows.Get(`#(type=="gate").verdict`).String(); got != "inconclusive" {
		t.Errorf("the verdict is %q", got)
	}
	if text := contents(t, filepath.Join(r.dir, "h.json")); text != "[]" {
		t.Errorf("it is now %s", text)
	}
}

// swapped is a run during which the history becomes something else: the clock
// is asked again once the report is open, and the history was read before.
func (r *remembered) swapped() (int, gjson.Result, string) {
	var out, errs bytes.Buffer
	p := &cli.Process{
		Args: []string{"eval", "plain", "@cases.jsonl", "-o", "s.jsonl", "--history", "h.json", "--detailed-exitcode"}, Dir: r.dir, TempDir: r.dir,
		Out: &out, Err: &errs, Exit: func(int) {}, Width: func() int { return 100 }, Signals: make(chan os.Signal),
		Now: func() time.Time {
			if _, err := os.Stat(filepath.Join(r.dir, "s.jsonl")); err == nil {
				r.write("h.json", "[]")
			}
			return r.day
		},
	}
	code := p.Run(r.t.Context())
	text := contents(r.t, filepath.Join(r.dir, "s.jsonl"))
	return code, gjson.Parse("[" + strings.ReplaceAll(strings.TrimSpace(text), "\n", ",") + "]"), out.String() + errs.String()
}

func TestAHistoryHasNoSecrets(t *testing.T) {
	t.Parallel()
	r := newRemembered(t)
	r.run(true, nil, "--mask", "^a$")
	text := contents(t, filepath.Join(r.dir, "h.json"))
	if strings.Contains(text, `"case":"a"`) || !strings.Contains(text, `"case":"b"`) {
		t.Error(text)
	}
}
