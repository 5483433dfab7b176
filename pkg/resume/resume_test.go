package resume_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
	"github.com/surefoot-dev/surefoot/pkg/plan"
	"github.com/surefoot-dev/surefoot/pkg/report/log"
	"github.com/surefoot-dev/surefoot/pkg/resume"
	"github.com/surefoot-dev/surefoot/pkg/stability"
)

// suite is a made-up suite whose trials always end the same way.
type suite struct {
	plan *plan.Plan
	ends map[eval.Key]string
	stop bool // at the first trial that does not pass
	path string
}

func newSuite(tb rapid.TB, dir string, ends ...string) *suite {
	tb.Helper()
	s := &suite{ends: map[eval.Key]string{}, path: filepath.Join(dir, "r.jsonl")}
	var cases []*eval.Case
	for i, e := range ends {
		c := &eval.Case{
			Agent: "a", ID: fmt.Sprintf("case-%d", i), Pos: eval.Pos{File: "in.jsonl", Line: i + 1, Column: 1}, Runs: len(e),
			Input: eval.StringValue("in"), Raw: eval.Trusted(fmt.Sprintf(`{"id":"case-%d"}`, i)),
		}
		if e == "" {
			c.Skip = "later"
		}
		cases = append(cases, c)
		s.ends[c.Key()] = e
	}
	s.plan = plan.New(cases, plan.Filter{}, 1)
	return s
}

func (s *suite) start() *eval.Start {
	return &eval.Start{
		SchemaVersion: 1, Version: "1", Timestamp: time.Unix(1, 0).UTC(), Agents: []string{"a"},
		Settings: map[string]string{}, Plan: s.facts([]string{"in.jsonl"}),
	}
}

// facts are those of the plan, and of an application.
func (s *suite) facts(inputs []string) eval.PlanFacts {
	facts := s.plan.Facts(inputs)
	facts.Application = "0a"
	return facts
}

// trial is how a ticket's trial ends.
func (s *suite) trial(t plan.Ticket) *eval.Trial {
	words := map[byte]eval.Status{'p': eval.Passed, 'f': eval.Failed, 'e': eval.Error, 't': eval.Timeout}
	trial := &eval.Trial{
		Agent: t.Case.Agent, ID: t.Case.ID, Pos: t.Case.Pos, Run: t.Run, Planned: t.Planned, Status: eval.Skipped, Reason: t.Case.Skip,
		Input: t.Case.Input, Output: eval.StringValue("out"), DurationMS: eval.Millis(time.Duration(10*t.Run+len(t.Case.ID)) * time.Millisecond),
	}
	if t.Planned > 0 {
		tokens := int64(t.Run)
		trial.Status, trial.Reason = words[s.ends[t.Case.Key()][t.Run-1]], ""
		trial.Usage = map[eval.Role]eval.Usage{eval.RoleAgent: {TotalTokens: &tokens, Calls: 1, Attempts: 1}}
	}
	return trial
}

func (s *suite) schedule() resume.Scheduler {
	if !s.stop {
		return s.plan.Schedule(nil)
	}
	return s.plan.Schedule(func(t *eval.Trial) string {
		if t.Status == eval.Passed || t.Status == eval.Skipped {
			return ""
		}
		return "stopped"
	})
}

// clean leaves texts as they are.
type clean struct{}

func (clean) Text(s string) string          { return s }
func (clean) Value(v eval.Value) eval.Value { return v }

// run begins a run, or goes on with the one in the file; next picks which of
// the trials in flight ends. It returns the report and how many trials it ran.
func (s *suite) run(tb rapid.TB, again bool, next func(flying int) int) (*eval.Report, int) {
	tb.Helper()
	start := s.start()
	scheduler := s.schedule()
	var before *resume.Run
	var was os.FileInfo
	if again {
		file, err := os.Open(s.path)
		if err != nil {
			tb.Fatal(err)
		}
		defer file.Close()
		if was, err = file.Stat(); err != nil {
			tb.Fatal(err)
		}
		if before, err = resume.Read(file, "r.jsonl"); err != nil {
			tb.Fatal(err)
		}
		if problems := before.Check(s.plan, start, clean{}); len(problems) > 0 {
			tb.Fatal(problems)
		}
	}
	var w *log.Writer
	var err error
	if before != nil && before.Start != nil {
		w, err = log.Resume(s.path, was, before.Keep)
	} else {
		w, err = log.Create(s.path)
	}
	if err != nil {
		tb.Fatal(err)
	}
	b := stability.NewBuilder(start, s.plan.Cases, s.plan.RunsOf)
	emit := func(ev eval.Event) {
		if err := w.Event(ev); err != nil {
			tb.Fatal(err)
		}
	}
	finish := func(t *eval.Trial) {
		emit(t)
		if c := b.Add(t); c != nil {
			emit(c)
		}
	}
	emit(start)
	if before != nil {
		for t, err := range before.Trials() {
			if err != nil {
				tb.Fatal(err)
			}
			finish(t)
		}
		scheduler = before.Schedule(scheduler, s.plan.Cases, func(key eval.Key) eval.Key { return key })
	}
	ran := 0
	var flying []plan.Ticket
	for {
		for len(flying) < 3 {
			ticket, ok := scheduler.Next()
			if !ok {
				break
			}
			flying = append(flying, ticket)
		}
		if len(flying) == 0 {
			break
		}
		i := next(len(flying))
		trial := s.trial(flying[i])
		flying = slices.Delete(flying, i, i+1)
		if trial.Planned > 0 {
			ran++
		}
		scheduler.Record(trial)
		finish(trial)
	}
	reason, rest := scheduler.Rest()
	for ticket := range rest {
		trial := s.trial(ticket)
		trial.Status, trial.Reason = eval.Skipped, reason
		finish(trial)
	}
	r := b.Report(eval.Millis(time.Second), "")
	r.Decision = gate.Decide(eval.Policy{}, r)
	emit(&r.Summary)
	emit(&r.Decision)
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return r, ran
}

func first(int) int { return 0 }

func rowsOf(tb rapid.TB, path string) []string {
	tb.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	return slices.Sorted(strings.Lines(string(data)))
}

// there is how many whole rows a report has of trials that ran.
func there(report []byte) int {
	n := 0
	for line := range strings.Lines(string(report)) {
		var row struct {
			Type    string
			Planned int
		}
		if json.Unmarshal([]byte(line), &row) == nil && row.Type == "result" && row.Planned > 0 {
			n++
		}
	}
	return n
}

func alike() cmp.Option {
	return cmp.Options{
		cmpopts.EquateEmpty(), cmpopts.EquateApprox(0, 1e-9), cmp.Comparer(func(a, b eval.Value) bool { return a.Equal(b) }),
	}
}

func TestARunThatIsCutAnywhereComesToTheSameFigures(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		s := newSuite(t, dir, rapid.SliceOfN(rapid.StringMatching(`[pppfet]{0,4}`), 1, 6).Draw(t, "ends")...)
		pick := func(flying int) int { return rapid.IntRange(0, flying-1).Draw(t, "which ends") }
		want, all := s.run(t, false, pick)
		if all != s.plan.Trials() {
			t.Fatalf("%d of %d trials", all, s.plan.Trials())
		}
		var got *eval.Report
		for range rapid.IntRange(1, 3).Draw(t, "cuts") {
			data, err := os.ReadFile(s.path)
			if err != nil {
				t.Fatal(err)
			}
			data = data[:rapid.IntRange(0, len(data)).Draw(t, "cut at")]
			if err := os.WriteFile(s.path, data, 0o600); err != nil {
				t.Fatal(err)
			}
			before := there(data)
			var ran int
			got, ran = s.run(t, true, pick)
			if ran != all-before {
				t.Fatalf("%d trials ran, and %d of %d were there", ran, before, all)
			}
		}
		if diff := cmp.Diff(want, got, alike()); diff != "" {
			t.Fatal(diff)
		}
		results := 0
		seen := map[string]bool{}
		for _, row := range rowsOf(t, s.path) {
			if seen[row] {
				t.Fatalf("a row stands twice: %s", row)
			}
			seen[row] = true
			if strings.HasPrefix(row, `{"type":"result"`) {
				results++
			}
		}
		rows := 0
		for _, c := range s.plan.Cases {
			rows += max(s.plan.RunsOf(c), 1)
		}
		if results != rows {
			t.Fatalf("%d result rows, want %d", results, rows)
		}
	})
}

func TestEveryCutRunsExactlyWhatIsMissing(t *testing.T) {
	t.Parallel()
	s := newSuite(t, t.TempDir(), "pfp", "", "p", "pp")
	s.run(t, false, first)
	whole, err := os.ReadFile(s.path)
	if err != nil {
		t.Fatal(err)
	}
	want := rowsOf(t, s.path)
	for cut := 0; cut <= len(whole); cut++ {
		// Every place near the end of a row, and some within.
		if near := strings.Contains(string(whole[max(cut-2, 0):min(cut+2, len(whole))]), "\n"); !near && cut%41 != 0 {
			continue
		}
		if err := os.WriteFile(s.path, whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		left := 6 - there(whole[:cut])
		_, ran := s.run(t, true, first)
		if ran != left {
			t.Fatalf("cut at %d: %d trials ran, %d were missing", cut, ran, left)
		}
		if diff := cmp.Diff(want, rowsOf(t, s.path)); diff != "" {
			t.Fatalf("cut at %d: %s", cut, diff)
		}
	}
}

func TestAFinishedRunHasNothingLeftToDo(t *testing.T) {
	t.Parallel()
	for name, stop := range map[string]bool{"to its end": false, "stopped by its schedule": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSuite(t, t.TempDir(), "p", "f", "ppp", "p", "p")
			s.stop = stop
			s.run(t, false, first)
			want := rowsOf(t, s.path)
			if _, ran := s.run(t, true, first); ran != 0 {
				t.Errorf("%d trials ran", ran)
			}
			if diff := cmp.Diff(want, rowsOf(t, s.path)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTrialsThatWereSkippedAsARunEndedAreRun(t *testing.T) {
	t.Parallel()
	for name, interrupted := range map[string]string{"by an interrupt": "interrupted", "as their turn was after the end": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkSkippedAreRun(t, interrupted)
		})
	}
}

func checkSkippedAreRun(t *testing.T, interrupted string) {
	t.Helper()
	s := newSuite(t, t.TempDir(), "ppp", "", "pp")
	want, _ := s.run(t, false, first)
	// The run was interrupted while its second trial ran, and a third one ended
	// behind it.
	var text []byte
	start := s.start()
	b := stability.NewBuilder(start, s.plan.Cases, s.plan.RunsOf)
	write := func(ev eval.Event) {
		if eval.IsRow(ev) {
			text, _ = eval.AppendRow(text, ev)
		}
	}
	write(start)
	for i, c := range s.plan.Cases {
		planned := s.plan.RunsOf(c)
		for run := 1; run <= max(planned, 1); run++ {
			trial := s.trial(plan.Ticket{Case: c, Run: run, Planned: planned})
			if planned > 0 && (run == 2 || i == 2) {
				trial.Status, trial.Reason, trial.Usage = eval.Skipped, "interrupted", nil
			}
			write(trial)
			if c := b.Add(trial); c != nil {
				write(c)
			}
		}
	}
	r := b.Report(1, interrupted)
	r.Decision = gate.Decide(eval.Policy{}, r)
	write(&r.Summary)
	write(&r.Decision)
	if err := os.WriteFile(s.path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	got, ran := s.run(t, true, first)
	if ran != 3 {
		t.Errorf("%d trials ran, want 3", ran)
	}
	if diff := cmp.Diff(want, got, alike()); diff != "" {
		t.Error(diff)
	}
	if rows := rowsOf(t, s.path); strings.Contains(strings.Join(rows, ""), "interrupted") || len(rows) != 11 {
		t.Errorf("%d rows:\n%s", len(rows), strings.Join(rows, ""))
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(s.path), ".*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestAReportWithoutADigestIsGoneOnWith(t *testing.T) {
	t.Parallel()
	s := newSuite(t, t.TempDir(), "pp", "p")
	s.run(t, false, first)
	text, err := os.ReadFile(s.path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := resume.Read(strings.NewReader(strings.Replace(string(text), `,"application":"0a"`, "", 1)), "r.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	problems := r.Check(s.plan, s.start(), clean{})
	const want = "r.jsonl:1: warning: --resume: the report has no digest of the application, so that a change of it since goes unnoticed"
	if len(problems) != 1 || problems[0].String() != want {
		t.Errorf("got  %v\nwant %s", problems, want)
	}
}

func TestAnotherRunIsToldApart(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		change func(s *suite, now *eval.Start)
		want   string
	}{
		"other runs": {func(s *suite, now *eval.Start) {
			for _, c := range s.plan.Cases {
				c.Runs++
			}
			now.Plan = s.facts(nil)
			now.Plan.Runs = 9
		}, "r.jsonl:1: --resume: the plan is another one: --runs was 1, and is 9"},
		"counts that were changed": {func(_ *suite, now *eval.Start) { now.Plan.Trials = 9 },
			"the plan has 2 cases and 9 trials, and the report says 2 and 3 (the first row of the report was changed"},
		"a case is gone": {func(s *suite, now *eval.Start) {
			s.plan.Cases = s.plan.Cases[1:]
			now.Plan = s.facts(nil)
		}, `the plan is another one: 2 cases were selected of 2, and now 1 of 1; gone: "case-0"`},
		"another input": {func(s *suite, now *eval.Start) {
			s.plan.Cases[1].Input, s.plan.Cases[1].Raw = eval.StringValue("other"), eval.Trusted("{}")
			now.Plan = s.facts(nil)
		}, `the plan is another one: changed: "case-1"`},
		"another check": {func(s *suite, now *eval.Start) {
			s.plan.Cases[1].Raw = eval.Trusted("{}")
			now.Plan = s.facts(nil)
		}, "the plan is another one: the text or the order of cases has changed"},
		"another application": {func(_ *suite, now *eval.Start) { now.Plan.Application = "0b" },
			`r.jsonl:1: --resume: the application has changed since, or a file that cases attach: its digest was "0a", and is "0b" (put its files back, or begin`},
		"another shard":  {func(_ *suite, now *eval.Start) { now.Plan.Shard = "1/2" }, "the report is of the whole plan, and this run is shard 1/2"},
		"another policy": {func(_ *suite, now *eval.Start) { now.Policy.MinStability = eval.Stable }, `the gate's policy was {}, and is {"min_stability":"stable"}`},
		"another seed":   {func(_ *suite, now *eval.Start) { now.Seed = 3 }, `the seed was "0", and is "3"`},
		"another folder": {func(_ *suite, now *eval.Start) { now.Settings["app"] = "x" }, `r.jsonl:1: warning: --app was "", and is "x"`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSuite(t, t.TempDir(), "pp", "p")
			s.run(t, false, first)
			file, err := os.Open(s.path)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			r, err := resume.Read(file, "r.jsonl")
			if err != nil {
				t.Fatal(err)
			}
			now := s.start()
			tt.change(s, now)
			var lines []string
			for _, problem := range r.Check(s.plan, now, clean{}) {
				lines = append(lines, problem.String())
			}
			if got := strings.Join(lines, "\n"); !strings.Contains(got, tt.want) {
				t.Errorf("got %s\nwant %s", got, tt.want)
			}
		})
	}
}
