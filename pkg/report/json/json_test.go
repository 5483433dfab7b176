package json_test

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"flag"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/internal/sample"
	"github.com/surefoot-dev/surefoot/pkg/report/json"
)

func TestMain(m *testing.M) {
	flag.Bool("update", false, "write the golden files anew")
	os.Exit(m.Run())
}

func updating() bool { return flag.Lookup("update").Value.String() == "true" }

func ptr[T any](v T) *T { return &v }

func seq(trials ...*eval.Trial) iter.Seq2[*eval.Trial, error] {
	return func(yield func(*eval.Trial, error) bool) {
		for _, t := range trials {
			if !yield(t, nil) {
				return
			}
		}
	}
}

func header() eval.Start {
	return eval.Start{
		SchemaVersion: 1, Version: "0.1.0", Timestamp: time.Date(2026, 11, 30, 17, 46, 49, 0, time.UTC), Agents: []string{"expense"},
		Environment: eval.Environment{UserID: "test-user", TeamID: "test-team", Locale: "en-us", ClientType: "test", ClientIP: "127.0.0.1"},
		Settings:    map[string]string{"runs": "2"}, Seed: 7,
		Plan: eval.PlanFacts{Hash: "abc", Cases: 3, Trials: 4, Runs: 2, Inputs: []string{"tests/inputs.jsonl"}},
	}
}

func result(id string, status eval.Status, planned, passed, failed, errs int) eval.CaseResult {
	c := eval.CaseResult{
		Agent: "expense", ID: id, Status: status, Planned: planned, Runs: passed + failed + errs,
		Passed: passed, Failed: failed, Errors: errs, Class: eval.Undetermined, Pos: eval.Pos{File: "tests/inputs.jsonl", Line: 3, Column: 1},
	}
	if c.Runs > 0 {
		c.PassRate = ptr(100 * float64(passed) / float64(c.Runs))
		c.AvgMS = ptr(12.5)
		c.Class = eval.Unstable
	}
	return c
}

func undecided() eval.CaseResult {
	c := result("b", eval.Skipped, 5, 2, 0, 0)
	c.Class = eval.Undetermined
	return c
}

func mixed() (eval.Report, iter.Seq2[*eval.Trial, error]) {
	report := eval.Report{
		Start: header(),
		Cases: []eval.CaseResult{
			result("greet", eval.Failed, 2, 1, 1, 0),
			result("off", eval.Skipped, 0, 0, 0, 0),
			result("broken", eval.Error, 2, 0, 0, 2),
			result("never", eval.Skipped, 2, 0, 0, 0),
		},
		Summary:  eval.Summary{Total: 4, Failed: 1, Errors: 1, Skipped: 2, DurationMS: eval.Millis(1500 * time.Millisecond), AgentID: "expense", RunsPerCase: 2, TotalRuns: 4, TotalTrials: 6, PassRate: ptr(25.0), Interrupted: "interrupted"},
		Decision: eval.Decision{Verdict: eval.VerdictFailed, Title: "failed: 2 of 3 cases did not pass", Conditions: []eval.Condition{{Name: "every-case", Required: eval.Trusted("3"), Actual: eval.Trusted("0"), Unit: "cases", Verdict: eval.VerdictFailed, Reason: "2 of 3 cases did not pass"}}},
	}
	report.Cases[0].Reason = `assert[0] contains: want "hi", got "<no>"`
	report.Cases[1].Reason = "needs network"
	report.Cases[3].Reason = "interrupted"
	usage := map[eval.Role]eval.Usage{eval.RoleAgent: {PromptTokens: ptr(int64(10)), CompletionTokens: ptr(int64(5)), TotalTokens: ptr(int64(15)), Calls: 1, Attempts: 1}}
	trials := seq(
		&eval.Trial{Agent: "expense", ID: "greet", Run: 1, Status: eval.Passed, Input: eval.StringValue("hello"), Output: eval.Trusted(`{"n":9007199254740993,"t":"<hi>"}`), Expected: eval.StringValue("hi"), DurationMS: eval.Millis(12 * time.Millisecond), Usage: usage},
		&eval.Trial{
			Agent: "expense", ID: "greet", Run: 2, Status: eval.Failed, Reason: "assert[0] contains", Input: eval.StringValue("hello"), Output: eval.StringValue("<no>"), DurationMS: eval.Millis(13 * time.Millisecond),
			Checks: []eval.Check{{Type: "contains", Assertion: "assert[0]", Status: eval.Failed, Expected: eval.StringValue("hi"), Actual: eval.StringValue("<no>"), Message: `want "hi", got "<no>"`, Pos: eval.Pos{File: "tests/inputs.jsonl", Line: 3, Column: 40}}},
			Turns:  []eval.Turn{{Turn: 1, Input: eval.StringValue("hello"), Output: eval.StringValue("<no>"), Response: eval.Response{Content: "<no>"}}},
		},
		&eval.Trial{Agent: "expense", ID: "off", Run: 1, Status: eval.Skipped, Reason: "needs network", Input: eval.StringValue("x"), Output: eval.Trusted("null")},
		&eval.Trial{Agent: "expense", ID: "broken", Run: 1, Status: eval.Error, Error: "connector \"main\": 429", Input: eval.StringValue("y"), Output: eval.Trusted("null")},
		&eval.Trial{Agent: "expense", ID: "broken", Run: 2, Status: eval.Error, Error: "connector \"main\": 500", Input: eval.StringValue("y")},
	)
	return report, trials
}

func passing() (eval.Report, iter.Seq2[*eval.Trial, error]) {
	report := eval.Report{
		Start:    header(),
		Cases:    []eval.CaseResult{result("greet", eval.Passed, 1, 1, 0, 0)},
		Summary:  eval.Summary{Total: 1, Passed: 1},
		Decision: eval.Decision{Verdict: eval.VerdictPassed, Title: "passed", Conditions: []eval.Condition{}},
	}
	return report, seq(&eval.Trial{Agent: "expense", ID: "greet", Run: 1, Status: eval.Passed, Input: eval.StringValue("hello"), Output: eval.StringValue("hi")})
}

func empty() (eval.Report, iter.Seq2[*eval.Trial, error]) {
	return eval.Report{Start: header(), Decision: eval.Decision{Verdict: eval.VerdictFailed, Title: "failed: there was no case to run"}}, seq()
}

func write(t *testing.T, report eval.Report, trials iter.Seq2[*eval.Trial, error]) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := json.Write(&b, report, trials); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestWrite(t *testing.T) {
	t.Parallel()
	for name, run := range map[string]func() (eval.Report, iter.Seq2[*eval.Trial, error]){
		"mixed": mixed, "passing": passing, "empty": empty,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := write(t, first(run), second(run))
			path := filepath.Join("testdata", name+".json")
			if updating() {
				if err := os.WriteFile(path, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Error(diff)
			}
			var again bytes.Buffer
			if err := stdjson.Indent(&again, got, "", "  "); err != nil || again.String() != string(got) {
				t.Errorf("not indented by two blanks: %v", err)
			}
		})
	}
}

func first(run func() (eval.Report, iter.Seq2[*eval.Trial, error])) eval.Report {
	report, _ := run()
	return report
}

func second(run func() (eval.Report, iter.Seq2[*eval.Trial, error])) iter.Seq2[*eval.Trial, error] {
	_, trials := run()
	return trials
}

// allAtLeast is jq's '.results | all(.pass_rate >= min)', in which null is
// less than any number.
func allAtLeast(t *testing.T, report []byte, min float64) bool {
	t.Helper()
	var doc struct {
		Results []struct {
			PassRate *float64 `json:"pass_rate"`
		} `json:"results"`
	}
	if err := stdjson.Unmarshal(report, &doc); err != nil {
		t.Fatal(err)
	}
	for _, row := range doc.Results {
		if row.PassRate == nil || *row.PassRate < min {
			return false
		}
	}
	return true
}

func TestTheDocumentedFilterOnPassRates(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		cases []eval.CaseResult
		want  bool
	}{
		{"all above", []eval.CaseResult{result("a", eval.Passed, 1, 1, 0, 0), result("b", eval.Failed, 5, 4, 1, 0)}, true},
		{"one below", []eval.CaseResult{result("a", eval.Passed, 1, 1, 0, 0), result("b", eval.Failed, 5, 3, 2, 0)}, false},
		{"a skipped case is no failure", []eval.CaseResult{result("a", eval.Passed, 1, 1, 0, 0), result("b", eval.Skipped, 0, 0, 0, 0)}, true},
		{"a case that never came to run is no pass", []eval.CaseResult{result("a", eval.Passed, 1, 1, 0, 0), result("b", eval.Skipped, 1, 0, 0, 0)}, false},
		{"a case that passed so far is not decided", []eval.CaseResult{result("a", eval.Passed, 1, 1, 0, 0), undecided()}, false},
		{"an error is no pass", []eval.CaseResult{result("a", eval.Error, 1, 0, 0, 1)}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := allAtLeast(t, write(t, eval.Report{Cases: tt.cases}, seq()), 80); got != tt.want {
				t.Errorf("got %v", got)
			}
		})
	}
}

func TestForeignAndBrokenTrialsAreErrors(t *testing.T) {
	t.Parallel()
	broken := errors.New("cannot read back")
	one, two := result("a", eval.Passed, 1, 1, 0, 0), result("b", eval.Passed, 1, 1, 0, 0)
	trial := func(id string) *eval.Trial { return &eval.Trial{Agent: "expense", ID: id, Run: 1} }
	tests := []struct {
		name   string
		trials iter.Seq2[*eval.Trial, error]
		want   string
	}{
		{"of no case", seq(trial("a"), trial("b"), trial("c")), `a trial of case "c" (agent "expense") is out of the report's order`},
		{"out of order", seq(trial("b"), trial("a")), `a trial of case "a" (agent "expense") is out of the report's order`},
		{"a broken log", func(yield func(*eval.Trial, error) bool) { yield(nil, broken) }, "cannot read back"},
		{"a log that breaks at the end", func(yield func(*eval.Trial, error) bool) {
			_ = yield(trial("a"), nil) && yield(trial("b"), nil) && yield(nil, broken)
		}, "cannot read back"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			err := json.Write(new(bytes.Buffer), eval.Report{Cases: []eval.CaseResult{one, two}}, tt.trials)
			if err == nil || err.Error() != tt.want {
				t.Errorf("got %v", err)
			}
		})
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestAWriteErrorComesBack(t *testing.T) {
	t.Parallel()
	report, trials := mixed()
	if err := json.Write(full{}, report, trials); err == nil || err.Error() != "full" {
		t.Errorf("got %v", err)
	}
	report, _ = mixed()
	bad := &eval.Trial{Agent: "expense", ID: "greet", Output: eval.Trusted("{no json")}
	if err := json.Write(new(bytes.Buffer), report, seq(bad)); err == nil {
		t.Error("a value that is no JSON was written")
	}
}

func TestMemoryDoesNotGrowWithTrials(t *testing.T) { //nolint:paralleltest // it looks at the memory of the process
	sample.MemoryDoesNotGrow(t, json.Write, 10<<20)
}

// TestNoFieldOfATrialIsLeftOut goes by the fields' names: each stands in a
// result row or in its run_details.
func TestNoFieldOfATrialIsLeftOut(t *testing.T) {
	t.Parallel()
	trial := &eval.Trial{Agent: "expense", ID: "x"}
	filled(reflect.ValueOf(trial).Elem())
	trial.Agent, trial.ID = "expense", "x"
	c := result("x", eval.Failed, 1, 0, 1, 0)
	c.Name, c.Reason = "n", "r"
	var doc struct {
		Results []map[string]stdjson.RawMessage `json:"results"`
	}
	if err := stdjson.Unmarshal(write(t, eval.Report{Cases: []eval.CaseResult{c}}, seq(trial)), &doc); err != nil {
		t.Fatal(err)
	}
	var details []map[string]stdjson.RawMessage
	if err := stdjson.Unmarshal(doc.Results[0]["run_details"], &details); err != nil {
		t.Fatal(err)
	}
	names := slices.Collect(func(yield func(string) bool) {
		for field := range reflect.TypeFor[eval.Trial]().Fields() {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if name != "-" && !yield(name) {
				return
			}
		}
	})
	for _, name := range names {
		_, inRow := doc.Results[0][name]
		_, inDetail := details[0][name]
		if !inRow && !inDetail {
			t.Errorf("%s is left out", name)
		}
	}
}

func filled(v reflect.Value) {
	for i := range v.NumField() {
		f := v.Field(i)
		if v.Type().Field(i).Tag.Get("json") == "-" {
			continue // of no report
		}
		switch f.Kind() {
		case reflect.String:
			f.SetString("x")
		case reflect.Int, reflect.Int64:
			f.SetInt(1000)
		case reflect.Bool:
			f.SetBool(true)
		case reflect.Slice:
			f.Set(reflect.MakeSlice(f.Type(), 1, 1))
		case reflect.Map:
			f.Set(reflect.MakeMap(f.Type()))
			f.SetMapIndex(reflect.ValueOf(eval.RoleAgent), reflect.ValueOf(eval.Usage{}))
		case reflect.Pointer:
			f.Set(reflect.New(f.Type().Elem()))
		case reflect.Struct:
			if f.Type() == reflect.TypeFor[eval.Value]() {
				f.Set(reflect.ValueOf(eval.StringValue("x")))
			}
		}
	}
}
