package html_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/html"
	"github.com/surefoot-dev/surefoot/pkg/report/internal/sample"
)

// edited is a run whose trials are something else.
func edited(run sample.Run, edit func(*eval.Trial)) sample.Run {
	trials := run.Trials
	run.Trials = func(yield func(*eval.Trial, error) bool) {
		for trial := range trials {
			edit(trial)
			if !yield(trial, nil) {
				return
			}
		}
	}
	return run
}

// TestWhatWasCalledIsTold: also of a turn that does not say it, as one whose
// output its case left out, and of a tool that gave null back.
func TestWhatWasCalledIsTold(t *testing.T) {
	t.Parallel()
	told, untold := eval.ToolCall{Tool: "told", Result: eval.Trusted("null")}, eval.ToolCall{Tool: "untold"}
	page := sample.Write(t, html.Write, edited(sample.Passed(), func(trial *eval.Trial) {
		trial.ToolCalls = []eval.ToolCall{untold, told, untold}
		trial.Turns = []eval.Turn{{Turn: 1, Response: eval.Response{ToolCalls: []eval.ToolCall{untold}}}, {Turn: 2, Response: eval.Response{ToolCalls: []eval.ToolCall{told}}}}
	}))
	for _, want := range []string{`"turn":2,"tool_calls":[{"name":"told","result":{"json":"null"}}]`, `],"tool_calls":[{"name":"untold"}],`} {
		if !bytes.Contains(page, []byte(want)) {
			t.Errorf("no %s in %s", want, messages(page))
		}
	}
}

// TestACheckOfALongAnswer holds its beginning only; the trial has all of it.
// Where nothing has, the page is told.
func TestACheckOfALongAnswer(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 2500)
	cut := eval.StringValue(long[:4096] + "... [cut, 5000 bytes of text in all]")
	for output, want := range map[string]string{
		long:        `"actual_as":"output"`,
		"x" + long:  `bytes of text in all]","cut":true`,
		long + "xx": `bytes of text in all]","cut":true`,
	} {
		page := sample.Write(t, html.Write, edited(sample.Passed(), func(trial *eval.Trial) {
			trial.Output = eval.StringValue(output)
			trial.Checks = []eval.Check{{Type: "equals", Status: eval.Passed, Passed: true, Expected: eval.StringValue("a"), Actual: cut}}
		}))
		if !bytes.Contains(page, []byte(want)) {
			t.Errorf("no %s", want)
		}
	}
}

// TestAPartIsNotTakenForAll: the report of a shard says what it is.
func TestAPartIsNotTakenForAll(t *testing.T) {
	t.Parallel()
	run := sample.Passed()
	run.Report.Start.Plan.Shard = "1/3"
	run.Report.Start.Plan.Whole = &eval.PlanSize{Cases: 7}
	page := sample.Write(t, html.Write, run)
	if want := `"notes":["shard 1/3 only: 1 of 7 cases; the verdict on all is that of surefoot merge"]`; !bytes.Contains(page, []byte(want)) {
		t.Errorf("no %s in %s", want, messages(page))
	}
}

// TestAReportThatEndsEarlyHasNotAllCases: what a killed run left counts the
// cases of its plan, and not those it came to.
func TestAReportThatEndsEarlyHasNotAllCases(t *testing.T) {
	t.Parallel()
	run := sample.Killed()
	run.Report.Summary.Total = 300
	if page := sample.Write(t, html.Write, run); !bytes.Contains(page, []byte(`"cases":300}`)) {
		t.Errorf("got %s", messages(page))
	}
}
