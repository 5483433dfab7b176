package sarif_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/internal/sample"
	"github.com/surefoot-dev/surefoot/pkg/report/sarif"
)

func TestMain(m *testing.M) { os.Exit(sample.Main(m)) }

func TestWrite(t *testing.T) {
	t.Parallel()
	sample.Goldens(t, sarif.Write, ".sarif", func(t *testing.T, got []byte) { sample.Valid(t, "sarif.schema.json", got) })
}

func TestAWriteErrorComesBack(t *testing.T) {
	t.Parallel()
	sample.WriteErrorsComeBack(t, sarif.Write)
}

func TestForeignTrialsAreErrors(t *testing.T) {
	t.Parallel()
	sample.ForeignTrialsAreErrors(t, sarif.Write)
}

func TestMemoryDoesNotGrowWithTrials(t *testing.T) { //nolint:paralleltest // it looks at the memory of the process
	sample.MemoryDoesNotGrow(t, sarif.Write, 1<<20)
}

type document struct {
	Runs []struct {
		Tool struct {
			Driver struct{ Rules []struct{ ID string } }
		}
		Results []struct {
			RuleID    string
			RuleIndex int
			Level     string
			Message   struct{ Text string }
			Locations []struct {
				PhysicalLocation struct {
					ArtifactLocation struct{ URI, URIBaseID string }
				}
			}
			PartialFingerprints struct{ PrimaryLocationLineHash string }
			Properties          struct{ Case string }
		}
		Invocations []struct {
			ExecutionSuccessful        bool
			ToolExecutionNotifications []struct {
				Level   string
				Message struct{ Text string }
			}
		}
	}
}

func read(t *testing.T, run sample.Run) document {
	t.Helper()
	var doc document
	if err := json.Unmarshal(sample.Write(t, sarif.Write, run), &doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestResults(t *testing.T) {
	t.Parallel()
	run := read(t, sample.Mixed()).Runs[0]
	var got []string
	for _, r := range run.Results {
		if run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID {
			t.Errorf("rule %d is not %s", r.RuleIndex, r.RuleID)
		}
		got = append(got, strings.Join([]string{r.Level, r.RuleID, r.Locations[0].PhysicalLocation.ArtifactLocation.URI, r.Message.Text}, " | "))
	}
	want := []string{
		`error | contains | tests/inputs.jsonl | case "refuse-negative": assert[0] contains: want "refund issued", got "I cannot help with that." [1 of 5 trials]; where they part: all 3 failing trials called "ledger.find" in turn 1; the passing one did not; that may be chance`,
		`error | equals | tests/inputs.jsonl | case "refuse-negative": assert[1] equals $.amount: the amount must be right (want {"amount":12,"currency":"EUR"}, got {"amount":1.2,"currency":"EUR"}) [3 of 5 trials]; where they part: all 3 failing trials called "ledger.find" in turn 1; the passing one did not; that may be chance`,
		`warning | error | tests/inputs.jsonl | case "refuse-negative": connector "main": 429 Too Many Requests [1 of 5 trials]`,
		`warning | error | assistants/expense/src/hook.ts | case "hook": TypeError: order is undefined [1 of 2 trials]`,
		`warning | timeout | tests/more.jsonl | case "slow": no answer within 2m0s`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestNotifications(t *testing.T) {
	t.Parallel()
	killed := sample.Passed()
	killed.Report.Decision = eval.Decision{}
	tests := []struct {
		name string
		run  sample.Run
		good bool
		want []string
	}{
		{"all is well", sample.Passed(), true, nil},
		{"something broke", sample.Mixed(), false, []string{"error: 2 trials ended in an error, which says nothing of the agent", "warning: 1 trial timed out"}},
		{"it ended early", sample.Interrupted(), false, []string{
			"error: the run ended early: interrupted (3 of 6 trials ran)", "error: the gate is inconclusive: interrupted",
		}},
		{"there was nothing to run", sample.Empty(), false, []string{"error: the gate failed: there was no case to run"}},
		{"it was killed", killed, false, []string{"error: the run did not end, so nothing was decided"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			inv := read(t, tt.run).Runs[0].Invocations[0]
			var got []string
			for _, n := range inv.ToolExecutionNotifications {
				got = append(got, n.Level+": "+n.Message.Text)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" || inv.ExecutionSuccessful != tt.good {
				t.Errorf("successful %v\n%s", inv.ExecutionSuccessful, diff)
			}
		})
	}
}

// TestAnAlertStaysTheSame: whatever the model said and wherever the case went.
func TestAnAlertStaysTheSame(t *testing.T) {
	t.Parallel()
	print := func(change func(*eval.Trial)) string {
		run := sample.Large(1, 1, 10)
		trials := run.Trials
		run.Trials = func(yield func(*eval.Trial, error) bool) {
			for trial := range trials {
				change(trial)
				if !yield(trial, nil) {
					return
				}
			}
		}
		return read(t, run).Runs[0].Results[0].PartialFingerprints.PrimaryLocationLineHash
	}
	base := print(func(*eval.Trial) {})
	same := print(func(trial *eval.Trial) {
		trial.Checks[0].Message, trial.Checks[0].Pos.Line, trial.Checks[0].Pos.File = "other words", 99, "moved.jsonl"
	})
	other := print(func(trial *eval.Trial) { trial.Checks[0].Type = "regex" })
	if base != same || base == other {
		t.Errorf("%s, %s for other words, %s for another rule", base, same, other)
	}
}

func TestResultsBeyondTheLimitAreCounted(t *testing.T) {
	t.Parallel()
	run := read(t, sample.Large(sarif.MaxResults+3, 1, 1)).Runs[0]
	notes := run.Invocations[0].ToolExecutionNotifications
	if len(run.Results) != sarif.MaxResults || !strings.HasPrefix(notes[len(notes)-1].Message.Text, "3 results left out") {
		t.Errorf("%d results, %v", len(run.Results), notes)
	}
}

func TestPathsBecomeReferences(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		"tests/a b.jsonl": "tests/a%20b.jsonl %SRCROOT%", "./a.jsonl": "a.jsonl %SRCROOT%", "a:b.jsonl": "./a:b.jsonl %SRCROOT%",
		"/tmp/a#b.jsonl": "file:///tmp/a%23b.jsonl ", "C:/a.jsonl": "file:///C:/a.jsonl ", "../é.jsonl": "../%C3%A9.jsonl %SRCROOT%",
	} {
		run := sample.Large(1, 1, 1)
		trials := run.Trials
		run.Trials = func(yield func(*eval.Trial, error) bool) {
			for trial := range trials {
				trial.Checks[0].Pos.File = file
				yield(trial, nil)
			}
		}
		at := read(t, run).Runs[0].Results[0].Locations[0].PhysicalLocation.ArtifactLocation
		if got := at.URI + " " + at.URIBaseID; got != want {
			t.Errorf("%s: %s", file, got)
		}
	}
}

func TestHostileTextIsSeenAndNotObeyed(t *testing.T) {
	t.Parallel()
	for _, r := range read(t, sample.Hostile()).Runs[0].Results {
		if strings.ContainsAny(r.Message.Text+r.Properties.Case, "\x1b\x00\u202e\r") || strings.Contains(r.Message.Text, "](") {
			t.Errorf("obeyed: %q", r.Message.Text)
		}
	}
}

func TestAResultIsNewWhereTheBaselinePassed(t *testing.T) {
	t.Parallel()
	outcome := func(passed, failed int) *eval.CaseOutcome {
		return &eval.CaseOutcome{Planned: passed + failed, Runs: passed + failed, Passed: passed, Failed: failed}
	}
	tests := []struct {
		name   string
		change eval.Change
		base   *eval.CaseOutcome
		want   string
	}{
		{"it passed", eval.Regressed, outcome(5, 0), "new"},
		{"it was not there", eval.NewCase, nil, "new"},
		{"it failed as often", eval.Unchanged, outcome(0, 5), "unchanged"},
		{"it wavered as much", eval.Flaky, outcome(3, 2), "unchanged"},
		{"it failed less often", eval.Suspect, outcome(4, 1), "updated"},
		{"it was stopped, and all that ran passed", eval.Regressed, &eval.CaseOutcome{Planned: 5, Runs: 4, Passed: 4}, "new"},
		{"it broke", eval.UnreliableBaseline, &eval.CaseOutcome{Planned: 5, Runs: 5, Errors: 5}, ""},
		{"nothing is told", "", nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			run := sample.Large(1, 1, 10)
			if tt.change != "" {
				run.Report.Comparison = &eval.Comparison{Cases: []eval.CaseChange{{Agent: "expense", ID: "case-00000", Change: tt.change, Base: tt.base}}}
			}
			out := string(sample.Write(t, sarif.Write, run))
			_, state, _ := strings.Cut(out, `"baselineState": "`)
			if got, _, _ := strings.Cut(state, `"`); got != tt.want {
				t.Errorf("got %q", got)
			}
		})
	}
}
