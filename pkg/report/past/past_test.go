package past_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
	"github.com/surefoot-dev/surefoot/pkg/report/json"
	"github.com/surefoot-dev/surefoot/pkg/report/past"
	"github.com/surefoot-dev/surefoot/pkg/stability"
)

const early = "the report ends early: the run was killed"

// run is a run that is made up: its plan, and its trials as they ended.
type run struct {
	start  eval.Start
	cases  []*eval.Case
	trials []*eval.Trial
}

func planned(c *eval.Case) int {
	if c.Skip != "" {
		return 0
	}
	return c.Runs
}

// add adds a case and its trials: p passed, f failed, e error, t timeout, s
// skipped; none for a case that is skipped.
func (r *run) add(id, file string, line int, statuses string) {
	c := &eval.Case{Agent: "a", ID: id, Pos: eval.Pos{File: file, Line: line, Column: 1}, Runs: len(statuses)}
	if statuses == "" {
		c.Skip, statuses = "later", "s"
	}
	r.cases = append(r.cases, c)
	r.start.Plan.Cases++
	r.start.Plan.Trials += planned(c)
	words := map[rune]eval.Status{'p': eval.Passed, 'f': eval.Failed, 'e': eval.Error, 't': eval.Timeout, 's': eval.Skipped}
	for i, s := range statuses {
		t := &eval.Trial{
			Agent: "a", ID: id, Pos: c.Pos, Run: i + 1, Planned: planned(c), Status: words[s], Input: eval.StringValue("in"),
			Output: eval.Trusted("null"), DurationMS: eval.Millis(time.Duration(1000+137*i) * time.Microsecond),
		}
		if s != 'p' {
			t.Reason = fmt.Sprintf("%s %d", words[s], i+1)
		}
		if s == 'f' { // so that failing trials part from passing ones
			t.Output = eval.StringValue(" It is\tno. ")
			t.Turns = []eval.Turn{{Turn: 1, Input: t.Input, Output: t.Output, CheckpointsReached: []string{"asked"}, Response: eval.Response{
				Content: "It is no.", ToolCalls: []eval.ToolCall{{Server: "ledger", Tool: "find", Arguments: eval.Trusted(`{"b": 1, "a": 1.50}`)}},
			}}}
		}
		r.trials = append(r.trials, t)
	}
}

func newRun(inputs ...string) *run {
	return &run{start: eval.Start{
		SchemaVersion: 1, Version: "0.1.0", Timestamp: time.Unix(1, 0).UTC(), Agents: []string{"a"},
		Settings: map[string]string{}, Plan: eval.PlanFacts{Inputs: inputs, Runs: 1},
	}}
}

// rows are the rows a run writes, and the report it has in the end.
func (r *run) rows(tb rapid.TB) ([]string, *eval.Report) {
	tb.Helper()
	var lines []string
	write := func(ev eval.Event) {
		if !eval.IsRow(ev) {
			return
		}
		row, err := eval.AppendRow(nil, ev)
		if err != nil {
			tb.Fatal(err)
		}
		lines = append(lines, string(row))
	}
	b := stability.NewBuilder(&r.start, r.cases, planned)
	write(&r.start)
	for _, t := range r.trials {
		write(t)
		if c := b.Add(t); c != nil {
			write(c)
		}
	}
	report := b.Report(eval.Millis(1500*time.Microsecond), "")
	report.Decision = gate.Decide(eval.Policy{}, report)
	write(&report.Summary)
	write(&report.Decision)
	return lines, report
}

func mixed() *run {
	r := newRun("z.jsonl", "b.jsonl")
	r.add("one", "z.jsonl", 2, "pfp")
	r.add("two", "z.jsonl", 9, "e")
	r.add("off", "z.jsonl", 10, "")
	r.add("three", "b.jsonl", 1, "ppts")
	r.add("never", "b.jsonl", 2, "s")
	return r
}

func read(lines ...string) (*past.Report, error) {
	return past.Read(strings.NewReader(strings.Join(lines, "")), "r.jsonl")
}

func same() cmp.Option {
	return cmp.Options{cmpopts.EquateEmpty(), cmp.Comparer(func(a, b eval.Value) bool { return a.Equal(b) })}
}

func asJSON(tb rapid.TB, r *past.Report) string {
	tb.Helper()
	var b bytes.Buffer
	if err := json.Write(&b, r.Report, r.Trials()); err != nil {
		tb.Fatal(err)
	}
	return b.String()
}

func TestARunComesBackWhateverTheOrderItsTrialsEndedIn(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := newRun("z.jsonl", "b.jsonl")
		for i := range rapid.IntRange(0, 6).Draw(t, "cases") {
			file := []string{"z.jsonl", "b.jsonl"}[i/3]
			r.add(fmt.Sprintf("c%d", i), file, 10+i, rapid.StringMatching(`[pfets]{0,5}`).Draw(t, "trials"))
		}
		r.trials = rapid.Permutation(r.trials).Draw(t, "order")
		lines, want := r.rows(t)
		got, err := read(lines...)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(*want, got.Report, same()); diff != "" {
			t.Fatal(diff)
		}
		text := asJSON(t, got)
		again, err := past.Read(strings.NewReader(text), "r.json")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(text, asJSON(t, again)); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestAPartingOfOtherTrialsIsRefused(t *testing.T) {
	t.Parallel()
	r := newRun("z.jsonl")
	r.add("one", "z.jsonl", 2, "pfppefp")
	lines, _ := r.rows(t)
	whole := strings.Join(lines, "")
	for _, edit := range [][2]string{{`"kind":"tool_call"`, `"kind":"whim"`}, {`"failing":{"with":2,"of":2}`, `"failing":{"with":2,"of":3}`}, {`"passing":{"with":0,"of":4}`, `"passing":{"with":5,"of":4}`}} {
		if !strings.Contains(whole, edit[0]) {
			t.Fatalf("no %s", edit[0])
		}
		_, err := read(strings.Replace(whole, edit[0], edit[1], 1))
		if want := `r.jsonl:9: case "one": its parting is not one of its trials`; err == nil || err.Error() != want {
			t.Errorf("%s: %v", edit[1], err)
		}
	}
}

func TestWhereTrialsPartIsTheSameWhoeverFoldsThem(t *testing.T) {
	t.Parallel()
	r := newRun("z.jsonl")
	r.add("one", "z.jsonl", 2, "pfppefp")
	lines, want := r.rows(t)
	const sentence = `both failing trials called "ledger.find" in turn 1; none of the 4 passing ones did; that may be chance`
	if got := want.Cases[0].Parting; got == nil || got.Sentence != sentence || want.Cases[0].Noise == nil {
		t.Fatalf("%+v", got)
	}
	// Of a killed run the case has trials and no figures of its own.
	var killed []string
	for _, line := range lines[:len(lines)-2] {
		if !strings.HasPrefix(line, `{"type":"stability"`) {
			killed = append(killed, line)
		}
	}
	got, err := read(killed...)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.Cases, got.Cases, same()); diff != "" {
		t.Error(diff)
	}
}

func TestAReportThatEndsEarlyIsInconclusiveWhereverItEnds(t *testing.T) {
	t.Parallel()
	lines, _ := mixed().rows(t)
	whole := strings.Join(lines, "")
	end := len(whole) - len(lines[len(lines)-1])
	for at := len(lines[0]); at < len(whole)-2; at++ {
		got, err := past.Read(strings.NewReader(whole[:at]), "r.jsonl")
		if err != nil {
			t.Fatalf("at %d: %v", at, err)
		}
		want := eval.Decision{Verdict: eval.VerdictInconclusive, Title: "inconclusive: " + early, Conditions: []eval.Condition{}}
		if diff := cmp.Diff(want, got.Decision); diff != "" {
			t.Fatalf("at %d: %s", at, diff)
		}
		s := got.Summary
		if s.Total != 5 || s.TotalTrials != 9 || s.Passed+s.Failed+s.Errors+s.Timeouts+s.Skipped != 5 {
			t.Fatalf("at %d: %+v", at, s)
		}
		if at < end-len(lines[len(lines)-2]) && s.Interrupted != early {
			t.Fatalf("at %d: interrupted %q", at, s.Interrupted)
		}
		if got.Warning == "" {
			t.Fatalf("at %d: no warning", at)
		}
		for i := range got.Cases {
			if c := &got.Cases[i]; c.Runs+c.Skipped < c.Planned && c.Status == eval.Passed {
				t.Fatalf("at %d: %s passed by %d of %d trials", at, c.ID, c.Runs, c.Planned)
			}
		}
		if whole[at-1] != '\n' {
			continue
		}
		again, err := past.Read(strings.NewReader(asJSON(t, got)), "r.json")
		if err != nil || again.Decision.Verdict != eval.VerdictInconclusive {
			t.Fatalf("at %d: as JSON: %v", at, err)
		}
	}
}

func TestAReportThatLostRowsIsRefused(t *testing.T) {
	t.Parallel()
	lines, _ := mixed().rows(t)
	for i := range len(lines) - 2 {
		if strings.HasPrefix(lines[i], `{"type":"stability"`) || i == 0 {
			continue // they repeat what the trials say
		}
		_, err := read(strings.Join(lines[:i], ""), strings.Join(lines[i+1:], ""))
		if err == nil || !strings.HasPrefix(err.Error(), "r.jsonl:") {
			t.Errorf("without line %d: %v", i+1, err)
		}
	}
}

func TestPartsThatDoNotFitAreRefused(t *testing.T) {
	t.Parallel()
	lines, _ := mixed().rows(t)
	whole := strings.Join(lines, "")
	edit := func(old, with string) string {
		if !strings.Contains(whole, old) {
			t.Fatalf("no %s", old)
		}
		return strings.Replace(whole, old, with, 1)
	}
	summary := len(lines) - 1
	head := func(text string) string { return text[:strings.Index(text, `{"type":"summary"`)] }
	tests := map[string]struct{ text, want string }{
		"an unknown status":                         {edit(`"run":1,"planned":3,"status":"passed"`, `"run":1,"planned":3,"status":"fine"`), `r.jsonl:2: case "one": unknown status "fine"`},
		"an unknown verdict":                        {edit(`"verdict":"failed"`, `"verdict":"good"`), fmt.Sprintf(`r.jsonl:%d: unknown verdict "good"`, summary+1)},
		"a verdict that its conditions do not have": {edit(`"verdict":"failed","title"`, `"verdict":"passed","title"`), fmt.Sprintf(`r.jsonl:%d: the verdict is "passed", but its conditions make it "failed"`, summary+1)},
		"a condition of an unknown verdict":         {edit(`"verdict":"failed","reason"`, `"verdict":"fine","reason"`), fmt.Sprintf(`r.jsonl:%d: condition "every-case": unknown verdict "fine"`, summary+1)},
		"a policy of another version":               {edit(`"policy":{}`, `"policy":{"max_regressions":0}`), `r.jsonl:1: not a start row: policy: unknown field "max_regressions"`},
		"a policy that nothing fails":               {edit(`"policy":{}`, `"policy":{"min_stability":"rock_solid"}`), `r.jsonl:1: not a start row: policy: unknown class "rock_solid" of min_stability`},
		"a verdict of no condition":                 {strings.Join(lines[:summary], "") + `{"type":"gate","verdict":"passed","title":"passed","conditions":[]}` + "\n", fmt.Sprintf(`r.jsonl:%d: the verdict is "passed", and no condition says why`, summary+1)},
		"a verdict of a trial":                      {head(edit(`"run":2,"planned":3,"status":"failed"`, `"run":2,"planned":3,"status":"passed"`)), `r.jsonl:5: case "one": 2 of 3 trials passed, failed, by these figures, but by its trials 3 of 3, passed`},
		"a class":                                   {edit(`"stability_class":"unstable"`, `"stability_class":"stable"`), `r.jsonl:5: case "one": its class is "stable" by these figures, but by its trials "unstable"`},
		"a plan that changes":                       {edit(`"run":2,"planned":3`, `"run":2,"planned":4`), `r.jsonl:3: case "one": this row plans 4 trials, an earlier one 3`},
		"a trial of no plan":                        {edit(`"run":3,"planned":3`, `"run":4,"planned":3`), `r.jsonl:4: case "one": there is no trial 4 of 3`},
		"a skipped case that ran":                   {edit(`"run":1,"status":"skipped"`, `"run":1,"status":"passed"`), `r.jsonl:7: case "off": passed, but no trial was planned`},
		"another total":                             {edit(`"total_runs":7`, `"total_runs":8`), fmt.Sprintf(`r.jsonl:%d: the report is not whole: the summary counts 8 trials, the result rows 7`, summary)},
		"another count":                             {edit(`"total":5,"passed":0,"failed":1`, `"total":5,"passed":1,"failed":0`), fmt.Sprintf(`r.jsonl:%d: the report is not whole: the summary counts 1 passed cases, the result rows 0`, summary)},
		"another count of errors":                   {edit(`"error_trials":1`, `"error_trials":0`), fmt.Sprintf(`r.jsonl:%d: the report is not whole: the summary counts 0 trials with errors, the result rows 1`, summary)},
		"another plan":                              {edit(`"cases":5`, `"cases":6`), fmt.Sprintf(`r.jsonl:%d: the report is not whole: it has 5 cases and 9 trials, of 6 and 9 that were planned`, summary)},
		"no summary":                                {head(whole) + lines[summary], `r.jsonl: the report is not whole: it has a gate row and no summary`},
		"no schema":                                 {edit(`"schema_version":1`, `"schema_version":0`), `r.jsonl: not a report: it has no schema version`},
		"figures of no case":                        {edit(`{"type":"stability","agent":"a","id":"one"`, `{"type":"stability","agent":"a","id":"other"`), `r.jsonl:5: case "other" has figures and no trials: rows are missing`},
		"a torn run behind it":                      {whole + `{"type":"st`, `r.jsonl: a cut row stands behind the end of the report: it holds rows of two runs (give each a file of its own)`},
		"a whole run behind it":                     {whole + whole, fmt.Sprintf(`r.jsonl:%d: a second start row: the file holds rows of two runs (give each a file of its own)`, len(lines)+1)},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := read(tt.text)
			if err == nil || err.Error() != tt.want {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}

func TestWhatTheRunSaidOfItsReportIsTold(t *testing.T) {
	t.Parallel()
	r := mixed()
	lines, report := r.rows(t)
	report.Summary.ReportFaults = []string{"cannot encode a result row"}
	row, err := eval.AppendRow(nil, &report.Summary)
	if err != nil {
		t.Fatal(err)
	}
	lines[len(lines)-2] = string(row)
	_, err = read(append(lines[:1:1], lines[2:]...)...)
	if err == nil || !strings.Contains(err.Error(), "(the run said: cannot encode a result row)") {
		t.Errorf("got %v", err)
	}
}

func FuzzRead(f *testing.F) {
	lines, _ := mixed().rows(f)
	whole := strings.Join(lines, "")
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	if r, err := read(lines...); err == nil {
		f.Add(asJSON(f, r))
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := read(text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "r.jsonl:") {
				t.Errorf("no place in %v", err)
			}
			return
		}
		_ = asJSON(t, r)
	})
}
