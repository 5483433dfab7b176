//go:build tinymodel

package cli_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/pprof"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/internal/evaltest/tinymodel"
	"github.com/surefoot-dev/surefoot/pkg/report/past"
)

// teller is an application whose only agent is the model, with connectors that
// differ in temperature.
func teller(t *testing.T, srv *tinymodel.Server, cases ...string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	files := map[string]string{
		"app.yao":                       `{"name": "teller"}`,
		"assistants/teller/package.yao": `{"name": "teller", "connector": "cold"}`,
		"assistants/teller/prompts.yml": "- role: system\n  content: Tell a story.\n",
		"cases.jsonl":                   strings.Join(cases, "\n") + "\n",
	}
	for id, options := range map[string]string{"cold": `"temperature": 0, "max_tokens": 40`, "warm": `"temperature": 1, "max_tokens": 40`, "hot": `"temperature": 2, "max_tokens": 300`, "long": `"temperature": 0, "max_tokens": 400`} {
		files["connectors/"+id+".conn.yao"] = `{"type": "openai", "options": {"host": "` + srv.URL + `", "model": "stories260K", ` + options + `}}`
	}
	for name, text := range files {
		put(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
	return dir
}

// tale runs the cases and reads the report back, with its trials.
func tale(t *testing.T, dir string, code int, args ...string) (*past.Report, []*eval.Trial) {
	t.Helper()
	got, stdout, stderr := surefoot(t.Context(), false, dir, append([]string{"eval", "teller", "@cases.jsonl", "-o", "r.jsonl"}, args...)...)
	if got != code {
		t.Fatalf("exit code %d, want %d: %s%s", got, code, stdout, stderr)
	}
	return reread(t, filepath.Join(dir, "r.jsonl"))
}

func reread(t *testing.T, path string) (*past.Report, []*eval.Trial) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	report, err := past.Read(f, "r.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var trials []*eval.Trial
	for trial, err := range report.Trials() {
		if err != nil {
			t.Fatal(err)
		}
		trials = append(trials, trial)
	}
	return report, trials
}

// once is a case that takes stories which are cut.
func once(id, assert string) string {
	return fmt.Sprintf(`{"id": %q, "input": "Once upon a time", "allow_truncated": true, "assert": %s}`, id, assert)
}

func TestTinyModelAtZeroAlwaysTellsTheSame(t *testing.T) {
	t.Parallel()
	srv := tinymodel.Serve(t, tinymodel.Open(t), 1, 0)
	report, trials := tale(t, teller(t, srv, once("lily", `{"type": "contains", "value": "a little girl named Lily"}`)), 0, "--runs", "5", "--parallel", "2", "--min-stability", "stable")
	c := report.Cases[0]
	if c.Class != eval.Stable || c.Agreement == nil || *c.Agreement != 100 || c.Passed != 5 || c.PassInterval == nil || c.Parting != nil || c.Noise != nil {
		t.Errorf("%+v", c)
	}
	for _, trial := range trials {
		used := trial.Usage[eval.RoleAgent]
		if trial.Output != trials[0].Output || trial.Truncated != "length" || used.TotalTokens == nil || *used.CompletionTokens != 40 || *used.TotalTokens != *used.PromptTokens+40 {
			t.Errorf("%+v", trial)
		}
	}
}

func TestTinyModelAtOneVaries(t *testing.T) {
	t.Parallel()
	const runs = 40
	srv := tinymodel.Serve(t, tinymodel.Open(t), 7, 0)
	dir := teller(t, srv, once("lily", `{"type": "regex", "value": "\\bLily\\b"}`))
	report, trials := tale(t, dir, 1, "--runs", fmt.Sprint(runs), "-c", "warm", "--parallel", "4")
	c := report.Cases[0]
	passed := 0
	for _, trial := range trials {
		if strings.Contains(trial.Output.Text(), "Lily") {
			passed++
		}
	}
	rate := 100 * float64(passed) / runs
	if passed == 0 || passed == runs || c.Passed != passed || c.Failed != runs-passed || c.Class != eval.ClassOf(passed, runs) {
		t.Fatalf("%d of %d name her: %+v", passed, runs, c)
	}
	if c.PassInterval == nil || !(c.PassInterval[0] < rate && rate < c.PassInterval[1]) || c.Agreement == nil || *c.Agreement >= 100 {
		t.Errorf("interval %v, agreement %v", c.PassInterval, c.Agreement)
	}
	if c.Noise == nil || c.Noise.Agent == nil || *c.Noise.Agent != 100 {
		t.Errorf("noise %+v", c.Noise)
	}
	// The same draws come to the same figures, in whatever order they are asked
	// for.
	again := tinymodel.Serve(t, tinymodel.Open(t), 7, 0)
	report, _ = tale(t, teller(t, again, once("lily", `{"type": "regex", "value": "\\bLily\\b"}`)), 1, "--runs", fmt.Sprint(runs), "-c", "warm")
	if got := report.Cases[0]; got.Passed != passed || *got.Agreement != *c.Agreement {
		t.Errorf("%d passed, and %d before; they agree by %v and %v", got.Passed, passed, *got.Agreement, *c.Agreement)
	}
}

// The trials that run are the first of those that would all have run, so that
// both runs can be told apart by nothing but their number.
func TestTinyModelStopsWhereTheVerdictIsCertain(t *testing.T) {
	t.Parallel()
	lily, nobody := once("lily", `{"type": "regex", "value": "\\bLily\\b"}`), once("nobody", `{"type": "contains", "value": "Rumpelstiltskin"}`)
	for _, tt := range []struct {
		name, story string
		args        []string
		runs        int // of 8; 0 for fewer than all
	}{
		{"no trial is wasted on what fails", nobody, nil, 2},
		{"one pass is enough, if errors are allowed", lily, []string{"--min-pass", "1/8", "--max-errors", "8", "-c", "warm"}, 0},
		{"every trial must pass, and one does not", lily, []string{"-c", "warm"}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var reports [2]*past.Report
			for i, runs := range []string{"8", "2..8"} {
				srv := tinymodel.Serve(t, tinymodel.Open(t), 11, 0)
				dir := teller(t, srv, tt.story)
				_, stdout, stderr := surefoot(t.Context(), false, dir, append([]string{"eval", "teller", "@cases.jsonl", "-o", "r.jsonl", "--parallel", "1", "--runs", runs}, tt.args...)...)
				reports[i], _ = reread(t, filepath.Join(dir, "r.jsonl"))
				if asked := len(srv.Answers()); asked != reports[i].Cases[0].Runs {
					t.Errorf("%d answers of %d trials: %s%s", asked, reports[i].Cases[0].Runs, stdout, stderr)
				}
			}
			all, few := reports[0], reports[1]
			ran := few.Cases[0].Runs
			if all.Decision.Verdict != few.Decision.Verdict || all.Cases[0].Runs != 8 || ran >= 8 || tt.runs > 0 && ran != tt.runs {
				t.Errorf("%s of 8, %s of %d", all.Decision.Verdict, few.Decision.Verdict, ran)
			}
			bounds, rate := few.Cases[0].PassBounds, *all.Cases[0].PassRate
			if bounds == nil || rate < bounds[0] || rate > bounds[1] || few.Cases[0].Stopped == "" {
				t.Errorf("%v, stopped %q, and the rate is %v", bounds, few.Cases[0].Stopped, rate)
			}
			if saved := few.Summary.Saved; saved == nil || saved.Trials != 8-ran || saved.Tokens == nil || *saved.Tokens <= 0 {
				t.Errorf("saved %+v", saved)
			}
		})
	}
}

func TestTinyModelAnswersAreWhole(t *testing.T) {
	t.Parallel()
	srv := tinymodel.Serve(t, tinymodel.Open(t), 3, 0)
	_, trials := tale(t, teller(t, srv, once("noise", `{"type": "regex", "value": "(?s)^.+$"}`)), 0, "--runs", "3", "-c", "hot")
	several := false
	for i, sent := range srv.Answers() {
		got := trials[i].Output.Text()
		if got != sent {
			t.Errorf("trial %d: got %q, sent %q", i+1, got, sent)
		}
		several = several || len(got) > utf8.RuneCountInString(got)
	}
	if !several {
		t.Error("no character of several bytes was sent: the test shows nothing")
	}
}

func TestTinyModelCutForLengthIsAnErrorUnlessAllowed(t *testing.T) {
	t.Parallel()
	srv := tinymodel.Serve(t, tinymodel.Open(t), 1, 0)
	report, trials := tale(t, teller(t, srv, `{"id": "short", "input": "Once upon a time"}`), 1, "--runs", "2")
	c := report.Cases[0]
	if c.Status != eval.Error || c.Errors != 2 || c.Noise != nil || !strings.Contains(trials[0].Error, "length") {
		t.Errorf("%+v, %q", c, trials[0].Error)
	}
	// One that comes to its own end.
	_, trials = tale(t, teller(t, srv, `{"id": "whole", "input": "The café"}`), 0, "-c", "long")
	if got := trials[0]; got.Truncated != "" || !strings.HasSuffix(got.Output.Text(), ".") {
		t.Errorf("%+v", got)
	}
}

//nolint:paralleltest // it looks at the goroutines of the process
func TestTinyModelTimeoutCutsTheStream(t *testing.T) {
	srv := tinymodel.Serve(t, tinymodel.Open(t), 1, 5)
	report, trials := tale(t, teller(t, srv, once("slow", `{"type": "contains", "value": "Lily"}`)), 1, "--runs", "2", "--timeout", "2s", "--parallel", "2")
	if c := report.Cases[0]; c.Status != eval.Timeout || c.Timeouts != 2 {
		t.Errorf("%+v", c)
	}
	if trials[0].Status != eval.Timeout || trials[0].Output.Text() != "" {
		t.Errorf("%+v", trials[0])
	}
	for range 2 {
		<-srv.Left()
	}
	for _, sent := range srv.Answers() {
		if sent == "" {
			t.Error("the stream had not begun")
		}
	}
	var stacks bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&stacks, 1); err != nil {
		t.Fatal(err)
	}
	for _, room := range []string{"surefoot/pkg/runner.", "surefoot/pkg/llm", "surefoot/pkg/agent."} {
		if strings.Contains(stacks.String(), room) {
			t.Errorf("a goroutine of %s is left:\n%s", room, stacks.String())
		}
	}
}

func TestTinyModelCtrlCEndsTheProcessInMidStream(t *testing.T) {
	t.Parallel()
	srv := tinymodel.Serve(t, tinymodel.Open(t), 1, 5)
	dir := teller(t, srv, once("first", `{"type": "contains", "value": "Lily"}`), once("second", `{"type": "contains", "value": "Lily"}`))
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), binary)
	cmd.Args = []string{"surefoot", "eval", "teller", "@cases.jsonl", "-o", "r.jsonl"}
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	<-srv.Stalled()
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 130 {
		t.Fatalf("exit code %d: %s", code, out.String())
	}
	<-srv.Left()
	report, trials := reread(t, filepath.Join(dir, "r.jsonl"))
	if report.Decision.Verdict != eval.VerdictInconclusive || len(trials) != 2 {
		t.Errorf("%+v, %d trials", report.Decision, len(trials))
	}
	for _, trial := range trials {
		if trial.Status != eval.Skipped || trial.Reason != "interrupted" {
			t.Errorf("%s: %s, %q", trial.ID, trial.Status, trial.Reason)
		}
	}
}
